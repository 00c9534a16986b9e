import { StartError } from '../errors';

/** This computer is asked directly: no proxy leads back to it. */
const DIRECT = 'localhost,127.0.0.1,[::1]';

/** The service and the identity provider are asked through HTTPS_PROXY. Throws a StartError if it is no address. */
export async function useProxy(environment: NodeJS.ProcessEnv, say: (text: string) => void): Promise<void> {
  const read = (name: string): string => environment[name.toLowerCase()] ?? environment[name] ?? '';
  const httpsProxy = read('HTTPS_PROXY');
  if (httpsProxy === '') return;
  const proxy = URL.canParse(httpsProxy) ? new URL(httpsProxy) : undefined;
  if (!proxy || !/^https?:$/.test(proxy.protocol))
    throw new StartError('HTTPS_PROXY is not an address such as http://proxy.example.com:8080');
  // Others need no second client for HTTP.
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import('undici');
  const noProxy = [read('NO_PROXY'), DIRECT].filter((hosts) => hosts !== '').join(',');
  setGlobalDispatcher(new EnvHttpProxyAgent({ httpsProxy, noProxy }));
  // Without its user and password.
  say(
    `Other computers are asked through the proxy ${proxy.host}${read('NO_PROXY') === '' ? '' : ', but those in NO_PROXY'}`,
  );
}

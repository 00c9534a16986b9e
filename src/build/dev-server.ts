import { createRequire } from 'node:module';
import { messageOf } from '../core/basics';

/** Proxied as /sandbox, because Excel on Mac does not let an https page call an http address. */
const sandboxUrl = (): string => process.env.SANDBOX_URL ?? 'http://127.0.0.1:4010';

/** https, because Excel requires it; with a certificate that Excel trusts if this computer allows installing one. */
export async function devServer(port: number, https: () => Promise<unknown> = server): Promise<object> {
  return {
    port,
    server: await https(),
    headers: { 'Access-Control-Allow-Origin': '*' },
    static: false,
    hot: false,
    client: { overlay: false },
    proxy: [{ context: ['/sandbox'], target: sandboxUrl(), pathRewrite: { '^/sandbox': '' } }],
  };
}

async function server(): Promise<unknown> {
  try {
    const { getHttpsServerOptions } = createRequire(__filename)('office-addin-dev-certs') as {
      getHttpsServerOptions: () => Promise<{ readonly ca: unknown; readonly cert: unknown; readonly key: unknown }>;
    };
    const { ca, cert, key } = await getHttpsServerOptions();
    return { type: 'https', options: { ca, cert, key } };
  } catch (error) {
    const [reason = ''] = messageOf(error).split('\n');
    console.warn(
      `No trusted certificate (${reason}): ` +
        'Excel refuses this server until "npx office-addin-dev-certs install" succeeds.',
    );
    return 'https';
  }
}

import { type RunningSandbox, startSandbox } from '../../src/sandbox/server';
import { parseFaults } from '../../src/sandbox/faults/fault';
import { usePane } from '../browser/pane-page';
import { KEY } from './scene';

/**
 * The browser asks the service for leave before it sends the key from a page of another origin; a service may refuse
 * it.
 */
const pane = usePane();
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

/** The page counts as public and the sandbox is on this computer, for which the browser would ask the user. */
async function testConnection(faults: string): Promise<string> {
  sandbox.setFaults(parseFaults(faults));
  const page = await pane.open({
    permissions: ['local-network-access'],
    apiKey: KEY,
    serviceAddress: sandbox.url.replace(/\/$/, ''),
  });
  await page.getByRole('button', { name: 'Test connection' }).click();
  const status = page
    .locator('.md-status[data-state]:not([data-state="busy"])')
    .filter({ hasText: /accepted|cannot be reached|\(\d{3}\)/ });
  await status.waitFor();
  return (await status.textContent()) ?? '';
}

test('a service that allows the preflight gets a request with the key', async () =>
  expect(await testConnection('')).toMatch(/^The service accepted the key\./));

test('a service that refuses the preflight counts as unreachable, and the pane says what to check', async () => {
  const text = await testConnection('no-cors');
  expect(text).toContain('cannot be reached: check the connection and the service address');
  expect(text).not.toContain(KEY);
});

test('a status that the page may not read counts as a network failure', async () => {
  expect(await testConnection('no-cors,status:401')).toContain('cannot be reached');
  expect(await pane.page.evaluate(() => window.paneTest.session.activity.requests.map(({ status }) => status))).toEqual(
    ['network', 'network', 'network'],
  );
});

test('a redirect is not followed in a browser either', async () => {
  sandbox.setFaults(parseFaults(`redirect:${new URL(sandbox.url).origin.replace('127.0.0.1', 'localhost')}`));
  const page = await pane.open({
    permissions: ['local-network-access'],
    apiKey: KEY,
    serviceAddress: sandbox.url.replace(/\/$/, ''),
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    asked.push(new URL(request.url()).hostname);
  });
  const message = await page.evaluate(() => {
    const client = window.paneTest.session.clientFor({});
    return client.send('GET /account/usage', {}, new AbortController().signal).then(
      () => 'an answer',
      (error: unknown) => (error as Error).message,
    );
  });
  expect(message).toMatch(
    /redirects elsewhere, where the key is not sent: enter the final service address in the MD pane$/,
  );
  expect(asked).not.toContain('localhost');
});

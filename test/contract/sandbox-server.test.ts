import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { parseFaults } from '../../src/sandbox/faults/fault';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/server';
import { KEY_HEADER } from '../support/published-fields';

const KEY = { [KEY_HEADER]: 'demo' };
const ROOT = join(__dirname, '../..');

let running: RunningSandbox | undefined;

afterEach(async () => {
  await running?.close();
  running = undefined;
});

/** Runs the command; `until` ends it once that text has come. */
async function run(flags: readonly string[], until?: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/sandbox/server.ts', ...flags], { cwd: ROOT });
  let [stdout, stderr] = ['', ''];
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
    if (until && stdout.includes(until)) child.kill();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

describe('the sandbox server', () => {
  test('answers over HTTP on this computer', async () => {
    running = await startSandbox();
    expect(running.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    const response = await fetch(`${running.url}currencies/quotes?symbols=EURUSD`, { headers: KEY });
    expect(await response.json()).toMatchObject({ items: [{ symbol: 'EURUSD' }] });
  });

  test('can be closed while a connection is kept alive, and then answers no more', async () => {
    running = await startSandbox();
    await (await fetch(`${running.url}commodities/types`, { headers: KEY })).text();
    await running.close();
    await expect(fetch(running.url)).rejects.toThrow('fetch failed');
  });

  test('resets the connection under the fault "reset", and continues to answer', async () => {
    running = await startSandbox({ faults: parseFaults('reset:x1') });
    await expect(fetch(`${running.url}commodities/types`, { headers: KEY })).rejects.toThrow('fetch failed');
    expect((await fetch(`${running.url}commodities/types`, { headers: KEY })).status).toBe(200);
  });

  test('survives a client that disconnects', async () => {
    running = await startSandbox({ latencyMs: 60_000 });
    await expect(
      fetch(`${running.url}commodities/types`, { headers: KEY, signal: AbortSignal.timeout(50) }),
    ).rejects.toThrow(/timeout/);
    running.setFaults([]);
    expect((await fetch(`${running.url}commodities/types`, { method: 'OPTIONS' })).status).toBe(204);
  });

  test('sends a slow answer to its end', async () => {
    running = await startSandbox({ faults: parseFaults('slow:50') });
    expect(await (await fetch(`${running.url}commodities/types`, { headers: KEY })).json()).toHaveProperty('items');
  });
});

describe('the sandbox command', () => {
  test('prints its address and nothing else', async () => {
    const { stdout, stderr } = await run(['--port', '0'], '\n');
    expect(stdout).toMatch(/^Sandbox: http:\/\/127\.0\.0\.1:\d+\/\n$/);
    expect(stderr).toBe('');
  });

  test('refuses a wrong flag in one line, with exit code 2', async () => {
    expect(await run(['--port', 'abc'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Sandbox: --port: "abc" is not a whole number from 0 to 65535\n',
    });
  });

  test('reports that a port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await run(['--port', String(port)]);
    other.close();
    expect([code, stderr]).toEqual([
      1,
      `Sandbox: Port ${port} is in use: choose another with --port, or --port 0 for any free one\n`,
    ]);
  });
});

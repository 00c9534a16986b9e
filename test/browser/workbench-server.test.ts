import { spawn } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import type { PageFiles } from '../../src/workbench/bundle';
import { readPort, startWorkbench } from '../../src/workbench/server';

const ROOT = path.join(__dirname, '../..');

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** `npm start` without npm in between; `onOutput` sees what it has printed so far. */
function start(
  env: Record<string, string>,
  onOutput: (output: string, stop: () => void) => void = () => undefined,
  options: readonly string[] = [],
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'src/workbench/server.ts', ...options], {
      cwd: ROOT,
      env: { ...process.env, ...env },
    });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
      onOutput(output, () => child.kill('SIGINT'));
    });
    child.stderr.on('data', (chunk) => (errors += String(chunk)));
    child.on('close', (code) => resolve({ code, output, errors }));
  });
}

async function takePort(): Promise<{ port: number; release: () => void }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return { port: (server.address() as AddressInfo).port, release: () => server.close() };
}

/** The page's policy, and what the service that the page names answers to whoever wants to learn its names. */
async function visit(url: string): Promise<{ policy: string | null; description: unknown }> {
  const answer = await fetch(url);
  const service = /http:\/\/127\.0\.0\.1:\d+/.exec(await answer.text())?.[0];
  return {
    policy: answer.headers.get('content-security-policy'),
    description: await (await fetch(`${service}/openapi.json`)).json(),
  };
}

it('the server prints its address once it is ready, serves a page without foreign scripts and a service with a description, and ends at Ctrl+C', async () => {
  let visited: ReturnType<typeof visit> | undefined;
  const { code, output, errors } = await start({ PORT: '0', SANDBOX_PORT: '0' }, (printed, stop) => {
    const url = /^Workbench: (http:\/\/localhost:\d+\/)$/m.exec(printed)?.[1];
    if (url === undefined || visited !== undefined) return;
    visited = visit(url);
    visited.finally(stop).catch(() => undefined);
  });
  expect(output).toMatch(/^Building the page [^\n]+\nWorkbench: http:\/\/localhost:\d+\/\n$/);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  const { policy, description } = await visited!;
  expect(policy).toMatch(/script-src 'self';.*object-src 'none'; base-uri 'none'/);
  expect(description).toMatchObject({ openapi: '3.1.0' });
});

it('a browser keeps the script of the page, compiled, until another is built', async () => {
  const addressOf = async (script: string): Promise<string> => {
    const page: PageFiles = new Map([['workbench.js', new Uint8Array(Buffer.from(script))]]);
    const workbench = await startWorkbench({ port: 0, sandboxPort: 0, page });
    const { url } = workbench;
    try {
      const address = /(?<=<script src=")[^"]+/.exec(await (await fetch(url)).text())![0];
      const [named, plain] = await Promise.all([address, 'workbench.js'].map((name) => fetch(url + name)));
      expect(await named!.text()).toBe(script);
      expect([named, plain].map((answer) => answer!.headers.get('cache-control'))).toEqual([
        'max-age=31536000, immutable',
        null,
      ]);
      return address;
    } finally {
      await workbench.close();
    }
  };
  const [one, same, other] = [await addressOf('one'), await addressOf('one'), await addressOf('other')];
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});

it('a browser that comes before the page is built waits for its files', async () => {
  const { port, release } = await takePort();
  release();
  let built: (files: PageFiles) => void = () => undefined;
  const page = new Promise<PageFiles>((resolve) => (built = resolve));
  const started = startWorkbench({ port, sandboxPort: 0, page });
  const url = `http://localhost:${port}/`;
  while (!(await fetch(url).catch(() => undefined))) await new Promise((resolve) => setTimeout(resolve, 10));
  const early = fetch(`${url}workbench.js`);
  // Answered after the early request has arrived.
  await (await fetch(`${url}functions.json`)).text();
  built(new Map([['workbench.js', new TextEncoder().encode('"built";')]]));
  expect(await (await early).text()).toBe('"built";');
  await (await started).close();
});

it('the server says which port is taken, and what to do', async () => {
  const { port, release } = await takePort();
  const { code, errors } = await start({ PORT: String(port), SANDBOX_PORT: '0' });
  release();
  expect(code).toBe(1);
  expect(errors).toBe(
    `Port ${port} is in use: choose another with PORT and SANDBOX_PORT, such as PORT=3100 SANDBOX_PORT=3101 npm start\n`,
  );
});

it('the server says that a port is not an option', async () => {
  const { code, errors } = await start({ PORT: '0', SANDBOX_PORT: '0' }, (_, stop) => stop(), ['--port', '4010']);
  expect(code).toBe(1);
  expect(errors).toBe(
    'npm start: "--port" is not an option: choose ports with PORT and SANDBOX_PORT, such as PORT=3100 SANDBOX_PORT=3101 npm start\n',
  );
});

it('the server says in one line that a port is invalid', async () => {
  const { code, errors } = await start({ PORT: 'abc' });
  expect(code).toBe(1);
  expect(errors).toBe('PORT: "abc" is not a port: give a whole number from 0 to 65535, such as 3000\n');
});

describe('a port from the environment', () => {
  it('is the default one if the variable is missing or empty', () => {
    expect(readPort('PORT', 3000, {})).toBe(3000);
    expect(readPort('PORT', 3000, { PORT: ' ' })).toBe(3000);
  });

  it.each(['65536', '-1', '30.5', '0x10', '1e3'])('is refused if it is %s', (text) => {
    expect(() => readPort('PORT', 3000, { PORT: text })).toThrow(`PORT: "${text}" is not a port`);
  });
});

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { Answer } from '../excel/emulator/web-server';
import { KEY_HEADER } from '../support/published-fields';
import { freePort } from './engine';

const ROOT = process.cwd();
export const KEY = 'upstream-key-0123456789';

/** A folder that passes for the add-in's files, so that nothing has to be built. */
export function smallAddIn(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'md-gateway-'));
  writeFileSync(path.join(folder, 'taskpane.html'), '<!doctype html><title>MD</title>');
  writeFileSync(path.join(folder, 'functions.js'), 'void 0;');
  writeFileSync(path.join(folder, 'functions.json'), '{"functions":[],"at":"https://gateway.invalid"}');
  writeFileSync(path.join(folder, 'manifest.xml'), '<OfficeApp>https://gateway.invalid/taskpane.html</OfficeApp>');
  writeFileSync(
    path.join(folder, 'md-for-excel.zip'),
    zipSync({
      'manifest.json': strToU8('{"page":"https://gateway.invalid/taskpane.html","domain":"gateway.invalid"}'),
    }),
  );
  writeFileSync(path.join(folder, 'pane.0123abcd.js'), 'void 1;');
  return folder;
}

export function keyFile(): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'md-key-')), 'key');
  writeFileSync(file, `${KEY}\n`);
  return file;
}

const runWith =
  (...loader: readonly string[]) =>
  (args: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess =>
    spawn(process.execPath, [...loader, 'src/gateway/server.ts', ...args], {
      cwd: ROOT,
      env: { ...process.env, ...environment },
    });

/** The command without npm, in half the time. */
export const runGateway = runWith('--require', path.join(ROOT, 'test/gateway/compiled-once.cjs'));

/** The command without npm, with the loader that it has everywhere. */
export const runAsInstalled = runWith('--import', 'tsx');

/** The command as it is typed. */
export const runThroughNpm: typeof runGateway = (args, environment) =>
  spawn('npm', ['run', 'gateway', '--', ...args], { cwd: ROOT, env: { ...process.env, ...environment } });

/** What a command printed, and how it ended. */
export async function outcomeOf(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (stderr += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** One running gateway. */
export class GatewayProcess {
  output = '';

  private constructor(
    readonly process: ChildProcess,
    readonly url: string,
    readonly adminUrl: string,
  ) {}

  /**
   * Another process may take a free port before the gateway listens; then others are tried.
   *
   * @param like a process that has ended, whose ports it takes
   */
  static async start(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    like?: GatewayProcess,
    run = runGateway,
    scheme: 'http' | 'https' = 'http',
  ): Promise<GatewayProcess> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await GatewayProcess.#startOnce(args, environment, like, run, scheme);
      } catch (error) {
        if (like !== undefined || attempt === 5 || !String(error).includes(' is in use')) throw error;
      }
    }
  }

  static async #startOnce(
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
    like: GatewayProcess | undefined,
    run: typeof runGateway,
    scheme: 'http' | 'https',
  ): Promise<GatewayProcess> {
    const [port, adminPort] = like
      ? [new URL(like.url).port, new URL(like.adminUrl).port]
      : [await freePort(), await freePort()];
    const options = [
      ...(scheme === 'http' ? ['--http'] : []),
      '--port',
      String(port),
      '--admin-port',
      String(adminPort),
      '--files',
      smallAddIn(),
    ];
    const child = run([...options, ...args], environment);
    const gateway = new GatewayProcess(child, `${scheme}://localhost:${port}`, `http://127.0.0.1:${adminPort}`);
    await new Promise<void>((resolve, reject) => {
      const hear = (data: Buffer): void => {
        gateway.output += data.toString();
        if (gateway.output.includes(`Gateway: ${gateway.url}/`)) resolve();
      };
      child.stdout?.on('data', hear);
      child.stderr?.on('data', hear);
      child.once('exit', () => reject(new Error(`The gateway ended:\n${gateway.output}`)));
    });
    return gateway;
  }

  async metrics(): Promise<string> {
    return (await fetch(`${this.adminUrl}/metrics`)).text();
  }

  /** The sum of a counter over its labels. */
  async count(name: string): Promise<number> {
    const lines = (await this.metrics()).split('\n').filter((line) => line.startsWith(name));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  kill(signal: NodeJS.Signals): void {
    this.process.kill(signal);
  }

  async stop(): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.process, 'exit');
    this.process.kill('SIGCONT');
    this.process.kill('SIGKILL');
    await ended;
  }
}

/** What a proxy that ends the encryption does; office.js alone comes from elsewhere, as in life. */
export const through =
  ({ url }: GatewayProcess): Answer =>
  ({ url: asked, method, headers }) => {
    const { pathname, search } = new URL(asked);
    if (pathname.startsWith('/office-js/')) return undefined;
    const own = new Headers({ 'accept-encoding': 'identity' });
    for (const name of [KEY_HEADER, 'authorization', 'cache-control']) {
      const value = headers.get(name);
      if (value !== null) own.set(name, value);
    }
    return fetch(url + pathname + search, { method, headers: own });
  };

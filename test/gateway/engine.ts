import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { createClient } from '@redis/client';

const LEFT_OUT =
  'Tests of several nodes are left out: they need a Valkey or Redis server; install one (apt-get install redis-server) or name it with VALKEY=path or REDIS=path';

/**
 * The program of a store if this computer has one or may install one; otherwise undefined, with a line that says so.
 */
export function findEngine(): string | undefined {
  const named = process.env.VALKEY ?? process.env.REDIS;
  if (named !== undefined && existsSync(named)) return named;
  const found = onPath('valkey-server') ?? onPath('redis-server') ?? installed();
  if (found === undefined) process.stderr.write(`${LEFT_OUT}\n`);
  return found;
}

export function onPath(program: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(':')
    .concat('/usr/sbin')
    .map((folder) => `${folder}/${program}`)
    .find((path) => existsSync(path));
}

function installed(): string | undefined {
  if (process.getuid?.() !== 0 || onPath('apt-get') === undefined) return undefined;
  try {
    execFileSync('apt-get', ['install', '-qy', '--no-install-recommends', 'redis-server'], { stdio: 'ignore' });
    return onPath('redis-server');
  } catch {
    return undefined;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A store on a port of its own, which keeps nothing on disk. */
export class Engine {
  private constructor(
    readonly process: ChildProcess,
    readonly port: number,
  ) {}

  /** @param options of the server, beside the port; without them it keeps nothing on disk */
  static async start(program: string, port?: number, options: readonly string[] = []): Promise<Engine> {
    const chosen = port ?? (await freePort());
    const child = spawn(
      program,
      ['--port', String(chosen), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...options],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    await new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(new Error('The store ended')));
      child.stdout.on('data', (data: Buffer) => {
        if (data.toString().includes('eady to accept connections')) resolve();
      });
    });
    return new Engine(child, chosen);
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Everything that is kept in it, as text. */
  async dump(): Promise<string> {
    const client = await createClient({ url: this.url }).connect();
    const parts: string[] = [];
    for (const key of await client.keys('*')) {
      const type = await client.type(key);
      const value = type === 'hash' ? await client.hGetAll(key) : await client.get(key);
      parts.push(`${key} ${JSON.stringify(value)}`);
    }
    client.destroy();
    return parts.join('\n');
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  async stop(): Promise<void> {
    this.process.kill('SIGCONT');
    if (this.hasEnded) return;
    this.process.kill('SIGKILL');
    await once(this.process, 'exit');
  }
}

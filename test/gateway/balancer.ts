import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateCertificates } from 'office-addin-dev-certs';
import { freePort } from './engine';
import { until } from '../support/until';
import type { GatewayProcess } from './node-process';

/** The file as it is shipped; nothing of it is changed for tests. */
const CONFIGURATION = 'deploy/haproxy.cfg';

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** HAProxy with the configuration that is shipped, in front of two nodes. */
export class Balancer {
  output = '';
  readonly #agent = new Agent({ rejectUnauthorized: false, keepAlive: true, maxSockets: 256 });

  private constructor(
    private readonly process: ChildProcess,
    readonly url: string,
  ) {}

  static async start(program: string, nodes: readonly [GatewayProcess, GatewayProcess]): Promise<Balancer> {
    const folder = mkdtempSync(path.join(tmpdir(), 'md-haproxy-'));
    const [ca, cert, key, both] = ['ca.pem', 'cert.pem', 'key.pem', 'md.pem'].map((name) =>
      path.join(folder, name),
    ) as [string, string, string, string];
    const { log } = console;
    console.log = () => undefined;
    await generateCertificates(ca, cert, key, 2).finally(() => {
      console.log = log;
    });
    writeFileSync(both, readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'));
    const port = await freePort();
    const [one, other] = nodes.map(({ url, adminUrl }) => ({
      address: `127.0.0.1:${new URL(url).port}`,
      admin: new URL(adminUrl).port,
    })) as [{ address: string; admin: string }, { address: string; admin: string }];
    const child = spawn(program, ['-db', '-f', CONFIGURATION], {
      env: {
        MD_NAME: 'localhost',
        MD_BIND: `127.0.0.1:${port}`,
        MD_CERT: both,
        MD_NODE1: one.address,
        MD_NODE1_ADMIN: one.admin,
        MD_NODE2: other.address,
        MD_NODE2_ADMIN: other.admin,
      },
    });
    const balancer = new Balancer(child, `https://localhost:${port}`);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (balancer.output += data.toString()));
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`HAProxy ended:\n${balancer.output}`);
      return balancer.ask('/config.json').then(
        ({ status }) => status === 200,
        () => false,
      );
    });
    return balancer;
  }

  /** Asks as browsers do: a kept connection that ends before any answer came means that the request is to be sent again. */
  ask(target: string, headers: Readonly<Record<string, string>> = {}, method = 'GET', body = ''): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asked = request(this.url + target, { agent: this.#agent, headers, method }, (response) => {
        let text = '';
        response.on('data', (data: Buffer) => (text += data.toString()));
        response.on('close', () => {
          if (response.complete) resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers });
          else reject(new Error('The answer broke off'));
        });
      });
      asked
        .on('error', (error: NodeJS.ErrnoException) => {
          if (method === 'GET' && asked.reusedSocket && error.code === 'ECONNRESET')
            this.ask(target, headers).then(resolve, reject);
          else reject(error);
        })
        .end(body);
    });
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    if (this.process.exitCode !== null) return;
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
  }
}

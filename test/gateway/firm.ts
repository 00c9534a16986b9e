import { type RunningSandbox, type ServerOptions, startSandbox } from '../../src/sandbox/server';
import { newTokenFile, tokenCommand } from './add-token';
import { Engine } from './engine';
import { GatewayProcess, keyFile } from './node-process';
import { KEY_HEADER } from '../support/published-fields';
import { passing, until } from '../support/until';

const PAIRS = 'EURUSD,GBPUSD,USDJPY,AUDUSD,USDCAD,USDCHF,NZDUSD,EURGBP,EURJPY,GBPJPY,EURCHF,AUDJPY'.split(',');
export const FRESH_MS = 500;
/** The requests that the service allows in a day: more than any test sends. */
const QUOTA = 1_000_000;

/** What became of everything that was asked under load. */
interface Load {
  readonly failures: string[];
  readonly count: number;
}

interface FirmOptions {
  /** @default 2 */
  readonly nodes?: number;
  /** Of each node, beside those that it needs. */
  readonly options?: readonly string[];
  readonly freshMs?: number;
  readonly sandbox?: ServerOptions;
}

/** Gateways in processes of their own with one file of tokens and one store, before a simulated service. */
export class Firm {
  readonly nodes: GatewayProcess[] = [];
  /** With the token of somebody who may ask everything. */
  headers: Readonly<Record<string, string>> = {};
  readonly tokens = newTokenFile();

  private constructor(
    readonly sandbox: RunningSandbox,
    private readonly program: string,
    public store: Engine,
    private readonly options: readonly string[],
  ) {}

  static async open(
    program: string,
    { nodes = 2, freshMs = FRESH_MS, sandbox = {}, options = [] }: FirmOptions = {},
  ): Promise<Firm> {
    const store = await Engine.start(program);
    const all = ['--quotes-fresh', String(freshMs / 1000), ...options];
    const firm = new Firm(await startSandbox({ latencyMs: 50, ...sandbox }), program, store, all);
    firm.headers = { [KEY_HEADER]: await tokenCommand('add', 'firm', '--tokens', firm.tokens) };
    firm.nodes.push(...(await Promise.all(Array.from({ length: nodes }, () => firm.startNode()))));
    return firm;
  }

  /** @param like a node that has ended, whose ports it takes */
  startNode(like?: GatewayProcess): Promise<GatewayProcess> {
    const options = [
      '--service',
      this.sandbox.url,
      '--key-file',
      keyFile(),
      '--store',
      this.store.url,
      '--tokens',
      this.tokens,
      '--quota',
      `${QUOTA}`,
      // One token stands for everybody.
      ...['per-second', 'symbols-per-second', 'requests-per-second'].flatMap((limit) => [`--${limit}`, '100000']),
    ];
    return GatewayProcess.start([...options, ...this.options], {}, like);
  }

  /** An answer of a node, to somebody who may ask everything. */
  ask(node: GatewayProcess, path: string): Promise<Response> {
    return fetch(`${node.url}/api/${path}`, { headers: this.headers });
  }

  /** A person's token, once every node knows it. */
  async addToken(name: string, ...options: readonly string[]): Promise<string> {
    const token = await tokenCommand('add', name, '--tokens', this.tokens, ...options);
    const headers = { [KEY_HEADER]: token };
    await until(async () => {
      const answers = await Promise.all(this.nodes.map(({ url }) => fetch(`${url}/api/me`, { headers })));
      return answers.every(({ status }) => status === 200);
    });
    return token;
  }

  /** A new, empty store instead of the one that was killed. */
  async restartStore(): Promise<void> {
    this.store = await Engine.start(this.program, this.store.port);
  }

  /** Forgets the nodes that have ended, and starts others until there are as many as this. */
  async renew(count: number): Promise<void> {
    const left = this.nodes.filter((node) => !node.hasEnded);
    const missing = Array.from({ length: Math.max(0, count - left.length) }, () => this.startNode());
    this.nodes.splice(0, this.nodes.length, ...left, ...(await Promise.all(missing)));
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
    await this.store.stop();
    await this.sandbox.close();
  }

  /** Three people at each of these nodes, who ask again and again until it is ended. */
  load(at: readonly GatewayProcess[], headers = this.headers): () => Promise<Load> {
    let isOn = true;
    let count = 0;
    const failures: string[] = [];
    const person = async (node: GatewayProcess, index: number): Promise<void> => {
      while (isOn) {
        const symbols = PAIRS.filter((_, place) => (place + index + count) % 3 !== 0).slice(0, 7);
        try {
          const answer = await fetch(`${node.url}/api/currencies/quotes?symbols=${symbols.join()}`, { headers });
          const { items } = (await answer.json()) as { items?: unknown[] };
          if (answer.status !== 200 || items?.length !== symbols.length) failures.push(`${answer.status}`);
        } catch (error) {
          failures.push(String(error));
        }
        count++;
        await passing(80);
      }
    };
    const people = at.flatMap((node) => [0, 1, 2].map((index) => person(node, index)));
    return async () => {
      isOn = false;
      await Promise.all(people);
      return { failures, count };
    };
  }
}

import { once, setMaxListeners } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, request as requestHttp, type Server, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { newTokenFile, tokenCommand } from '../../gateway/add-token';
import { Balancer } from '../../gateway/balancer';
import { Engine, findEngine, onPath } from '../../gateway/engine';
import { GatewayProcess, keyFile, outcomeOf, runGateway } from '../../gateway/node-process';
import { type Demand, fewestLists, symbolsOf } from './demand';
import { KEY_HEADER } from '../../support/published-fields';

/**
 * What becomes of other people while one of them asks for far too much, or the service is slow, fails or asks for a
 * pause. Prints a table; run it in two checkouts to compare them: `npx tsx test/bench/gateway/pressure.ts`. `--only
 * slow` plays the scenes whose name contains that.
 */

type Mood = 'answers' | 'garbage' | 'fails' | 'pauses';

const passing = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A service that does a limited number of requests at a time, and is well, slow or out of order. */
class PressedService {
  readonly askedAt: number[] = [];
  mood: Mood = 'answers';
  /** What each request takes, in milliseconds. */
  latencyMs: number;
  readonly #waiting: (() => void)[] = [];
  #runningCount = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
    latencyMs: number,
    private readonly atOnce: number,
  ) {
    this.latencyMs = latencyMs;
  }

  static async start(latencyMs: number, atOnce = Infinity): Promise<PressedService> {
    const server = createServer((request, response) => {
      void service.#serve(request.url!, response);
    });
    server.keepAliveTimeout = 60_000;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const service = new PressedService(
      server,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      latencyMs,
      atOnce,
    );
    return service;
  }

  async #serve(url: string, response: ServerResponse): Promise<void> {
    this.askedAt.push(performance.now());
    const { mood } = this;
    if (this.#runningCount >= this.atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#runningCount++;
    await passing(mood === 'answers' ? this.latencyMs : Math.min(this.latencyMs, 20));
    this.#runningCount--;
    this.#waiting.shift()?.();
    response.setHeader('content-type', 'application/json');
    if (mood === 'fails') response.statusCode = 500;
    if (mood === 'pauses') {
      response.statusCode = 429;
      response.setHeader('retry-after', '999999999');
    }
    const symbols = (new URLSearchParams(url.split('?')[1]).get('symbols') ?? '').split(',');
    const items = symbols.map((symbol) => ({ symbol, ask: 2, bid: 1, mid: 1.5, timestamp: 1_795_212_000 }));
    response.end(mood === 'garbage' ? '<html>busy</html>' : JSON.stringify(mood === 'answers' ? { items } : {}));
  }

  countSince(from: number): number {
    return this.askedAt.filter((at) => at >= from).length;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

interface Asked {
  readonly status: number;
  readonly isSentence: boolean;
  readonly ms: number;
}

/** Asks once, as Excel does: without an end, or until it is told that nobody waits any more. */
function ask(url: string, token: string | undefined, signal?: AbortSignal): Promise<Asked> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, body: string): void => {
      resolve({ status, isSentence: isSentence(body), ms: performance.now() - startedAt });
    };
    const send = url.startsWith('https:') ? requestHttps : requestHttp;
    const headers = token === undefined ? {} : { [KEY_HEADER]: token };
    const sent = send(url, { agent: false, rejectUnauthorized: false, headers, signal }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('close', () => {
        end(response.complete ? response.statusCode! : 0, body);
      });
      response.on('error', () => undefined);
    });
    sent.on('error', () => {
      end(0, '');
    });
    sent.end();
  });
}

function isSentence(body: string): boolean {
  try {
    return typeof (JSON.parse(body) as { detail?: unknown }).detail === 'string';
  } catch {
    return false;
  }
}

/** What the people of a scene got. */
class Tally {
  readonly demands: Demand[] = [];
  readonly answers: Asked[] = [];

  async ask(address: string, token: string | undefined, symbols: readonly string[], signal?: AbortSignal) {
    this.demands.push({ at: performance.now(), symbols });
    const asked = await ask(`${address}/api/currencies/quotes?symbols=${symbols.join()}`, token, signal);
    this.answers.push(asked);
    return asked;
  }

  get refused(): number {
    return this.answers.filter(({ status }) => status !== 200).length;
  }

  /** Refusals that no add-in can read. */
  get unread(): number {
    return this.answers.filter(({ status, isSentence: is }) => status !== 200 && !is).length;
  }

  get longestMs(): number {
    return Math.max(0, ...this.answers.map(({ ms }) => ms));
  }
}

interface Row {
  readonly scene: string;
  readonly sent: number;
  readonly needed: number;
  readonly tally: Tally;
  readonly remark?: string;
}

const FRESH_MS = 15_000;
const NAMES = symbolsOf(20_000);

/** One gateway with two people, Ann and Ben. */
async function withGateway(
  service: PressedService,
  play: (url: string, tokenOf: { ann: string; ben: string }) => Promise<Row[]>,
): Promise<Row[]> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'md-pressure-')), 'tokens.json');
  const tokenOf = { ann: '', ben: '' };
  for (const name of ['ann', 'ben'] as const)
    tokenOf[name] = (await outcomeOf(runGateway(['token', 'add', name, '--tokens', file]))).stdout.trim();
  const args = ['--service', service.url, '--key-file', keyFile(), '--log', '/dev/null', '--tokens', file];
  const gateway = await GatewayProcess.start(args);
  try {
    return await play(gateway.url, tokenOf);
  } finally {
    await gateway.stop();
    service.close();
  }
}

/** Ann abandons 250 requests, then Ben asks for one quote. */
async function abandoned(): Promise<Row[]> {
  const service = await PressedService.start(500, 6);
  return withGateway(service, async (url, { ann, ben }) => {
    const gone = new AbortController();
    setMaxListeners(0, gone.signal);
    const rest = new Tally();
    const asked = Array.from({ length: 250 }, (_, index) =>
      rest.ask(url, ann, NAMES.slice(index * 10, index * 10 + 10), gone.signal),
    );
    await passing(400);
    gone.abort();
    await Promise.all(asked);
    const tally = new Tally();
    await tally.ask(url, ben, ['ZZZZZZ']);
    await passing(3_000);
    const started = 6;
    return [
      {
        scene: '250 abandoned requests, then one quote',
        sent: service.askedAt.length,
        needed: 1 + started,
        tally,
        remark: 'needed: what had left, and the quote; wait of the other person',
      },
    ];
  });
}

/** Ann asks for 28 lists of 4,000 characters; Ben asks for another quote each second. */
async function longLists(): Promise<Row[]> {
  const service = await PressedService.start(50, 12);
  return withGateway(service, async (url, { ann, ben }) => {
    const [of, others] = [new Tally(), new Tally()];
    const state = { isOn: true };
    const lists = Promise.all(
      Array.from({ length: 28 }, (_, index) => of.ask(url, ann, NAMES.slice(index * 571, index * 571 + 571))),
    );
    const asking = (async () => {
      for (let round = 0; state.isOn || round < 5; round++) {
        await others.ask(url, ben, [`ZZ${String.fromCharCode(65 + (round % 26))}ZZ${Math.floor(round / 26)}`]);
        await passing(500);
      }
    })();
    await lists;
    state.isOn = false;
    await asking;
    const sent = service.askedAt.length;
    return [
      {
        scene: '28 lists of 4,000 characters: who asks',
        sent,
        needed: others.demands.length + Math.ceil((of.answers.length - of.refused) * (571 / 7)),
        tally: of,
        remark: 'needed: the lists that were answered, and the quotes of the other person',
      },
      { scene: '28 lists of 4,000 characters: the other person', sent, needed: sent, tally: others },
    ];
  });
}

/** Thirty people ask for 20 of 300 symbols every few seconds through HAProxy and two nodes, while the service is slow. */
async function slow(latencyMs: number): Promise<Row[]> {
  const program = findEngine()!;
  const store = await Engine.start(program);
  const service = await PressedService.start(20);
  const tokens = newTokenFile();
  const token = await tokenCommand('add', 'ann', '--tokens', tokens);
  const own = ['--tokens', tokens, '--store', store.url, '--requests-per-second', '100000'];
  const args = ['--service', service.url, '--key-file', keyFile(), '--log', '/dev/null', ...own];
  const nodes: GatewayProcess[] = [];
  for (let index = 0; index < 2; index++) nodes.push(await GatewayProcess.start(args));
  const balancer = await Balancer.start(onPath('haproxy')!, nodes as [GatewayProcess, GatewayProcess]);
  try {
    const play = async (lastsMs: number): Promise<{ tally: Tally; sent: number; needed: number }> => {
      const tally = new Tally();
      const from = performance.now();
      await Promise.all(
        Array.from({ length: 30 }, async (_, index) => {
          await passing(index * 100);
          const symbols = NAMES.slice((index % 15) * 20, (index % 15) * 20 + 20);
          while (performance.now() < from + lastsMs) {
            await tally.ask(balancer.url, token, symbols);
            await passing(3_000);
          }
        }),
      );
      return { tally, sent: service.countSince(from), needed: fewestLists(tally.demands, FRESH_MS, from) };
    };
    await play(5_000);
    service.latencyMs = latencyMs;
    await passing(FRESH_MS);
    const during = await play(60_000);
    service.latencyMs = 20;
    const after = await play(15_000);
    const scene = `service at ${latencyMs / 1_000} s, HAProxy and two nodes`;
    return [
      { scene, ...during },
      { scene: `${scene}: after it is well again`, ...after },
    ];
  } finally {
    await balancer.stop();
    await Promise.all(nodes.map((node) => node.stop()));
    await store.stop();
    service.close();
  }
}

/** Twelve people ask for 10 of 50 symbols every second, for half a minute. */
async function failing(mood: Mood): Promise<Row[]> {
  const service = await PressedService.start(20);
  return withGateway(service, async (url, { ben }) => {
    const tally = new Tally();
    service.mood = mood;
    const from = performance.now();
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        await passing(index * 80);
        while (performance.now() < from + 30_000) {
          await tally.ask(url, ben, NAMES.slice((index % 5) * 10, (index % 5) * 10 + 10));
          await passing(1_000);
        }
      }),
    );
    const scene = {
      answers: 'a service that is well, 12 people',
      garbage: 'garbage with status 200, 12 people',
      fails: 'status 500, 12 people',
      pauses: '429',
    }[mood];
    return [{ scene, sent: service.askedAt.length, needed: fewestLists(tally.demands, FRESH_MS, from), tally }];
  });
}

/** One 429 with a pause of 31 years; the service is well a second later. */
async function pause(): Promise<Row[]> {
  const service = await PressedService.start(20);
  return withGateway(service, async (url, { ben }) => {
    const tally = new Tally();
    service.mood = 'pauses';
    await tally.ask(url, ben, ['EURUSD']);
    service.mood = 'answers';
    const from = performance.now();
    let wellAfterMs = Infinity;
    while (performance.now() < from + 330_000 && wellAfterMs === Infinity) {
      await passing(5_000);
      if ((await tally.ask(url, ben, ['EURUSD'])).status === 200) wellAfterMs = performance.now() - from;
    }
    const remark =
      wellAfterMs === Infinity ? 'never answered again' : `well after ${Math.round(wellAfterMs / 1_000)} s`;
    return [{ scene: '429 with retry-after: 999999999', sent: service.askedAt.length, needed: 2, tally, remark }];
  });
}

const SCENES: Readonly<Record<string, () => Promise<Row[]>>> = {
  abandoned,
  lists: longLists,
  well: () => failing('answers'),
  garbage: () => failing('garbage'),
  fails: () => failing('fails'),
  'slow 6': () => slow(6_000),
  'slow 15': () => slow(15_000),
  pause,
};

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
  console.log('| scene | requests ÷ needed | answers | refused | of these without a sentence | longest wait |');
  console.log('|---|---|---|---|---|---|');
  for (const [name, play] of Object.entries(SCENES)) {
    if (!name.includes(values.only)) continue;
    for (const { scene, sent, needed, tally, remark } of await play()) {
      const ratio = `${sent} ÷ ${needed.toFixed(0)} = ${(sent / needed).toFixed(1)}`;
      const longest = `${(tally.longestMs / 1_000).toFixed(1)} s`;
      const { answers, refused, unread } = tally;
      console.log(
        `| ${scene}${remark === undefined ? '' : ` (${remark})`} | ${ratio} | ${answers.length} | ${refused} | ${unread} | ${longest} |`,
      );
    }
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

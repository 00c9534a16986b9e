import { type RunningSandbox, startSandbox } from '../../src/sandbox/server';
import { Engine, findEngine } from './engine';
import { GatewayProcess, keyFile } from './node-process';

const engine = findEngine();
const PAIRS = [
  'EURUSD',
  'GBPUSD',
  'USDJPY',
  'AUDUSD',
  'USDCAD',
  'USDCHF',
  'NZDUSD',
  'EURGBP',
  'EURJPY',
  'GBPJPY',
  'EURCHF',
  'AUDJPY',
];
const FRESH_MS = 500;

(engine === undefined ? describe.skip : describe)('several nodes on one store', () => {
  let sandbox: RunningSandbox;
  let store: Engine;
  let nodes: GatewayProcess[];

  beforeEach(async () => {
    sandbox = await startSandbox({ latencyMs: 50 });
    store = await Engine.start(engine!);
    const given = [
      '--service',
      sandbox.url,
      '--key-file',
      keyFile(),
      '--store',
      store.url,
      '--quotes-fresh',
      String(FRESH_MS / 1000),
    ];
    nodes = await Promise.all([1, 2, 3].map(() => GatewayProcess.start(given)));
  });

  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await store.stop();
    await sandbox.close();
  });

  const speakers = async (among = nodes): Promise<GatewayProcess[]> => {
    const found = await Promise.all(among.map(async (node) => ((await node.isSpeaking()) ? [node] : [])));
    return found.flat();
  };

  async function theSpeaker(): Promise<{ speaker: GatewayProcess; others: GatewayProcess[] }> {
    const [speaker] = await speakers();
    return { speaker: speaker!, others: nodes.filter((node) => node !== speaker) };
  }

  /** Asks again and again at these nodes until it is ended; says how often it failed, and how long the longest wait was. */
  function load(
    at: readonly GatewayProcess[],
  ): () => Promise<{ failures: string[]; longestMs: number; count: number }> {
    let isOn = true;
    let [longestMs, count] = [0, 0];
    const failures: string[] = [];
    const person = async (node: GatewayProcess, index: number): Promise<void> => {
      while (isOn) {
        const symbols = PAIRS.filter((_, place) => (place + index + count) % 3 !== 0).slice(0, 7);
        const startedAt = performance.now();
        try {
          const answer = await fetch(`${node.url}/api/currencies/quotes?symbols=${symbols.join()}`);
          const { items } = (await answer.json()) as { items?: unknown[] };
          if (answer.status !== 200 || items?.length !== symbols.length) failures.push(`${answer.status}`);
        } catch (error) {
          failures.push(String(error));
        }
        longestMs = Math.max(longestMs, performance.now() - startedAt);
        count++;
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
    };
    const people = at.flatMap((node) => [0, 1, 2].map((index) => person(node, index)));
    return async () => {
      isOn = false;
      await Promise.all(people);
      return { failures, longestMs, count };
    };
  }

  const passing = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  /** Waits until exactly one of these speaks. */
  async function untilOneSpeaks(among: readonly GatewayProcess[]): Promise<void> {
    while ((await speakers([...among])).length !== 1) await passing(100);
  }

  test('one speaks, and the others have what it learns', async () => {
    const { speaker, others } = await theSpeaker();
    expect(await speakers()).toHaveLength(1);
    const answers = await Promise.all(
      nodes.map(async (node) => (await fetch(`${node.url}/api/stocks/countries`)).json() as Promise<unknown>),
    );
    expect(answers[1]).toEqual(answers[0]);
    const ask = (node: GatewayProcess) =>
      fetch(`${node.url}/api/currencies/quotes?symbols=${PAIRS.slice(0, 5).join()}`);
    const end = load(nodes);
    await passing(3 * FRESH_MS);
    const { failures } = await end();
    expect(failures).toEqual([]);
    expect((await ask(others[0]!)).status).toBe(200);
    expect(await Promise.all(others.map((node) => node.count('md_upstream_requests_total')))).toEqual([0, 0]);
    expect(await speaker.count('md_upstream_requests_total')).toBeGreaterThan(0);
  });

  test.each(['SIGKILL', 'SIGSTOP'] as const)(
    'when the speaking node gets %s, another speaks, and nobody else is failed',
    async (signal) => {
      const { speaker, others } = await theSpeaker();
      const end = load(others);
      await passing(FRESH_MS);
      speaker.kill(signal);
      await untilOneSpeaks(others);
      await passing(2 * FRESH_MS);
      const { failures, longestMs, count } = await end();
      expect(failures).toEqual([]);
      expect(longestMs).toBeLessThan(10_000);
      expect(count).toBeGreaterThan(50);
      if (signal === 'SIGSTOP') {
        speaker.kill('SIGCONT');
        await untilOneSpeaks(nodes);
      }
    },
  );

  test.each(['SIGKILL', 'SIGSTOP'] as const)(
    'when the store gets %s, every node continues, and they synchronise again afterwards',
    async (signal) => {
      const end = load(nodes);
      await passing(FRESH_MS);
      store.process.kill(signal);
      await passing(6 * FRESH_MS);
      const { failures } = await end();
      expect(failures).toEqual([]);
      if (signal === 'SIGSTOP') store.process.kill('SIGCONT');
      else store = await Engine.start(engine!, store.port);
      await untilOneSpeaks(nodes);
    },
  );

  test('a speaking node that is told to end hands over, and breaks no request', async () => {
    const { speaker, others } = await theSpeaker();
    const end = load(others);
    const slow = fetch(`${speaker.url}/api/stocks/AAPL/scores`);
    await passing(20);
    speaker.kill('SIGTERM');
    expect((await slow).status).toBe(200);
    await untilOneSpeaks(others);
    expect((await end()).failures).toEqual([]);
    if (speaker.process.exitCode === null) await new Promise((resolve) => speaker.process.once('exit', resolve));
    expect(speaker.process.exitCode).toBe(0);
  });
});

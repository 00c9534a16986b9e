import { addTokenTo } from './add-token';
import { Engine, findEngine } from './engine';
import { passing, until } from './firm';
import { GatewayProcess } from './node-process';
import { NotingService } from './noting-service';
import { KEY_HEADER } from '../support/published-fields';

const [FRESH_MS, LEASE_MS] = [500, 3_000];
const QUOTES = '/api/currencies/quotes?symbols=EURUSD,GBPUSD,USDJPY';
const engine = findEngine();

(engine === undefined ? describe.skip : describe)('leaders', () => {
  let [store, service]: [Engine | undefined, NotingService | undefined] = [undefined, undefined];
  let headers: Record<string, string> = {};
  /** Of this release. */
  let pair: readonly [GatewayProcess, GatewayProcess];
  const nodes: GatewayProcess[] = [];

  beforeAll(async () => {
    store = await Engine.start(engine!);
    service = await NotingService.start();
    headers = { [KEY_HEADER]: await addTokenTo(store.url) };
    pair = await Promise.all([start(), start()]);
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await store?.stop();
    service?.close();
  });

  const start = async (environment: Record<string, string> = {}): Promise<GatewayProcess> => {
    const limits = ['per-second', 'symbols-per-second', 'requests-per-second'].flatMap((one) => [`--${one}`, '100000']);
    const args = [...service!.options, '--store', store!.url, '--quotes-fresh', String(FRESH_MS / 1000), ...limits];
    const node = await GatewayProcess.start(args, environment);
    nodes.push(node);
    return node;
  };
  const pricesAt = async ({ url }: GatewayProcess): Promise<number[]> => {
    const answer = await fetch(url + QUOTES, { headers });
    const { items } = (await answer.json()) as { items?: { mid: number }[] };
    return items?.map(({ mid }) => mid) ?? [answer.status];
  };
  /** These nodes, the leader among them first. */
  const inOrder = async <T extends readonly GatewayProcess[]>(some: T): Promise<T> => {
    let leading: boolean[] = [];
    await until(async () => {
      leading = await Promise.all(some.map((node) => node.isLeading()));
      return leading.filter(Boolean).length === 1;
    });
    const leader = some[leading.indexOf(true)]!;
    return [leader, ...some.filter((node) => node !== leader)] as unknown as T;
  };
  const sentBy = (node: GatewayProcess): Promise<number> => node.count('md_upstream_requests_total');

  test('nodes of two releases side by side each follow a leader of their own, with the same tokens', async () => {
    const other = { NODE_OPTIONS: `--require ${require.resolve('./other-release.cjs')}` };
    const [own, ownToo] = await inOrder(pair);
    const [others, othersToo] = await inOrder(await Promise.all([start(other), start(other)]));
    const all = [own, ownToo, others, othersToo];
    const end = Date.now() + 6 * FRESH_MS;
    while (Date.now() < end) {
      expect(await Promise.all(all.map(pricesAt))).toEqual(all.map(() => [1.5, 1.5, 1.5]));
      await passing(20);
    }
    expect([await sentBy(ownToo), await sentBy(othersToo)]).toEqual([0, 0]);
    // Twice as much as one leader sends, and no more.
    const [byOwn, byOthers] = [await sentBy(own), await sentBy(others)];
    expect(Math.max(byOwn, byOthers)).toBeLessThanOrEqual(2 * Math.min(byOwn, byOthers));
    // The last node of a release is replaced, as in a roll-out: the others notice nothing.
    for (const node of [others, othersToo]) await node.stop();
    expect(await Promise.all([own, ownToo].map(pricesAt))).toEqual([
      [1.5, 1.5, 1.5],
      [1.5, 1.5, 1.5],
    ]);
    expect(await own.isLeading()).toBe(true);
  });

  test('a leader that was frozen and wakes is none: it sends nothing after a lease, and nobody gets its older quotes', async () => {
    // Each answer of the service has a higher price than all before.
    let price = 1;
    service!.nextPrice = () => ++price;
    const [first, second, third] = await inOrder([...pair, await start()] as const);
    const sentBefore = await sentBy(first);
    let isOn = true;
    const mixed: string[] = [];
    const watch = async (node: GatewayProcess, name: string): Promise<void> => {
      let before = [0, 0, 0];
      while (isOn) {
        const prices = await pricesAt(node);
        if (prices.length !== 3 || prices.some((one, index) => one < before[index]!))
          mixed.push(`${name}: ${prices.join()} after ${before.join()}`);
        before = prices;
        await passing(20);
      }
    };
    const watching = [watch(second, 'second'), watch(third, 'third')];
    await until(async () => (await sentBy(first)) > sentBefore + 4);
    first.kill('SIGSTOP');
    await until(async () => (await second.isLeading()) || (await third.isLeading()));
    await passing(2 * FRESH_MS);
    first.kill('SIGCONT');
    watching.push(watch(first, 'first'));
    await passing(LEASE_MS);
    const sent = await sentBy(first);
    await passing(4 * FRESH_MS);
    isOn = false;
    await Promise.all(watching);
    expect(mixed).toEqual([]);
    expect(await sentBy(first)).toBe(sent);
    expect(await first.isLeading()).toBe(false);
  });
});

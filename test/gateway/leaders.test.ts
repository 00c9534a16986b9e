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
  const nodes: GatewayProcess[] = [];

  beforeEach(async () => {
    store = await Engine.start(engine!);
    service = await NotingService.start();
    headers = { [KEY_HEADER]: await addTokenTo(store.url) };
  });
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
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
  const sentBy = (node: GatewayProcess): Promise<number> => node.count('md_upstream_requests_total');

  test('a leader that was frozen and wakes is none: it sends nothing after a lease, and nobody gets its older quotes', async () => {
    // Each answer of the service has a higher price than all before.
    let price = 1;
    service!.nextPrice = () => ++price;
    const [first, second, third] = [await start(), await start(), await start()];
    await until(() => first.isLeading());
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
    await until(async () => (await sentBy(first)) > 4);
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
    expect(await Promise.all(nodes.map((node) => node.isLeading()))).toEqual([
      false,
      expect.any(Boolean),
      expect.any(Boolean),
    ]);
  });

  test('nodes of two releases side by side each follow a leader of their own, with the same tokens', async () => {
    const other = { NODE_OPTIONS: `--require ${require.resolve('./other-release.cjs')}` };
    const [own, ownToo, others, othersToo] = [await start(), await start(), await start(other), await start(other)];
    expect(await Promise.all(nodes.map((node) => node.isLeading()))).toEqual([true, false, true, false]);
    const end = Date.now() + 6 * FRESH_MS;
    while (Date.now() < end) expect(await Promise.all(nodes.map(pricesAt))).toEqual(nodes.map(() => [1.5, 1.5, 1.5]));
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
});

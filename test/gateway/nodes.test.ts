import { once } from 'node:events';
import { tokenCommand } from './add-token';
import { findEngine } from './engine';
import { Firm, FRESH_MS, passing, QUOTA, until } from './firm';
import type { GatewayProcess } from './node-process';
import { KEY_HEADER } from '../support/published-fields';

const engine = findEngine();
(engine === undefined ? describe.skip : describe)('several nodes on one store', () => {
  let firm: Firm;

  beforeAll(async () => {
    firm = await Firm.open(engine!);
  });
  // Some tests end a node. Most need two, and some a third one that neither ends nor takes over.
  afterEach(() => firm.renew(2));
  afterAll(() => firm.close());

  test('one node of three sends the requests to the service, and all three give the same answers', async () => {
    const { leader, others } = await firm.theLeader();
    const replies = await Promise.all(firm.nodes.map((node) => firm.ask(node, 'stocks/countries')));
    expect(new Set(replies.map(({ headers }) => headers.get('md-node'))).size).toBe(3);
    const answers = await Promise.all(replies.map((reply) => reply.json() as Promise<unknown>));
    expect(answers[1]).toEqual(answers[0]);
    // What the leader remembers as unknown is as old at every other node.
    const unknown = async (node: GatewayProcess): Promise<number> =>
      Number((await firm.ask(node, 'currencies/quotes?symbols=NOSUCH')).headers.get('md-age-ms'));
    await until(async () => (await unknown(leader)) >= 300);
    expect(await unknown(others[0]!)).toBeGreaterThanOrEqual(300);
    const end = firm.load(firm.nodes);
    await until(async () => (await leader.count('md_upstream_requests_total')) > 4);
    expect((await end()).failures).toEqual([]);
    expect(await Promise.all(others.map((node) => node.count('md_upstream_requests_total')))).toEqual([0, 0]);
    // Every node says how many requests of the day that were.
    const used = await leader.count('md_upstream_requests_total');
    const toldBy = async (node: GatewayProcess): Promise<string> => {
      const me = (await (await firm.ask(node, 'me')).json()) as { quota: unknown };
      return JSON.stringify([
        await node.count('md_quota_requests{kind="used"}'),
        me.quota,
        /\d+ of the day's \d+/.exec(await (await fetch(`${node.adminUrl}/status`)).text())?.[0],
      ]);
    };
    const told = JSON.stringify([used, { used, of: QUOTA }, `${used} of the day's ${QUOTA}`]);
    await until(async () => (await Promise.all(firm.nodes.map(toldBy))).every((one) => one === told));
  });

  test('the requests of a person are counted over all nodes, and every node refuses a revoked token', async () => {
    const options = ['--store', firm.store.url];
    const headers = { [KEY_HEADER]: await firm.addToken('ann', '--groups', 'fx') };
    const ask = async (path = 'currencies/quotes?symbols=EURUSD'): Promise<number[]> =>
      Promise.all(firm.nodes.map(async ({ url }) => (await fetch(`${url}/api/${path}`, { headers })).status));
    expect(await ask()).toEqual([200, 200, 200]);
    expect(await ask('stocks/countries')).toEqual([403, 403, 403]);
    // What one node counts, all say.
    const counts = async (): Promise<number[]> =>
      Promise.all(firm.nodes.map((node) => node.count('md_person_requests_today{person="ann"}')));
    await until(async () => {
      const found = await counts();
      return found[0]! >= 6 && new Set(found).size === 1;
    });
    expect(await tokenCommand('list', ...options)).toMatch(/^ann\tin force\t.*\tfx$/m);
    await tokenCommand('revoke', 'ann', ...options);
    // An address that is refused too often is answered with 429.
    await until(async () => (await ask()).every((status) => status === 401 || status === 429));
  });

  test.each(['SIGSTOP', 'SIGKILL'] as const)(
    'when the leader gets %s, another node becomes the leader, and no request to the others fails',
    async (signal) => {
      await firm.renew(3);
      const { leader, others } = await firm.theLeader();
      const end = firm.load(others);
      await passing(FRESH_MS);
      leader.kill(signal);
      await firm.untilOneLeads(others);
      await passing(2 * FRESH_MS);
      const { failures } = await end();
      expect(failures).toEqual([]);
      if (signal === 'SIGSTOP') {
        leader.kill('SIGCONT');
        await firm.untilOneLeads();
      }
    },
  );

  test.each(['SIGSTOP', 'SIGKILL'] as const)(
    'when the store gets %s, every node keeps answering, and one of them is the leader again afterwards',
    async (signal) => {
      const headers = { [KEY_HEADER]: await firm.addToken(`ben-${signal}`) };
      const end = firm.load(firm.nodes, headers);
      await passing(FRESH_MS);
      firm.store.process.kill(signal);
      // Also who has to show a token is answered while the store is away, although persons are counted in it.
      for (const { url } of firm.nodes)
        expect((await fetch(`${url}/api/currencies/quotes?symbols=EURUSD`, { headers })).status).toBe(200);
      await passing(6 * FRESH_MS);
      if (signal === 'SIGSTOP') firm.store.process.kill('SIGCONT');
      else await firm.restartStore();
      await firm.untilOneLeads();
      const { failures } = await end();
      expect(failures).toEqual([]);
    },
  );

  test('after the store has lost everything, a new node joins the others, and the tokens are still accepted', async () => {
    const token = await firm.addToken('cid');
    const end = firm.load(firm.nodes, { [KEY_HEADER]: token });
    await firm.store.stop();
    await firm.restartStore();
    // Requests of the same person are counted there before the token is back.
    await until(async () => /:tokens .*cid/.test(await firm.store.dump()));
    const joined = await firm.startNode();
    firm.nodes.push(joined);
    await firm.untilOneLeads();
    const endJoined = firm.load([joined], { [KEY_HEADER]: token });
    await passing(3 * FRESH_MS);
    const [loads, { failures }] = [await end(), await endJoined()];
    expect([...loads.failures, ...failures]).toEqual([]);
    expect(await joined.count('md_upstream_requests_total')).toBe(0);
  });

  test('when a node that is not the leader is killed, no request to the others fails', async () => {
    await firm.renew(3);
    const { leader, others } = await firm.theLeader();
    const [lost, left] = others;
    const end = firm.load([leader, left!]);
    await passing(FRESH_MS);
    await lost!.stop();
    await passing(4 * FRESH_MS);
    const { failures } = await end();
    expect(failures).toEqual([]);
  });

  test('a leader that is told to end finishes its requests, and another node becomes the leader', async () => {
    const { leader, others } = await firm.theLeader();
    const end = firm.load(others);
    const slow = firm.ask(leader, 'stocks/AAPL/scores');
    await passing(20);
    const ended = once(leader.process, 'exit');
    leader.kill('SIGTERM');
    expect((await slow).status).toBe(200);
    await firm.untilOneLeads(others);
    expect((await end()).failures).toEqual([]);
    expect(await ended).toEqual([0, null]);
  });
});

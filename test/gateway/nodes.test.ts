import { once } from 'node:events';
import { parseFaults } from '../../src/sandbox/faults/fault';
import { tokenCommand } from './add-token';
import { findEngine } from './engine';
import { Firm, FRESH_MS } from './firm';
import { passing, until } from '../support/until';
import type { GatewayProcess } from './node-process';
import { KEY_HEADER } from '../support/published-fields';

const engine = findEngine();
const LIMITS = ['--symbols-per-day', '10000'];

(engine === undefined ? describe.skip : describe)('two nodes that know nothing of each other', () => {
  let firm: Firm;

  beforeAll(async () => {
    firm = await Firm.open(engine!, { options: LIMITS });
  });
  afterEach(() => firm.renew(2));
  afterAll(() => firm.close());

  const as = async (token: string, node: GatewayProcess, symbols = 'EURUSD'): Promise<Response> =>
    fetch(`${node.url}/api/currencies/quotes?symbols=${symbols}`, { headers: { [KEY_HEADER]: token } });
  const sentBy = (node: GatewayProcess): Promise<number> => node.count('md_upstream_requests_total');

  test('each ask the service for themselves and give the same answers', async () => {
    const answers = await Promise.all(firm.nodes.map((node) => firm.ask(node, 'stocks/countries')));
    const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<unknown>));
    expect(bodies[1]).toEqual(bodies[0]);
    expect(new Set(answers.map(({ headers }) => headers.get('md-node'))).size).toBe(2);
    for (const node of firm.nodes) {
      expect(await sentBy(node)).toBeGreaterThan(0);
      expect(await node.metrics()).toContain('\nmd_ready 1\n');
    }
  });

  test('a token counts, and no longer counts, at each of them within two seconds', async () => {
    const token = await firm.addToken('ann', '--groups', 'fx');
    const statuses = (): Promise<number[]> =>
      Promise.all(firm.nodes.map(async (node) => (await as(token, node)).status));
    expect(await statuses()).toEqual([200, 200]);
    await tokenCommand('revoke', 'ann', '--tokens', firm.tokens);
    const revokedAt = performance.now();
    await until(async () => (await statuses()).every((status) => status === 401 || status === 429));
    expect(performance.now() - revokedAt).toBeLessThan(2_000);
  });

  test("a person's requests of a day are added up over both nodes, and the store has nothing but counts", async () => {
    const token = await firm.addToken('cid');
    const [one, other] = firm.nodes as [GatewayProcess, GatewayProcess];
    const list = Array.from({ length: 500 }, (_, index) => `A${index}`).join();
    const statuses: number[] = [];
    for (let number = 0; number < 24; number++) {
      statuses.push((await as(token, number % 2 === 0 ? one : other, list)).status);
      await passing(30);
    }
    expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(20);
    expect(statuses.indexOf(429)).toBeLessThanOrEqual(21);
    // A node that is started later knows it as soon as the person has asked there once.
    const late = await firm.startNode();
    firm.nodes.push(late);
    await until(async () => (await as(token, late, list)).status === 429);
    const kept = (await firm.store.dump()).split('\n');
    expect(
      kept.filter((line) => !/^md:default:(?:start|(?:questions|symbols|requests):\S+) "\d+"$/.test(line)),
    ).toEqual([]);
    expect(kept.some((line) => line.includes(':symbols:'))).toBe(true);
  });

  test.each(['SIGSTOP', 'SIGKILL'] as const)(
    'when the store gets %s, no answer is later for it, and counting goes on when it is back',
    async (signal) => {
      const [node] = firm.nodes as [GatewayProcess];
      const end = firm.load(firm.nodes);
      await passing(FRESH_MS);
      firm.store.process.kill(signal);
      const waits: number[] = [];
      for (let count = 0; count < 50; count++) {
        const startedAt = performance.now();
        expect((await firm.ask(node, 'currencies/quotes?symbols=EURUSD')).status).toBe(200);
        waits.push(performance.now() - startedAt);
        await passing(60);
      }
      // The service itself takes 50 ms; the store would be given up after three seconds.
      expect(waits.sort((a, b) => a - b)[45]).toBeLessThan(300);
      await until(() => node.output.includes('The store does not answer: until it does, each node counts for itself'));
      if (signal === 'SIGSTOP') firm.store.process.kill('SIGCONT');
      else await firm.restartStore();
      await until(() => node.output.includes('The store answers again'));
      await until(async () => (await firm.store.dump()).includes(':firm "'));
      expect((await end()).failures).toEqual([]);
    },
    60_000,
  );

  test('a node that is told to end reports at /readyz that it is not ready, and finishes its requests', async () => {
    const [node] = firm.nodes as [GatewayProcess];
    expect((await fetch(`${node.adminUrl}/readyz`)).status).toBe(200);
    const slow = firm.ask(node, 'stocks/AAPL/scores');
    await passing(20);
    const ended = once(node.process, 'exit');
    node.kill('SIGTERM');
    await until(async () => (await fetch(`${node.adminUrl}/readyz`)).status === 503);
    expect((await slow).status).toBe(200);
    expect(await ended).toEqual([0, null]);
  });

  test('one bad symbol that everybody requests costs each of them at most seven requests', async () => {
    const before = await Promise.all(firm.nodes.map(sentBy));
    firm.sandbox.setFaults(parseFaults('reject-batch:422'));
    const symbols = 'EURCAD,GBPCHF,CADJPY,AUDCAD,AUDCHF,AUDNZD,NOSUCH';
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        firm.ask(firm.nodes[index % 2]!, `currencies/quotes?symbols=${symbols}`),
      ),
    );
    firm.sandbox.setFaults([]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
    const after = await Promise.all(firm.nodes.map(sentBy));
    expect(Math.max(...after.map((count, index) => count - before[index]!))).toBeLessThanOrEqual(7);
  });
});

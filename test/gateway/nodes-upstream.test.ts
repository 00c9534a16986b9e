import { parseFaults } from '../../src/sandbox/faults/fault';
import { findEngine } from './engine';
import { Firm, until } from './firm';
import type { GatewayProcess } from './node-process';

const engine = findEngine();

(engine === undefined ? describe.skip : describe)('nodes whose clocks are hours apart', () => {
  let firm: Firm;
  const ask = (node: GatewayProcess, symbols: string): Promise<Response> =>
    firm.ask(node, `currencies/quotes?symbols=${symbols}`);
  const upstreamCount = async (): Promise<number> =>
    (await Promise.all(firm.nodes.map((node) => node.count('md_upstream_requests_total')))).reduce((a, b) => a + b);

  beforeAll(async () => {
    // Nothing becomes old, however long a busy computer takes.
    firm = await Firm.open(engine!, { shifts: [-7_200_000, 7_200_000], freshMs: 3_600_000, sandbox: { latencyMs: 5 } });
  });
  afterAll(() => firm.close());
  afterEach(() => {
    firm.sandbox.setFaults([]);
  });

  test('agree on the leader and on the ages of answers', async () => {
    await firm.untilOneLeads();
    const ages: number[] = [];
    const seen = new Set<string>();
    await until(async () => {
      for (const node of firm.nodes) {
        const answer = await ask(node, 'EURUSD,GBPUSD');
        expect(answer.status).toBe(200);
        ages.push(Number(answer.headers.get('md-age-ms')));
        seen.add(answer.headers.get('cache-status')!.split(';')[1]!.trim());
      }
      return ages.length >= 60 && seen.has('hit') && ages.some((age) => age > 0);
    });
    // Nothing is older than it may be, or comes from the future; and memory is used although the clocks differ.
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...ages)).toBeLessThan(3_600_000);
    await firm.untilOneLeads();
  });

  test.each([
    ['status:500', 500, 'EURCAD,EURNZD'],
    ['status:401', 502, 'GBPCHF,GBPAUD'],
    ['html', 502, 'AUDCAD,AUDNZD'],
    ['truncate', 502, 'CADJPY,CADCHF'],
    ['empty', 502, 'NZDJPY,NZDCAD'],
    ['reset', 502, 'CHFJPY,EURSEK'],
  ])(
    'with %s every node reports it, caches nothing of it, and recovers with the service',
    async (fault, status, pair) => {
      firm.sandbox.setFaults(parseFaults(fault));
      const failed = await Promise.all(firm.nodes.map((node) => ask(node, pair)));
      expect(failed.map((answer) => answer.status)).toEqual([status, status]);
      expect(await failed[1]!.json()).toEqual({ detail: expect.any(String) as string });
      firm.sandbox.setFaults([]);
      // A failure is shared for a second.
      for (const node of firm.nodes) await until(async () => (await ask(node, pair)).status === 200);
    },
  );

  test('one bad symbol that everybody requests costs each node at most seven requests', async () => {
    firm.sandbox.setFaults(parseFaults('reject-batch:422'));
    const before = await upstreamCount();
    const symbols = 'EURUSD,GBPUSD,USDJPY,AUDUSD,USDCAD,USDCHF,NOSUCH';
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, index) => ask(firm.nodes[index % firm.nodes.length]!, symbols)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
    // Those who ask at the same time share them; a busy node may come later.
    expect((await upstreamCount()) - before).toBeLessThanOrEqual(7 * firm.nodes.length);
  });

  // The last one: the pause lasts for minutes.
  test('a pause that the service requests holds for all nodes', async () => {
    firm.sandbox.setFaults(parseFaults('limit:0/600:600'));
    const before = await upstreamCount();
    const answers: Response[] = [];
    for (let round = 0; round < 5; round++)
      for (const [index, node] of firm.nodes.entries()) answers.push(await ask(node, `AAA${round}${index}`));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
    for (const { headers } of answers) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(200);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(300);
    }
    expect((await upstreamCount()) - before).toBe(1);
  });
});

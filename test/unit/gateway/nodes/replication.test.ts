import type { Election } from '../../../../src/gateway/nodes/election';
import { Replication } from '../../../../src/gateway/nodes/replication';
import type { Store } from '../../../../src/gateway/nodes/store';

test('what is too large to be read in a moment is not told to other nodes, who ask when they need it', async () => {
  jest.useFakeTimers();
  const told: { quotes: readonly (readonly [string, string, string, number])[] }[] = [];
  const store = {
    isUp: true,
    publish: (_: string, message: string) => {
      told.push(JSON.parse(message) as (typeof told)[number]);
      return Promise.resolve(1);
    },
  } as unknown as Store;
  const replication = new Replication(store, { id: 'leader', ownTerm: 1 } as Election, () => 1_000);
  const onHours = (name: string, length: number): void => {
    replication.onQuote('GET /stocks/markets/hours', name, 'x'.repeat(length), 1_000);
  };
  onHours('XNYS', 150_000);
  onHours('XLON', 150_000);
  onHours('XTKS', 10_000);
  await jest.advanceTimersByTimeAsync(5);
  onHours('XLON', 150_000);
  await jest.advanceTimersByTimeAsync(5);
  expect(told.map(({ quotes }) => quotes.map(([, name]) => name))).toEqual([['XNYS', 'XTKS'], ['XLON']]);
  jest.useRealTimers();
});

import { operationOf } from '../../../../src/api/operations';
import { Inquiries } from '../../../../src/gateway/service/inquiries';
import { RecentEntries, ResponseCache } from '../../../../src/gateway/cache/answer-cache';

test('the limit of a cache counts the lengths of addresses as well as of answers', async () => {
  const operation = operationOf('GET /crypto/exchanges');
  const entries = new RecentEntries();
  const cache = new ResponseCache(
    {
      operation,
      inquiries: new Inquiries({
        upstream: { askService: () => Promise.resolve({ status: 404, body: '', askedAt: 0 }) },
        now: () => 0,
      }),
      now: () => 0,
      freshMs: () => 1_000,
    },
    entries,
  );
  const addressOf = (index: number): string => `${operation.path}?${String(index).repeat(12_000_000)}`;
  for (const index of [1, 2, 3, 4]) await cache.readAnswer(addressOf(index), { maxAgeMs: undefined, maxStaleMs: 0 });
  expect([1, 2, 3, 4].map((index) => entries.entryOf(addressOf(index))?.value.status)).toEqual([
    undefined,
    404,
    404,
    404,
  ]);
});

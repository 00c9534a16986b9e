import { operationOf } from '../../../../src/api/operations';
import { Inquiries } from '../../../../src/gateway/service/inquiries';
import { ResponseCache } from '../../../../src/gateway/cache/response-cache';
import { Asking } from '../../../../src/gateway/service/asking';

test('the limit of a cache counts addresses as well as answers', async () => {
  const memory = new ResponseCache({
    inquiries: new Inquiries({
      upstream: { ask: () => Promise.resolve({ status: 404, body: '', askedAt: 0 }) },
      now: () => 0,
    }),
    now: () => 0,
    freshMs: () => 1_000,
  });
  const operation = operationOf('GET /crypto/exchanges');
  const addressOf = (index: number): string => `${operation.path}?${String(index).repeat(12_000_000)}`;
  for (const index of [1, 2, 3, 4])
    await memory.read(operation, addressOf(index), { maxAgeMs: undefined, maxStaleMs: 0 }, new Asking({ person: '' }));
  expect([1, 2, 3, 4].map((index) => memory.freshUntil(addressOf(index)))).toEqual([undefined, 60_000, 60_000, 60_000]);
});

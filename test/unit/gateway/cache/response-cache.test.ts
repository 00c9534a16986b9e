import { operationOf } from '../../../../src/api/operations';
import { Inquiries } from '../../../../src/gateway/service/inquiries';
import { ResponseCache } from '../../../../src/gateway/cache/response-cache';

test('the limit of a cache counts addresses as well as answers', () => {
  const memory = new ResponseCache({
    inquiries: new Inquiries({
      upstream: { isLeading: true, ask: () => Promise.reject(new Error('Nothing is asked')) },
      now: () => 0,
    }),
    now: () => 0,
    freshMs: () => 1_000,
  });
  const operation = operationOf('GET /crypto/exchanges');
  const addressOf = (index: number): string => `${operation.path}?${String(index).repeat(12_000_000)}`;
  for (const index of [1, 2, 3, 4]) memory.learn(addressOf(index), { status: 404, body: '', askedAt: 0 }, 1_000);
  expect([1, 2, 3, 4].map((index) => memory.freshUntil(addressOf(index)))).toEqual([undefined, 1_000, 1_000, 1_000]);
});

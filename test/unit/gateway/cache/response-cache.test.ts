import { operationOf } from '../../../../src/api/operations';
import { Inquiries } from '../../../../src/gateway/service/inquiries';
import { RecentEntries, ResponseCache } from '../../../../src/gateway/cache/answer-cache';

const operation = operationOf('GET /crypto/exchanges');

function createCache(body: string) {
  const entries = new RecentEntries();
  const askService = () => Promise.resolve({ status: 404, body, askedAt: 0 });
  const now = () => 0;
  const inquiries = new Inquiries({ upstream: { askService }, now });
  return { entries, cache: new ResponseCache({ operation, inquiries, now, freshMs: () => 1_000 }, entries) };
}

const ANY_AGE = { maxAgeMs: undefined, maxStaleMs: 0 };

test('the limit of a cache counts the lengths of addresses as well as of answers', async () => {
  const { entries, cache } = createCache('');
  const addressOf = (index: number): string => `${operation.path}?${String(index).repeat(10_000_000)}`;
  for (const index of [1, 2, 3, 4, 5]) await cache.readAnswer(addressOf(index), ANY_AGE);
  expect([1, 2, 3, 4, 5].map((index) => entries.entryOf(addressOf(index))?.value.status)).toEqual([
    undefined,
    404,
    404,
    404,
    404,
  ]);
});

test('an answer of more than a quarter of the limit is given and not kept, so that all others are', async () => {
  const { entries, cache } = createCache('x'.repeat(13_000_000));
  entries.putEntry('short', { status: 200, body: '{}' }, 0);
  expect((await cache.readAnswer(operation.path, ANY_AGE)).value.body).toHaveLength(13_000_000);
  expect([operation.path, 'short'].map((name) => entries.entryOf(name)?.value.body)).toEqual([undefined, '{}']);
});

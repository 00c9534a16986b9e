import { ServiceError } from '../../../../src/api/service-error';
import { TickPages } from '../../../../src/api/ticks/reader';
import type { DecodedAnswer } from '../../../../src/api/transport/wire';

const never = new AbortController().signal;
const FIRST = { start: 0, end: 60, cursor: undefined, limit: 100 };
const page = (count: number, next: string | null = 'more'): DecodedAnswer => ({
  rows: Array.from({ length: count }, (_, index) => ({ index })),
  cursors: { next, current: null },
  body: null,
});

/** Pages of 100 by default, of a service that gives each size what the test says. */
function setUp(answers: Readonly<Record<number, DecodedAnswer | Error>>) {
  const asked: number[] = [];
  const pages = new TickPages(100);
  const send = ({ limit }: { readonly limit: number }): Promise<DecodedAnswer> => {
    asked.push(limit);
    const answer = answers[limit]!;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return {
    asked,
    pages,
    first: (rowLimit: number) => pages.getFirst(FIRST, rowLimit, send, never),
    get: (limit: number) => pages.get({ ...FIRST, limit }, send, never),
  };
}

describe('the first page of a window', () => {
  test('is requested in the size that is wanted, along with the one that is sure to come', async () => {
    const { first, asked, pages } = setUp({ 100: page(100), 500: page(500) });
    expect((await first(500)).rows).toHaveLength(500);
    expect([asked.toSorted((a, b) => a - b), pages.size]).toEqual([[100, 500], 500]);
  });

  test('is the sure one if the other came shorter', async () => {
    const { first, pages } = setUp({ 100: page(100), 500: page(40) });
    expect((await first(500)).rows).toHaveLength(100);
    expect(pages.size).toBe(100);
  });

  test('is the sure one if the other is refused, which teaches the size', async () => {
    const { first, asked, pages } = setUp({
      100: page(100),
      500: new ServiceError('refused-argument', 'limit: 500 is refused; the service says "at most 250" (422)', {
        status: 422,
        parameter: 'limit',
      }),
    });
    expect((await first(500)).rows).toHaveLength(100);
    expect([asked, pages.size]).toEqual([[500, 100], 250]);
  });

  test.each<[string, DecodedAnswer]>([
    ['nothing comes after it', page(300, null)],
    ['it has no cursors', { rows: page(300).rows, body: null }],
  ])('may be short if %s', async (_, all) => {
    const { first, pages } = setUp({ 100: page(100), 500: all });
    expect((await first(500)).rows).toHaveLength(300);
    expect(pages.size).toBe(500);
  });

  test('is requested alone if no more is wanted than is sure to come', async () => {
    const { first, asked } = setUp({ 100: page(100) });
    await first(100);
    expect(asked).toEqual([100]);
  });
});

test('a later page is requested again in a size that works if its own is refused', async () => {
  const { get, asked } = setUp({
    100: page(100),
    500: new ServiceError('refused-argument', 'limit: no', { status: 422, parameter: 'limit' }),
  });
  expect((await get(500)).rows).toHaveLength(100);
  expect(asked).toEqual([500, 100]);
});

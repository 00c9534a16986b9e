import {
  leftFor,
  type LoadPage,
  PagedReading,
  PageSize,
  stopAsk,
  withoutRepeats,
} from '../../../../src/api/lookup/pages';
import { sourceOfList, pageOf } from '../../../../src/sandbox/pagination';
import type { DecodedAnswer } from '../../../../src/api/transport/wire';
import { operationOf } from '../../../../src/api/operations';
import { ServiceError, statusError } from '../../../../src/api/service-error';
import { type Asker, Spending } from '../../../../src/api/spending';
import type { Allowance } from '../../../../src/core/call';
import type { Row } from '../../../../src/core/columns';
import { createCall } from '../../../support/evaluate';

type Links = Readonly<Partial<Record<'next' | 'current', string>>>;

const page = (names: readonly unknown[], links: Links = {}): DecodedAnswer => ({
  rows: names.map((name) => ({ name })),
  body: undefined,
  cursors: { next: links.next ?? null, current: links.current ?? null },
});
const namesOf = ({ rows }: DecodedAnswer): unknown[] => rows.map(({ name }) => name);

/** Serves pages by their cursor, "" for the first, and remembers what was asked for. */
function createBook(pages: Readonly<Record<string, DecodedAnswer>>): { load: LoadPage; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    load: (cursor = '') => {
      asked.push(cursor);
      const found = pages[cursor];
      return found ? Promise.resolve(found) : Promise.reject(new RangeError(`no page at "${cursor}"`));
    },
  };
}

/** The simulated service's pages of the numbers from 0. */
const pagesOfNumbers =
  (count: number, size: number): LoadPage =>
  (cursor) => {
    const { items, next_page, current_page } = pageOf(
      sourceOfList(Array.from({ length: count }, (_, index) => index)),
      cursor,
      size,
    );
    return Promise.resolve(
      page(items, { ...(next_page && { next: next_page }), ...(current_page && { current: current_page }) }),
    );
  };

describe('reading rows across pages', () => {
  const read = async (least: number): Promise<[unknown[], boolean]> => {
    const answer = await new PagedReading().readTo(least, pagesOfNumbers(7, 3));
    return [namesOf(answer), answer.cursors?.next !== null];
  };

  test('stops with the page that brings enough rows, and says whether there are more', async () => {
    expect(await read(1)).toEqual([[0, 1, 2], true]);
    expect(await read(3)).toEqual([[0, 1, 2], true]);
    expect(await read(4)).toEqual([[0, 1, 2, 3, 4, 5], true]);
    expect(await read(6)).toEqual([[0, 1, 2, 3, 4, 5], true]);
    expect(await read(7)).toEqual([[0, 1, 2, 3, 4, 5, 6], false]);
    expect(await read(100)).toEqual([[0, 1, 2, 3, 4, 5, 6], false]);
  });

  test.each([
    ['first', { '': page([], { next: 'b' }), b: page(['a'], { next: 'c' }), c: page(['c']) }],
    ['in the middle', { '': page(['a'], { next: 'b' }), b: page([], { next: 'c' }), c: page(['c']) }],
    [
      'twice in a row',
      { '': page(['a'], { next: 'b' }), b: page([], { next: 'd' }), d: page([], { next: 'c' }), c: page(['c']) },
    ],
  ])('goes on after a page without rows: %s', async (_, pages) => {
    const answer = await new PagedReading().readTo(10, createBook(pages).load);
    expect([namesOf(answer), answer.cursors?.next]).toEqual([['a', 'c'], null]);
  });

  test('stops after three pages without rows in a row, and says that it was cut', async () => {
    const book = createBook({
      '': page(['a'], { next: 'b' }),
      b: page([], { next: 'c' }),
      c: page([], { next: 'd' }),
      d: page([], { next: 'e' }),
    });
    const reading = new PagedReading();
    const answer = await reading.readTo(10, book.load);
    expect([namesOf(answer), answer.cursors?.next, book.asked]).toEqual([['a'], null, ['', 'b', 'c', 'd']]);
    expect(reading.wasCut).toBe(true);
  });

  test('takes the only page of an answer without cursors', async () => {
    const answer = { rows: [{ name: 'a' }], body: [{ name: 'a' }] };
    expect(await new PagedReading().readTo(10, () => Promise.resolve(answer))).toEqual(answer);
  });

  test('counts a row that several pages have once', async () => {
    const book = createBook({
      '': page(['a', 'b'], { next: 'b' }),
      b: page(['b', 'c'], { next: 'c' }),
      c: page(['d']),
    });
    expect(namesOf(await new PagedReading().readTo(4, book.load))).toEqual(['a', 'b', 'c', 'd']);
  });

  test('fails as a whole when a page fails', async () => {
    await expect(new PagedReading().readTo(10, createBook({ '': page(['a'], { next: 'b' }) }).load)).rejects.toThrow(
      'no page at "b"',
    );
  });
});

describe('the pages that a reading still needs', () => {
  /** A reading of rows in pages of two, of which some are read, with the total that the service states. */
  async function readingOf(readRows: number, total?: unknown): Promise<PagedReading> {
    const load = pagesOfNumbers(100, 2);
    const reading = new PagedReading();
    if (readRows > 0) await reading.readTo(readRows, async (cursor) => ({ ...(await load(cursor)), body: { total } }));
    return reading;
  }

  test.each([
    ['not before the first page', 0, undefined, 9, undefined],
    ['afterwards in proportion to the rows of a page', 2, undefined, 9, 4],
    ['in proportion to the rows of all its pages', 4, undefined, 9, 3],
    ['for no more rows than the service has', 4, 7, 9, 2],
    ['for no more rows than are wanted', 4, 70, 9, 3],
    ['at least one, though the service has counted fewer rows than it sends', 4, 3, 9, 1],
  ])('are counted: %s', async (_, readRows, total, wanted, pages) => {
    expect((await readingOf(readRows, total)).missingPages(wanted)).toBe(pages);
  });

  test.each([
    ['a total', 7, 2],
    ['no total', undefined, 0],
    ['a total of null', null, 0],
  ])('are sure if the service states how many rows there are, otherwise none is: %s', async (_, total, pages) => {
    expect((await readingOf(4, total)).surelyMissingPages(9)).toBe(pages);
  });

  test('are not sure while nothing is read', async () => expect((await readingOf(0, 7)).surelyMissingPages(9)).toBe(0));
});

const refusal = (words: string, parameter?: string): ServiceError =>
  new ServiceError('refused-argument', `limit: 500 is refused; the service says "${words}" (422)`, {
    status: 422,
    parameter,
  });

/** A page that came, or a refusal. */
type Step = readonly [asked: number, rows: number, hasMore: boolean] | readonly [asked: number, refused: string];

test.each<[string, readonly Step[], number, number, number | undefined]>([
  ['the default at first, and then that of all rows', [], 4_000, 100, 4_000],
  ['at most 10,000', [], 40_000, 100, 10_000],
  ['no larger one if the known one is enough', [], 100, 100, undefined],
  ['a larger one for a single row more', [], 101, 100, 101],
  ['that of a page that came in full, and then a larger one', [[500, 500, true]], 800, 500, 800],
  [
    'the largest that came',
    [
      [500, 500, true],
      [300, 300, true],
    ],
    500,
    500,
    undefined,
  ],
  ['that asked for if the last page was shorter', [[500, 7, false]], 500, 500, undefined],
  ['that of the page if more follow', [[500, 300, true]], 500, 300, undefined],
  [
    'never less than the default',
    [
      [500, 300, true],
      [400, 20, true],
    ],
    100,
    100,
    undefined,
  ],
  [
    'that from before a page of the default size',
    [
      [500, 500, true],
      [100, 7, true],
    ],
    500,
    500,
    undefined,
  ],
  ['not what came short', [[800, 700, true]], 800, 700, undefined],
  ['less than what came short', [[800, 700, true]], 799, 700, 799],
  ['1,000 after a larger one was refused', [[10_000, 'too much']], 10_000, 100, 1_000],
  [
    'the default after 1,000 was refused too',
    [
      [10_000, 'no'],
      [1_000, 'no'],
    ],
    10_000,
    100,
    undefined,
  ],
  ['what a refusal says', [[10_000, 'Input should be less than or equal to 2500']], 5_000, 2_500, undefined],
  ['the default if a refusal says it', [[10_000, 'at most 100']], 101, 100, undefined],
  ['the default if a refusal says less', [[500, 'at most 50']], 100, 100, undefined],
  ['the default if a refusal says what was asked for', [[500, '500 is too much, says 500']], 500, 100, undefined],
  ['the last number of a refusal', [[500, 'between 1 and 250 rows']], 500, 250, undefined],
  ['the last one though the status is quoted too', [[500, 'error 17 (422): at most 250']], 500, 250, undefined],
])('the size of a page is %s', (_, steps, rowCount, known, tried) => {
  const size = new PageSize(100, 'limit');
  for (const [asked, rows, hasMore] of steps)
    if (typeof rows === 'string') expect(size.noteRefusal(asked, refusal(rows))).toBe(true);
    else size.notePage(asked, rows, hasMore!);
  expect([size.current, size.beginTrial(rowCount)]).toEqual([known, tried]);
});

test('no other size is tried until the outcome of the last trial is known', () => {
  const size = new PageSize(100, 'limit');
  size.beginTrial(500);
  expect(size.beginTrial(800)).toBeUndefined();
  size.notePage(100, 100, true);
  size.noteRefusal(100, refusal('no'));
  expect(size.beginTrial(800)).toBeUndefined();
  size.notePage(500, 500, true);
  expect(size.beginTrial(800)).toBe(800);
  size.noteRefusal(800, new RangeError('lost'));
  expect(size.beginTrial(800)).toBe(800);
});

test.each<[string, number, unknown, boolean]>([
  ['a 422 of nothing in particular', 500, refusal('no'), true],
  ['a 422 of the size', 500, refusal('no', 'limit'), true],
  ['a 400', 500, statusError(400), true],
  ['a 422 of something else', 500, refusal('no', 'symbol'), false],
  ['another status', 500, statusError(500), false],
  ['another failure', 500, new RangeError('no'), false],
  ['what was refused in the default size', 100, refusal('no'), false],
])('the refusal of a page size is recognised (%s) when %i rows were asked for: %#', (_, asked, error, isRefusal) => {
  const size = new PageSize(100, 'limit');
  expect(size.noteRefusal(asked, error)).toBe(isRefusal);
  expect(size.beginTrial(5_000)).toBe(isRefusal ? undefined : 5_000);
});

describe('a page of a given size', () => {
  const answer = (count: number, next: string | null): DecodedAnswer => ({
    rows: Array.from({ length: count }, () => ({})),
    cursors: { next, current: null },
    body: null,
  });

  test('teaches the size by the number of rows, and by whether more follow', async () => {
    const size = new PageSize(100, 'limit');
    await size.get(500, () => Promise.resolve(answer(200, null)));
    expect(size.current).toBe(500);
    await size.get(600, () => Promise.resolve({ rows: [], body: [] }));
    expect(size.current).toBe(600);
    await size.get(700, () => Promise.resolve(answer(200, 'more')));
    expect(size.current).toBe(200);
  });
});

test('an operation has a page size if its row has that parameter', () => {
  expect(PageSize.of(operationOf('GET /stocks/symbols'), 'size')!.current).toBe(50);
  expect(PageSize.of(operationOf('GET /stocks/markets'), 'size')).toBeUndefined();
});

const keyOf = ({ id }: Row): string | undefined => id as string | undefined;
const kept = (rows: readonly Row[]): readonly Row[] => withoutRepeats(rows, keyOf);

describe('removing repeated rows', () => {
  test('drops a row that repeats another, wherever it is', () => {
    expect(
      kept([
        { id: 'a', v: 1 },
        { id: 'b', v: 1 },
        { id: 'a', v: 1 },
        { id: 'a', v: 1 },
      ]),
    ).toEqual([
      { id: 'a', v: 1 },
      { id: 'b', v: 1 },
    ]);
  });

  test('keeps a row with the same key but other values', () => {
    expect(
      kept([
        { id: 'a', v: 1 },
        { id: 'a', v: 2 },
      ]),
    ).toHaveLength(2);
  });

  test('keeps all rows without a key', () => expect(kept([{ v: 1 }, { v: 1 }])).toHaveLength(2));
});

/** A question that formulas with these allowances ask, and for which so many requests were sent. */
function askerOf(allowances: readonly Partial<Allowance>[], sent = 0): Asker {
  const callers = allowances.map((one) => createCall({ allowance: { max: 10, sent: 0, missing: 0, ...one } }));
  return { callers, sent, requested: { at: 0 } };
}

function spendingWith(left?: number): Spending {
  const spending = new Spending(
    () => ({ maxRequests: 10 }),
    () => false,
  );
  if (left !== undefined) spending.budget = { left, spent: 0, checkRequests: () => undefined };
  return spending;
}

describe('the requests that may still be sent for a question', () => {
  test.each([
    ['as many as its formula has left', askerOf([{ max: 5, sent: 2 }]), undefined, 3],
    ['as many as one of its formulas has left', askerOf([{ max: 1 }, { max: 5 }, { max: 2 }]), undefined, 5],
    ['fewer by those that other formulas have sent for it', askerOf([{ max: 5, sent: 2 }], 4), undefined, 1],
    ['none if others have sent more than its formula may', askerOf([{ max: 1 }], 4), undefined, 0],
    ["no more than are left of today's budget", askerOf([{ max: 5 }]), 2, 2],
    ["no more than its formula has left, though today's budget has more", askerOf([{ max: 5 }]), 200, 5],
  ])('are %s', (_, asker, budget, left) => expect(leftFor(asker, spendingWith(budget))).toBe(left));

  test('are unlimited if nobody counts requests', () =>
    expect(leftFor(askerOf([{ max: 1 }]), undefined)).toBe(Infinity));
});

describe('a question that needs more requests than may be sent', () => {
  const saidBy = (asker: Asker, ...missing: readonly number[]): string =>
    missing.map((count) => stopAsk(asker, spendingWith(), count).message).at(-1)!;

  test.each([
    [1, 'One more request'],
    [2.2, 'About 3 more requests'],
    [99, 'About 99 more requests'],
    [101, 'About 110 more requests'],
    [120, 'About 120 more requests'],
    [1_234, 'About 1,300 more requests'],
  ])('says about how many, rounded up to two digits: %d', (missing, said) => {
    expect(saidBy(askerOf([{}]), missing)).toBe(`${said}: allow it in the MD pane`);
  });

  test('adds up what a formula needs for all its questions', () =>
    expect(saidBy(askerOf([{}]), 3, 4)).toMatch(/^About 7 more requests/));

  test('tells each formula that asks', () => {
    const asker = askerOf([{}, { missing: 2 }]);
    stopAsk(asker, spendingWith(), 3);
    expect(asker.callers.map(({ allowance }) => allowance!.missing)).toEqual([3, 5]);
  });

  test('repeats what its formula said before if that may send nothing', () =>
    expect(saidBy(askerOf([{ max: 0, missing: 40 }]), 3)).toMatch(/^About 40 more requests/));
});

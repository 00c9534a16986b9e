import fc from 'fast-check';
import { type LoadPage, pagesAfter, PagedReading } from '../../../../src/api/lookup/pages';
import { sourceOfList, pageOf } from '../../../../src/sandbox/page';
import type { DecodedAnswer } from '../../../../src/api/transport/wire';

type Links = Readonly<Partial<Record<'next' | 'current', string>>>;

const page = (names: readonly unknown[], links: Links = {}): DecodedAnswer => ({
  rows: names.map((name) => ({ name })),
  body: undefined,
  cursors: {
    next: links.next ?? null,
    current: links.current ?? null,
  },
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

async function walk(load: LoadPage, start: DecodedAnswer): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  for await (const reached of pagesAfter(start, load)) pages.push(namesOf(reached));
  return pages;
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
      page(items, {
        ...(next_page && { next: next_page }),
        ...(current_page && { current: current_page }),
      }),
    );
  };

describe('the pages after a page', () => {
  test('come in their order', async () => {
    const load = pagesOfNumbers(7, 3);
    expect(await walk(load, await load())).toEqual([[3, 4, 5], [6]]);
  });

  test('are none where it has no cursor', async () => {
    const book = createBook({});
    expect(await walk(book.load, page(['a']))).toEqual([]);
    expect(await walk(book.load, { rows: [], body: [] })).toEqual([]);
    expect(book.asked).toEqual([]);
  });

  test('end at a page that was visited before', async () => {
    const book = createBook({
      'to-b': page(['b'], { current: 'b', next: 'to-c' }),
      'to-c': page(['c'], { current: 'c', next: 'a' }),
    });
    expect(await walk(book.load, page(['a'], { current: 'a', next: 'to-b' }))).toEqual([['b'], ['c']]);
  });

  test('end at a page without cursors', async () => {
    const book = createBook({ b: { rows: [{ name: 'b' }], body: undefined } });
    expect(await walk(book.load, page(['a'], { next: 'b' }))).toEqual([['b']]);
  });

  test('are loaded one by one, when they are wanted', async () => {
    const book = createBook({ b: page(['b'], { next: 'c' }), c: page(['c']) });
    const walking = pagesAfter(page(['a'], { next: 'b' }), book.load);
    await walking.next();
    expect(book.asked).toEqual(['b']);
  });

  test('fail if one of them fails', async () => {
    await expect(walk(createBook({}).load, page(['a'], { next: 'b' }))).rejects.toThrow('no page at "b"');
  });

  test('are visited once each, whatever their number and size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 12 }), async (count, size) => {
        const numbers = Array.from({ length: count }, (_, index) => index);
        const anyLoad = pagesOfNumbers(count, size);
        const first = await anyLoad();
        expect([namesOf(first), ...(await walk(anyLoad, first))].flat()).toEqual(numbers);
      }),
      { numRuns: 10_000 },
    );
  });

  test('end, and none is loaded twice, even if cursors lead in circles', async () => {
    const names = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const links = fc.record({ next: names, current: names }, { requiredKeys: [] });
    const books = fc.record({ a: links, b: links, c: links, d: links, e: links });
    await fc.assert(
      fc.asyncProperty(books, names, async (linksOf, start) => {
        const book = createBook(
          Object.fromEntries(Object.entries(linksOf).map(([name, found]) => [name, page([name], found)])),
        );
        await walk(book.load, page([start], linksOf[start]));
        expect(new Set(book.asked).size).toBe(book.asked.length);
      }),
      { numRuns: 10_000 },
    );
  });
});

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

  test('stops at a page without rows, even if it has a next cursor', async () => {
    const book = createBook({ '': page(['a'], { next: 'b' }), b: page([], { next: 'c' }), c: page(['c']) });
    const answer = await new PagedReading().readTo(10, book.load);
    expect([namesOf(answer), answer.cursors?.next, book.asked]).toEqual([['a'], null, ['', 'b']]);
  });

  test('requests only one page if the first has no rows', async () => {
    const book = createBook({ '': page([], { next: 'b' }) });
    expect(namesOf(await new PagedReading().readTo(10, book.load))).toEqual([]);
    expect(book.asked).toEqual(['']);
  });

  test('fails as a whole when a page fails', async () => {
    await expect(new PagedReading().readTo(10, createBook({ '': page(['a'], { next: 'b' }) }).load)).rejects.toThrow(
      'no page at "b"',
    );
  });
});

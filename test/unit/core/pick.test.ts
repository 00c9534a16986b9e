import { columns } from '../../../src/core/columns';
import { columnsAt, pick } from '../../../src/core/pick';

describe('a dotted path', () => {
  const ANSWER = { items: [{ symbol: 'A', meta: { tags: ['x'] } }, { symbol: 'B' }], next_page: null, Total: 2 };

  test.each<[string, unknown]>([
    ['Total', 2],
    ['total', 2],
    ['next_page', null],
    ['items.0.symbol', 'A'],
    ['items.symbol', ['A', 'B']],
    ['items.meta.tags', [['x'], null]],
    ['items.0.meta', { tags: ['x'] }],
    ['items.9', undefined],
    ['items.9.symbol', undefined],
    ['items.price', undefined],
    ['Total.x', undefined],
    ['', undefined],
    ['constructor', undefined],
    ['items.length', undefined],
    ['__proto__', undefined],
  ])('"%s" leads to %j', (path, expected) => {
    expect(pick(ANSWER, path)).toEqual(expected);
  });

  test('may have indices of any number of digits, and names with digits in them', () => {
    const levels = Array.from({ length: 11 }, (_, index) => ({ level2: index, '52week': -index }));
    expect(pick(levels, '10.level2')).toBe(10);
    expect(pick(levels.slice(0, 2), 'level2')).toEqual([0, 1]);
    expect(pick(levels.slice(1, 3), '52week')).toEqual([-1, -2]);
  });

  test('keeps the known column of what it leads to', () => {
    const record = columns({ symbol: 'text', 'meta.at': 'unix', 'meta.tags': 'texts' });
    const namesAt = (path: string): string[] => columnsAt(record, path).map(({ name, kind }) => `${name} ${kind}`);
    expect(namesAt('items')).toEqual(['symbol text', 'meta.at unix', 'meta.tags texts']);
    expect(namesAt('items.0')).toEqual(namesAt('items'));
    expect(namesAt('filings.0.symbol')).toEqual([' text']);
    expect(namesAt('items.0.meta')).toEqual(['at unix', 'tags texts']);
    expect(namesAt('meta.at')).toEqual([' unix']);
    expect(namesAt('Symbol')).toEqual([' text']);
    expect(namesAt('sym')).toEqual([]);
  });
});

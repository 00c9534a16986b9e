import fc from 'fast-check';
import { type Cell, isFormatted } from '../../../src/core/cell';
import { columns, type View } from '../../../src/core/columns';
import { CellError } from '../../../src/core/errors';
import { flatten, shapeOf, columnsAt, pick } from '../../../src/core/json-table';

const UTC: View = { zone: 'utc', dateSystem: '1900' };
const plain = (cell: Cell): unknown =>
  cell instanceof CellError ? `${cell.code} ${cell.message}` : isFormatted(cell) ? cell.value : cell;

function tableOf(value: unknown, known = columns({}), name = 'value'): unknown[][] {
  const { header, body } = shapeOf(value, known, name, UTC);
  return [header, ...body.map((row) => row.map(plain))];
}

const missing = (name: string): string => `#N/A "${name}" is not published`;

describe('any JSON as a table', () => {
  /** As JSON; "no a" stands for #N/A with the sentence that "a" is not published. */
  test.each<[string, string, string]>([
    [
      'gives records a row each and a column for each field, with dotted names for nested ones',
      '[{"a":1,"b":{"c":"x","d":{"e":true}}},{"a":2,"b":{"c":"y","d":{"e":false}},"f":3}]',
      '[["a","b.c","b.d.e","f"],[1,"x",true,"no f"],[2,"y",false,3]]',
    ],
    ['shows the items of a page', '{"items":[{"a":1}],"total":1,"next_page":null}', '[["a"],[1]]'],
    ['shows a page without items as nothing', '{"items":[]}', '[[]]'],
    [
      'gives an object a row for each key, with dotted names for nested keys',
      '{"symbol":"EURUSD","info":{"rate":1.5,"tags":["fx","g10"]},"list":[{"x":1},{"x":2}],"nothing":null}',
      '[["key","value"],["symbol","EURUSD"],["info.rate",1.5],["info.tags","fx, g10"],["list.0.x",1],["list.1.x",2],["nothing","no nothing"]]',
    ],
    ['makes a list of lists its rows', '[[1,"a"],[2,"b"]]', '[["0","1"],[1,"a"],[2,"b"]]'],
    ['makes a list of lists its rows, with null among them', '[[1,null],[2,3]]', '[["0","1"],[1,"no 1"],[2,3]]'],
    [
      'makes a list of lists its rows, with dotted names for records in them',
      '[[1,{"a":2}],[3,{"a":4}]]',
      '[["0","1.a"],[1,2],[3,4]]',
    ],
    [
      'makes a list of lists its rows, with values and records in one place',
      '[[1,2],[3,{"a":4}]]',
      '[["0","1","1.a"],[1,2,"no 1.a"],[3,"no 1",4]]',
    ],
    [
      'puts a list of lists and values into one column, with a comma separated text for each list',
      '[[1,null,2],"x"]',
      '[["value"],["1, , 2"],["x"]]',
    ],
    [
      'puts a list of values inside a record into one field, even with null among them',
      '{"sizes":[1,null,2]}',
      '[["key","value"],["sizes","1, , 2"]]',
    ],
    [
      'gives lists of records inside records columns of their own',
      '[{"a":"x"},[{"b":"y"}]]',
      '[["a","0.b"],["x",""],["","y"]]',
    ],
    [
      'keeps the columns of records and values apart if they are mixed',
      '[{"a":1},"x",{"a":2}]',
      '[["a","value"],[1,""],["","x"],[2,""]]',
    ],
    ['makes a single number one cell', '5', '[["value"],[5]]'],
    ['makes a single text one cell', '"text"', '[["value"],["text"]]'],
    ['makes FALSE one cell', 'false', '[["value"],[false]]'],
    ['makes a single null #N/A', 'null', '[["value"],["no value"]]'],
    [
      'shows null as blank beside texts, and as #N/A where it may stand for a number',
      '[{"name":"a","price":1,"unknown":null},{"name":null,"price":null,"unknown":null}]',
      '[["name","price","unknown"],["a",1,"no unknown"],["","no price","no unknown"]]',
    ],
  ])('%s', (_, json, table) => {
    const shown = JSON.stringify(tableOf(JSON.parse(json)));
    expect(shown.replaceAll(/#N\/A \\"([^"]+)\\" is not published/g, 'no $1')).toBe(table);
  });

  test('puts a list of values into a column under the given name', () => {
    expect(tableOf(['us', 'de'], [], 'country')).toEqual([['country'], ['us'], ['de']]);
    expect(tableOf([1, null], [], 'price')).toEqual([['price'], [1], [missing('price')]]);
  });

  test('puts a list of lists of a known kind into one column too', () => {
    expect(tableOf([['fx'], ['fx', 'g10']], columns({ '': 'texts' }), 'tags')).toEqual([['tags'], ['fx'], ['fx, g10']]);
    expect(tableOf(['fx', 'g10'], columns({ '': 'texts' }), 'tags')).toEqual([['tags'], ['fx'], ['g10']]);
  });

  test('puts known fields first, in their order and with their kinds, even if no record has them', () => {
    const known = columns({ day: 'date', at: 'unix', note: 'text?', 'tags.list': 'texts' });
    expect(tableOf([{ extra: 1, at: 1_795_176_000, tags: { list: ['a', 'b'] }, day: '2026-11-20' }], known)).toEqual([
      ['day', 'at', 'note', 'tags.list', 'extra'],
      [46346, 46346.5, '', 'a, b', 1],
    ]);
    expect(tableOf({ at: 1_795_176_000, extra: 1 }, known)).toEqual([
      ['key', 'value'],
      ['at', 46346.5],
      ['extra', 1],
    ]);
  });

  test('keeps the kind of a known value, alone and in a list', () => {
    const known = columns({ '': 'date' });
    expect(tableOf('2026-11-20', known)).toEqual([['value'], [46346]]);
    expect(tableOf(['2026-11-20', null], known, 'day')).toEqual([['day'], [46346], ['']]);
  });

  test('names a missing known value by its column header', () =>
    expect(tableOf([null], columns({ '': 'number' }), 'price')).toEqual([['price'], [missing('price')]]));

  test('does not give a single value a kind from the fields of records', () =>
    expect(tableOf('closed', columns({ price: 'number' }))).toEqual([['value'], ['closed']]));

  test('is rectangular and made of cells, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { header, body } = shapeOf(value, [], 'value', UTC);
        for (const row of body) {
          expect(row).toHaveLength(header.length);
          for (const cell of row)
            expect(['string', 'number', 'boolean'].includes(typeof cell) || cell instanceof CellError).toBe(true);
        }
      }),
    );
  });

  test('keeps every scalar when it is flattened', () => {
    expect(flatten({ a: { b: [1, 2], c: [], d: {} }, e: [[1], [2]], f: null })).toEqual({
      'a.b': [1, 2],
      'a.c': [],
      'e.0': [1],
      'e.1': [2],
      f: null,
    });
  });
});

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
  ])('"%s" leads to %j', (path, expected) => expect(pick(ANSWER, path)).toEqual(expected));

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

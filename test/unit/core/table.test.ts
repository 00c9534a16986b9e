import type { Cell, FormattedNumber } from '../../../src/core/cell';
import {
  cellBy,
  type Column,
  columns,
  columnsNamed,
  errorRow,
  type ColumnKind,
  QUOTE_CELLS,
  type View,
} from '../../../src/core/columns';
import { CellError } from '../../../src/core/errors';
import { fieldCell, tableOf, areValid, isValid } from '../../../src/core/table';

const UTC: View = { zone: 'utc', dateSystem: '1900' };
const column = (kind: ColumnKind): Column => ({ name: 'field', kind, nullable: true });
const cell = (value: unknown, kind: ColumnKind, view: View = UTC): Cell => fieldCell(value, column(kind), view);

describe('a table whose times were parsed before', () => {
  const noon = { value: 46346.5, format: 'yyyy-mm-dd hh:mm:ss' };

  test.each<[ColumnKind]>([['instant'], ['unix']])('does not parse them again: %s', (kind) => {
    expect(
      tableOf([{ at: 'noon', mid: 5 }], columns({ at: kind, mid: 'number' }), true, UTC, [1_795_176_000_000]),
    ).toEqual([
      ['at', 'mid'],
      [noon, 5],
    ]);
  });

  test('parses a time that was not parsed before, and says what is wrong with it', () => {
    const rows = [{ at: '2026-11-20T12:00:00Z' }, { at: 'noon' }];
    expect(tableOf(rows, columns({ at: 'instant' }), false, UTC, [NaN, NaN])).toEqual([
      [noon],
      [
        new CellError(
          '#N/A',
          'The service sent a "at" that is not a date and time: recalculate, or tell your provider',
        ),
      ],
    ]);
  });
});

describe('the cell of a field', () => {
  test.each<[ColumnKind, unknown, Cell]>([
    ['text', 'XNYS', 'XNYS'],
    ['text', '', ''],
    ['text', 42, '42'],
    ['number', 1.0825, 1.0825],
    ['number', 0, 0],
    ['integer', 1792, 1792],
    ['flag', true, true],
    ['flag', false, false],
    ['texts', ['Monday', 'Tuesday'], 'Monday, Tuesday'],
    ['texts', [], ''],
    ['date', '2026-11-20', { value: 46346, format: 'yyyy-mm-dd' }],
    ['date', '2026-11-20T00:00:00', { value: 46346, format: 'yyyy-mm-dd' }],
    ['instant', '2026-11-20T12:00:00Z', { value: 46346.5, format: 'yyyy-mm-dd hh:mm:ss' }],
    ['unix', 1_795_176_000, { value: 46346.5, format: 'yyyy-mm-dd hh:mm:ss' }],
    ['clock', '09:30', { value: 9.5 / 24, format: 'hh:mm' }],
  ])('for %s: %j', (kind, value, expected) => expect(cell(value, kind)).toEqual(expected));

  test.each<[ColumnKind]>([['number'], ['integer'], ['unix']])('of kind %s is #N/A for null, never 0', (kind) => {
    expect(cell(null, kind)).toEqual(new CellError('#N/A', '"field" is not published'));
    expect(cell(undefined, kind)).toEqual(new CellError('#N/A', '"field" is not published'));
  });

  test.each<[ColumnKind]>([['text'], ['flag'], ['date'], ['instant'], ['clock'], ['texts']])(
    'of kind %s is a blank text for null',
    (kind) => {
      expect(cell(null, kind)).toBe('');
      expect(cell(undefined, kind)).toBe('');
    },
  );

  test.each<[ColumnKind, unknown, string]>([
    ['text', true, 'a text'],
    ['text', { name: 'x' }, 'a text'],
    ['number', '1.0825', 'a number'],
    ['number', false, 'a number'],
    ['number', Infinity, 'a number'],
    ['integer', 1.5, 'a whole number'],
    ['flag', 1, 'true or false'],
    ['flag', 'true', 'true or false'],
    ['date', '20/11/2026', 'a date'],
    ['date', 20261120, 'a date'],
    ['date', '2026-02-30', 'a date'],
    ['instant', '2026-11-20', 'a date and time'],
    ['instant', 1_795_176_000, 'a date and time'],
    ['clock', 0.4, 'a time of day'],
    ['unix', '2026-11-20T12:00:00Z', 'a Unix time'],
    ['clock', '9.30', 'a time of day'],
    ['texts', 'Monday', 'a list of texts'],
    ['texts', ['Monday', 2], 'a list of texts'],
  ])('for %s: %j is #N/A with a message that says what was expected', (kind, value, expected) => {
    expect(cell(value, kind)).toEqual(
      new CellError('#N/A', `The service sent a "field" that is not ${expected}: recalculate, or tell your provider`),
    );
  });

  test.each<[ColumnKind, unknown, View['dateSystem']]>([
    ['date', '1899-12-30', '1900'],
    ['date', '1903-12-31', '1904'],
    ['instant', '1899-12-30T12:00:00Z', '1900'],
    ['unix', -2_208_988_801 - 86_400, '1900'],
    ['unix', 253_402_300_800, '1900'],
  ])('for %s: %j is #N/A if Excel has no such date', (kind, value, dateSystem) => {
    expect(cell(value, kind, { ...UTC, dateSystem })).toEqual(
      new CellError(
        '#N/A',
        'The service sent "field" as a date that Excel does not have: its dates go from 1900 to 9999',
      ),
    );
  });

  test('for the time of a quote is in UTC', () => {
    const time = (value: unknown, view: View): Cell => cellBy(QUOTE_CELLS.unix, value, column('unix'), view);
    const noon = { value: 46346.5, format: 'yyyy-mm-dd hh:mm:ss' };
    expect(time(1_795_176_000, { zone: 'Asia/Tokyo', dateSystem: '1900' })).toEqual(noon);
    expect(time('noon', UTC)).toEqual(
      new CellError('#N/A', 'The service sent a "field" that is not a Unix time: recalculate, or tell your provider'),
    );
  });

  test('follows zone and date system: 9:30 in New York is 23:30 in Tokyo, and 1904 counts 1,462 days less', () => {
    const opening = '2026-11-20T09:30:00-05:00';
    const serial = (value: unknown, kind: ColumnKind, view: View): number =>
      (cell(value, kind, view) as FormattedNumber).value;
    expect(serial(opening, 'instant', { zone: 'exchange', dateSystem: '1900' })).toBeCloseTo(46346 + 9.5 / 24, 9);
    expect(serial(opening, 'instant', { zone: 'Asia/Tokyo', dateSystem: '1904' })).toBeCloseTo(
      46346 - 1462 + 23.5 / 24,
      9,
    );
    expect(serial('2026-11-20', 'date', { zone: 'Asia/Tokyo', dateSystem: '1904' })).toBe(46346 - 1462);
    expect(serial(1_795_176_000, 'unix', { zone: 'exchange', dateSystem: '1900' })).toBe(46346.5);
    expect(serial(1_795_176_000, 'unix', { zone: 'Asia/Tokyo', dateSystem: '1904' })).toBe(46346 - 1462 + 21 / 24);
  });

  test.each<[ColumnKind, unknown]>([
    ['instant', '2026-11-20T12:00:00Z'],
    ['unix', 1_795_176_000],
  ])('has the wanted format for times of kind %s', (kind, value) => {
    for (const zone of ['utc', 'exchange'])
      expect(cell(value, kind, { zone, dateSystem: '1900', timeFormat: 'hh:mm' })).toEqual({
        value: 46346.5,
        format: 'hh:mm',
      });
  });
});

describe('a table of records', () => {
  const record = columns({ symbol: 'text', name: 'text?', rank: 'integer' });
  const rows = [
    { symbol: 'SPX', name: 'S&P 500', rank: 1, extra: true },
    { rank: 'second', symbol: 'DAX' },
  ];

  test('has a row for each record, columns in their order, and headers if wanted', () => {
    const wrong = new CellError(
      '#N/A',
      'The service sent a "rank" that is not a whole number: recalculate, or tell your provider',
    );
    expect(tableOf(rows, record, true, UTC)).toEqual([
      ['symbol', 'name', 'rank'],
      ['SPX', 'S&P 500', 1],
      ['DAX', '', wrong],
    ]);
    expect(tableOf(rows, record, false, UTC)).toEqual([
      ['SPX', 'S&P 500', 1],
      ['DAX', '', wrong],
    ]);
  });

  test('without records has only its headers, or nothing', () => {
    expect(tableOf([], record, true, UTC)).toEqual([['symbol', 'name', 'rank']]);
    expect(tableOf([], record, false, UTC)).toEqual([]);
  });

  test('has #N/A where a record lacks a required field', () => {
    const lost = new CellError('#N/A', 'The service sent no "symbol": recalculate, or tell your provider');
    expect(tableOf([{ name: 'S&P 500', rank: 1 }], record, false, UTC)).toEqual([[lost, 'S&P 500', 1]]);
  });

  test('shows a number in the format of its column', () => {
    const kinds = columns({ price: 'number', at: 'unix', code: 'text' });
    expect(tableOf([{ price: 1.5, at: 1_795_176_000, code: 600519 }], kinds, false, UTC)).toEqual([
      [1.5, { value: 46346.5, format: 'yyyy-mm-dd hh:mm:ss' }, '600519'],
    ]);
  });

  test('has #N/A in place of a price that is not a number', () => {
    const price = columns({ price: 'number' });
    const wrong = new CellError(
      '#N/A',
      'The service sent a "price" that is not a number: recalculate, or tell your provider',
    );
    expect(tableOf([{ price: null }, { price: '1.5' }, { price: NaN }], price, false, UTC)).toEqual([
      [new CellError('#N/A', '"price" is not published')],
      [wrong],
      [wrong],
    ]);
  });

  test('may have its columns in any order, repeated or left blank', () => {
    const chosen = columnsNamed(record, ['rank', '', 'symbol', 'symbol']);
    expect(tableOf(rows.slice(0, 1), chosen, true, UTC)).toEqual([
      ['rank', '', 'symbol', 'symbol'],
      [1, '', 'SPX', 'SPX'],
    ]);
    const error = new CellError('#N/A', 'none');
    expect(errorRow(error, chosen)).toEqual([error, '', error, error]);
  });

  test('may have null in a field marked with a question mark', () => {
    expect(record).toEqual([
      { name: 'symbol', kind: 'text', nullable: false },
      { name: 'name', kind: 'text', nullable: true },
      { name: 'rank', kind: 'integer', nullable: false },
    ]);
  });
});

describe('a record that may be cached', () => {
  const isValidAs = (kind: ColumnKind, value: unknown): boolean => isValid({ field: value }, columns({ field: kind }));

  test.each<[ColumnKind, readonly unknown[], readonly unknown[]]>([
    ['text', ['XNYS', '', 42], [true, ['XNYS'], {}]],
    ['number', [1.5, 0], ['1.5', false]],
    ['integer', [7], ['7']],
    ['unix', [1_795_176_000], ['2026-11-20T12:00:00Z']],
    ['flag', [true, false], ['true', 1]],
    ['date', ['2026-11-20'], [20261120]],
    ['instant', ['2026-11-20T12:00:00Z'], [1_795_176_000]],
    ['clock', ['09:30'], [0.4]],
    ['texts', [['Monday'], []], ['Monday', {}]],
  ])('may have a field of kind %s with values such as %j, but not %j', (kind, valid, invalid) => {
    expect(valid.map((value) => isValidAs(kind, value))).toEqual(valid.map(() => true));
    expect(invalid.map((value) => isValidAs(kind, value))).toEqual(invalid.map(() => false));
  });

  test('may have null in any field', () =>
    expect(isValid({ symbol: null, rank: null }, columns({ symbol: 'text', rank: 'integer?' }))).toBe(true));

  test.each<[string, boolean, Readonly<Record<string, ColumnKind | `${ColumnKind}?`>>]>([
    ['must have every field that all records have', false, { rank: 'integer' }],
    ['may lack a field that may be null', true, { rank: 'integer?' }],
    ['may lack a field inside another field', true, { 'meta.rank': 'integer' }],
  ])('%s', (_, expected, missing) => {
    expect(isValid({ symbol: 'A' }, columns({ symbol: 'text', ...missing }))).toBe(expected);
  });

  test('may not have a field of the wrong type beside valid ones', () =>
    expect(isValid({ symbol: 'A', rank: 'first' }, columns({ symbol: 'text', rank: 'integer' }))).toBe(false));
});

describe('records that may be cached', () => {
  const record = columns({ rank: 'integer' });

  test('must each be complete', () => {
    expect(areValid([{ rank: 1 }, { rank: 2 }], record)).toBe(true);
    expect(areValid([{ rank: 1 }, { rank: 'second' }], record)).toBe(false);
  });

  test('must include at least one, because an empty answer may have lost them', () =>
    expect(areValid([], record)).toBe(false));
});

import { columns, type ColumnKind } from '../../../src/core/columns';
import { areValid, isValid } from '../../../src/core/valid-records';

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

  test('may have null in any field', () => {
    expect(isValid({ symbol: null, rank: null }, columns({ symbol: 'text', rank: 'integer?' }))).toBe(true);
  });

  test.each<[string, boolean, Readonly<Record<string, ColumnKind | `${ColumnKind}?`>>]>([
    ['must have every field that all records have', false, { rank: 'integer' }],
    ['may lack a field that may be null', true, { rank: 'integer?' }],
    ['may lack a field inside another field', true, { 'meta.rank': 'integer' }],
  ])('%s', (_, expected, missing) => {
    expect(isValid({ symbol: 'A' }, columns({ symbol: 'text', ...missing }))).toBe(expected);
  });

  test('may not have a field of the wrong type beside valid ones', () => {
    expect(isValid({ symbol: 'A', rank: 'first' }, columns({ symbol: 'text', rank: 'integer' }))).toBe(false);
  });
});

describe('records that may be cached', () => {
  const record = columns({ rank: 'integer' });

  test('must each be complete', () => {
    expect(areValid([{ rank: 1 }, { rank: 2 }], record)).toBe(true);
    expect(areValid([{ rank: 1 }, { rank: 'second' }], record)).toBe(false);
  });

  test('must include at least one, because an empty answer may have lost them', () => {
    expect(areValid([], record)).toBe(false);
  });
});

import { CellError } from '../../../src/core/errors';
import { findScore } from '../../../src/core/score';

const cellOf = (data: unknown): unknown => {
  const found = findScore(data, 'altman-z');
  if (!('cell' in found)) return found;
  return found.cell instanceof CellError ? found.cell.message : found.cell;
};

describe('a score that is a text', () => {
  test.each<[string, number]>([
    ['1.23', 1.23],
    [' 2 ', 2],
    ['-0.5', -0.5],
    ['+3.', 3],
    ['1e-3', 0.001],
    ['.75', 0.75],
  ])('is the number that it says: %j', (text, number) => {
    expect([cellOf(text), cellOf({ score: text }), cellOf({ 'altman-z': { value: text, year: 2025 } })]).toEqual([
      number,
      number,
      number,
    ]);
  });

  test.each([
    'None',
    ' none ',
    'N/A',
    'n/a',
    'NA',
    'NaN',
    'nan',
    '-',
    '--',
    '',
    ' ',
    'null',
    'Infinity',
    '-inf',
    '#N/A',
  ])('counts as not published if it says nothing: %j', (text) => {
    expect(cellOf(text)).toBe('"altman-z" is not published');
    expect(cellOf({ score: text })).toBe('"altman-z" is not published');
  });

  test.each(['Safe', 'grey zone', '1,234', '12%'])('otherwise stays a text: %j', (text) => {
    expect(cellOf(text)).toBe(text);
  });
});

import MiniSearch from 'minisearch';
import { finderOf, type SearchEntry } from '../../../src/build/document-search';

const entry = (kind: SearchEntry['kind'], title: string, text = ''): SearchEntry => ({
  kind,
  title,
  text,
  path: title,
});
const titles = (entries: readonly SearchEntry[], query: string): string[] =>
  finderOf(entries, MiniSearch)(query).map(({ title }) => title);

const PRECISION = entry('Argument', 'precision of QUOTE', 'decimals');
const QUOTE = entry('Function', 'QUOTE', 'prices with a precision');
const GUIDE = entry('Document', 'A guide to precision');

test('what names all words of a query comes before what names some, and what names none is left out', () => {
  expect(titles([GUIDE, QUOTE, entry('Error', 'refused'), PRECISION], 'precision quote')).toEqual([
    'QUOTE',
    'precision of QUOTE',
    'A guide to precision',
  ]);
});

test('a function comes before what mentions it, also by the beginning of its name and with a slip of the finger', () => {
  const entries = [entry('Document', 'filings in files'), entry('Function', 'FILINGS'), entry('Setting', 'key')];
  for (const query of ['filings', 'fil', 'filngs']) expect(titles(entries, query)[0]).toBe('FILINGS');
});

test('of many documents the best twelve are found', () => {
  const entries = Array.from({ length: 30 }, (_, index) => entry('Document', `rate ${'and more '.repeat(index)}`));
  const found = titles(entries, 'rate');
  expect(found).toHaveLength(12);
  expect(found[0]).toBe('rate ');
});

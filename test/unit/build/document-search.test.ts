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

test('documents with all words of a query come before those with some, and those with none are left out', () => {
  expect(titles([GUIDE, QUOTE, entry('Error', 'refused'), PRECISION], 'precision quote')).toEqual([
    'QUOTE',
    'precision of QUOTE',
    'A guide to precision',
  ]);
});

test('a function comes before the documents that mention it, also for the beginning of its name or a mistyped letter', () => {
  const entries = [entry('Document', 'filings in files'), entry('Function', 'FILINGS'), entry('Setting', 'key')];
  for (const query of ['filings', 'fil', 'filngs']) expect(titles(entries, query)[0]).toBe('FILINGS');
});

test('a search among many documents finds the best twelve', () => {
  const entries = Array.from({ length: 30 }, (_, index) => entry('Document', `rate ${'and more '.repeat(index)}`));
  const found = titles(entries, 'rate');
  expect(found).toHaveLength(12);
  expect(found[0]).toBe('rate ');
});

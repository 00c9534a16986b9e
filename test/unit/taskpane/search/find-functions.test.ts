import { TRAITS } from '../../../../src/functions/generated/function-traits';
import { HELP } from '../../../../src/functions/generated/help-texts';
import { helpJson } from '../../../../src/functions/help/help-json';
import { findFunctions } from '../../../../src/taskpane/search/find-functions';

const TEXTS = new Map(Object.entries(helpJson(HELP)));
const found = (query: string, language = 'en'): string[] =>
  findFunctions(TRAITS, query, TEXTS, language).map(({ id }) => id);

test.each([
  ['=md.quo', 'QUOTE'],
  ['fx', 'QUOTE'],
  ['exchange rate', 'QUOTE'],
  ['history', 'TICKS'],
  ['OHLC', 'TICKS'],
  ['candle', 'TICKS'],
  ['settlement', 'SETTLE'],
  ['T+2', 'SETTLE'],
  ['SEC', 'FILINGS'],
  ['earnings', 'FILINGS'],
  ['real time', 'LIVE'],
  ['stream', 'LIVE'],
  ['opening hours', 'HOURS'],
  ['lunch', 'HOURS'],
  ['holidays', 'HOLIDAYS'],
  ['company', 'FILINGS'],
  ['convert', 'CONVERT'],
  ['bankruptcy', 'SCORE'],
  ['quota', 'USAGE'],
])('%j finds %s first', (query, id) => {
  expect(found(query)[0]).toBe(id);
});

test.each([
  ['Wechselkurs', 'de', 'QUOTE'],
  ['historique', 'fr', 'TICKS'],
  ['tiempo real', 'es', 'LIVE'],
  ['受渡日', 'ja', 'SETTLE'],
  ['汇率', 'zh', 'QUOTE'],
  ['settlement', 'ja', 'SETTLE'],
])('%j finds functions in the language %s: %s', (query, language, id) => {
  expect(found(query, language)[0]).toBe(id);
});

test('a language finds by its own words and English ones, not by those of others', () => {
  expect(found('Wechselkurs', 'fr')).toEqual([]);
});

test('nothing is found by nothing, nor without a word of it', () => {
  expect([found(''), found(' '), found('no such thing')]).toEqual([[], [], []]);
});

test('functions are found by their names before the help texts have loaded', () => {
  expect(findFunctions(TRAITS, 'quote', undefined, 'en').map(({ id }) => id)).toEqual(['QUOTE']);
});

test.each(TRAITS.map(({ id }) => id))('%s has words in every language', (id) => {
  for (const words of Object.values(TEXTS.get(id)!.words) as string[])
    expect(words.split(',').filter((word) => word.trim() !== '').length).toBeGreaterThanOrEqual(2);
});

import { TRAITS } from '../../../../src/functions/generated/function-traits';
import { HELP } from '../../../../src/functions/generated/help-texts';
import { helpJson } from '../../../../src/functions/help/help-json';
import { findFunctions, findFunctionsByOneWord, timeWordsIn } from '../../../../src/taskpane/search/find-functions';

const TEXTS = new Map(Object.entries(helpJson(HELP)));
const found = (query: string, language = 'en'): string[] =>
  findFunctions(TRAITS, query, TEXTS, language).map(({ id }) => id);

test.each([
  ['=md.quo', 'QUOTE'],
  ['=MD.TICKS("SPX",A1)', 'TICKS'],
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
  ['next open', 'HOURS'],
  ['currency converter', 'CONVERT'],
  ['balance sheet', 'FILINGS'],
  ['10k', 'FILINGS'],
  ['proxy statement', 'FILINGS'],
  ['insider', 'FILINGS'],
  ['fraud', 'SCORE'],
  ['spread', 'QUOTE'],
  ['chart', 'TICKS'],
])('%j finds %s first', (query, id) => {
  expect(found(query)[0]).toBe(id);
});

test.each([
  ['microsoft filings', ['FILINGS']],
  ['tokyo holiday', ['HOLIDAYS']],
  ['tesla news', ['NEWS']],
  ['microsoft corporation', []],
])('one word of %j is what people call %j', (query, ids) => {
  expect(found(query)).toEqual([]);
  expect(findFunctionsByOneWord(TRAITS, query, TEXTS, 'en').map(({ id }) => id)).toEqual(ids);
});

test.each([
  ['Wechselkurs', 'de', 'QUOTE'],
  ['Kurs', 'de', 'QUOTE'],
  ['Devisenkurs', 'de', 'QUOTE'],
  ['Geldkurs', 'de', 'QUOTE'],
  ['Feiertage', 'de', 'HOLIDAYS'],
  ['Börsenfeiertage', 'de', 'HOLIDAYS'],
  ['Handelszeiten', 'de', 'HOURS'],
  ['Kurshistorie', 'de', 'TICKS'],
  ['Schlusskurse', 'de', 'TICKS'],
  ['umrechnen', 'de', 'CONVERT'],
  ['Valuta', 'de', 'SETTLE'],
  ['Bankarbeitstag', 'de', 'WORKDAY'],
  ['Quartalszahlen', 'de', 'FILINGS'],
  ['Bonität', 'de', 'SCORE'],
  ['Echtzeit', 'de', 'LIVE'],
  ['Kürzel', 'de', 'SYMBOLS'],
  ['Datenqualität', 'de', 'COMPLETE'],
  ['Kontingent', 'de', 'USAGE'],
  ['Rohöl', 'de', 'QUOTE'],
  ['taux de change', 'fr', 'QUOTE'],
  ['or', 'fr', 'QUOTE'],
  ['pause déjeuner', 'fr', 'HOURS'],
  ['entreprise', 'fr', 'FILINGS'],
  ['cours de change', 'fr', 'QUOTE'],
  ['cours', 'fr', 'QUOTE'],
  ['jours fériés', 'fr', 'HOLIDAYS'],
  ['jours feries', 'fr', 'HOLIDAYS'],
  ['historique', 'fr', 'TICKS'],
  ['cours de clôture', 'fr', 'TICKS'],
  ['seance', 'fr', 'HOURS'],
  ['date de valeur', 'fr', 'SETTLE'],
  ['règlement', 'fr', 'SETTLE'],
  ['jour ouvré', 'fr', 'WORKDAY'],
  ['rapport annuel', 'fr', 'FILINGS'],
  ['faillite', 'fr', 'SCORE'],
  ['temps réel', 'fr', 'LIVE'],
  ['bourse', 'fr', 'MARKETS'],
  ['tipo de cambio', 'es', 'QUOTE'],
  ['cotizacion', 'es', 'QUOTE'],
  ['días festivos', 'es', 'HOLIDAYS'],
  ['dias festivos', 'es', 'HOLIDAYS'],
  ['feriados', 'es', 'HOLIDAYS'],
  ['velas', 'es', 'TICKS'],
  ['fecha valor', 'es', 'SETTLE'],
  ['día hábil', 'es', 'WORKDAY'],
  ['informe anual', 'es', 'FILINGS'],
  ['quiebra', 'es', 'SCORE'],
  ['tiempo real', 'es', 'LIVE'],
  ['horario bursátil', 'es', 'HOURS'],
  ['為替', 'ja', 'QUOTE'],
  ['外国為替', 'ja', 'QUOTE'],
  ['株価', 'ja', 'QUOTE'],
  ['祝日', 'ja', 'HOLIDAYS'],
  ['日本の祝日', 'ja', 'HOLIDAYS'],
  ['休場日', 'ja', 'HOLIDAYS'],
  ['ローソク足', 'ja', 'TICKS'],
  ['終値', 'ja', 'TICKS'],
  ['受渡日', 'ja', 'SETTLE'],
  ['営業日', 'ja', 'WORKDAY'],
  ['翌営業日', 'ja', 'WORKDAY'],
  ['決算短信', 'ja', 'FILINGS'],
  ['倒産', 'ja', 'SCORE'],
  ['取引時間', 'ja', 'HOURS'],
  ['円換算', 'ja', 'CONVERT'],
  ['settlement', 'ja', 'SETTLE'],
  ['汇率', 'zh', 'QUOTE'],
  ['美元汇率', 'zh', 'QUOTE'],
  ['股价', 'zh', 'QUOTE'],
  ['节假日', 'zh', 'HOLIDAYS'],
  ['休市日', 'zh', 'HOLIDAYS'],
  ['K线', 'zh', 'TICKS'],
  ['历史行情', 'zh', 'TICKS'],
  ['交割日', 'zh', 'SETTLE'],
  ['交易日', 'zh', 'WORKDAY'],
  ['年报', 'zh', 'FILINGS'],
  ['信用风险', 'zh', 'SCORE'],
  ['交易时间', 'zh', 'HOURS'],
  ['换算', 'zh', 'CONVERT'],
  ['实时行情', 'zh', 'LIVE'],
])('%j finds functions in the language %s: %s', (query, language, id) => {
  expect(found(query, language)[0]).toBe(id);
});

test('a search uses the words of its own language and English, not those of other languages', () => {
  expect(found('Wechselkurs', 'fr')).toEqual([]);
});

test('an empty search and unknown words find nothing', () => {
  expect([found(''), found(' '), found('no such thing')]).toEqual([[], [], []]);
});

test('functions are found by their names before the help texts have loaded', () => {
  expect(findFunctions(TRAITS, 'quote', undefined, 'en').map(({ id }) => id)).toEqual(['QUOTE']);
});

test.each(TRAITS.map(({ id }) => id))('%s has words in every language', (id) => {
  for (const words of Object.values(TEXTS.get(id)!.words) as string[])
    expect(words.split(',').filter((word) => word.trim() !== '').length).toBeGreaterThanOrEqual(2);
});

test.each([
  ['value date', 'en', 'SETTLE'],
  ['Valuta', 'de', 'SETTLE'],
  ['date de valeur', 'fr', 'SETTLE'],
  ['fecha valor', 'es', 'SETTLE'],
  ['受渡日', 'ja', 'SETTLE'],
  ['交割日', 'zh', 'SETTLE'],
  ['Bankarbeitstag', 'de', 'WORKDAY'],
  ['business day', 'en', 'WORKDAY'],
  ['business days between', 'en', 'NETWORKDAYS'],
])('a search for %j in %s says beside %s that its days are not those of banks', (query, language, id) => {
  expect(found(query, language)[0]).toBe(id);
  expect(TEXTS.get(id)!.summary).toContain('Do not use it for currencies');
});

const NOW = Date.UTC(2026, 10, 20);
const read = (query: string, language = 'en'): string | undefined => {
  const found = timeWordsIn(query, language, NOW);
  return found && `${found.rest} | ${found.interval} | ${found.start} to ${found.end} | ${found.fields ?? 'all'}`;
};

describe('the words about time in a search', () => {
  test.each([
    ['SPX daily 2026', 'SPX | day | 2026-01-01 to 2027-01-01 | time,close'],
    ['2025 weekly s&p 500', 's&p 500 | week | 2025-01-01 to 2026-01-01 | time,close'],
    ['SPX 2026-11 hourly', 'SPX | hour | 2026-11-01 to 2026-12-01 | all'],
    ['SPX December 2025', 'SPX | day | 2025-12-01 to 2026-01-01 | time,close'],
    ['spx feb', 'spx | day | 2026-02-01 to 2026-03-01 | time,close'],
    ['nikkei history', 'nikkei | day | 2026-01-01 to 2027-01-01 | time,close'],
    ['DAX candles 2026', 'DAX | day | 2026-01-01 to 2027-01-01 | all'],
    ['weekly ohlc dax 2025', 'dax | week | 2025-01-01 to 2026-01-01 | all'],
    ['spx session feb', 'spx | session | 2026-02-01 to 2026-03-01 | time,close'],
  ])('%j: %s', (query, found) => {
    expect(read(query)).toBe(found);
  });

  test.each([
    ['DAX täglich 2026', 'de', 'DAX | day | 2026-01-01 to 2027-01-01 | time,close'],
    ['CAC février 2026', 'fr', 'CAC | day | 2026-02-01 to 2026-03-01 | time,close'],
    ['NKY 日足 2026', 'ja', 'NKY | day | 2026-01-01 to 2027-01-01 | time,close'],
    ['DAX daily', 'de', 'DAX | day | 2026-01-01 to 2027-01-01 | time,close'],
  ])('%j in %s: %s', (query, language, found) => {
    expect(read(query, language)).toBe(found);
  });

  test.each(['SPX', 'apple', 'daily 2026', '2026', 'history', 's&p 500', ''])(
    '%j has no words about time, or only those',
    (query) => {
      expect(read(query)).toBeUndefined();
    },
  );
});

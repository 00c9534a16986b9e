import { TRAITS } from '../../../../src/app/generated/function-traits';
import { HELP } from '../../../../src/functions/generated/help-texts';
import { helpJson } from '../../../../src/functions/help/help-json';
import { findFunctions, findFunctionsByOneWord, timeWordsIn } from '../../../../src/taskpane/search/find-functions';

const TEXTS = new Map(Object.entries(helpJson(HELP)));
const found = (query: string, language = 'en'): string[] => findFunctions(query, TEXTS, language).map(({ id }) => id);

/** What people call a function, by language; commas divide. */
const SAID = [
  ['en', 'QUOTE', 'fx, exchange rate, spread'],
  ['en', 'TICKS', 'history, OHLC, candle, chart, previous close, change'],
  ['en', 'SETTLE', 'settlement, T+2, value date'],
  ['en', 'FILINGS', 'SEC, earnings, company, balance sheet, 10k, proxy statement, insider'],
  ['en', 'LIVE', 'real time, stream'],
  ['en', 'HOURS', 'opening hours, lunch, next open'],
  ['en', 'HOLIDAYS', 'holidays'],
  ['en', 'CONVERT', 'convert, currency converter'],
  ['en', 'SCORE', 'bankruptcy, fraud'],
  ['en', 'USAGE', 'quota'],
  ['en', 'WORKDAY', 'business day'],
  ['en', 'NETWORKDAYS', 'business days between'],
  ['de', 'QUOTE', 'Wechselkurs, Kurs, Devisenkurs, Geldkurs, Rohöl'],
  ['de', 'HOLIDAYS', 'Feiertage, Börsenfeiertage'],
  ['de', 'HOURS', 'Handelszeiten'],
  ['de', 'TICKS', 'Kurshistorie, Schlusskurse, Vortagesschluss'],
  ['de', 'CONVERT', 'umrechnen'],
  ['de', 'SETTLE', 'Valuta'],
  ['de', 'WORKDAY', 'Bankarbeitstag'],
  ['de', 'FILINGS', 'Quartalszahlen'],
  ['de', 'SCORE', 'Bonität'],
  ['de', 'LIVE', 'Echtzeit'],
  ['de', 'SYMBOLS', 'Kürzel'],
  ['de', 'COMPLETE', 'Datenqualität'],
  ['de', 'USAGE', 'Kontingent'],
  ['fr', 'QUOTE', 'taux de change, or, cours de change, cours'],
  ['fr', 'HOURS', 'pause déjeuner, seance'],
  ['fr', 'FILINGS', 'entreprise, rapport annuel'],
  ['fr', 'HOLIDAYS', 'jours fériés, jours feries'],
  ['fr', 'TICKS', 'historique, cours de clôture'],
  ['fr', 'SETTLE', 'date de valeur, règlement'],
  ['fr', 'WORKDAY', 'jour ouvré'],
  ['fr', 'SCORE', 'faillite'],
  ['fr', 'LIVE', 'temps réel'],
  ['fr', 'MARKETS', 'bourse'],
  ['es', 'QUOTE', 'tipo de cambio, cotizacion'],
  ['es', 'HOLIDAYS', 'días festivos, dias festivos, feriados'],
  ['es', 'TICKS', 'velas'],
  ['es', 'SETTLE', 'fecha valor'],
  ['es', 'WORKDAY', 'día hábil'],
  ['es', 'FILINGS', 'informe anual'],
  ['es', 'SCORE', 'quiebra'],
  ['es', 'LIVE', 'tiempo real'],
  ['es', 'HOURS', 'horario bursátil'],
  ['ja', 'QUOTE', '為替, 外国為替, 株価'],
  ['ja', 'HOLIDAYS', '祝日, 日本の祝日, 休場日'],
  ['ja', 'TICKS', 'ローソク足, 終値'],
  ['ja', 'SETTLE', '受渡日, settlement'],
  ['ja', 'WORKDAY', '営業日, 翌営業日'],
  ['ja', 'FILINGS', '決算短信'],
  ['ja', 'SCORE', '倒産'],
  ['ja', 'HOURS', '取引時間'],
  ['ja', 'CONVERT', '円換算'],
  ['zh', 'QUOTE', '汇率, 美元汇率, 股价'],
  ['zh', 'HOLIDAYS', '节假日, 休市日'],
  ['zh', 'TICKS', 'K线, 历史行情, 昨收'],
  ['zh', 'SETTLE', '交割日'],
  ['zh', 'WORKDAY', '交易日'],
  ['zh', 'FILINGS', '年报'],
  ['zh', 'SCORE', '信用风险'],
  ['zh', 'HOURS', '交易时间'],
  ['zh', 'CONVERT', '换算'],
  ['zh', 'LIVE', '实时行情'],
] as const;

test.each(SAID)('in %s MD.%s is found first by %s', (language, id, words) => {
  expect(words.split(', ').filter((word) => found(word, language)[0] !== id)).toEqual([]);
});

test.each([
  ['=md.quo', 'QUOTE'],
  ['=MD.TICKS("SPX",A1)', 'TICKS'],
])('the formula %j finds %s first', (formula, id) => expect(found(formula)[0]).toBe(id));

test.each([
  ['microsoft filings', ['FILINGS']],
  ['tokyo holiday', ['HOLIDAYS']],
  ['tesla news', ['NEWS']],
  ['microsoft corporation', []],
  ['how much does this cost', ['USAGE']],
])('one word of %j is what people call %j', (query, ids) => {
  expect(found(query)).toEqual([]);
  expect(findFunctionsByOneWord(query, TEXTS, 'en').map(({ id }) => id)).toEqual(ids);
});

test.each([
  ['earnigs', 'FILINGS'],
  ['earnigns', 'FILINGS'],
  ['percision', 'QUOTE'],
  ['intreval', 'TICKS'],
  ['exchnge', 'QUOTE'],
  ['setle', 'SETTLE'],
  ['microsoft filngs', 'FILINGS'],
  ['holliday', 'HOLIDAYS'],
  ['volatilty', 'TICKS'],
])('a word with one wrong, missing, doubled or swapped letter finds its function: %s', (query, id) => {
  expect(findFunctionsByOneWord(query, TEXTS, 'en').map((one) => one.id)).toContain(id);
});

test('a search uses the words of its own language and English, not those of other languages', () =>
  expect(found('Wechselkurs', 'fr')).toEqual([]));

test('an empty search and unknown words find nothing', () =>
  expect([found(''), found(' '), found('no such thing')]).toEqual([[], [], []]));

test('functions are found by their names before the help texts have loaded', () =>
  expect(findFunctions('quote', undefined, 'en').map(({ id }) => id)).toEqual(['QUOTE']));

test.each(TRAITS.map(({ id }) => id))('%s has words in every language', (id) => {
  for (const words of Object.values(TEXTS.get(id)!.words) as string[])
    expect(words.split(',').filter((word) => word.trim() !== '').length).toBeGreaterThanOrEqual(2);
});

test.each(['SETTLE', 'WORKDAY', 'NETWORKDAYS'])('%s says beside its name that its days are not those of banks', (id) =>
  expect(TEXTS.get(id)!.summary).toContain('Do not use it for currencies'),
);

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
  ])('%j: %s', (query, found) => expect(read(query)).toBe(found));

  test.each([
    ['DAX täglich 2026', 'de', 'DAX | day | 2026-01-01 to 2027-01-01 | time,close'],
    ['CAC février 2026', 'fr', 'CAC | day | 2026-02-01 to 2026-03-01 | time,close'],
    ['NKY 日足 2026', 'ja', 'NKY | day | 2026-01-01 to 2027-01-01 | time,close'],
    ['DAX daily', 'de', 'DAX | day | 2026-01-01 to 2027-01-01 | time,close'],
  ])('%j in %s: %s', (query, language, found) => expect(read(query, language)).toBe(found));

  test.each(['SPX', 'apple', 'daily 2026', '2026', 'history', 's&p 500', ''])(
    '%j has no words about time, or only those',
    (query) => expect(read(query)).toBeUndefined(),
  );
});

test('a short word that is only near a function’s name finds nothing', () => {
  expect(findFunctionsByOneWord('nothing like this', TEXTS, 'en')).toEqual([]);
});

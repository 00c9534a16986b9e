import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { bodyError, networkError, redirectError, statusError, timeoutError } from '../../../../src/api/service-error';
import { pauseError } from '../../../../src/api/transport/refusals';
import { misnamedArgument, wrongArgument } from '../../../../src/core/errors';
import { oneOf } from '../../../../src/core/nearest';
import { nothingGiven } from '../../../../src/functions/parameters/values';
import { english, LANGUAGES, loadLanguage, REASONS } from '../../../../src/taskpane/texts/language';

const CODES = Object.keys(LANGUAGES);
const SOURCE = path.join(__dirname, '../../../../src');

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

test('every language has the same sentences, with the same placeholders', async () => {
  expect(Object.keys(REASONS).sort()).toEqual([...CODES].sort());
  const known = Object.keys(await REASONS.de!());
  expect(known.length).toBeGreaterThan(50);
  for (const code of CODES) {
    const reasons = await REASONS[code]!();
    expect([code, Object.keys(reasons)]).toEqual([code, known]);
    const differing = Object.entries(reasons).filter(
      ([said, text]) => placeholders(said).join() !== placeholders(text).join(),
    );
    expect(differing).toEqual([]);
  }
});

test('every sentence is one that the source makes', async () => {
  const source = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.help)\.tsx?$/.test(name))
    .map((name) => readFileSync(path.join(SOURCE, name), 'utf8').replaceAll("\\'", "'"))
    .join('\n');
  const parts = Object.keys(await REASONS.de!()).flatMap((sentence) => sentence.split(/[()]|\{\w+\}|: /));
  expect(parts.filter((part) => /\p{L}{3}/u.test(part) && !source.includes(part.trim()))).toEqual([]);
});

describe.each(CODES)('in %s', (code) => {
  test.each([
    ...[400, 401, 403, 404, 408, 418, 500].map((status) => statusError(status).message),
    pauseError(429, undefined).message,
    pauseError(429, 300_000).message,
    pauseError(503, 20_000).message,
    networkError('https://api.example.com').message,
    timeoutError('https://api.example.com', 30_000).message,
    redirectError('https://api.example.com').message,
    wrongArgument('limit', 200, 'a whole number from 1 to 100').message,
    wrongArgument('fields', 'bidd', oneOf('bidd', ['bid', 'ask'])).message,
    misnamedArgument('mics', 'NYSE', 'a MIC code', 'XNYS').message,
    ...['a date such as "2026-11-20"', 'a currency code such as "EUR"', 'a ticker such as "AAPL", or a range'].map(
      (what) => nothingGiven('start', what).message,
    ),
    bodyError('a web page instead of data (404)').message,
    'fields: "x" is refused; the service says "no" (422)',
    'fields: the service says "no" (422)',
    'The service sent no "mid": recalculate, or tell your provider',
    'The service sent a "mid" that is not a number: recalculate, or tell your provider',
    'There are no trading sessions of XNYS from 2026-11-20 to 2026-11-21: give other dates',
    'fields: "mid@EUR" is not a field: multiply the price by MD.CONVERT(1,"USD","EUR"), whose rate has its own time',
  ])('there is a sentence for “%s”, without English in it', async (message) => {
    const said = (await loadLanguage(code)).reason(message);
    expect(said).toMatch(/\p{L}{2}/u);
    expect(said).not.toMatch(/\b(?:the|is not|one of|such as|recalculate|says)\b/);
  });
});

describe('the reason of an error', () => {
  test('keeps the names and values in it', async () => {
    const german = await loadLanguage('de-DE');
    expect(german.reason('"EURXXX" has no quote in currencies: check the spelling and the area')).toBe(
      '„EURXXX“ hat keinen Kurs in currencies: Prüfen Sie Schreibweise und Bereich',
    );
    expect(german.reason(wrongArgument('limit', 200, 'a whole number from 1 to 100').message)).toBe(
      'limit: 200 passt nicht; möglich: eine ganze Zahl von 1 bis 100',
    );
    expect(german.reason(wrongArgument('fields', 'bidd', oneOf('bidd', ['bid', 'ask'])).message)).toBe(
      'fields: "bidd" passt nicht; möglich: eines von bid, ask (meinten Sie „bid“?)',
    );
  });

  test('is not known if nobody has translated it, nor in English', async () => {
    expect((await loadLanguage('de')).reason('The moon is in the way')).toBeUndefined();
    expect(english().reason('The refresh was stopped')).toBeUndefined();
  });
});

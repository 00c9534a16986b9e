import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { bodyError, networkError, redirectError, statusError, timeoutError } from '../../../../src/api/service-error';
import { pauseError } from '../../../../src/api/transport/refusals';
import { errorSentences } from '../../../../src/build/error-sentences';
import { misnamedArgument, wrongArgument } from '../../../../src/core/errors';
import { oneOf } from '../../../../src/core/nearest';
import { HELP } from '../../../../src/functions/generated/help-texts';
import { nothingGiven } from '../../../../src/functions/parameters/values';
import {
  english,
  Language,
  LANGUAGES,
  loadLanguage,
  patternOf,
  REASONS,
} from '../../../../src/taskpane/texts/language';

const CODES = Object.keys(LANGUAGES);
const SOURCE = path.join(__dirname, '../../../../src');

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

test('every language has the same sentences, with the same placeholders', async () => {
  expect(Object.keys(REASONS).sort()).toEqual([...CODES].sort());
  const known = Object.keys(await REASONS.de!()).sort();
  expect(known.length).toBeGreaterThan(50);
  for (const code of CODES) {
    const reasons = await REASONS[code]!();
    expect([code, Object.keys(reasons).sort()]).toEqual([code, known]);
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
    .join('\n')
    // Texts that stand on several lines.
    .replaceAll(/['"`] \+\s+['"`]/g, '');
  const parts = Object.keys(await REASONS.de!()).flatMap((sentence) => sentence.split(/[()]|\{\w+\}|: /));
  expect(parts.filter((part) => /\p{L}{3}/u.test(part) && !source.includes(part.trim()))).toEqual([]);
});

/** Sentences that stay in English, and why; … for what is only known when it happens. */
const IN_ENGLISH: Readonly<Record<string, string>> = {
  'The database is not the one of this archive': 'the archive then makes another',
  'The pane could not be loaded: close the workbook and open it again.': 'there is no pane to translate it',
  'The snapshot of … was missed…': 'has two, with a reason and without',
  'This Excel does not sign its add-ins in': 'another way to sign in is tried then',
};

/** In Chinese, these are what is left of a sentence that is translated in part. All languages have the same sentences. */
const ENGLISH =
  /(?<![\w.])(?:a|an|and|are|as|at|before|for|from|give|is|its|no|not|of|or|such|than|that|the|their|to|which|with)(?![\w.])/i;

/** The sentences without a translation, or with one that leaves a part in English. Arguments' names at the start count as none. */
async function untranslated(sentences: readonly string[]): Promise<string[]> {
  const chinese = await loadLanguage('zh');
  return [...new Set(sentences)].filter((sentence) => {
    const said = chinese.reason(sentence);
    return said === undefined || ENGLISH.test(said.replace(/^\w+[：:]|MD for Excel/, ''));
  });
}

/** Of those, the ones that are not listed. */
const lacking = async (sentences: readonly string[]): Promise<string[]> =>
  (await untranslated(sentences)).filter((sentence) => !Object.hasOwn(IN_ENGLISH, sentence));

test('every sentence that a cell can show has a translation, whole, except those that are listed', async () => {
  const sentences = errorSentences(SOURCE, HELP).map(({ sentence }) => sentence);
  expect(sentences.length).toBeGreaterThan(150);
  expect(await lacking(sentences)).toEqual([]);
});

/** Pages that show their sentences in each language themselves. */
const HAVE_THEIR_OWN = ['office/no-office.ts', 'office/sign-in-page.ts'];

/** Texts of three words or more that begin as a sentence does, with … for what is only known when it happens. */
function sentencesIn(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isTemplateExpression(node))
      found.push(node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join(''));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(path.join(SOURCE, file), 'utf8'), ts.ScriptTarget.Latest, true));
  return found.filter((text) => /^(?:[A-Z]|…:? |["“]…["”] |…: )\S* \S+ \S+/.test(text) && /[a-z]{3}/.test(text));
}

const ofThePane = (): string[] =>
  ['app', 'office', 'api/interface']
    .flatMap((room) =>
      readdirSync(path.join(SOURCE, room), { recursive: true, encoding: 'utf8' })
        .filter((name) => /(?<!\.help)\.tsx?$/.test(name))
        .map((name) => path.join(room, name)),
    )
    .filter((file) => !HAVE_THEIR_OWN.includes(file))
    .flatMap(sentencesIn);

test('every sentence that the pane can show has a translation, except those that are listed', async () => {
  const sentences = ofThePane();
  expect(sentences.length).toBeGreaterThan(80);
  expect(await lacking(sentences)).toEqual([]);
});

const filled = (english: string): string => english.replace(/\{\w+\}/g, '…');

test('if two translations fit a sentence, one of them covers more of it, whatever the order of lines', async () => {
  const patterns = Object.keys(await REASONS.de!()).map((english) => [english, patternOf(english)] as const);
  const sentences = [...errorSentences(SOURCE, HELP).map(({ sentence }) => sentence), ...ofThePane()];
  const equals = new Set<string>();
  for (const sentence of [...sentences, ...patterns.map(([english]) => filled(english))]) {
    const fitting = patterns.filter(([, pattern]) => pattern.test(sentence));
    // Of a pair, the one that says less fits all that the other fits: the choice is none between equals.
    for (const [one, pattern] of fitting)
      for (const [other, otherPattern] of fitting)
        if (one < other && !pattern.test(filled(other)) && !otherPattern.test(filled(one)))
          equals.add(`${one} | ${other} | ${sentence}`);
  }
  expect([...equals]).toEqual([]);
});

test('a sentence that is listed as untranslated is made by the source, and is shown in English', async () => {
  const said = new Set([...ofThePane(), ...errorSentences(SOURCE, HELP).map(({ sentence }) => sentence)]);
  const listed = Object.keys(IN_ENGLISH);
  expect(listed.filter((sentence) => !said.has(sentence))).toEqual([]);
  expect(await untranslated(listed)).toEqual(listed);
});

describe.each(CODES)('in %s', (code) => {
  test.each([
    ...[400, 401, 403, 404, 408, 418, 500].map((status) => statusError(status).message),
    pauseError({ status: 429, body: '' }, undefined, { apiKey: '' }).message,
    pauseError({ status: 429, body: '' }, 300_000, { apiKey: '' }).message,
    pauseError({ status: 503, body: '' }, 20_000, { apiKey: '' }).message,
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
    'limit: 500 is not from 1 to 100',
    'filter: "contry" is not one of country (did you mean "country"?); write "country=us", or a plain word to search for',
    'fields: "bidd" is not a field of the interval "tick", one of time, bid (did you mean "bid"?)',
    'pick: "nam" is not in the answer; give one of name, mic (did you mean "name"?)',
    'start, end: more than 200,000 ticks lie behind these bars; give a shorter window or a smaller limit',
    '/stocks/filings has nothing to show: check the parameters and the pick',
    'symbols: a block of 2 × 3 cells has no room for headers; leave headers out, or give a column or a row',
    '"VOD.L" names an exchange, which symbols do not have here: "stocks:VOD" may be another company; check its name in the MD pane',
    'AAPL: the newest 20 filings are shown; give a limit of up to 100 for more',
    '/stocks/symbols: the service went on with empty pages, so there may be more than is shown',
    'GOOG: its filings are under the ticker GOOGL',
    'The service sent filings of MSFT instead of AAPL: check the names of parameters in the MD pane',
    'Refresh all: 3 cells refreshed; 1 not (the first: The refresh was stopped)',
    'The snapshot of Friday was missed: The spreadsheet did not show the new values within a minute',
    'The service publishes no description of itself (404): import the names from a file',
    'fields: "mid@EUR" is not a field: multiply the price by MD.CONVERT(1,"USD","EUR"), whose rate has its own time',
  ])('there is a sentence for “%s”, without English in it', async (message) => {
    const said = (await loadLanguage(code)).reason(message);
    expect(said).toMatch(/\p{L}{2}/u);
    expect(said).not.toMatch(/\b(?:the|is not|one of|such as|recalculate|says)\b/);
  });
});

describe('the reason of an error', () => {
  test('is the same in whatever order the translations stand', async () => {
    const reasons = Object.entries(await REASONS.fr!());
    const { texts } = await loadLanguage('fr');
    const [ordered, reversed] = [reasons, reasons.toReversed()].map(
      (lines) => new Language('fr', texts, 'fr', Object.fromEntries(lines)),
    );
    for (const { sentence } of errorSentences(SOURCE, HELP))
      expect(reversed!.reason(sentence)).toBe(ordered!.reason(sentence));
  });

  test('keeps the names and values in it, and names areas as the pane does', async () => {
    const german = await loadLanguage('de-DE');
    expect(
      german.reason('"EURXXX" has no quote in currencies: search for it in the MD pane, or name another area'),
    ).toBe('„EURXXX“ hat keinen Kurs in Währungen: Suchen Sie danach, oder nennen Sie einen anderen Bereich');
    expect(german.reason(wrongArgument('limit', 200, 'a whole number from 1 to 100').message)).toBe(
      'limit: 200 passt nicht; nötig ist eine ganze Zahl von 1 bis 100',
    );
    expect(german.reason(wrongArgument('fields', 'bidd', oneOf('bidd', ['bid', 'ask'])).message)).toBe(
      'fields: "bidd" passt nicht; nötig ist eines von bid, ask (meinten Sie „bid“?)',
    );
  });

  test('has its numbers in the user’s notation: 1,700 requests would be 1.7 in German', async () => {
    const said = 'About 1,700 more requests: allow it in the MD pane';
    expect((await loadLanguage('de-DE')).reason(said)).toMatch(/^Noch etwa 1\.700 Anfragen/);
    expect((await loadLanguage('ja-JP')).reason(said)).toContain('1,700');
    expect((await loadLanguage('de-DE')).reason('limit: 2500.5 is not a whole number from 1 to 100')).toMatch(
      /^limit: 2500,5 /,
    );
    // Digits alone may be a name, and these are none in English.
    expect(
      (await loadLanguage('de-DE')).reason('{what}: the first 3 rows from 1,70 are shown; give a limit for more'),
    ).toContain('1,70 ');
  });

  test('has no translation, not even an English one, if nobody has written it', async () => {
    expect((await loadLanguage('de')).reason('The moon is in the way')).toBeUndefined();
    expect(english().reason('The refresh was stopped')).toBeUndefined();
  });
});

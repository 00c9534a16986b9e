import { englishNumber } from '../../../../src/taskpane/texts/typed';
import en from '../../../../src/taskpane/texts/en.json';
import {
  asTag,
  Language,
  type Text,
  english,
  LANGUAGES,
  LATE_TEXTS,
  loadLanguage,
} from '../../../../src/taskpane/texts/language';

const CODES = Object.keys(LANGUAGES);

type Sections = Readonly<Record<string, Readonly<Record<string, Text>>>>;

const placeholders = (text: Text): string[] => [...new Set(JSON.stringify(text).match(/\{\w+\}/g))].sort();
/** The keys with the placeholders of their texts, without the order of the lines. */
const shapeOf = (texts: Readonly<Record<string, Text>>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, placeholders(text)]));

describe.each<[string, (code: string) => Promise<Sections>]>([
  ['the pane', async (code) => (code === 'en' ? en : await LANGUAGES[code]!())],
  ['what the pane loads late', (code) => LATE_TEXTS[code]!()],
])('the texts of %s', (_, textsIn) => {
  test.each(CODES)(
    'in %s are others than in English, with the same keys and placeholders, and none is empty',
    async (code) => {
      const [texts, english] = [await textsIn(code), await textsIn('en')];
      expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
      for (const [section, expected] of Object.entries(english)) {
        expect(texts[section]).not.toEqual(expected);
        expect([section, shapeOf(texts[section]!)]).toEqual([section, shapeOf(expected)]);
        expect([section, JSON.stringify(texts[section])]).toEqual([section, expect.not.stringMatching(/"\s*"/)]);
      }
    },
  );

  test('in English no long sentence stands in two places: one would be that of the other', async () => {
    const sentences = Object.values(await textsIn('en'))
      .flatMap((section) => Object.values(section))
      .filter((text) => typeof text === 'string' && text.length > 60);
    expect(sentences).toEqual([...new Set(sentences)]);
  });
});

describe('the language of a user', () => {
  test.each([
    ['de-CH', 'de'],
    ['zh-Hans-CN', 'zh'],
    ['fr_FR', 'fr'],
    ['JA', 'ja'],
    ['nl-NL', 'en'],
    ['', 'en'],
    ['constructor', 'en'],
  ])('with the locale "%s" is %s', async (tag, code) => expect((await loadLanguage(tag)).code).toBe(code));

  test.each([
    ['de-CH', 'de-CH'],
    ['de_AT.UTF-8', 'de-AT'],
    ['en-US@posix', 'en-US'],
    ['sr_RS@latin', 'sr-RS'],
    ['C', 'en-US'],
    ['C.UTF-8', 'en-US'],
    ['', 'en-US'],
    ['x-klingon', 'en-US'],
  ])('that the computer calls "%s" is "%s" for formats', (language, tag) => expect(asTag(language)).toBe(tag));

  test('writes times of cells as the user does, in UTC, and those of midnight as dates', async () => {
    const german = await loadLanguage('de_DE.UTF-8');
    const at = Date.UTC(2026, 10, 20);
    expect([german.cellTime(at), german.cellTime(at + 52_205_000)]).toEqual(['20.11.2026', '20.11.2026, 14:30:05']);
  });

  test('is English if its texts cannot be loaded', async () =>
    expect((await loadLanguage('de', { de: () => Promise.reject(new Error('gone')) })).code).toBe('en'));

  test('is English if its texts have not come after ten seconds', async () => {
    jest.useFakeTimers();
    try {
      const opening = loadLanguage('de', { de: () => new Promise(() => undefined) });
      await jest.advanceTimersByTimeAsync(10_000);
      expect((await opening).code).toBe('en');
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('a filled text', () => {
  test('includes values, with numbers in the format of the user', async () => {
    const german = await loadLanguage('de-DE');
    expect(german.fill('{a} und {b}', { a: 'x', b: 1234567.5 })).toBe('x und 1.234.567,5');
  });

  test.each([
    [0, '0 rows'],
    [1, '1 row'],
    [2, '2 rows'],
  ])('uses the form for %d', (count, text) => expect(english().fill(en.functions.rows, { count })).toBe(text));

  test('uses the singular for zero in French', async () => {
    const french = await loadLanguage('fr');
    expect(french.fill(french.texts.functions.rows, { count: 0 })).toBe('0 ligne');
  });

  test('keeps placeholders without a value', () => expect(english().fill('{what}')).toBe('{what}'));

  test('shows every digit of a price', () => {
    expect(english().decimal(0.000012345678)).toBe('0.000012345678');
    expect(english().decimal(123456.789)).toBe('123456.789');
  });

  test.each([
    [1.0842999999999998, '0.0000', '1.0843'],
    [1.5, '[Red][>=2]0.00##;0.00##', '1.50'],
    [-12345.678, '#,##0.00;[Red]-#,##0.00', '-12,345.68'],
    [0.125, '+0.0%;-0.0%', '12.5%'],
    [3, '[$€-407] #,##0', '3'],
    [1.0842999999999998, 'General', '1.0843'],
    [123456789012.5, 'General', '123456789012.5'],
    [0.000012345678, '0.00E+00', '0.000012345678'],
    [46348, 'dd "of" mmm', '46348'],
  ])('writes %d in the format %s as its cell does', (value, format, expected) => {
    expect(english().figure(value, format)).toBe(expected);
  });

  test.each([
    [1200000, '#,##0.00', '1,200,000.00'],
    [1.0855, '[Red][>=1.0855]0.00;0.00', '1.0855'],
    [0.0525, '0%', '5.25%'],
    [0.000012345678, 'General', '0.000012345678'],
    [1.5, 'dd "of" mmm', '1.5'],
  ])('writes the level %d in the format %s, and never rounds it', (level, format, expected) => {
    expect(english().figure(level, format, true)).toBe(expected);
  });
});

test.each([
  ['de-DE', '86.410', '86410'],
  ['de-DE', '90000,5', '90000.5'],
  ['de-DE', '86.41', '86.41'],
  ['de-CH', '86’410.5', '86410.5'],
  ['fr-FR', '86 410,5', '86410.5'],
  ['es-ES', '1.410', '1410'],
  ['en-US', '86,410.5', '86410.5'],
  ['ja-JP', '86.410', '86.410'],
])('a number typed in %s as %s is read as the pane writes numbers', (tag, typed, number) => {
  const { numberMarks } = new Language(tag.slice(0, 2), en, tag);
  expect(englishNumber(typed, { listSeparator: ',', numberMarks })).toBe(number);
});

describe('a text that depends on a number', () => {
  const polish = new Language('pl', en, 'pl-PL');
  const cells = { one: '{count} komórka', few: '{count} komórki', many: '{count} komórek', other: '{count} komórki' };

  test.each([
    [1, '1 komórka'],
    [3, '3 komórki'],
    [5, '5 komórek'],
    [22, '22 komórki'],
  ])('has the form of %d in a language with four of them', (count, text) => {
    expect(polish.fill(cells, { count })).toBe(text);
  });

  test('has one form for every number in a language without plural forms', () =>
    expect(new Language('ja', en, 'ja').fill({ other: '{count} 件' }, { count: 1 })).toBe('1 件'));
});

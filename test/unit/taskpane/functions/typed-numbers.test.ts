import { convert } from '../../../../src/functions/convert';
import { formulaText } from '../../../../src/taskpane/functions/formula';
import { createTestSession, show } from '../../../support/evaluate';
import type { Culture } from '../../../../src/app/workbook/formulas';

const culture = (listSeparator: string, decimal: string, thousands: string): Culture => ({
  listSeparator,
  numberMarks: { decimal, thousands },
});

const NARROW_SPACE = '\u{202F}';
const WIDE_SPACE = '\u{A0}';

const CULTURES = {
  English: culture(',', '.', ','),
  German: culture(';', ',', '.'),
  Swiss: culture(',', '.', '’'),
  French: culture(';', ',', NARROW_SPACE),
  Spanish: culture(';', ',', '.'),
  Mexican: culture(',', '.', ','),
  Japanese: culture(',', '.', ','),
  Chinese: culture(',', '.', ','),
} as const;

/** The argument in the formula; false if the entry stays a text, which the function refuses. */
const ENTRIES: readonly (readonly [keyof typeof CULTURES, string, string | false])[] = [
  ['English', '10000', '10000'],
  ['English', '10,000', '10000'],
  ['English', '10.000', '10.000'],
  ['English', '1,234,567.89', '1234567.89'],
  ['English', '-1,250', '-1250'],
  ['English', '2,5', false],
  ['English', '1,50', false],
  ['English', '1.234,56', false],
  ['English', '1,00,000', false],
  ['English', '=MAX(10,000)*1.5', 'MAX(10,000)*1.5'],
  ['German', '10000', '10000'],
  ['German', '10.000', '10000'],
  ['German', '10,000', '10.000'],
  ['German', '1.234.567,89', '1234567.89'],
  ['German', '-1.250', '-1250'],
  ['German', '2,5', '2.5'],
  ['German', '2.5', '2.5'],
  ['German', '0.125', '0.125'],
  ['German', '10 000', '10000'],
  ['German', '1,234.56', '1234.56'],
  ['German', '=10.000*2', false],
  ['German', '=1.234,56*2', false],
  ['German', '=MAX(2,5;A1)', 'MAX(2.5,A1)'],
  ['Swiss', '10’000', '10000'],
  ['Swiss', "10'000.50", '10000.50'],
  ['Swiss', '10.000', '10.000'],
  ['Swiss', '10,000', false],
  ['Swiss', '=MAX(2.5;A1)', 'MAX(2.5,A1)'],
  ['Swiss', '=MAX(2,5;A1)', false],
  ['French', '10000', '10000'],
  ['French', `10${NARROW_SPACE}000`, '10000'],
  ['French', `10${WIDE_SPACE}000,5`, '10000.5'],
  ['French', '1 234 567,89', '1234567.89'],
  ['French', '10,000', '10.000'],
  ['French', '10.000', false],
  ['French', '10.5', '10.5'],
  ['French', '1.234.567', '1234567'],
  ['French', '10 00', false],
  ['French', '=10.000*2', false],
  ['French', '=SUM(A1:A3;0,5)', 'SUM(A1:A3,0.5)'],
  ['Spanish', '10.000', '10000'],
  ['Spanish', '10,000', '10.000'],
  ['Spanish', '10 000,25', '10000.25'],
  ['Spanish', '1.000.000', '1000000'],
  ['Spanish', '1.00.000', false],
  ['Spanish', '=A1*1,5', 'A1*1.5'],
  ['Mexican', '10,000', '10000'],
  ['Mexican', '10.000', '10.000'],
  ['Mexican', '10,5', false],
  ['Japanese', '10,000', '10000'],
  ['Japanese', '１０，０００', '10000'],
  ['Japanese', '２.５', '2.5'],
  ['Japanese', '−3.5', '-3.5'],
  ['Japanese', '1万', false],
  ['Japanese', '10,00', false],
  ['Chinese', '10,000.5', '10000.5'],
  ['Chinese', '１２３', '123'],
  ['Chinese', '10 000', '10000'],
  ['Chinese', '1.2.3', false],
  ['Chinese', '1e3', '1e3'],
  ['Chinese', '', ''],
];

const amountIn = (entry: string, typing: Culture): string =>
  /^=MD\.CONVERT\((.*)\)$/s.exec(formulaText(convert, { amount: entry }, typing))![1]!;

describe('an amount that is typed into the builder', () => {
  test.each(ENTRIES)('in %s Excel as %j is %j in the formula', (name, entry, written) => {
    expect(amountIn(entry, CULTURES[name])).toBe(written === false ? `"${entry}"` : written);
  });

  test.each(ENTRIES.filter(([, , written]) => written === false))(
    'and is refused by the function in %s Excel as %j, so that nothing is guessed',
    async (_, entry) => {
      expect(await show(createTestSession(), 'CONVERT', entry, 'EUR', 'USD')).toMatch(/^#VALUE!: amount: /);
    },
  );

  test.each<[string, Culture, string | false]>([
    ['10.000', { listSeparator: ';' }, false],
    ['10,000', { listSeparator: ';' }, false],
    ['10.000', { listSeparator: ',' }, false],
    ['2,5', { listSeparator: ';' }, '2.5'],
    ['2.5', { listSeparator: ';' }, '2.5'],
    ['2.5', { listSeparator: ',' }, '2.5'],
    ['10 000', { listSeparator: ',' }, '10000'],
    ['1250', { listSeparator: ';' }, '1250'],
  ])('as %s, before Excel has said how numbers are written (%j), is %j', (entry, typing, written) => {
    expect(amountIn(entry, typing)).toBe(written === false ? `"${entry}"` : written);
  });
});

test('a text in a cell that can be read as two numbers is refused by the function', async () => {
  expect(await show(createTestSession(), 'CONVERT', '10.000', 'EUR', 'USD')).toBe(
    '#VALUE!: amount: "10.000" is not a number: it reads in two ways',
  );
});

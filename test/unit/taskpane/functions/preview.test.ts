import { CellError } from '../../../../src/core/errors';
import type { Outcome } from '../../../../src/functions/evaluate/invoke';
import { CATALOG } from '../../../../src/functions/catalog';
import { Cancellation } from '../../../../src/core/cancellation';
import { createTestSession } from '../../../support/evaluate';
import { evaluate, previewSaid } from '../../../../src/taskpane/functions/preview';
import { english } from '../../../../src/taskpane/texts/language';

const wrong = new CellError('#VALUE!', 'limit: 200 is too large');
const known = (outcome: Outcome, moreRows?: number) =>
  previewSaid({ is: 'known', outcome, moreRows }, '1900', english());

test.each<[string, ReturnType<typeof known>, ReturnType<typeof known>]>([
  ['its only value', known([[1.5]]), ['Result: 1.5']],
  ['its size', known([[1, 2, 3]]), ['Result: 1 row, 3 columns']],
  ['that it is a beginning', known([[1], [2]], 10), [expect.stringContaining('first ticks alone')]],
  ['an error, in English', known(wrong), ['#VALUE! limit: 200 is too large', 'en']],
  ['an error among values', known([[1], [wrong]]), ['#VALUE! limit: 200 is too large', 'en']],
  [
    'that only the sheet can tell',
    previewSaid({ is: 'unknown' }, '1900', english()),
    ['The result shows once the formula is in a cell.'],
  ],
  ['nothing while it calculates', previewSaid({ is: 'calculating' }, '1900', english()), undefined],
])('a preview announces %s', (_, said, wanted) => expect(said).toEqual(wanted));

test.each([
  ['texts that are joined', 'QUOTE', { symbols: '="EUR"&"USD"' }],
  ['arrays that are joined', 'QUOTE', { symbols: '={"EUR"}&{"USD"}' }],
  ['a calculation with today', 'WORKDAY', { start: '=TODAY()-DAY(TODAY())', days: '1', mics: 'XNYS' }],
  ['a calculation within a date', 'WORKDAY', { start: '=DATE(YEAR(TODAY()),1,1)', days: '1', mics: 'XNYS' }],
  ['one result for each cell of a range', 'CONVERT', { amount: '=A1:A3', from: 'EUR', to: 'USD' }],
])('a preview leaves to the sheet %s', async (_, id, entries) => {
  const session = createTestSession();
  await session.ready;
  const declaration = CATALOG.find((one) => one.id === id)!;
  expect(await evaluate(declaration, entries, session, new Cancellation(), session.host.workbook)).toBeUndefined();
});

import type { Matrix } from '../../../src/core/cell';
import { CellError } from '../../../src/core/errors';
import { Features } from '../../../src/office/features';
import { createTestSession, evaluate, show } from '../../support/evaluate';
import { createStubService, status } from '../../support/stub-service';
import { excelCell } from '../../../src/office/to-excel';

const service = createStubService();
const isOk = async (range: unknown): Promise<unknown> => {
  const shown = await show(createTestSession({ service }), 'COMPLETE', range);
  return Array.isArray(shown) ? shown[0]![0] : shown;
};

test.each([
  [
    'numbers, 0 among them',
    [
      [1.5, 0],
      [-2, 3],
    ],
  ],
  ['texts and flags', [['Open', true, false]]],
  ['a single value', 7],
  ['a symbol with a colon', 'stocks:AAPL'],
  ['dates with their format', [[{ type: 'FormattedNumber', basicValue: 46346, numberFormat: 'yyyy-mm-dd' }]]],
  [
    'a place, which has no symbol',
    [[{ type: 'LinkedEntity', basicType: 'Error', basicValue: '#VALUE!', text: 'Bavaria', properties: {} }]],
  ],
  ['a picture', [[{ type: 'WebImage', basicType: 'Error', basicValue: '#VALUE!', address: 'https://x' }]]],
  ['a quote with its properties', [[{ type: 'Double', basicValue: 1.5, properties: { asOf: { type: 'Double' } } }]]],
])('MD.COMPLETE is TRUE if every cell holds a value: %s', async (_, range) => expect(await isOk(range)).toBe(true));

test.each([
  ['a blank', [[1, null]]],
  ['an empty text', [[1, '']]],
  ['a text that contains only spaces', [[1, '  ']]],
  ['an error', [[1, new CellError('#N/A')]]],
  ['an error as Excel passes it', [[1, { type: 'Error', basicType: 'Error', basicValue: '#N/A' }]]],
  ['a pending value', [[1, new CellError('#GETTING_DATA')]]],
  ['a number that is a last value', [[1, { type: 'Double', basicValue: 1.5, numberFormat: '#,##0.00" ⏱ 12:03"' }]]],
  [
    'a number that is a last value by its properties',
    [[{ type: 'Double', basicValue: 1.5, properties: { lastValue: {} } }]],
  ],
  ['a text that is a last value', [['Open ⏱ 12:03']]],
  ['a row without cells', [[]]],
])('MD.COMPLETE is FALSE if one cell is %s', async (_, range) => expect(await isOk(range)).toBe(false));

const column = (...used: unknown[]): unknown[][] =>
  Array.from({ length: 2 ** 20 }, (_, row) => [row < used.length ? used[row] : null]);
const row = (...used: unknown[]): unknown[][] => [
  Array.from({ length: 2 ** 14 }, (_, at) => (at < used.length ? used[at] : null)),
];

test.each([
  ['a whole column', column(1, 2), column(1, null, 2), column()],
  ['a whole row', row(1, 2), row(1, null, 2), row()],
])('MD.COMPLETE of %s counts the part in use', async (_, full, broken, blank) => {
  for (const [range, verdict] of [
    [full, true],
    [broken, false],
    [blank, false],
  ])
    expect(await isOk(range)).toBe(verdict);
});

test('MD.COMPLETE must be given a range', async () =>
  expect(await isOk(undefined)).toBe('#VALUE!: range: nothing was given; give the cells that a verdict rests on'));

test.each(['A1:A5', 'Data!$B$2:$C$9', "'My sheet'!A1:A9"])(
  'MD.COMPLETE refuses a range in quotation marks: %j',
  async (text) => {
    for (const argument of [text, [[text]]])
      expect(await isOk(argument)).toBe(`#VALUE!: range: "${text}" is not a range: write it without quotation marks`);
  },
);

test('MD.COMPLETE sends no request', async () => {
  await isOk([[1, 2]]);
  expect(service.requests).toEqual([]);
});

test('MD.COMPLETE recognises the last value of a quote while the service fails, as Excel passes it', async () => {
  let isDown = false;
  let now = 0;
  const failing = createStubService({
    '/currencies/quotes': () => (isDown ? status(500) : { items: [{ symbol: 'EURUSD', mid: 1.5, timestamp: 1 }] }),
  });
  const session = createTestSession({ service: failing, now: () => now });
  await session.ready;
  await session.save({ onFailure: 'last-value' });
  const handedOver = async (): Promise<unknown> =>
    excelCell(((await evaluate(session, 'QUOTE', 'EURUSD')) as Matrix)[0]![0], new Features(() => true));
  expect(await show(session, 'COMPLETE', [[await handedOver()]])).toEqual([[true]]);
  isDown = true;
  now = 60_000;
  expect(await show(session, 'COMPLETE', [[await handedOver()]])).toEqual([[false]]);
});

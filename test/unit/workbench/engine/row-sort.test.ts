import fc from 'fast-check';
import { AN_ERROR, hasHeadings, orderOf, type SortValue } from '../../../../src/workbench/engine/row-sort';
import { moved } from '../../../../src/workbench/xlsx/formulas';

const sorted = (values: readonly SortValue[], isDescending = false): SortValue[] =>
  orderOf(
    values.map((value) => [value]),
    [{ column: 0, isDescending }],
  ).map((index) => values[index]!);

const MIXED: readonly SortValue[] = [null, AN_ERROR, true, 'b', 10, '', 'A', false, -2, null];

test('numbers come before texts, texts before FALSE and TRUE, these before errors, and blanks last', () =>
  expect(sorted(MIXED)).toEqual([-2, 10, '', 'A', 'b', false, true, AN_ERROR, null, null]));

test('in descending order blanks are still last', () =>
  expect(sorted(MIXED, true)).toEqual([AN_ERROR, true, false, 'b', 'A', '', 10, -2, null, null]));

test('texts are compared without regard to case, and equal rows keep their order', () => {
  const rows = [
    ['eurusd', 1],
    ['EURUSD', 2],
    ['AUDUSD', 3],
    ['EurUsd', 4],
  ];
  expect(orderOf(rows, [{ column: 0, isDescending: false }])).toEqual([2, 0, 1, 3]);
  expect(orderOf(rows, [{ column: 0, isDescending: true }])).toEqual([0, 1, 3, 2]);
});

test('a further key decides among rows that the keys before it find equal', () => {
  const rows = [
    ['USD', 1],
    ['EUR', 2],
    ['USD', 3],
    ['EUR', null],
  ];
  const keys = [
    { column: 0, isDescending: false },
    { column: 1, isDescending: true },
  ];
  expect(orderOf(rows, keys)).toEqual([1, 3, 2, 0]);
});

test.each<[string, boolean, SortValue[][], boolean]>([
  [
    'texts above numbers',
    true,
    [
      ['Pair', 'Bid'],
      ['EURUSD', 1.05],
    ],
    false,
  ],
  [
    'texts above texts',
    false,
    [
      ['Pair', 'Name'],
      ['EURUSD', 'Euro'],
    ],
    false,
  ],
  [
    'texts above texts that look otherwise',
    true,
    [
      ['Pair', 'Name'],
      ['EURUSD', 'Euro'],
    ],
    true,
  ],
  [
    'texts and a blank above an error',
    true,
    [
      ['Pair', null],
      ['EURUSD', AN_ERROR],
    ],
    false,
  ],
  [
    'a number among texts',
    false,
    [
      ['EURUSD', 1.05],
      ['GBPUSD', 1.2],
    ],
    true,
  ],
  [
    'blanks',
    false,
    [
      [null, null],
      ['GBPUSD', 1.2],
    ],
    true,
  ],
])('%s: headings are guessed: %j', (_, expected, rows, isSetOff) => expect(hasHeadings(rows, isSetOff)).toBe(expected));

/** A sum of products of numbers and references. */
function valueOf(formula: string, cellAt: (address: string) => string): number {
  return formula
    .slice(1)
    .split('+')
    .map((product) =>
      product
        .split('*')
        .map((factor) => {
          if (!/[A-Z]/.test(factor)) return Number(factor);
          const content = cellAt(factor.replaceAll('$', ''));
          return content.startsWith('=') ? valueOf(content, cellAt) : Number(content);
        })
        .reduce((one, other) => one * other, 1),
    )
    .reduce((one, other) => one + other, 0);
}

test('a sort of any table keeps its rows as they are, and puts them in order', () => {
  const factor = fc.integer({ min: -9, max: 9 });
  const row = fc.record({ amount: factor, times: factor, plus: factor });
  const tables = fc.record({ rows: fc.array(row, { minLength: 2, maxLength: 12 }), top: fc.nat(200), rate: factor });
  fc.assert(
    fc.property(tables, fc.boolean(), ({ rows, top, rate }, isDescending) => {
      const [first, rateAt] = [top + 1, `$F$${top + 40}`];
      const before = rows.map(({ amount, times, plus }, index) => {
        const at = first + index;
        return [String(amount), `=A${at}*${times}+${plus}`, `=Model!B${at}+$A${at}*${rateAt}`];
      });
      const valuesOf = (table: readonly (readonly string[])[]): number[][] => {
        const cellAt = (address: string): string => {
          if (address === rateAt.replaceAll('$', '')) return String(rate);
          const [, , letter = '', digits = ''] = /^(Model!)?([A-C])(\d+)$/.exec(address) ?? [];
          return table[Number(digits) - first]!['ABC'.indexOf(letter)]!;
        };
        return table.map((cells) => cells.map((cell) => valueOf(cell.startsWith('=') ? cell : `=${cell}`, cellAt)));
      };
      const values = valuesOf(before);
      const order = orderOf(values, [{ column: 2, isDescending }]);
      const after = order.map((from, to) => before[from]!.map((cell) => moved(cell, to - from, 0, 'Model')));
      expect(valuesOf(after)).toEqual(order.map((from) => values[from]));
      expect([...order].sort((one, other) => one - other)).toEqual(rows.map((_, index) => index));
      const keys = valuesOf(after).map(([, , key]) => key!);
      expect(keys).toEqual([...keys].sort((one, other) => (isDescending ? other - one : one - other)));
    }),
  );
});

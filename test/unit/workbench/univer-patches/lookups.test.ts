import { ArrayValueObject, BaseReferenceObject, NumberValueObject } from '@univerjs/preset-sheets-core';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const bench = new OpenedWorkbook();

/** Of each column the values from row 1 on. */
const COLUMNS = [
  [1, 2, 2, 2, 3, 3, 5, 8, 8, 9],
  [10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
  [5, 3, 9, 1, 7, 3, 11, 2, 9, 4],
  [19, 17, 15, 13, 11, 9, 7, 5, 3, 1],
  ['apple', 'Banana', 'cherry', 'apricot', 'b*d', 'fig?', 'grape', 'apple', '*', 'zoo'],
] as const;

async function calculated(formula: string): Promise<unknown> {
  const rows = COLUMNS[0].map((_, row) => COLUMNS.map((column) => ({ v: column[row]! })));
  const cellData = Object.fromEntries(rows.map((cells, row) => [row, Object.fromEntries(cells.entries())]));
  await bench.openSheet({ cellData: { ...cellData, 20: { 0: { f: formula } } } });
  return bench.valueAt('A21');
}

test.each([
  ['=E1="*"', false],
  ['=E9="*"', true],
  ['="apple"="a*"', false],
  ['=IF(E1="?????",1,2)', 2],
  ['=SUMPRODUCT((E1:E10="*")*1)', 1],
  ['=SUMPRODUCT((E1:E10<>"*")*1)', 9],
  ['="b"<"a*"', false],
  ['=SWITCH("apple","a*",1,"apple",2)', 2],
  ['=XLOOKUP("a*",E1:E10,B1:B10,"none")', 'none'],
  ['=XLOOKUP("*",E1:E10,B1:B10,"none")', 90],
  ['=XMATCH("fig?",E1:E10)', 6],
])('* and ? are letters like others: %s is %s', async (formula, expected) => {
  expect(await calculated(formula)).toBe(expected);
});

test.each([
  ['="ä"<"b"', true],
  ['="Z">="ä"', true],
  // One letter, or a letter and its accent: of two texts only one is larger.
  ['=("é">"e\u0301")<>("e\u0301">"é")', true],
  ['=("é"<="e\u0301")<>("é">"e\u0301")', true],
  ['="~x">"b"', false],
  ['="a"<="A"', true],
  ['=SUM(COUNTIF(E1:E10,{"<ä",">=ä"}))', 10],
  ['=COUNTIF(E1:E10,">é")', 3],
])('texts are in the order of the alphabet: %s is %s', async (formula, expected) => {
  expect(await calculated(formula)).toBe(expected);
});

test.each([
  ['=XLOOKUP("*z*",E1:E10,B1:B10,"none",2)', 100],
  ['=XMATCH("a*",E1:E10,2,-1)', 8],
  ['=XMATCH("fig~?",E1:E10,2)', 6],
  ['=MATCH("b~*d",E1:E10,0)', 5],
  ['=VLOOKUP("gr?pe",E1:E10,1,FALSE)', 'grape'],
  ['=COUNTIF(E1:E10,"a*")', 3],
  ['=SEARCH("b?","abcb")', 2],
  ['=SEARCH("C*e","a cherry (x)")', 3],
  ['=SEARCH("(?)","a cherry (x)",4)', 10],
  ['=SEARCH("~*","b*d")', 2],
  ['=SEARCH("x?","abc")', '#VALUE!'],
  ['=SUM(--ISNUMBER(SEARCH("a*e",E1:E10)))', 3],
])('* and ? stand for others: %s is %s', async (formula, expected) => {
  expect(await calculated(formula)).toBe(expected);
});

test.each([
  ['=MATCH(2,A1:A10,1)', 4],
  ['=MATCH(2,A1:A10)', 4],
  ['=MATCH(8,A1:A10)', 9],
  ['=MATCH(4,A1:A10)', 6],
  ['=MATCH(0,A1:A10)', '#N/A'],
  ['=MATCH(2,A1:A10,0)', 2],
  ['=MATCH(5,A1:A10,-1)', '#N/A'],
  ['=MATCH(12,D1:D10,-1)', 4],
  ['=MATCH(13,D1:D10,-1)', 4],
  ['=MATCH(20,D1:D10,-1)', '#N/A'],
  ['=MATCH(0,D1:D10,-1)', 10],
  ['=MATCH(4,{9,7,3,5,1},-1)', 2],
  ['=MATCH(13,D1:D10,-1)', 4],
  ['=MATCH(1E+306,C1:C10)', 10],
  ['=INDEX(C:C,MATCH(1E+306,C:C))', 4],
  ['=MATCH("zzz",E1:E10)', 10],
  ['=VLOOKUP(3,A1:B10,2)', 60],
  ['=VLOOKUP(2,A1:B10,2,TRUE)', 40],
  ['=VLOOKUP(2,A1:B10,2,FALSE)', 20],
  ['=VLOOKUP(8,A5:B10,2,FALSE)+VLOOKUP(8,A9:B10,2,FALSE)', 80 + 90],
  ['=VLOOKUP("GRAPE",E2:E10,1,FALSE)', 'grape'],
  ['=VLOOKUP(8,A1:B7,2,FALSE)', '#N/A'],
  ['=VLOOKUP(8,A1:B10,3,FALSE)', '#REF!'],
  ['=LOOKUP(8,A1:A10,B1:B10)', 90],
  ['=LOOKUP(2,1/(C1:C10=9),B1:B10)', 90],
  ['=HLOOKUP(3,{1,3,3,4;5,6,7,8},2)', 7],
])('of equal values in order the last is found: %s is %s', async (formula, expected) => {
  expect(await calculated(formula)).toBe(expected);
});

test.each([
  ['=XLOOKUP(4,A1:A10,B1:B10,"none",-1)', 50],
  ['=XLOOKUP(4,A1:A10,B1:B10,"none",-1,-1)', 60],
  ['=XMATCH(6,A1:A10,1)', 8],
  ['=XMATCH(6,A1:A10,1,-1)', 9],
  ['=XMATCH(10,C1:C10,-1)', 3],
  ['=XMATCH(8,C1:C10,1,-1)', 9],
  ['=XMATCH(99,C1:C10,1)', '#N/A'],
  ['=XMATCH(3,C1:C10,-1,-1)', 6],
  ['=XMATCH("blue",E1:E10,-1)', 2],
  ['=XMATCH("Blue",E1:E10,1)', 3],
  ['=XMATCH(1,E1:E10,1)', '#N/A'],
  ['=XMATCH(7,D1:D10,0,-2)', 7],
  ['=XMATCH(8,D1:D10,-1,-2)', 7],
  ['=XMATCH(8,D1:D10,1,-2)', 6],
  ['=XMATCH(8,D1:D10,0,-2)', '#N/A'],
  ['=XLOOKUP(8,D1:D10,B1:B10,"none",1,-2)', 60],
])('of next smaller or larger values the first is found: %s is %s', async (formula, expected) => {
  expect(await calculated(formula)).toBe(expected);
});

test.each([
  ['=XMATCH(0,A1:A12)', '#N/A'],
  ['=XMATCH(0,A1:A12,0,-1)', '#N/A'],
  ['=MATCH(0,A1:A12,0)', '#N/A'],
  ['=XLOOKUP(0,A9:A12,B9:B12,"none")', 'none'],
  ['=VLOOKUP(0,A9:B12,2,FALSE)', '#N/A'],
  ['=VLOOKUP("",E9:E12,1,FALSE)', '#N/A'],
  ['=XLOOKUP("",E9:E12,B9:B12,"none")', 'none'],
  ['=XMATCH(Z1,A1:A12)', 11],
])('no blank cell is found for 0 or an empty text: %s is %s', async (formula, expected) => {
  expect(await calculated(formula)).toBe(expected);
});

test.each([
  ['=COUNTIF(A1:A4,"1/2/2024")', 2],
  ['=COUNTIF(A1:A4,"<>1/2/2024")', 2],
  ['=SUMIF(A1:A4,">=1/2/2024",B1:B4)', 8],
  ['=SUMIF(A1:A4,">"&"1/2/2024",B1:B4)', 4],
  ['=SUMIFS(B1:B4,A1:A4,D2,B1:B4,"<4")', 4],
  ['=AVERAGEIF(A1:A4,"<1/2/2024",B1:B4)', 1],
  ['=AVERAGEIFS(B1:B4,A1:A4,"<=1/2/2024")', 5 / 3],
  ['=COUNTIFS(A1:A4,">1/1/2024",A1:A4,"<1/3/2024")', 2],
  ['=MAXIFS(B1:B4,A1:A4,"<1/3/2024")+MINIFS(B1:B4,A1:A4,">1/1/2024")', 4],
  ['=SUM(COUNTIF(A1:A4,{"1/1/2024","1/2/2024"}))', 3],
  ['=COUNTIF(C1:C4,"1/2/2024")', 1],
])('a criterion has a date as the user writes it: %s is %s', async (formula, expected) => {
  const row = (date: number, number: number, text: string) => ({ 0: { v: date }, 1: { v: number }, 2: { v: text } });
  await bench.openSheet({
    cellData: {
      0: { ...row(45_292, 1, 'a'), 3: { f: formula } },
      1: { ...row(45_293, 2, '1/2/2024'), 3: { v: '>=1/2/2024' } },
      2: row(45_293, 2, 'b'),
      3: row(45_294, 4, ''),
    },
  });
  expect(bench.valueAt('D1')).toBe(expected);
});

test('many exact lookups and criteria compare the cells that may be equal alone, and find the first or last of them', async () => {
  const MANY = 200;
  const compared = jest.spyOn(NumberValueObject.prototype, 'compare');
  const formulas = [
    'VLOOKUP(A#,A$1:B$200,2,FALSE)',
    'MATCH(A#,A$1:A$200,0)',
    'XLOOKUP(A#,A$1:A$200,B$1:B$200,0,0,-1)',
    'COUNTIF(A$1:A$200,A#)',
  ];
  const cellData = Object.fromEntries(
    Array.from({ length: MANY }, (_, row) => [
      row,
      {
        0: { v: (row % 100) / 8 + 1, t: 2 },
        1: { v: row, t: 2 },
        ...formulas
          .map((formula) => ({ f: `=${formula.replace('#', String(row + 1))}` }))
          .reduce((all, one, index) => ({ ...all, [index + 2]: one }), {}),
      },
    ]),
  );
  const others = {
    0: { 6: { f: '=VLOOKUP("ÄPFEL",H1:I5,2,FALSE)' }, 7: { f: '=1/0' }, 8: { v: 1, t: 2 } },
    1: { 7: { v: 'äpfel', t: 1 }, 8: { v: 2, t: 2 } },
  };
  for (const [row, cells] of Object.entries(others)) Object.assign(cellData[row]!, cells);
  await bench.openSheet({ cellData, rowCount: MANY });
  expect(['C150', 'D150', 'E50', 'F50', 'G1'].map((address) => bench.valueAt(address))).toEqual([49, 50, 149, 2, 2]);
  expect(compared.mock.calls.length).toBeLessThan(20 * MANY);
  compared.mockRestore();
});

test('formulas with ranges that grow or shrink read each cell once, compare few and copy none', async () => {
  const MANY = 500;
  const numbers = Array.from({ length: MANY }, (_, row) => ((row * 7) % 100) / 4);
  const sum = (some: readonly number[]): number => some.reduce((total, one) => total + one, 0);
  const expectedAt: Readonly<Record<string, (row: number) => unknown>> = {
    'SUM(A$1:A#)': (row) => sum(numbers.slice(0, row + 1)),
    'MAX(A$1:A#)': (row) => Math.max(...numbers.slice(0, row + 1)),
    'MIN(A#:A$500)': (row) => Math.min(...numbers.slice(row)),
    'AVERAGE(A#:A$500)': (row) => sum(numbers.slice(row)) / (MANY - row),
    'COUNT(A$1:B#)': (row) => row + 1,
    'COUNTA(A$1:B#)': (row) => 2 * (row + 1),
    'COUNTIF(A$1:A#,A#)': (row) => Math.floor(row / 100) + 1,
    'SUMIFS(A$1:A#,B$1:B#,B#,A$1:A#,A#)': (row) => (Math.floor(row / 100) + 1) * numbers[row]!,
    'MATCH(A#,A$1:A#,0)': (row) => (row % 100) + 1,
    'VLOOKUP(A#,A$1:B#,2,FALSE)': (row) => `k${row % 10}`,
    'XMATCH(A#,A#:A$500,0,-1)': (row) => MANY - 100 + (row % 100) - row + 1,
  };
  const cellData = Object.fromEntries(
    numbers.map((number, row) => [
      row,
      [
        { v: number, t: 2 },
        { v: `k${row % 10}`, t: 1 },
        ...Object.keys(expectedAt).map((formula) => ({ f: `=${formula.replaceAll('#', String(row + 1))}` })),
      ],
    ]),
  );
  const read = jest.spyOn(BaseReferenceObject.prototype, 'getCellData');
  const compared = jest.spyOn(NumberValueObject.prototype, 'compare');
  const copied = jest.spyOn(ArrayValueObject.prototype, 'slice');
  await bench.openSheet({ cellData, rowCount: MANY });
  expect(read.mock.calls.length).toBeLessThan(50 * MANY);
  expect(compared.mock.calls.length).toBeLessThan(50 * MANY);
  expect(copied).not.toHaveBeenCalled();
  for (const spy of [read, compared, copied]) spy.mockRestore();
  for (const row of [0, 1, 49, 250, 499])
    Object.values(expectedAt).forEach((expected, index) => {
      const cell = `${String.fromCharCode(67 + index)}${row + 1}`;
      expect([cell, bench.valueAt(cell)]).toEqual([cell, expected(row)]);
    });
});

test('an error and a text among growing ranges count for those that have them', async () => {
  const cellData = {
    0: [{ v: 3, t: 2 }, { f: '=SUM(A$1:A1)' }, { f: '=MAX(A$1:A1)' }, { f: '=COUNT(A$1:A1)' }],
    1: [{ v: 'x', t: 1 }, { f: '=SUM(A$1:A2)' }, { f: '=MAX(A$1:A2)' }, { f: '=COUNT(A$1:A2)' }],
    2: [{ f: '=NA()' }, { f: '=SUM(A$1:A3)' }, { f: '=MAX(A$1:A3)' }, { f: '=COUNTA(A$1:A3)' }],
    3: [{ v: 1e308, t: 2 }, { f: '=SUM(A$1:A4)' }, { f: '=MAX(A4:A5)' }, { f: '=COUNT(A$1:A5)' }],
    4: [{ v: 1e308, t: 2 }, { f: '=SUM(A4:A5)' }, { f: '=MAX(A$1:A2)' }, { f: '=SUM(A$1:A2)' }],
  };
  await bench.openSheet({ cellData });
  const shown = [1, 2, 3, 4, 5].map((row) => ['B', 'C', 'D'].map((column) => bench.valueAt(`${column}${row}`)));
  expect(shown).toEqual([
    [3, 3, 1],
    [3, 3, 1],
    ['#N/A', '#N/A', 3],
    ['#N/A', 1e308, 3],
    ['#NUM!', 3, 3],
  ]);
});

test('criteria find the same cells among many as each by itself', async () => {
  const values = [
    5,
    '5',
    '5.0',
    0,
    '',
    'a',
    'A',
    'ab',
    true,
    false,
    '5%',
    0.05,
    45_000,
    '2023-03-15',
    'TRUE',
    -5,
    1e-9,
    '<5',
  ];
  const criteria = [...values, '=5', '=a', '<>5', '>4', 'a*', '?', '~*', '#N/A', '="a"', 'x'];
  const [rows, columns] = [40, 2];
  const cellOf = (value: unknown): object => ({
    v: value,
    t: typeof value === 'string' ? 1 : typeof value === 'number' ? 2 : 3,
  });
  const cellData: Record<number, Record<number, object>> = {};
  for (let row = 0; row < rows; row++) cellData[row] = {};
  values.forEach(
    (value, index) => (cellData[index]![index % columns] = cellOf(value === true ? 1 : value === false ? 0 : value)),
  );
  cellData[20]![0] = { f: '=NA()' };
  criteria.forEach((value, index) => {
    const [row, name] = [cellData[index]!, `C${index + 1}`];
    row[2] = cellOf(value === true ? 1 : value === false ? 0 : value);
    row[3] = { f: `=COUNTIF(A$1:B$40,${name})` };
    row[4] = {
      f: `=SUM(${Array.from({ length: rows }, (_, at) => `COUNTIF(A${at + 1},${name}),COUNTIF(B${at + 1},${name})`).join(',')})`,
    };
    row[5] = { f: `=SUMIFS(B$1:B$40,A$1:A$40,${name})` };
    row[6] = {
      f: `=SUM(${Array.from({ length: rows }, (_, at) => `SUMIFS(B${at + 1},A${at + 1},${name})`).join(',')})`,
    };
  });
  await bench.openSheet({ cellData, rowCount: rows });
  const shown = (column: string): unknown[] => criteria.map((_, index) => bench.valueAt(`${column}${index + 1}`));
  expect(shown('D')).toEqual(shown('E'));
  expect(shown('F')).toEqual(shown('G'));
  expect(new Set(shown('D')).size).toBeGreaterThan(3);
});

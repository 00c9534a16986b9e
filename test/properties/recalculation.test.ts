import { IUniverInstanceService, type IWorkbookData } from '@univerjs/core';
import * as fc from 'fast-check';
import { OpenedWorkbook } from '../support/opened-workbook';

/** In these, X and Y stand for cells, R for cells of a column and B for a block, all to the left of the formula. */
const FORMULAS =
  `X+Y*2 | SUM(R) | COUNT(B) | INDEX(R,N) | OFFSET(X,0,0) | SUM(OFFSET($A$1,0,0,N,1)) | IF(X>Y,Y,SUM(R)) | CHOOSE(N,X,2,Y,SUM(R),X,Y)
  | IFERROR(X/Y,Y) | SUMPRODUCT((R>X)*R) | SUMIF(R,">"&X) | LET(a,X,b,IF(a>2,Y,a),a+b) | SUM(FILTER(R,R>=0,0)) | XLOOKUP(X,R,R,0) | INDIRECT("A"&N)
  | REDUCE(0,R,LAMBDA(a,v,a+v)) | SUM(SORT(R)) | SUM(X:INDEX(R,N)) | SUM(INDEX(R,N):INDEX(R,2)) | MAX(X:OFFSET(Y,0,0)) | SUM($A$1:XLOOKUP(X,$A$1:$A$6,$A$1:$A$6,$A$2))
  | SUM($A$1:CHOOSE(N,X,Y,X,Y,X,Y)) | SUM(IF(X>2,R,B)) | SUM(INDEX(B,0,1)) | @R | AGGREGATE(9,6,R) | ROWS(UNIQUE(R)) | SUM(TAKE(R,N)) | SUM(R B) | SUM(Two!$A$1:$A$3)+X
  | SUM(INDIRECT("A1:A"&N)) | LOOKUP(2,1/(R>0),R) | SWITCH(X,1,Y,2,SUM(R),X) | N(X)+ISBLANK(Y)`.split(/\s*\|\s*/);
const SPILLS =
  `SORT($A$1:$A$6) | SEQUENCE(N,2,$A$2) | FILTER($A$1:$B$6,$A$1:$A$6>2,"none") | IF($A$1>2,$B$1:$B$6,$A$1:$A$3) | $A$1:INDEX($B$1:$B$6,N)`.split(
    /\s*\|\s*/,
  );
const [ROWS, COLUMNS] = [6, ['A', 'B', 'C', 'D', 'E', 'F']];

const row = fc.integer({ min: 1, max: ROWS });
const number = fc.integer({ min: 0, max: 6 });

const formulaIn = (column: number, texts = FORMULAS): fc.Arbitrary<string> => {
  const columns = fc.constantFrom(...COLUMNS.slice(0, column));
  const parts = fc.record({
    text: fc.constantFrom(...texts),
    X: fc.tuple(columns, row).map((cell) => cell.join('')),
    Y: fc.tuple(columns, row).map((cell) => cell.join('$')),
    R: columns.map((name) => `${name}$1:${name}$${ROWS}`),
    B: fc.tuple(columns, row).map(([name, last]) => `$A$1:${name}${last}`),
    N: fc.tuple(columns, row).map((cell) => `MOD(${cell.join('')},${ROWS})+1`),
  });
  return parts.map(({ text, ...words }) =>
    text.replaceAll(/(?<![A-Z$])[XYRBN](?![A-Z(])/g, (word) => words[word as keyof typeof words]).replace(/^/, '='),
  );
};

const entry = fc.oneof(
  fc.record({ at: row.map((one) => `A${one}`), value: number.map((v) => ({ v, t: 2, f: null })) }),
  fc.nat(3).chain((index) =>
    fc.record({
      at: row.map((one) => `${COLUMNS[index + 1]}${one}`),
      value: formulaIn(index + 1).map((f) => ({ f, v: null })),
    }),
  ),
);
const step = fc.oneof({ arbitrary: entry, weight: 4 }, fc.constantFrom('undo', 'redo'), row);

const bench = new OpenedWorkbook();

let looks = 0;

/** Resolves when all is calculated: what is changed last is calculated last, in two cells of the other sheet. */
async function settled(): Promise<void> {
  const { workbook, commands } = bench.sheet;
  const other = workbook.getSheetBySheetId('two')!;
  looks++;
  await commands.executeCommand('sheet.mutation.set-range-values', {
    unitId: workbook.getUnitId(),
    subUnitId: 'two',
    cellValue: { 0: { 7: { v: looks, t: 2 } }, 1: { 7: { f: '=H1' } } },
  });
  while (other.getCell(1, 7)?.v !== looks) await new Promise(setImmediate);
}

async function valuesOf(workbook: Partial<IWorkbookData>): Promise<Record<string, unknown>> {
  bench.sheet.openWorkbook({ ...workbook, id: crypto.randomUUID() });
  bench.sheet.serviceOf(IUniverInstanceService).focusUnit(bench.sheet.workbook.getUnitId());
  await settled();
  return values();
}

function values(): Record<string, unknown> {
  const cells = COLUMNS.flatMap((name) => Array.from({ length: 40 }, (_, index) => `${name}${index + 1}`));
  return Object.fromEntries(cells.map((cell) => [cell, bench.valueAt(cell)]));
}

/** What is open, without what was calculated. */
function formulasOf(): Partial<IWorkbookData> {
  const copy = structuredClone(bench.sheet.workbook.getSnapshot());
  for (const { cellData = {} } of Object.values(copy.sheets))
    for (const cells of Object.values(cellData as Record<number, Record<number, { f?: string; v?: unknown }>>))
      for (const cell of Object.values(cells)) if (cell.f) delete cell.v;
  return copy;
}

test('after any edits, cells show what the same formulas show in a workbook that is opened', async () => {
  const formulas = fc.tuple(
    ...[1, 2, 3, 4, 5].map((column) => fc.tuple(...Array.from({ length: ROWS }, () => formulaIn(column)))),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(number, { minLength: ROWS, maxLength: ROWS }),
      formulas,
      formulaIn(1, SPILLS),
      fc.array(step, { minLength: 3, maxLength: 8 }),
      async (numbers, columns, spill, steps) => {
        const rows = numbers.map((v, index) => ({
          0: { v, t: 2 },
          ...Object.fromEntries(columns.map((cells, column) => [column + 1, { f: cells[index] }])),
        }));
        const spills = {
          20: { 0: { f: spill } },
          35: { 0: { f: '=SUM(A21#)' }, 1: { f: '=SUM(A21:B29)' }, 2: { f: '=@A21#' } },
        };
        await valuesOf({
          sheetOrder: ['one', 'two'],
          sheets: {
            one: { id: 'one', name: 'One', cellData: { ...Object.fromEntries(rows.entries()), ...spills } },
            two: { id: 'two', name: 'Two', cellData: { 0: { 0: { f: '=One!A1+1' } }, 1: { 0: { v: 2, t: 2 } } } },
          },
        });
        for (const one of steps) {
          if (typeof one === 'string') await bench.sheet.commands.executeCommand(`univer.command.${one}`);
          else if (typeof one === 'number')
            await bench.change('sheet.command.insert-row', `A${one}:H${one}`, { direction: 0 });
          else await bench.change('sheet.command.set-range-values', one.at, { value: one.value });
          await settled();
        }
        const shown = values();
        expect(shown).toEqual(await valuesOf(formulasOf()));
      },
    ),
    { numRuns: 12, endOnFailure: true },
  );
});

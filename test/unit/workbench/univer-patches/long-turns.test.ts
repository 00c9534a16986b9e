import { IUniverInstanceService, type IWorksheetData, ObjectMatrix, RTree } from '@univerjs/core';
import {
  AstTreeBuilder,
  BaseReferenceObject,
  FORMULA_REF_TO_ARRAY_CACHE,
  IFormulaDependencyGenerator,
  Interpreter,
  NumberValueObject,
  SetFormulaCalculationNotificationMutation,
} from '@univerjs/preset-sheets-core';
import { fileOfRows } from '../../../browser/opened-file';
import { OpenedWorkbook } from '../../../support/opened-workbook';
import { Pauses } from '../../../../src/core/pauses';

const COUNT = 300;
const A2 = { startRow: 1, endRow: 1, startColumn: 0, endColumn: 0 };
const bench = new OpenedWorkbook();

/** Opens formulas in A1 and below. The last ones are of those whose references the engine looks for once more. */
beforeAll(async () => {
  const formulaAt = (row: number): string => (row < COUNT ? `B1+${row}` : 'SUM(OFFSET(A2,-1,0,2,1))+INDEX(A1:A9,3)');
  const rows = Array.from(
    { length: COUNT },
    (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><f>${formulaAt(index + 1)}</f></c></row>`,
  );
  await bench.open(fileOfRows(rows));
});

/** How often others are let in while a change of what all formulas refer to is calculated. */
async function turnsWith(value: number): Promise<number> {
  const pauses = jest.spyOn(Pauses.prototype, 'take');
  await bench.change('sheet.command.set-range-values', 'B1', { value: { v: value, t: 2 } });
  while (bench.valueAt(`A${COUNT}`) !== 3 * value + 6) await new Promise(setImmediate);
  expect(bench.valueAt(`A${COUNT - 1}`)).toBe(value + COUNT - 1);
  const count = pauses.mock.calls.length;
  pauses.mockRestore();
  return count;
}

test('lets others in while the formulas of a large workbook are read and put in order, and calculates the same', async () => {
  // All are read after a change that may give them another meaning.
  await bench.change('sheet.command.insert-row', 'A340:Z340', { direction: 0 });
  // As if the page had been busy for 40 ms whenever somebody looks.
  let now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 40));
  // Each hundred is registered, then each is read, kept with the cells to which it refers, and put in order.
  expect(await turnsWith(10)).toBeGreaterThan(3 * COUNT + COUNT / 100);
  clock.mockRestore();
});

test('lets others in between formulas that take long', async () => {
  const turns = jest.fn();
  const listening = bench.sheet.commands.onCommandExecuted(({ id }) => {
    if (id === SetFormulaCalculationNotificationMutation.id) turns();
  });
  let now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 40));
  await turnsWith(15);
  clock.mockRestore();
  listening.dispose();
  expect(turns.mock.calls.length).toBeGreaterThan(COUNT);
});

test('keeps to one turn where there is little to read', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  expect(await turnsWith(20)).toBe(0);
  clock.mockRestore();
});

test('finds the formulas of a cell without sorting all of them first', async () => {
  const sorted = jest.spyOn(RTree.prototype, 'openKdTree');
  await turnsWith(30);
  expect(sorted).not.toHaveBeenCalled();
});

test('takes each formula of a large workbook apart once, and keeps what single cells contain nowhere else', async () => {
  const MANY = 5_100;
  const read = jest.spyOn(AstTreeBuilder.prototype, 'parse');
  const kept = jest.spyOn(FORMULA_REF_TO_ARRAY_CACHE, 'set');
  const cellData = Object.fromEntries(Array.from({ length: MANY }, (_, row) => [row, { 0: { f: `=$B$1+${row}` } }]));
  await bench.openSheet({ cellData, rowCount: MANY });
  expect(bench.valueAt(`A${MANY}`)).toBe(MANY - 1);
  expect(read).toHaveBeenCalledTimes(MANY);
  await bench.change('sheet.command.set-range-values', 'B1', { value: { v: 2, t: 2 } });
  while (bench.valueAt(`A${MANY}`) !== MANY + 1) await new Promise(setImmediate);
  expect(read).toHaveBeenCalledTimes(MANY);
  expect(kept).not.toHaveBeenCalled();
});

test('forgets what large ranges contain before they fill the memory', async () => {
  const MANY = 2_100;
  const kept = jest.spyOn(FORMULA_REF_TO_ARRAY_CACHE, 'set');
  const keptBefore: number[] = [];
  const forget = FORMULA_REF_TO_ARRAY_CACHE.clear.bind(FORMULA_REF_TO_ARRAY_CACHE);
  const clear = jest.spyOn(FORMULA_REF_TO_ARRAY_CACHE, 'clear').mockImplementation(() => {
    keptBefore.push(kept.mock.calls.length);
    forget();
  });
  const cellData = Object.fromEntries(
    Array.from({ length: MANY }, (_, row) => [row, { 0: { v: 1, t: 2 }, 1: { f: `=SUM(A${row + 1}:A$${MANY})` } }]),
  );
  await bench.openSheet({ cellData, rowCount: MANY });
  expect(bench.valueAt('B1')).toBe(MANY);
  expect(keptBefore.some((count) => count > 0 && count < MANY)).toBe(true);
  clear.mockRestore();
  kept.mockRestore();
});

test('reads and adds each cell of running totals once', async () => {
  const MANY = 200;
  const read = jest.spyOn(BaseReferenceObject.prototype, 'getCellValueObject');
  const added = jest.spyOn(NumberValueObject.prototype, 'plus');
  const cellData = Object.fromEntries(
    Array.from({ length: MANY }, (_, row) => [
      row,
      { 0: { v: 1, t: 2 }, 1: { v: row, t: 2 }, 2: { f: `=SUM(A$1:B${row + 1})` } },
    ]),
  );
  await bench.openSheet({ cellData, rowCount: MANY });
  expect(bench.valueAt(`C${MANY}`)).toBe(MANY + (MANY * (MANY - 1)) / 2);
  expect(added.mock.calls.length).toBeLessThan(5 * MANY);
  expect(read.mock.calls.length).toBeLessThan(5 * MANY);
  read.mockClear();
  await bench.change('sheet.command.set-range-values', 'A1', { value: { v: 11, t: 2 } });
  await bench.calculated();
  expect(['C1', 'C2', `C${MANY}`].map((address) => bench.valueAt(address))).toEqual([
    11,
    13,
    MANY + 10 + (MANY * (MANY - 1)) / 2,
  ]);
  for (const mock of [read, added]) mock.mockRestore();
});

test('a row that comes costs no more for each formula the more there are', async () => {
  const [removed, forgotten] = [jest.spyOn(RTree.prototype, 'remove'), jest.spyOn(RTree.prototype, 'clear')];
  const MANY = 4_000;
  const put = jest.spyOn(Array.prototype, 'unshift');
  const cellData = Object.fromEntries(
    Array.from({ length: MANY }, (_, row) => [row, { 1: { f: `=A${row + 1}+A$1` } }]),
  );
  await bench.openSheet({ cellData, rowCount: MANY });
  for (let rows = 1; rows <= 3; rows++) {
    await bench.change('sheet.command.insert-row', 'A2:Z2', { direction: 0 });
    await bench.change('sheet.command.set-range-values', 'A1', { value: { v: rows + 1, t: 2 } });
    while (bench.valueAt(`B${MANY + rows}`) !== rows + 1) await new Promise(setImmediate);
  }
  expect((put.mock.instances as unknown as unknown[][]).filter(({ length }) => length > 100).length).toBe(0);
  expect(removed).not.toHaveBeenCalled();
  expect(forgotten).toHaveBeenCalled();
});

describe('a loan schedule, whose rows each read one cell of a whole column', () => {
  const ROWS = 120;
  const [LOAN, PAYMENT, RATE] = [10_000, 150, 0.01];
  /** Formulas by their columns. Interest stands to the right of the principal that follows from it. */
  const schedule = (rows: number): Partial<IWorksheetData> => ({
    rowCount: rows + 1,
    cellData: Object.fromEntries(
      Array.from({ length: rows }, (_, row) => [
        row,
        {
          0: { f: `=IF(ROW()=1,${LOAN},INDEX($C$1:$C$${rows},ROW()-1))` },
          1: { f: `=${PAYMENT}-D${row + 1}` },
          2: { f: `=A${row + 1}-B${row + 1}` },
          3: { f: `=A${row + 1}*${RATE}` },
          4: { f: `=SUM(INDEX($D$1:$D$${rows},1,1):D${row + 1})` },
        },
      ]),
    ),
  });
  /** How often the order of formulas is found, and the cells of some of them, until it is calculated. */
  async function counts(rows: number): Promise<readonly [orders: number, searches: number]> {
    const search = bench.sheet.serviceOf(IFormulaDependencyGenerator);
    const orders = jest.spyOn(search, 'generate');
    const searches = jest.spyOn(RTree.prototype as unknown as { searchGenerator: () => unknown }, 'searchGenerator');
    await bench.openSheet(schedule(rows));
    const counted = [orders.mock.calls.length, searches.mock.calls.length] as const;
    orders.mockRestore();
    searches.mockRestore();
    return counted;
  }

  test('is calculated twice, as a circle that comes to rest, and not once for each row', async () => {
    const [orders] = await counts(ROWS);
    expect(orders).toBeLessThanOrEqual(3);
    let [balance, interest] = [LOAN, 0];
    for (let row = 1; row <= ROWS; row++) {
      expect(bench.valueAt(`A${row}`)).toBeCloseTo(balance, 6);
      interest += balance * RATE;
      balance -= PAYMENT - balance * RATE;
      expect(bench.valueAt(`E${row}`)).toBeCloseTo(interest, 6);
    }
  });

  test('needs about as much for each row, however many there are', async () => {
    const [, few] = await counts(ROWS);
    const [, many] = await counts(4 * ROWS);
    expect(many).toBeLessThan(6 * few);
  });
});

test.each([
  ['formulas that all read the same table', 'A', 200],
  ['formulas that all read the table in which they are, in a circle,', 'C', '#CYCLE!'],
])('%s are found once, and not again for each of its formulas', async (_, column, value) => {
  /** How often a formula is found while a table and as many lookups in it are put in order. */
  async function found(rows: number): Promise<number> {
    const search = bench.sheet.serviceOf(IFormulaDependencyGenerator) as unknown as {
      readonly _dependencyTreeCache: Map<number, unknown>;
    };
    const finds = jest.spyOn(search._dependencyTreeCache, 'get');
    await bench.openSheet({
      rowCount: rows,
      cellData: Object.fromEntries(
        Array.from({ length: rows }, (_row, row) => [
          row,
          { 0: { f: `=${row}+1` }, 2: { f: `=VLOOKUP(${row + 1},$A$1:$${column}$${rows},COLUMN(${column}1),FALSE)` } },
        ]),
      ),
    });
    const count = finds.mock.calls.length;
    finds.mockRestore();
    return count;
  }
  const few = await found(50);
  expect(await found(200)).toBeLessThan(6 * few);
  expect(bench.valueAt('C200')).toBe(value);
});

describe('after cells were edited', () => {
  const [one, two] = [bench, 'two'];
  const enter = (address: string, value: object): Promise<void> =>
    one.change('sheet.command.set-range-values', address, { value });
  const becomes = async (address: string, value: unknown): Promise<void> => {
    while (one.valueAt(address) !== value) await new Promise(setImmediate);
  };
  const onTwo = (command: string, params: object): Promise<void> =>
    one.change(command, 'A1', { subUnitId: two, ...params });

  beforeEach(async () => {
    const calculated = one.calculated();
    const cells = (texts: Readonly<Record<number, object>>) => ({ cellData: { 0: texts } });
    one.sheet.openWorkbook({
      id: crypto.randomUUID(),
      sheetOrder: ['one', two],
      sheets: {
        one: {
          id: 'one',
          name: 'One',
          ...cells({ 0: { v: 1, t: 2 }, 2: { f: '=A1+SUM(Two!A1:A2)' }, 3: { f: '=C1*2' } }),
        },
        [two]: { id: two, name: 'Two', ...cells({ 0: { v: 10, t: 2 } }) },
      },
    });
    one.sheet.serviceOf(IUniverInstanceService).focusUnit(one.sheet.workbook.getUnitId());
    await calculated;
    await enter('A1', { v: 2, t: 2 });
    await becomes('D1', 24);
  });

  test('formulas that stay are not read again, and those that are entered are', async () => {
    const read = jest.spyOn(Interpreter.prototype, 'execute');
    await enter('F1', { f: '=A1+1' });
    await becomes('F1', 3);
    // Its reference and itself.
    expect(read).toHaveBeenCalledTimes(2);
    read.mockRestore();
    await enter('A1', { v: 3, t: 2 });
    await becomes('F1', 4);
    await becomes('D1', 26);
  });

  test('a formula that is replaced follows its new cells alone', async () => {
    await enter('C1', { f: '=B1' });
    await becomes('D1', 0);
    await enter('A1', { v: 7, t: 2 });
    await enter('B1', { v: 5, t: 2 });
    await becomes('D1', 10);
  });

  test('a formula follows a spill that grows', async () => {
    await enter('F1', { f: '=SEQUENCE(A1)' });
    await enter('G1', { f: '=SUM(F1#)' });
    await becomes('G1', 3);
    await enter('A1', { v: 3, t: 2 });
    await becomes('G1', 6);
    await enter('A1', { v: 4, t: 2 });
    await becomes('G1', 10);
  });

  test('formulas follow cells that rows have moved, and the cells of another sheet', async () => {
    await onTwo('sheet.command.insert-row', { direction: 0 });
    await onTwo('sheet.command.set-range-values', { range: A2, value: { v: 20, t: 2 } });
    await becomes('D1', 44);
  });

  test('formulas follow a sheet that is deleted, comes back and is renamed', async () => {
    await one.sheet.commands.executeCommand('sheet.command.remove-sheet', {
      unitId: one.sheet.workbook.getUnitId(),
      subUnitId: two,
    });
    await becomes('D1', '#REF!');
    await one.sheet.commands.executeCommand('univer.command.undo');
    await becomes('D1', 24);
    await onTwo('sheet.command.set-range-values', { value: { v: 30, t: 2 } });
    await becomes('D1', 64);
  });
});

test('a workbook that is opened is calculated at once, though formulas of the one before were being read', async () => {
  const formulas = Array.from({ length: COUNT }, (_, index) => [index, { 1: { f: `=A1*${index}+3` } }]);
  void bench.openSheet({ rowCount: COUNT, cellData: Object.fromEntries(formulas) as IWorksheetData['cellData'] });
  let now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 40));
  const read = jest.spyOn(Interpreter.prototype, 'execute');
  while (read.mock.calls.length < 10) await new Promise(setImmediate);
  void bench.openSheet({ cellData: { 0: { 0: { v: 1, t: 2 }, 1: { f: '=A1+1' } } } });
  while (bench.valueAt('B1') !== 2) await new Promise(setImmediate);
  expect(read.mock.calls.length).toBeLessThan(COUNT);
  clock.mockRestore();
  read.mockRestore();
  await bench.change('sheet.command.set-range-values', 'A1', { value: { v: 5, t: 2 } });
  while (bench.valueAt('B1') !== 6) await new Promise(setImmediate);
});

test('a column is deleted without a look at each of its cells, and a result that filled one of them fills cells again', async () => {
  const number = (v: number) => ({ v, t: 2 });
  const cellData = {
    0: { 0: { f: '=SEQUENCE(1,3)' }, 4: { f: '=SUM(A2:D9)' } },
    1: { 0: number(5), 1: number(6) },
    1_048_575: { 5: number(1) },
  };
  await bench.openSheet({ rowCount: 1_048_576, cellData });
  const set = jest.spyOn(ObjectMatrix.prototype, 'setValue');
  const calculated = bench.calculated();
  await bench.change('sheet.command.remove-col', 'B1:B1048576');
  await calculated;
  expect(set.mock.calls.length).toBeLessThan(1_000);
  set.mockRestore();
  expect(['A1', 'B1', 'C1', 'D1'].map((address) => bench.valueAt(address))).toEqual([1, 2, 3, 5]);
});

import { showAsValues } from '../hidden-errors';
import { type Opened, openWorkbook } from '../opened-workbook';
import { trace, type TracedCell } from '../../../../src/app/workbook/trace';
import { a1WithSheet } from '../../../../src/core/sheet';

const HOUR_MS = 3_600_000;

const traceAll = async ({ session }: Opened): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    (await trace(session, () => HOUR_MS)).map(({ trouble, causes, dependents, dependentCount }: TracedCell) => [
      trouble,
      { causes: causes.map(a1WithSheet), dependents: dependents.map(a1WithSheet), dependentCount },
    ]),
  );

describe('tracing cells that depend on faulty values', () => {
  test('lists nothing for a workbook without faults', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")', '=A1*2']);
    expect(await traceAll(opened)).toEqual({});
  });

  test('lists an error with every cell that depends on it, also indirectly', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("BAD")', '=A1*2', '=B1+1', '=SUM(D2:D9)']);
    expect(await traceAll(opened)).toEqual({
      error: { causes: ['Sheet1!A1'], dependents: ['Sheet1!B1:C1'], dependentCount: 2 },
    });
  });

  test('lists formulas that refer to whole columns or rows, or to a range up to what a function gives', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', [
      '=MD.QUOTE("BAD")',
      '=SUM(A:A)',
      '=SUM($1:$1)',
      '=SUM(A1:INDEX(E:E,3))',
      '=SUM(G:H)',
    ]);
    expect(await traceAll(opened)).toMatchObject({ error: { dependents: ['Sheet1!B1:D1'] } });
  });

  test('counts an answer older than its function allows as stale', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")'], ['=SUM(A1:A2)'], ['=A3*2']);
    opened.clock.now += HOUR_MS + 1;
    expect(await traceAll(opened)).toEqual({
      stale: { causes: ['Sheet1!A1', 'Sheet1!A2'], dependents: ['Sheet1!A3:A4'], dependentCount: 2 },
    });
  });

  test('lists the dependents of all cells in a spill', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD,GBPUSD","bid,ask")']);
    await opened.workbook.enter('D1', ['=B2']);
    opened.clock.now += HOUR_MS + 1;
    expect(await traceAll(opened)).toMatchObject({ stale: { dependents: ['Sheet1!D1'] } });
  });

  test('lists an error that IFERROR or AGGREGATE hides, with what depends on it', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=IFERROR(MD.QUOTE("BAD"),0)', '=A1*2']);
    await opened.workbook.enter('A3', ['=AGGREGATE(14,6,MD.QUOTE("EURUSD,BAD"),1)', '=A3*2']);
    await opened.workbook.enter('A6', ['=MD.QUOTE("BAD")', '=A6*2']);
    await showAsValues(opened.workbook, { A1: '0', 'A3:A4': '1' });
    expect(await traceAll(opened)).toEqual({
      error: { causes: ['Sheet1!A6'], dependents: ['Sheet1!B6'], dependentCount: 1 },
      'hidden-error': { causes: ['Sheet1!A1', 'Sheet1!A3'], dependents: ['Sheet1!B1', 'Sheet1!B3'], dependentCount: 2 },
    });
  });

  test('lists the cells of a list in which a formula shows something else than an error', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=IFNA(MD.QUOTE("EURUSD,BAD"),0)']);
    await opened.workbook.enter('D1', ['=A1'], ['=A2']);
    const read = opened.workbook.read.bind(opened.workbook);
    jest
      .spyOn(opened.workbook, 'read')
      .mockImplementation(async (blocks) =>
        (await read(blocks)).map((rows) =>
          rows.map((row) => row.map((cell) => (cell.value === '#N/A' ? { ...cell, value: 0 } : cell))),
        ),
      );
    expect(await traceAll(opened)).toEqual({
      'hidden-error': { causes: ['Sheet1!A2'], dependents: ['Sheet1!D2'], dependentCount: 1 },
    });
  });

  test('lists the errors within a spill, and only what depends on these', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD,BAD","bid,ask")']);
    await opened.workbook.enter('D1', ['=A1'], ['=A2']);
    expect(await traceAll(opened)).toEqual({
      error: { causes: ['Sheet1!A2:B2'], dependents: ['Sheet1!D2'], dependentCount: 1 },
    });
  });
});

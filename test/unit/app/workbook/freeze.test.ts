import { readBlock } from '../../../../src/app/workbook/block-contents';
import fc from 'fast-check';
import { at, formulasIn, openWorkbook, QUOTED_AT, valuesOf } from '../opened-workbook';
import { aMonthLater, freezeAll, thawAll } from './freezing';
import { frozenBlocks, thaw, freeze, type FreezeScope } from '../../../../src/app/workbook/freeze';
import { a1WithSheet } from '../../../../src/core/sheet';

describe('freezing', () => {
  test('keeps the displayed values and formats, errors included, and removes the formulas', async () => {
    const opened = await openWorkbook();
    const { workbook } = opened;
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD,BAD","mid,timestamp")'], [''], ['=MD.QUOTE("BAD")']);
    const before = await readBlock(workbook, at('A1:B3'));
    expect(await freezeAll(opened)).toEqual({ frozenCount: 2, skipped: [] });
    expect(await readBlock(workbook, at('A1:B3'))).toEqual(
      before.map((row) => row.map((cell) => ({ ...cell, formula: '', ownFormat: undefined }))),
    );
    expect(before[0]![1]!.format).not.toBe('General');
    expect(await workbook.formulas()).toEqual([]);
  });

  test('keeps an empty text as one, because a blank cell would be 0 to other formulas', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('D1', ['EURUSD'], [''], ['GBPUSD']);
    await opened.workbook.enter('A1', ['=MD.QUOTE(D1:D3)']);
    expect(await valuesOf(opened, 3)).toEqual([[1], [''], [1]]);
    expect(await freezeAll(opened)).toEqual({ frozenCount: 1, skipped: [] });
    expect(await formulasIn(opened, 'A1:A3')).toEqual([[''], ['=""'], ['']]);
    expect(await valuesOf(opened, 3)).toEqual([[1], [''], [1]]);
    expect(await thawAll(opened)).toEqual({ thawedCount: 1, skipped: [] });
    expect(await formulasIn(opened, 'A1:A3')).toEqual([['=MD.QUOTE(D1:D3)'], [''], ['']]);
  });

  test('keeps #SPILL! as #N/A, because without its formula it would be a text, which a sum passes over', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD","bid,ask")', 5]);
    expect(await valuesOf(opened, 1)).toEqual([['#SPILL!']]);
    expect(await freezeAll(opened)).toEqual({ frozenCount: 1, skipped: [] });
    expect(await valuesOf(opened, 1)).toEqual([['#N/A']]);
    expect(await frozenBlocks(opened.session)).toMatchObject([{ isEdited: false }]);
    expect(await thawAll(opened)).toEqual({ thawedCount: 1, skipped: [] });
    expect(await valuesOf(opened, 1)).toEqual([['#SPILL!']]);
  });

  test('takes every formula whose result touches the selection, or every formula on the selected sheet', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD","bid,ask")'], ['=MD.QUOTE("GBPUSD")']);
    await opened.workbook.enter('Other!A1', ['=MD.QUOTE("EURUSD")']);
    await opened.workbook.select(at('B1'));
    expect(await freezeAll(opened, 'selection')).toMatchObject({ frozenCount: 1 });
    expect(await freezeAll(opened, 'sheet')).toMatchObject({ frozenCount: 1 });
    expect((await opened.workbook.formulas()).map(({ cell }) => a1WithSheet(cell))).toEqual(['Other!A1']);
  });

  test('takes every area of the selection', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")'], ['=MD.QUOTE("USDJPY")']);
    opened.workbook.selection = () => Promise.resolve({ ...at('A1'), others: [at('D4'), at('A3:B9')] });
    expect(await freezeAll(opened, 'selection')).toMatchObject({ frozenCount: 2 });
    expect((await opened.workbook.formulas()).map(({ cell }) => a1WithSheet(cell))).toEqual(['Sheet1!A2']);
  });

  test('stores formula, time and source, and never the key or the path', async () => {
    const opened = await openWorkbook();
    const { session, workbook } = opened;
    await session.save({ serviceAddress: 'https://api.example.com/tenant-secret' });
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    await freezeAll(opened);
    expect(await frozenBlocks(session)).toMatchObject([
      {
        id: expect.any(String) as string,
        block: at('A1'),
        formula: '=MD.QUOTE("EURUSD")',
        at: 1_000_000,
        source: 'https://api.example.com',
        isEdited: false,
      },
    ]);
    expect(JSON.stringify(workbook.snapshot())).not.toMatch(/test-key|tenant-secret/);
  });

  test('stores the time of the price, which may be much older than the freeze', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")', '=MD.QUOTE("BAD")'], ['=MD.QUOTE("EURUSD,GBPUSD")']);
    await freezeAll(opened);
    const at = QUOTED_AT * 1000;
    expect((await frozenBlocks(opened.session)).map(({ priceTime }) => priceTime)).toEqual([
      { at, isOldest: false },
      undefined,
      { at, isOldest: true },
    ]);
  });

  test('reports what it skips: tables, protected sheets and waiting cells', async () => {
    const opened = await openWorkbook();
    const { workbook } = opened;
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")']);
    await workbook.enter('Locked!A1', ['=MD.QUOTE("EURUSD")']);
    workbook.protectedSheets.add('Locked');
    workbook.tableBlocks.push(at('A1'));
    await workbook.write([{ block: at('A2'), cells: [[{ formula: '=MD.QUOTE("USDJPY")' }]] }]);
    expect(await freezeAll(opened)).toEqual({
      frozenCount: 0,
      skipped: [
        'Sheet1!A1: It is in a table, which would fill its column with one formula when it is thawed: copy it as values instead',
        'Sheet1!A2: It still waits for its value: freeze it once that is there',
        'Locked!A1: The sheet is protected: unprotect it first',
      ],
    });
    await workbook.settled();
  });

  test('leaves formulas that wait until their requests are allowed, and counts those that keep an error', async () => {
    const { session, workbook } = await openWorkbook();
    await session.save({ maxRequests: 1 });
    const symbols = Array.from({ length: 24 }, (_, index) => [`PAIR${index + 10}`]);
    await workbook.enter('A1', ...symbols);
    await workbook.enter('C1', ['=MD.QUOTE(A1:A24)', '', '=SUM(IFERROR(MD.QUOTE(A1:A24),0))', '=MD.QUOTE("BAD")']);
    await workbook.settled();
    const { frozenCount, errorCount, skipped } = await freeze(session, 'workbook');
    expect([frozenCount, errorCount]).toEqual([1, 1]);
    expect(skipped.map(({ block, reason }) => [block!.column, reason])).toEqual(
      [2, 4].map((column) => [column, 'It still waits for its value: freeze it once that is there']),
    );
  });

  test('stores the formulas before it changes a cell, and puts them back if that fails', async () => {
    const opened = await openWorkbook();
    const { session, workbook } = opened;
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD")', '', '=MD.QUOTE("GBPUSD")']);
    const before = workbook.snapshot();
    workbook.changes.length = 0;
    let writings = 0;
    // With the other cell, and then alone: between them both formulas are put back.
    workbook.beforeChange = (change) => {
      if (change.startsWith('write') && [1, 4].includes(++writings)) throw new Error('The cells cannot be written');
    };
    expect(await freezeAll(opened)).toEqual({ frozenCount: 1, skipped: ['Sheet1!A1: The cells cannot be written'] });
    expect(workbook.changes[0]).toBe('part');
    await workbook.settled();
    expect(await formulasIn(opened, 'A1:C1')).toEqual([['=MD.QUOTE("EURUSD")', '', '']]);
    expect(await frozenBlocks(session)).toHaveLength(1);
    await thawAll(opened);
    await aMonthLater(opened);
    expect(workbook.snapshot()).toEqual(before);
  });

  test('keeps a formula that it can neither replace nor put back, to be thawed', async () => {
    const opened = await openWorkbook();
    const { session, workbook } = opened;
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    const before = workbook.snapshot();
    workbook.beforeChange = (change) => {
      if (change.startsWith('write')) throw new Error('The sheet has been protected');
    };
    expect(await freezeAll(opened)).toEqual({
      frozenCount: 0,
      skipped: ['Sheet1!A1: Its cells could not be written, and its formula could not be put back: thaw it'],
    });
    expect(await formulasIn(opened, 'A1:A1')).toEqual([['']]);
    expect((await frozenBlocks(session)).map(({ formula }) => formula)).toEqual(['=MD.QUOTE("EURUSD")']);
    workbook.beforeChange = () => undefined;
    await thaw(session, await frozenBlocks(session), { overwriteEdited: true });
    await workbook.settled();
    await aMonthLater(opened);
    expect(workbook.snapshot()).toEqual(before);
  });

  test('leaves every formula whole, frozen or not, if it is stopped', async () => {
    const opened = await openWorkbook();
    const { session, workbook } = opened;
    // One more than a message takes.
    await workbook.enter('A1', ...Array.from({ length: 251 }, () => ['=MD.QUOTE("EURUSD","bid,ask")']));
    const stop = new AbortController();
    const { frozenCount } = await freeze(
      session,
      'workbook',
      (done) => {
        if (done > 0) stop.abort();
      },
      stop.signal,
    );
    expect(frozenCount).toBe(250);
    expect(await formulasIn(opened, 'A249:B251')).toEqual([
      ['', ''],
      ['', ''],
      ['=MD.QUOTE("EURUSD","bid,ask")', ''],
    ]);
    expect(await frozenBlocks(session)).toHaveLength(250);
  });

  test('does not list cells that still have their formula if it is interrupted', async () => {
    const opened = await openWorkbook();
    const { session, workbook } = opened;
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD")', '', '=MD.QUOTE("GBPUSD")']);
    workbook.beforeChange = (change) => {
      if (change !== 'part') throw new Error('gone');
    };
    const track = workbook.track.bind(workbook);
    const keeping = jest
      .spyOn(workbook, 'track')
      .mockImplementation((names) =>
        names.some(({ blocks }) => blocks.length === 0) ? Promise.reject(new Error('gone')) : track(names),
      );
    await expect(freeze(session, 'workbook')).rejects.toThrow('gone');
    keeping.mockRestore();
    expect(await frozenBlocks(session)).toEqual([]);
  });

  test('replaces an earlier freeze of the same cells', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    await freezeAll(opened);
    opened.clock.now += 1;
    await opened.workbook.enter('A1', ['=MD.QUOTE("GBPUSD")']);
    await freezeAll(opened);
    expect((await frozenBlocks(opened.session)).map(({ formula }) => formula)).toEqual(['=MD.QUOTE("GBPUSD")']);
  });
});

describe('thawing', () => {
  test('finds the cells, and the cells in their formulas, after rows were inserted', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['EURUSD'], ['GBPUSD'], ['=MD.QUOTE($A$1:A2)']);
    await freezeAll(opened);
    opened.workbook.insertRows('Sheet1', 0, 2);
    expect((await frozenBlocks(opened.session))[0]).toMatchObject({
      block: at('A5:A6'),
      formula: '=MD.QUOTE($A$3:A4)',
      isEdited: false,
    });
    expect(await thawAll(opened)).toEqual({ thawedCount: 1, skipped: [] });
    expect(await formulasIn(opened, 'A5')).toEqual([['=MD.QUOTE($A$3:A4)']]);
    expect(await valuesOf(opened, 6)).toEqual([[''], [''], ['EURUSD'], ['GBPUSD'], [1], [1]]);
  });

  test.each([
    ['=MD.QUOTE(1:$2)', '=MD.QUOTE(3:$4)'],
    ['=MD.QUOTE(A1:INDEX($A:$A,2))', '=MD.QUOTE(A3:INDEX($A:$A,2))'],
    ['=MD.QUOTE(Sheet1!2:2,,A1)', '=MD.QUOTE(Sheet1!4:4,,A3)'],
  ])('finds whole rows and the first cell of a range of any length again: %s is %s', async (formula, moved) => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A5', [formula]);
    await freezeAll(opened);
    opened.workbook.insertRows('Sheet1', 0, 2);
    expect((await frozenBlocks(opened.session))[0]).toMatchObject({ block: at('A7'), formula: moved });
  });

  test('leaves edited values alone, unless the user wants to overwrite them', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD,GBPUSD")']);
    await freezeAll(opened);
    await opened.workbook.enter('A2', [5]);
    expect((await frozenBlocks(opened.session))[0]?.isEdited).toBe(true);
    expect(await thawAll(opened)).toEqual({
      thawedCount: 0,
      skipped: ['Sheet1!A1:A2: Its values were edited since it was frozen'],
    });
    expect(await valuesOf(opened, 2)).toEqual([[1], [5]]);
    expect(await thawAll(opened, true)).toEqual({ thawedCount: 1, skipped: [] });
    expect(await valuesOf(opened, 2)).toEqual([[1], [1]]);
  });

  test('leaves values alone that have become a table, which would make one formula of all of its rows', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")']);
    await freezeAll(opened);
    opened.workbook.tableBlocks.push(at('A1:A2'));
    const why =
      'It is in a table by now, which would fill its column with one formula: convert the table to a range, then thaw it';
    expect(await thawAll(opened, true)).toEqual({
      thawedCount: 0,
      skipped: [`Sheet1!A1: ${why}`, `Sheet1!A2: ${why}`],
    });
    opened.workbook.tableBlocks.length = 0;
    expect(await thawAll(opened)).toEqual({ thawedCount: 2, skipped: [] });
    expect(await formulasIn(opened, 'A1:A2')).toEqual([['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")']]);
  });

  test('counts rows inserted between the values as an edit', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD,GBPUSD")']);
    await freezeAll(opened);
    opened.workbook.insertRows('Sheet1', 1, 1);
    expect((await frozenBlocks(opened.session))[0]).toMatchObject({ block: at('A1:A3'), isEdited: true });
  });

  test('reports the formula of deleted cells, once', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    await freezeAll(opened);
    opened.workbook.deleteCells(at('A1'));
    expect(await thawAll(opened)).toEqual({
      thawedCount: 0,
      skipped: ['nowhere: Its cells were deleted; the formula was =MD.QUOTE("EURUSD")'],
    });
    expect(await frozenBlocks(opened.session)).toEqual([]);
  });

  test('puts the values back if the formula cannot be written', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    await freezeAll(opened);
    const before = opened.workbook.snapshot();
    opened.workbook.protectedSheets.add('Sheet1');
    expect(await thawAll(opened)).toEqual({
      thawedCount: 0,
      skipped: [
        'Sheet1!A1: The sheet is protected, or the workbook is view-only: unprotect it, or choose Edit, then try again',
      ],
    });
    expect(opened.workbook.snapshot()).toEqual(before);
  });

  test('leaves the other cells frozen if only some are thawed', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")', '', '=MD.QUOTE("GBPUSD")']);
    await freezeAll(opened);
    const [first] = await frozenBlocks(opened.session);
    await thaw(opened.session, [first!]);
    expect((await frozenBlocks(opened.session)).map(({ formula }) => formula)).toEqual(['=MD.QUOTE("GBPUSD")']);
  });

  test('leaves nothing in a workbook whose Undo restores what was removed, one formula after the other', async () => {
    const opened = await openWorkbook();
    const { session, workbook } = opened;
    Object.assign(session.host, { undoesRecords: true });
    await workbook.enter('A1', ['=MD.QUOTE(C1)', '', 'EURUSD', '', '=MD.QUOTE("GBPUSD")']);
    const before = workbook.snapshot();
    await freezeAll(opened);
    expect((await workbook.tracked('')).size).toBe(3);
    await thaw(session, (await frozenBlocks(session)).slice(0, 1));
    expect([...(await workbook.tracked('')).values()]).toEqual([[at('E1')]]);
    expect(await thawAll(opened)).toEqual({ thawedCount: 1, skipped: [] });
    expect(workbook.snapshot()).toEqual(before);
  });

  test('removes the names of formulas that were not frozen in the end', async () => {
    const opened = await openWorkbook();
    const { workbook } = opened;
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD")', '', '=MD.QUOTE("GBPUSD")']);
    let writings = 0;
    workbook.beforeChange = (change) => {
      if (change.startsWith('write') && [1, 4].includes(++writings)) throw new Error('The cells cannot be written');
    };
    expect((await freezeAll(opened)).frozenCount).toBe(1);
    expect([...(await workbook.tracked('')).values()]).toEqual([[at('C1')]]);
  });
});

const formula = fc.oneof(
  fc.constantFrom(
    '=MD.QUOTE("EURUSD")',
    '=MD.QUOTE("BAD")',
    '=MD.QUOTE("EURUSD,BAD,GBPUSD","all",,,TRUE)',
    '=MD.QUOTE("EURUSD","timestamp")',
    '=MD.QUOTE(Names!A1:B2)',
    '=IFERROR(MD.QUOTE(Names!$A$1),"<&\u0001\uffff>")',
    '=MD.QUOTE("EURUSD","colour")',
  ),
  fc.string({ maxLength: 8 }).map((text) => `=MD.QUOTE("${text.replaceAll('"', '""')}")`),
);
const content = fc.oneof(
  formula,
  fc.constantFrom<string | number | boolean>('', '', 'EURUSD', 1.5, true, '#N/A', "it's"),
);
const format = fc.constantFrom('General', 'General', '0.00', 'yyyy-mm-dd');
const sheet = fc.array(fc.array(fc.record({ content, format }), { minLength: 4, maxLength: 4 }), {
  minLength: 1,
  maxLength: 8,
});

test('freezing and thawing restores any workbook exactly', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(sheet, { minLength: 1, maxLength: 2 }),
      fc.constantFrom<FreezeScope>('selection', 'sheet', 'workbook'),
      async (sheets, scope) => {
        const opened = await openWorkbook();
        const { workbook } = opened;
        await workbook.enter('Names!A1', ['EURUSD', 'GBPUSD'], ['', 'BAD']);
        for (const [index, rows] of sheets.entries()) {
          await workbook.enter(`Sheet${index + 1}!A1`, ...rows.map((row) => row.map((cell) => cell.content)));
          const block = { sheet: `Sheet${index + 1}`, row: 0, column: 0, rows: rows.length, columns: 4 };
          await workbook.write([
            { block: block, cells: rows.map((row) => row.map((cell) => ({ format: cell.format }))) },
          ]);
        }
        await workbook.select(at('A1:B3'));
        const everything = sheets.map((_, index) => ({
          sheet: `Sheet${index + 1}`,
          row: 0,
          column: 0,
          rows: 20,
          columns: 12,
        }));
        const shown = async () =>
          Promise.all(
            everything.map(async (block) =>
              // The one is frozen as the other.
              (await readBlock(workbook, block)).map((row) =>
                row.map(({ value, format: worn }) => [value === '#SPILL!' ? '#N/A' : value, worn]),
              ),
            ),
          );
        const [before, shownBefore] = [workbook.snapshot(), await shown()];
        await freezeAll(opened, scope);
        expect(await shown()).toEqual(shownBefore);
        await thawAll(opened);
        await aMonthLater(opened);
        expect(workbook.snapshot()).toEqual(before);
        expect(await shown()).toEqual(shownBefore);
      },
    ),
    { numRuns: 60 },
  );
});

test('formulas that are long are kept in several parts, and thawed', async () => {
  const opened = await openWorkbook();
  const long = `=MD.QUOTE("EURUSD")&"${'x'.repeat(8_000)}"`;
  await opened.workbook.enter('A1', ...Array.from({ length: 100 }, () => [long]));
  expect(await freezeAll(opened)).toEqual({ frozenCount: 100, skipped: [] });
  const names = [...(await opened.workbook.tracked('MD_frozen_')).keys()];
  expect(new Set(names.map((name) => name.split('_')[2])).size).toBe(2);
  expect(await thawAll(opened)).toEqual({ thawedCount: 100, skipped: [] });
  expect(await formulasIn(opened, 'A1:A100')).toEqual(Array.from({ length: 100 }, () => [long]));
});

import { readBlock } from '../../../../src/app/workbook/block-contents';
import { openWorkbook, at } from '../opened-workbook';
import { a1WithSheet, type Block, cellOf } from '../../../../src/core/sheet';
import { LostResults } from '../../../../src/app/workbook/lost-results';
import { useFakeTimers } from '../../../support/fake-timers';

const SECOND = 1_000;

/** A spreadsheet that loses the results of a cell, as often as it is told to. */
async function openLosing(address: string, times: number) {
  const opened = await openWorkbook();
  const { session, workbook, service, clock } = opened;
  const lost = at(address);
  const state = { times };
  const calculated: string[] = [];
  const isLost = (block: Block): boolean => a1WithSheet(block) === a1WithSheet(lost) && state.times > 0;
  const read = workbook.read.bind(workbook);
  const calculate = workbook.calculate.bind(workbook);
  Object.assign(workbook, {
    read: async (blocks: readonly Block[]): ReturnType<typeof read> =>
      (await read(blocks)).map((rows, index) =>
        rows.map((row, down) =>
          row.map((cell, across) => {
            const { sheet, row: first, column } = blocks[index]!;
            return isLost(cellOf(sheet, first + down, column + across)) ? { ...cell, value: '#BUSY!' } : cell;
          }),
        ),
      ),
    calculate: async (blocks: readonly Block[]) => {
      calculated.push(...blocks.map(a1WithSheet));
      if (blocks.some((block) => a1WithSheet(block) === a1WithSheet(lost))) state.times--;
      await calculate(blocks);
    },
  });
  const stuck = session.part(LostResults);
  stuck.start();
  const wait = async (seconds: number): Promise<void> => {
    clock.now += seconds * SECOND;
    await jest.advanceTimersByTimeAsync(seconds * SECOND);
  };
  return { workbook, session, service, stuck, calculated, state, wait };
}

useFakeTimers();

/** Cells are entered while the time goes on by itself. */
async function enter(
  { workbook }: Pick<Awaited<ReturnType<typeof openLosing>>, 'workbook'>,
  ...args: Parameters<typeof workbook.enter>
): Promise<void> {
  const entered = workbook.enter(...args);
  await jest.advanceTimersByTimeAsync(100);
  await entered;
}

describe('cells whose results the spreadsheet has lost', () => {
  test('are calculated again once, ten seconds later, with the answer that is there, and without a request', async () => {
    const desk = await openLosing('A1', 1);
    await enter(desk, 'A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")']);
    const before = desk.service.requests.length;
    expect(before).toBe(1);
    await desk.wait(8);
    expect(desk.calculated).toEqual([]);
    // Quotes are not fresh any more by then.
    await desk.wait(20);
    expect(desk.calculated).toEqual(['Sheet1!A1']);
    await desk.wait(60);
    expect(desk.calculated).toEqual(['Sheet1!A1']);
    expect(desk.service.requests).toHaveLength(before);
    expect((await readBlock(desk.workbook, at('A1')))[0]![0]!.value).toBe(1);
    expect(desk.stuck.cells).toEqual([]);
  });

  test('are calculated again although a sheet with other cells was deleted meanwhile', async () => {
    const desk = await openLosing('A1', 1);
    await enter(desk, 'Other!A1', ['=MD.QUOTE("GBPUSD")']);
    await enter(desk, 'A1', ['=MD.QUOTE("EURUSD")']);
    const read = desk.workbook.read.bind(desk.workbook);
    const outline = await desk.workbook.outline();
    desk.workbook.outline = () => Promise.resolve({ ...outline, sheets: ['Sheet1'] });
    desk.workbook.read = (blocks) =>
      blocks.some(({ sheet }) => sheet === 'Other') ? Promise.reject(new Error('Gone')) : read(blocks);
    await desk.wait(20);
    expect(desk.calculated).toEqual(['Sheet1!A1']);
  });

  test('ask the service for a fresh answer when they are calculated later', async () => {
    const desk = await openLosing('A1', 1);
    await enter(desk, 'A1', ['=MD.QUOTE("EURUSD")']);
    for (const seconds of [20, 20]) await desk.wait(seconds);
    expect(desk.calculated).toEqual(['Sheet1!A1']);
    const before = desk.service.requests.length;
    const calculated = desk.workbook.calculate([at('A1')]);
    await desk.wait(1);
    await calculated;
    expect(desk.service.requests).toHaveLength(before + 1);
  });

  test('are listed if they still wait, and calculated no more; the activity says it once', async () => {
    const desk = await openLosing('A1', 5);
    await enter(desk, 'A1', ['=MD.QUOTE("EURUSD")']);
    await desk.wait(60);
    await desk.wait(60);
    expect(desk.calculated).toEqual(['Sheet1!A1']);
    expect(desk.stuck.cells).toEqual([at('A1')]);
    const notes = desk.session.activity.notes.map(({ text }) => text);
    expect(notes).toEqual([
      'Excel shows #BUSY! in cells whose values it has had for a while: refresh them under Cells, or press F2 and Enter',
    ]);
  });

  test('are found too if they were handed over before anybody watched', async () => {
    const { session, workbook } = await openWorkbook();
    const read = workbook.read.bind(workbook);
    const calculated: string[] = [];
    Object.assign(workbook, {
      read: async (blocks: readonly Block[]) =>
        (await read(blocks)).map((rows) => rows.map((row) => row.map((cell) => ({ ...cell, value: '#BUSY!' })))),
      calculate: (blocks: readonly Block[]) => Promise.resolve(calculated.push(...blocks.map(a1WithSheet))),
    });
    session.cells.early = [];
    await enter({ workbook }, 'A1', ['=MD.QUOTE("EURUSD")']);
    session.part(LostResults).start(session.cells.early.map(([call]) => call));
    await jest.advanceTimersByTimeAsync(30 * SECOND);
    expect(calculated).toEqual(['Sheet1!A1']);
  });

  test('leave the list once they show a value', async () => {
    const desk = await openLosing('A1', 2);
    await enter(desk, 'A1', ['=MD.QUOTE("EURUSD")']);
    await desk.wait(60);
    expect(desk.stuck.cells).toEqual([at('A1')]);
    desk.state.times = 0;
    await enter(desk, 'A1', ['=MD.QUOTE("GBPUSD")']);
    await desk.wait(60);
    expect(desk.stuck.cells).toEqual([]);
  });

  test('are listed at once if their functions go on by themselves, which would send requests', async () => {
    const desk = await openLosing('A1', 5);
    await enter(desk, 'A1', ['=MD.LIVE("EURUSD")']);
    await desk.wait(60);
    expect([desk.calculated, desk.stuck.cells]).toEqual([[], [at('A1')]]);
  });

  test('say how to fetch the value where no answer is kept, and send nothing', async () => {
    const desk = await openLosing('A1', 1);
    await enter(desk, 'A1', ['=MD.QUOTE("EURUSD")']);
    const before = desk.service.requests.length;
    // Another key: what was kept is gone.
    await desk.session.save({ apiKey: 'another-key-0123456789' });
    await desk.wait(60);
    expect(desk.service.requests).toHaveLength(before);
    expect((await readBlock(desk.workbook, at('A1')))[0]![0]!.value).toBe('#N/A');
  });
});

import { at, recalculate } from '../opened-workbook';
import { readBlock } from '../../../../src/app/workbook/block-contents';
import fc from 'fast-check';
import type { Session } from '../../../../src/app/session';
import { createTestSession } from '../../../support/evaluate';
import { createMemoryArchive, type MemoryArchive } from '../../../support/memory-archive';
import { createStubService, pricedAt } from '../../../support/stub-service';
import { UndoableWorkbook } from './undoable-workbook';
import { frozenBlocks, thaw, freeze } from '../../../../src/app/workbook/freeze';
import { deleteSnapshot, leaveSnapshot, snapshots, takeSnapshot } from '../../../../src/app/workbook/snapshot';
import { compareSnapshot, showSnapshot } from '../../../../src/app/workbook/snapshot-match';
import { a1WithSheet } from '../../../../src/core/sheet';

const DAY_MS = 86_400_000;

/** A workbook in a spreadsheet that can be closed and opened again, on one computer unless another is chosen. */
class Desk {
  readonly workbook = new UndoableWorkbook();
  session!: Session;
  /** The snapshot that was taken first. */
  taken = '';
  now = 1_000_000_000_000;
  price = 1;
  readonly #service = createStubService({
    '/currencies/quotes': pricedAt(() => this.price),
  });

  static async open(archive = createMemoryArchive()): Promise<Desk> {
    const desk = new Desk();
    await desk.reopen(archive);
    return desk;
  }

  #archive!: MemoryArchive;

  async reopen(archive = this.#archive, workbookId = 'Report.xlsx'): Promise<void> {
    this.#archive = archive;
    this.workbook.close();
    this.session = createTestSession({ service: this.#service, archive, now: () => this.now });
    Object.assign(this.session.host, { workbook: this.workbook, workbookId: () => workbookId });
    this.workbook.session = this.session;
    await this.session.ready;
  }

  async freeze(scope: 'workbook' | 'selection' = 'workbook'): Promise<void> {
    this.now += 1;
    await freeze(this.session, scope);
  }

  readonly list = () => frozenBlocks(this.session);

  async thaw(count = Infinity, overwriteEdited = false): Promise<number> {
    this.now += 1;
    const chosen = (await this.list()).slice(0, count);
    const { thawedCount } = await thaw(this.session, chosen, { overwriteEdited });
    await this.workbook.settled();
    return thawedCount;
  }

  readonly snapshots = () => snapshots(this.session);

  async take(name: string): Promise<string> {
    this.now += 1;
    return (await takeSnapshot(this.session, name)).id;
  }

  async show(id: string): Promise<number> {
    this.now += 1;
    return (await showSnapshot(this.session, id)).shownCount;
  }

  async leave(id: string): Promise<number> {
    this.now += 1;
    const count = await leaveSnapshot(this.session, id);
    await this.workbook.settled();
    return count;
  }

  /** The market moves, and every cell is calculated again. */
  async movePrice(price: number): Promise<void> {
    this.price = price;
    this.now += 60_000;
    await recalculate(this);
  }

  async undo(times: number): Promise<void> {
    for (let time = 0; time < times; time++) await this.workbook.undo();
  }

  async contentOf(address: string): Promise<unknown> {
    const cell = (await readBlock(this.workbook, at(address)))[0]![0]!;
    return cell.formula === '' ? cell.value : cell.formula;
  }
}

/** Thawing is one step. */
const STEPS_OF_THAWING = 1;

describe('undo after thawing', () => {
  async function thawedDesk(): Promise<Desk> {
    const desk = await Desk.open();
    await desk.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    await desk.freeze();
    expect(await desk.thaw()).toBe(1);
    expect(await desk.list()).toEqual([]);
    return desk;
  }

  test('brings the values back, and the list offers their formulas again', async () => {
    const desk = await thawedDesk();
    await desk.undo(STEPS_OF_THAWING);
    expect(await desk.contentOf('A1')).toBe(1);
    expect(await desk.list()).toMatchObject([
      { block: at('A1'), formula: '=MD.QUOTE("EURUSD")', isEdited: false, thawed: { at: desk.now } },
    ]);
    expect(await desk.thaw()).toBe(1);
    expect(await desk.contentOf('A1')).toBe('=MD.QUOTE("EURUSD")');
    expect(await desk.list()).toEqual([]);
  });

  test('brings an empty text back, and the list offers its formula again', async () => {
    const desk = await Desk.open();
    await desk.workbook.enter('A1', ['=MD.QUOTE("")']);
    await desk.freeze();
    expect(await desk.thaw()).toBe(1);
    await desk.undo(STEPS_OF_THAWING);
    expect(await desk.contentOf('A1')).toBe('=""');
    expect(await desk.list()).toMatchObject([{ formula: '=MD.QUOTE("")', isEdited: false, thawed: { at: desk.now } }]);
  });

  test('brings back values that somebody had edited, and the list knows them as they were', async () => {
    const desk = await Desk.open();
    await desk.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    await desk.freeze();
    await desk.workbook.enter('A1', [7]);
    expect(await desk.thaw(1, true)).toBe(1);
    await desk.undo(STEPS_OF_THAWING);
    expect(await desk.list()).toMatchObject([{ isEdited: false, thawed: { at: desk.now } }]);
  });

  test('brings back deleted cells whose formula was only reported, and the list has it again', async () => {
    const desk = await Desk.open();
    await desk.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    await desk.freeze();
    const names = await desk.workbook.tracked('');
    desk.workbook.deleteCells(at('A1'));
    expect(await desk.thaw()).toBe(0);
    expect(await desk.list()).toEqual([]);
    // The spreadsheet's own undo: the cell is there again, and the name refers to it.
    await desk.workbook.enter('A1', [1]);
    await desk.workbook.track([...names].map(([name]) => ({ name, blocks: [at('A1')] })));
    expect(await desk.list()).toMatchObject([{ block: at('A1'), formula: '=MD.QUOTE("EURUSD")', isEdited: false }]);
  });

  test('is distinguished from values that the user has entered since', async () => {
    const desk = await thawedDesk();
    await desk.workbook.enter('A1', [5]);
    expect(await desk.list()).toMatchObject([{ isEdited: true, thawed: { at: desk.now } }]);
    await desk.workbook.enter('A1', ['=MD.QUOTE("GBPUSD")']);
    expect(await desk.list()).toEqual([]);
  });

  test('is possible until the cell is frozen again', async () => {
    const desk = await thawedDesk();
    await desk.workbook.enter('A1', ['=MD.QUOTE("GBPUSD")']);
    await desk.freeze();
    expect((await desk.list()).map(({ formula }) => formula)).toEqual(['=MD.QUOTE("GBPUSD")']);
    expect((await desk.workbook.tracked('')).size).toBe(1);
  });

  test('is possible for a day: then the formula is forgotten, unless undo has taken it', async () => {
    const desk = await thawedDesk();
    await desk.workbook.enter('C1', ['=MD.QUOTE("GBPUSD")']);
    await desk.workbook.select(at('C1'));
    desk.now += DAY_MS / 2;
    await desk.freeze('selection');
    expect((await desk.workbook.tracked('')).size).toBe(2);
    desk.now += DAY_MS;
    await desk.thaw();
    expect([...(await desk.workbook.tracked('')).values()]).toEqual([[at('C1')]]);
    await desk.undo(STEPS_OF_THAWING);
    desk.now += 31 * DAY_MS;
    await desk.workbook.enter('D1', ['=MD.QUOTE("USDJPY")']);
    await desk.workbook.select(at('D1'));
    await desk.freeze('selection');
    expect((await desk.list()).map(({ formula }) => formula)).toEqual(['=MD.QUOTE("GBPUSD")', '=MD.QUOTE("USDJPY")']);
  });
});

describe('parts that the spreadsheet loses', () => {
  async function frozenDesk(archive?: MemoryArchive): Promise<Desk> {
    const desk = await Desk.open(archive);
    await desk.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    await desk.freeze();
    await desk.workbook.loseParts();
    return desk;
  }

  test('are read from this computer, in this session and the next, and written with the next thaw', async () => {
    const desk = await frozenDesk();
    expect((await desk.list()).map(({ formula }) => formula)).toEqual(['=MD.QUOTE("EURUSD")']);
    await desk.reopen();
    expect(await desk.thaw()).toBe(1);
    expect(await desk.contentOf('A1')).toBe('=MD.QUOTE("EURUSD")');
    await desk.undo(STEPS_OF_THAWING);
    await desk.reopen(createMemoryArchive());
    expect((await desk.list()).map(({ formula }) => formula)).toEqual(['=MD.QUOTE("EURUSD")']);
  });

  test('are found for a workbook that was saved under another name', async () => {
    const desk = await frozenDesk();
    await desk.reopen(undefined, 'Copy of Report.xlsx');
    expect(await desk.thaw()).toBe(1);
  });

  test('are missing on another computer, whose list does not show them', async () => {
    const desk = await frozenDesk();
    await desk.reopen(createMemoryArchive());
    expect(await desk.list()).toEqual([]);
  });

  test('do not come back for formulas that were frozen again since', async () => {
    const desk = await Desk.open();
    await desk.workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")']);
    await desk.freeze();
    await desk.workbook.enter('A1', ['=MD.QUOTE("USDJPY")']);
    await desk.freeze();
    await desk.workbook.loseParts();
    expect((await desk.list()).map(({ formula }) => formula)).toEqual(['=MD.QUOTE("GBPUSD")', '=MD.QUOTE("USDJPY")']);
  });

  test('do not prevent freezing on a computer that keeps no copy', async () => {
    const archive = createMemoryArchive();
    archive.writeRecord = () => Promise.reject(new Error('The disk is full'));
    const desk = await Desk.open(archive);
    await desk.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    await desk.freeze();
    expect(await desk.thaw()).toBe(1);
  });
});

describe('snapshots', () => {
  /** Both to show a snapshot and to leave it. */
  const STEPS = 1;

  async function deskWithSnapshot(): Promise<{ desk: Desk; id: string }> {
    const desk = await Desk.open();
    await desk.workbook.write([{ block: at('A1'), cells: [[{ formula: '=MD.QUOTE("EURUSD")', format: '0.0' }]] }]);
    await desk.workbook.settled();
    const id = await desk.take('Friday');
    await desk.movePrice(2);
    return { desk, id };
  }

  test('whose parts the spreadsheet loses are read from this computer, also under another name of the workbook', async () => {
    const { desk, id } = await deskWithSnapshot();
    await desk.workbook.loseParts();
    await desk.reopen(undefined, 'Copy of Report.xlsx');
    expect(await desk.snapshots()).toMatchObject([{ id, name: 'Friday' }]);
    expect(await compareSnapshot(desk.session, id)).toMatchObject({ changes: [{ older: 1, newer: 2 }] });
    expect(await desk.show(id)).toBe(1);
    expect(await desk.contentOf('A1')).toBe(1);
    expect(await desk.leave(id)).toBe(1);
    expect(await desk.contentOf('A1')).toBe('=MD.QUOTE("EURUSD")');
  });

  test('do not come back from this computer once they are deleted, here or elsewhere', async () => {
    const { desk, id } = await deskWithSnapshot();
    const other = await desk.take('Monday');
    await deleteSnapshot(desk.session, id);
    const [mine, archive] = [desk.session, createMemoryArchive()];
    await desk.reopen(archive);
    await deleteSnapshot(desk.session, other);
    expect(await snapshots(mine)).toEqual([]);
    await expect(compareSnapshot(mine, other)).rejects.toThrow('not in the workbook any more');
  });

  test('are not shown any more once showing is undone, and again once leaving is undone', async () => {
    const { desk, id } = await deskWithSnapshot();
    await desk.show(id);
    await desk.undo(STEPS);
    expect(await desk.contentOf('A1')).toBe('=MD.QUOTE("EURUSD")');
    expect(await desk.snapshots()).toMatchObject([{ isShown: false }]);
    expect(await desk.show(id)).toBe(1);
    expect(await desk.leave(id)).toBe(1);
    await desk.undo(STEPS);
    expect(await desk.contentOf('A1')).toBe(1);
    expect(await desk.snapshots()).toMatchObject([{ isShown: true }]);
    expect(await desk.leave(id)).toBe(1);
    expect(await desk.contentOf('A1')).toBe('=MD.QUOTE("EURUSD")');
  });

  test('give cells their own formats back, and say when their prices are from', async () => {
    const { desk, id } = await deskWithSnapshot();
    await desk.workbook.write([{ block: at('A1'), cells: [[{ format: '0.00%' }]] }]);
    await desk.show(id);
    const [block] = await desk.list();
    expect(block).toMatchObject({ isEdited: false, priceTime: { at: 1_790_000_000_000 } });
    expect((await readBlock(desk.workbook, at('A1')))[0]![0]!.format).toBe('0.0');
    await desk.leave(id);
    expect((await readBlock(desk.workbook, at('A1')))[0]![0]!.format).toBe('0.00%');
  });

  test('of many scattered cells share hidden names, as frozen formulas do', async () => {
    const desk = await Desk.open();
    for (let row = 0; row < 240; row += 2) await desk.workbook.enter(`A${row + 1}`, ['=MD.QUOTE("EURUSD")']);
    const id = await desk.take('Many');
    expect((await desk.workbook.tracked('')).size).toBeLessThan(5);
    desk.workbook.insertRows('Sheet1', 0, 1);
    await desk.movePrice(3);
    const { changes } = await compareSnapshot(desk.session, id);
    expect(changes.map(({ block }) => block.row)).toEqual(Array.from({ length: 120 }, (_, index) => index * 2 + 1));
  });
});

type Action = (desk: Desk) => Promise<unknown>;

const action: fc.Arbitrary<readonly [what: string, act: Action]> = fc.oneof(
  fc.constantFrom<readonly [string, Action]>(
    ['freeze everything', (desk) => desk.freeze()],
    ['freeze the selection', (desk) => desk.freeze('selection')],
    ['thaw everything', (desk) => desk.thaw()],
    ['thaw one', (desk) => desk.thaw(1)],
    ['thaw everything, edited or not', (desk) => desk.thaw(Infinity, true)],
    ['reopen', (desk) => desk.reopen()],
    ['lose the parts', (desk) => desk.workbook.loseParts()],
    ['show the snapshot', (desk) => desk.show(desk.taken).catch(() => undefined)],
    ['leave the snapshot', (desk) => desk.leave(desk.taken)],
  ),
  fc.integer({ min: 1, max: 5 }).map((times) => [`undo ${times}`, (desk: Desk) => desk.undo(times)] as const),
  fc.integer({ min: 1, max: 3 }).map(
    (times) =>
      [
        `redo ${times}`,
        async ({ workbook }: Desk) => {
          for (let time = 0; time < times; time++) await workbook.redo();
        },
      ] as const,
  ),
  fc
    .integer({ min: 0, max: 8 })
    .map((row) => [`insert a row before ${row + 1}`, (desk: Desk) => desk.workbook.insert(row, 1)] as const),
  fc
    .double({ min: 1, max: 2, noNaN: true })
    .map((price) => [`price ${price}`, (desk: Desk) => desk.movePrice(price)] as const),
);

test('every formula is in its cell or in the list, and every snapshot, whatever is frozen, shown, undone, reopened or lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        action.map(([what, act]) => Object.assign(act, { toString: () => what })),
        { minLength: 3, maxLength: 14 },
      ),
      async (actions) => {
        const desk = await Desk.open();
        const { workbook } = desk;
        const formulas = [
          { row: 0, formula: '=MD.QUOTE("EURUSD")' },
          { row: 1, formula: '=MD.QUOTE("GBPUSD,EURUSD","bid,ask")' },
          { row: 4, formula: '=MD.QUOTE("USDJPY")' },
        ];
        workbook.onMoved = (before, count) => {
          for (const one of formulas) if (one.row >= before + Math.max(0, -count)) one.row += count;
        };
        for (const { row, formula } of formulas) await workbook.enter(`A${row + 1}`, [formula]);
        desk.taken = await desk.take('First');
        await workbook.select(at('A1:A2'));
        workbook.close();
        for (const act of actions) {
          await act(desk);
          expect(await desk.snapshots()).toMatchObject([{ id: desk.taken, name: 'First', formulaCount: 3 }]);
          const listed = (await desk.list()).map(({ block, formula }) =>
            block ? `${a1WithSheet({ ...block, rows: 1, columns: 1 })} ${formula}` : formula,
          );
          for (const { row, formula } of formulas) {
            if ((await desk.contentOf(`A${row + 1}`)) === formula) continue;
            expect([act.toString(), ...listed]).toContain(`Sheet1!A${row + 1} ${formula}`);
          }
        }
      },
    ),
    { numRuns: 120 },
  );
}, 60_000);

import fc from 'fast-check';
import type { Session } from '../../../../src/app/session';
import { createTestSession } from '../../../support/evaluate';
import { createMemoryArchive, type MemoryArchive } from '../../../support/memory-archive';
import { createStubService } from '../../../support/stub-service';
import { UndoableWorkbook } from './undoable-workbook';
import { frozenBlocks } from '../../../../src/app/workbook/frozen';
import { freeze } from '../../../../src/app/workbook/freeze';
import { thaw } from '../../../../src/app/workbook/thaw';
import { a1WithSheet, parseA1 } from '../../../../src/core/sheet';

const never = new AbortController().signal;
const ignore = (): void => undefined;
const at = (address: string) => parseA1(address, 'Sheet1')!;
const DAY_MS = 86_400_000;

/** A workbook in a spreadsheet that can be closed and opened again, on one computer unless another is chosen. */
class Desk {
  readonly workbook = new UndoableWorkbook();
  session!: Session;
  now = 1_000_000_000_000;
  price = 1;
  readonly #service = createStubService({
    '/currencies/quotes': ({ query }) => ({
      items: query
        .get('symbols')!
        .split(',')
        .map((symbol) => ({ symbol, bid: this.price, ask: this.price, mid: this.price, timestamp: 1_790_000_000 })),
    }),
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
    await freeze(this.session, scope, ignore, never);
  }

  readonly list = () => frozenBlocks(this.session);

  async thaw(count = Infinity, overwriteEdited = false): Promise<number> {
    this.now += 1;
    const chosen = (await this.list()).slice(0, count);
    const { thawedCount } = await thaw(this.session, chosen, { overwriteEdited }, ignore, never);
    await this.workbook.settled();
    return thawedCount;
  }

  async undo(times: number): Promise<void> {
    for (let time = 0; time < times; time++) await this.workbook.undo();
  }

  async contentOf(address: string): Promise<unknown> {
    const cell = (await this.workbook.read(at(address)))[0]![0]!;
    return cell.formula === '' ? cell.value : cell.formula;
  }
}

/** Thawing clears and writes. */
const STEPS_OF_THAWING = 2;

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
      { block: at('A1'), formula: '=MD.QUOTE("EURUSD")', isEdited: false, thawedAt: desk.now },
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
    expect(await desk.list()).toMatchObject([{ formula: '=MD.QUOTE("")', isEdited: false, thawedAt: desk.now }]);
  });

  test('brings back values that somebody had edited, and the list knows them as they were', async () => {
    const desk = await Desk.open();
    await desk.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    await desk.freeze();
    await desk.workbook.enter('A1', [7]);
    expect(await desk.thaw(1, true)).toBe(1);
    await desk.undo(STEPS_OF_THAWING);
    expect(await desk.list()).toMatchObject([{ isEdited: false, thawedAt: desk.now }]);
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

  test('is told apart from values that the user has entered since', async () => {
    const desk = await thawedDesk();
    await desk.workbook.enter('A1', [5]);
    expect(await desk.list()).toMatchObject([{ isEdited: true, thawedAt: desk.now }]);
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

  test('is possible for 30 days: then the next freeze forgets the formula, unless undo has taken it', async () => {
    const desk = await thawedDesk();
    await desk.workbook.enter('C1', ['=MD.QUOTE("GBPUSD")']);
    await desk.workbook.select(at('C1'));
    desk.now += 29 * DAY_MS;
    await desk.freeze('selection');
    expect((await desk.workbook.tracked('')).size).toBe(2);
    desk.now += 2 * DAY_MS;
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

  test('are not on another computer, whose list says nothing of them', async () => {
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

  test('stop nobody from freezing where this computer takes no copy', async () => {
    const archive = createMemoryArchive();
    archive.write = () => Promise.reject(new Error('The disk is full'));
    const desk = await Desk.open(archive);
    await desk.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    await desk.freeze();
    expect(await desk.thaw()).toBe(1);
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
  fc.double({ min: 1, max: 2, noNaN: true }).map(
    (price) =>
      [
        `price ${price}`,
        async (desk: Desk) => {
          desk.price = price;
          desk.now += 60_000;
          await desk.workbook.calculate((await desk.workbook.formulas()).map(({ cell }) => cell));
          await desk.workbook.settled();
        },
      ] as const,
  ),
);

test('every formula is in its cell or in the list, whatever is frozen, thawed, undone, redone, reopened or lost', async () => {
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
        await workbook.select(at('A1:A2'));
        workbook.close();
        for (const act of actions) {
          await act(desk);
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

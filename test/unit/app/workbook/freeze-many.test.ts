import { readBlock, withoutBlocks } from '../../../../src/app/workbook/block-contents';
import { type Opened, openWorkbook, at, formulasIn } from '../opened-workbook';
import { aMonthLater, freezeAll, thawAll } from './freezing';
import type { Workbook } from '../../../../src/app/host';
import { frozenBlocks, type FrozenBlock, thaw, freeze } from '../../../../src/app/workbook/freeze';
import { a1WithSheet, overlaps, parseA1 } from '../../../../src/core/sheet';
import fc from 'fast-check';

describe('freezing many cells', () => {
  const COUNT = 150;
  const NAMES = ['EURUSD', 'GBPUSD', 'BAD'];

  /** Formulas in B, each with a reference to its name in A. */
  async function openList(): Promise<Opened> {
    const opened = await openWorkbook();
    const rows = Array.from({ length: COUNT }, (_, row) => [NAMES[row % 3]!, `=MD.QUOTE($A${row + 1})`]);
    await opened.workbook.enter('A1', ...rows);
    return opened;
  }

  test('needs a few hidden names, and thawing restores the cells exactly', async () => {
    const opened = await openList();
    const before = opened.workbook.snapshot();
    expect(await freezeAll(opened)).toEqual({ frozenCount: COUNT, skipped: [] });
    expect((await opened.workbook.tracked('')).size).toBeLessThan(5);
    expect(await thawAll(opened)).toEqual({ thawedCount: COUNT, skipped: [] });
    await aMonthLater(opened);
    expect(opened.workbook.snapshot()).toEqual(before);
  });

  test('needs no name for cells of several sheets, and thawing restores each sheet', async () => {
    const opened = await openList();
    const rows = Array.from({ length: COUNT }, (_, row) => [`=MD.QUOTE(${row % 2 ? 'Sheet1!' : ''}$A${row + 1})`]);
    await opened.workbook.enter('Other!C1', ...rows);
    expect((await freezeAll(opened)).frozenCount).toBe(2 * COUNT);
    const names = [...(await opened.workbook.tracked('')).values()];
    expect(names.map((blocks) => new Set(blocks.map((block) => block?.sheet)).size)).toEqual(names.map(() => 1));
    expect(names.length).toBeLessThan(10);
    expect((await thawAll(opened)).thawedCount).toBe(2 * COUNT);
    const other = await readBlock(opened.workbook, parseA1('C1:C150', 'Other')!);
    expect(other.map(([cell]) => [cell!.formula])).toEqual(rows);
  });

  test('finds each cell and its reference after rows were inserted and cells deleted', async () => {
    const opened = await openList();
    await freezeAll(opened);
    opened.workbook.insertRows('Sheet1', 100, 2);
    opened.workbook.deleteCells(at('B50'));
    const { thawedCount, skipped } = await thawAll(opened);
    expect({ thawedCount, skipped }).toEqual({
      thawedCount: COUNT - 1,
      skipped: ['nowhere: Its cells were deleted; the formula was =MD.QUOTE($A50)'],
    });
    expect(await formulasIn(opened, 'B99:B104')).toEqual(
      ['=MD.QUOTE($A99)', '=MD.QUOTE($A100)', '', '', '=MD.QUOTE($A103)', '=MD.QUOTE($A104)'].map((one) => [one]),
    );
    await aMonthLater(opened);
    expect((await opened.workbook.tracked('')).size).toBe(0);
  });

  test('keeps the names that other cells of the freeze still need', async () => {
    const opened = await openList();
    await freezeAll(opened);
    const [first, ...others] = await frozenBlocks(opened.session);
    await thaw(opened.session, [first!]);
    expect(await frozenBlocks(opened.session)).toEqual(others);
    await thaw(opened.session, others);
    await aMonthLater(opened);
    expect((await opened.workbook.tracked('')).size).toBe(0);
  });

  test('needs one name for each cell where a name cannot refer to several cells', async () => {
    const opened = await openList();
    opened.workbook.mostTogether = 1;
    const before = opened.workbook.snapshot();
    expect(await freezeAll(opened)).toEqual({ frozenCount: COUNT, skipped: [] });
    expect((await opened.workbook.tracked('')).size).toBe(2 * COUNT);
    expect(await thawAll(opened)).toEqual({ thawedCount: COUNT, skipped: [] });
    await aMonthLater(opened);
    expect(opened.workbook.snapshot()).toEqual(before);
  });

  test('leaves no names behind where none can be defined', async () => {
    const opened = await openList();
    opened.workbook.mostTogether = 0;
    const before = opened.workbook.snapshot();
    await expect(freezeAll(opened)).rejects.toThrow('too many blocks');
    expect(opened.workbook.snapshot()).toEqual(before);
  });
});

describe('freezing many cells apart from each other', () => {
  const COUNT = 600;

  /** A formula in every other row of B, in a spreadsheet that reads, clears and writes many blocks in one message. */
  async function openScattered(): Promise<Opened & { readonly messages: () => number }> {
    const opened = await openWorkbook();
    const { workbook } = opened;
    const rows = Array.from({ length: 2 * COUNT }, (_, row) => [row % 2 === 0 ? '=MD.QUOTE("EURUSD")' : '']);
    await workbook.enter('B1', ...rows);
    let messages = 0;
    const [read, write] = [workbook.read.bind(workbook), workbook.write.bind(workbook)];
    const counted: Pick<Workbook, 'read' | 'write'> = {
      read: (blocks) => (messages++, read(blocks)),
      write: (parts) => (messages++, write(parts)),
    };
    Object.assign(workbook, counted);
    return { ...opened, messages: () => messages };
  }

  test('needs a few messages, and thawing restores the cells exactly', async () => {
    const opened = await openScattered();
    const before = opened.workbook.snapshot();
    expect(await freezeAll(opened)).toEqual({ frozenCount: COUNT, skipped: [] });
    expect(await opened.workbook.formulas()).toEqual([]);
    expect(await thawAll(opened)).toEqual({ thawedCount: COUNT, skipped: [] });
    await aMonthLater(opened);
    expect(opened.workbook.snapshot()).toEqual(before);
    expect(opened.messages()).toBeLessThan(COUNT / 10);
  });

  test('leaves out only the cells that are refused, and does not change them', async () => {
    const opened = await openScattered();
    opened.workbook.beforeChange = (change) => {
      if (change === 'clear Sheet1!B301') throw new Error('It is merged');
    };
    const { frozenCount, skipped } = await freezeAll(opened);
    await opened.workbook.settled();
    expect({ frozenCount, skipped }).toEqual({
      frozenCount: COUNT - 1,
      skipped: ['Sheet1!B301: It is merged'],
    });
    expect((await opened.workbook.formulas()).map(({ cell }) => cell)).toEqual([at('B301')]);
    opened.workbook.beforeChange = (change) => {
      if (change === 'write Sheet1!B5') throw new Error('It is locked');
    };
    expect(await thawAll(opened)).toEqual({ thawedCount: COUNT - 2, skipped: ['Sheet1!B5: It is locked'] });
    expect(await formulasIn(opened, 'B3:B7')).toEqual([
      ['=MD.QUOTE("EURUSD")'],
      [''],
      [''],
      [''],
      ['=MD.QUOTE("EURUSD")'],
    ]);
  });
});

test('freezing neighbours leaves out only the one that is refused', async () => {
  const opened = await openWorkbook();
  await opened.workbook.enter('A1', ...Array.from({ length: 40 }, () => ['=MD.QUOTE("EURUSD")']));
  opened.workbook.beforeChange = (change) => {
    const block = change.startsWith('clear') && parseA1(change.slice('clear '.length), '');
    if (block && overlaps(block, at('A7'))) throw new Error('It is merged');
  };
  expect(await freezeAll(opened)).toEqual({ frozenCount: 39, skipped: ['Sheet1!A7: It is merged'] });
  await opened.workbook.settled();
  expect((await opened.workbook.formulas()).map(({ cell }) => cell)).toEqual([at('A7')]);
});

/** The part of the only freeze: its namespace and text. */
async function onlyPart({ workbook }: Opened): Promise<readonly [namespace: string, xml: string]> {
  const [name = ''] = (await workbook.tracked('MD_frozen_')).keys();
  const namespace = `urn:md-for-excel:frozen:${name.split('_')[2]!}`;
  return [namespace, (await workbook.readPart(namespace))!];
}

test('what an earlier version froze, with a name for each cell, can be thawed', async () => {
  const opened = await openWorkbook();
  const { session, workbook } = opened;
  await workbook.enter('A1', ['EURUSD', '=MD.QUOTE(A1)']);
  const before = workbook.snapshot();
  await freezeAll(opened);
  const [{ id, formula, block, isEdited, source }] = (await frozenBlocks(session)) as [FrozenBlock];
  const [namespace, xml] = await onlyPart(opened);
  const entry = (JSON.parse(/>(.*)</.exec(xml)![1]!) as Record<string, unknown>[])[0];
  const name = `MD_frozen_${id}`;
  const old = {
    ...entry,
    place: undefined,
    references: [{ text: 'A1', start: formula.indexOf('A1'), name: `${name}_0` }],
  };
  await workbook.track(withoutBlocks([...(await workbook.tracked('')).keys()]));
  await workbook.track([
    { name, blocks: [at('B1')] },
    { name: `${name}_0`, blocks: [at('A1')] },
  ]);
  await workbook.writePart(
    namespace,
    `<frozen xmlns="${namespace}" version="1"><block>${JSON.stringify(old)}</block></frozen>`,
  );
  expect(await frozenBlocks(session)).toMatchObject([{ id, formula, block, isEdited, source }]);
  expect(await thawAll(opened)).toEqual({ thawedCount: 1, skipped: [] });
  await aMonthLater(opened);
  expect(workbook.snapshot()).toEqual(before);
});

const freezeSelection = ({ session }: Opened) => freeze(session, 'selection');

describe('two people who freeze at once', () => {
  /** Another's way to the same workbook: with settings, a selection and a turn of its own. */
  async function joinedBy({ workbook, service, clock, market }: Opened): Promise<Opened> {
    const other = await openWorkbook();
    let selected = at('A1');
    const shared = new Proxy(workbook, {
      get(target, name) {
        if (name === 'selection') return () => Promise.resolve(selected);
        if (name === 'select')
          return (block: typeof selected) => {
            selected = block;
            return Promise.resolve();
          };
        const member = Reflect.get(target, name, target) as unknown;
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
    Object.assign(other.session.host, { workbook: shared });
    return { session: other.session, workbook: shared, service, clock, market };
  }

  const ROWS = Array.from({ length: 6 }, (_, row) => [`=MD.QUOTE("${['EURUSD', 'GBPUSD', 'BAD'][row % 3]!}")`]);

  test('lose nothing in whatever order their steps run: every formula is kept once, and comes back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.boolean(), async (scheduler, isSame) => {
        const mine = await openWorkbook();
        await mine.workbook.enter('A1', ...ROWS);
        const before = mine.workbook.snapshot();
        const [one, other] = [await joinedBy(mine), await joinedBy(mine)];
        for (const { session } of [one, other])
          Object.assign(session.host, { workbook: inSteps(session.host.workbook, scheduler) });
        await one.workbook.select(at('A1:A4'));
        await other.workbook.select(at(isSame ? 'A1:A4' : 'A3:A6'));
        await scheduler.waitFor(Promise.all([freezeSelection(one), freezeSelection(other)]));
        const kept = (await frozenBlocks(mine.session)).map(({ block }) => a1WithSheet(block!));
        expect(kept.sort()).toEqual(ROWS.slice(0, isSame ? 4 : 6).map((_, row) => `Sheet1!A${row + 1}`));
        await thawAll(mine);
        await aMonthLater(mine);
        expect(mine.workbook.snapshot()).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });

  /** Every answer of the workbook comes when the scheduler wants it. */
  const inSteps = (workbook: Workbook, scheduler: fc.Scheduler): Workbook =>
    new Proxy(workbook, {
      get(target, name) {
        const member = Reflect.get(target, name, target) as unknown;
        if (typeof member !== 'function') return member;
        return (...args: readonly unknown[]): unknown => {
          const call = member as (...values: readonly unknown[]) => unknown;
          return scheduler.schedule(Promise.resolve()).then(() => call.apply(target, args as unknown[]));
        };
      },
    });
});

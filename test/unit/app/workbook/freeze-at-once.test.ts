import fc from 'fast-check';
import { type Opened, openWorkbook, valuesOf } from '../opened-workbook';
import { aMonthLater } from './a-month-later';
import type { Workbook } from '../../../../src/app/host';
import { frozenBlocks } from '../../../../src/app/workbook/frozen';
import { freeze } from '../../../../src/app/workbook/freeze';
import { thaw } from '../../../../src/app/workbook/thaw';
import { a1WithSheet, parseA1 } from '../../../../src/core/sheet';

const never = new AbortController().signal;
const ignore = (): void => undefined;
const at = (address: string) => parseA1(address, 'Sheet1')!;

const freezeSelection = ({ session }: Opened) => freeze(session, 'selection', ignore, never);

async function thawAll({ session, workbook }: Opened): Promise<void> {
  await thaw(session, await frozenBlocks(session), { overwriteEdited: false }, ignore, never);
  await workbook.settled();
}

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

  test.each([
    ['different cells', 'A1:A3', 'A4:A6'],
    ['some of the same cells', 'A1:A4', 'A3:A6'],
    ['the same cells', 'A1:A6', 'A1:A6'],
  ])('lose nothing of %s: every formula is kept once, and comes back', async (_, one, other) => {
    const mine = await openWorkbook();
    const yours = await joinedBy(mine);
    await mine.workbook.enter('A1', ...ROWS);
    const before = mine.workbook.snapshot();
    await mine.workbook.select(at(one));
    await yours.workbook.select(at(other));
    await Promise.all([freezeSelection(mine), freezeSelection(yours)]);
    expect((await frozenBlocks(yours.session)).map(({ block }) => a1WithSheet(block!)).sort()).toEqual(
      ROWS.map((__, row) => `Sheet1!A${row + 1}`),
    );
    expect(await valuesOf(mine, ROWS.length)).toEqual([[1], [1], ['#N/A'], [1], [1], ['#N/A']]);
    await thawAll(mine);
    await aMonthLater(mine);
    expect(mine.workbook.snapshot()).toEqual(before);
  });

  test('lose nothing however their steps fall together', async () => {
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

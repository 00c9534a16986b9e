import { readBlock } from '../../../../src/app/workbook/block-contents';
import { type Opened, openWorkbook } from '../opened-workbook';
import {
  deleteSnapshot,
  snapshots,
  takeSnapshot,
  KeptSnapshots,
  markSelection,
} from '../../../../src/app/workbook/snapshot';
import { dueTimes, type ScheduleRule } from '../../../../src/app/workbook/snapshot-due';
import { SnapshotClock } from '../../../../src/app/workbook/snapshot-schedule';
import { type Block, parseA1 } from '../../../../src/core/sheet';
import { FRIDAY } from '../../../../src/core/calendar/iso-dates';

const at = (iso: string): number => Date.parse(iso);
const FRIDAYS: ScheduleRule = { kind: 'weekly', days: [FRIDAY], minute: 17 * 60, zone: 'Europe/Berlin' };
/** Thanksgiving's Friday, on which New York closes early, after a week with its usual close. */
const SESSIONS = [
  { mic: 'XNYS', date: '2026-11-20', open_time: '2026-11-20T09:30:00-05:00', close_time: '2026-11-20T16:00:00-05:00' },
  { mic: 'XNYS', date: '2026-11-27', open_time: '2026-11-27T09:30:00-05:00', close_time: '2026-11-27T13:00:00-05:00' },
];

/** A workbook with one quote and a schedule, on a Thursday. */
async function openScheduled({ rule = FRIDAYS, keep = 3 }: { rule?: ScheduleRule; keep?: number } = {}): Promise<
  Opened & { readonly snapshotClock: SnapshotClock; readonly to: To }
> {
  const opened = await openWorkbook({ '/stocks/markets/hours': () => SESSIONS });
  opened.clock.now = at('2026-11-19T12:00:00Z');
  await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
  const snapshotClock = opened.session.part(SnapshotClock);
  await snapshotClock.start();
  await snapshotClock.set({ rule, keep });
  const to: To = async (iso) => {
    opened.clock.now = at(iso);
    await snapshotClock.look();
  };
  return { ...opened, snapshotClock, to };
}

/** Moves the clock, and looks at it. */
type To = (iso: string) => Promise<void>;

const names = async ({ session }: Pick<Opened, 'session'>): Promise<string[]> =>
  (await snapshots(session)).map(({ name }) => name);

describe('a schedule', () => {
  test('takes a snapshot of fresh prices when it is due, and says when the next one is', async () => {
    const opened = await openScheduled();
    const { snapshotClock, market, to } = opened;
    expect(snapshotClock.next).toBe(at('2026-11-20T16:00:00Z'));
    market.price = 2;
    await to('2026-11-20T15:59:50Z');
    expect(await names(opened)).toEqual([]);
    await to('2026-11-20T16:00:10Z');
    expect(await snapshots(opened.session)).toEqual([
      expect.objectContaining({
        name: '2026-11-20 17:00',
        dueAt: at('2026-11-20T16:00:00Z'),
        at: at('2026-11-20T16:00:10Z'),
      }),
    ]);
    expect(
      (await readBlock(opened.workbook, { sheet: 'Sheet1', row: 0, column: 0, rows: 1, columns: 1 }))[0]![0]!.value,
    ).toBe(2);
    expect(snapshotClock.next).toBe(at('2026-11-27T16:00:00Z'));
    await to('2026-11-20T16:00:30Z');
    expect(await names(opened)).toHaveLength(1);
  });

  test('keeps the new values although the spreadsheet shows them late', async () => {
    const opened = await openScheduled();
    const { workbook } = opened;
    opened.market.price = 2;
    const read = workbook.read.bind(workbook);
    let lateReads = 2;
    workbook.read = async (blocks) =>
      (await read(blocks)).map((rows) =>
        rows.map((row) => row.map((cell) => (cell.value === 2 && lateReads-- > 0 ? { ...cell, value: 1 } : cell))),
      );
    await opened.to('2026-11-20T16:00:00Z');
    const { id } = (await snapshots(opened.session))[0]!;
    expect((await opened.session.part(KeptSnapshots).readSnapshot(id)).runs[0]?.cells[0]?.values).toEqual([[2]]);
  });

  test.each([true, false])('keeps totals of the new prices, in manual calculation too: %s', async (isManual) => {
    const opened = await openScheduled();
    const { workbook, session } = opened;
    workbook.loadSaved('B1', '=SUM(A1:A1)', 1);
    await workbook.select(parseA1('B1', 'Sheet1')!);
    await markSelection(workbook);
    opened.market.price = 2;
    const sum = async (): Promise<void> => {
      const price = (await readBlock(workbook, parseA1('A1', 'Sheet1')!))[0]![0]!.value;
      workbook.loadSaved('B1', '=SUM(A1:A1)', price);
    };
    const calculate = workbook.calculate.bind(workbook);
    Object.assign(workbook, {
      isManual,
      calculateChanged: jest.fn(sum),
      calculate: async (what: readonly Block[] | 'changed') => {
        await calculate(what);
        await workbook.settled();
        if (!isManual) await sum();
      },
    });
    await opened.to('2026-11-20T16:00:00Z');
    const { id } = (await snapshots(session))[0]!;
    const kept = await session.part(KeptSnapshots).readSnapshot(id);
    expect([kept.runs[0]?.cells[0]?.values, kept.ranges?.[0]?.cells[0]?.value]).toEqual([[[2]], 2]);
    expect(workbook.calculateChanged).toHaveBeenCalledTimes(isManual ? 1 : 0);
  });

  test('is taken although a result finds no room', async () => {
    const opened = await openScheduled();
    await opened.workbook.enter('C1', ['=MD.QUOTE("EURUSD,GBPUSD")'], ['in the way']);
    await opened.to('2026-11-20T16:00:00Z');
    expect(await names(opened)).toEqual(['2026-11-20 17:00']);
  });

  test('says what it missed while the computer slept, and takes no snapshot for it', async () => {
    const opened = await openScheduled();
    const { snapshotClock, activity, to } = { ...opened, activity: opened.session.activity };
    await to('2026-11-30T09:00:00Z');
    expect(await names(opened)).toEqual([]);
    expect(snapshotClock.schedule?.missed).toEqual([
      { dueAt: at('2026-11-20T16:00:00Z') },
      { dueAt: at('2026-11-27T16:00:00Z') },
    ]);
    expect(JSON.stringify(activity.notes)).toContain('The snapshot of 2026-11-20 17:00 was missed');
    await snapshotClock.forgetMissed();
    expect(snapshotClock.schedule?.missed).toEqual([]);
  });

  test('takes one that is a few minutes late after a wake, with its own time', async () => {
    const opened = await openScheduled();
    await opened.to('2026-11-20T16:04:00Z');
    expect(await snapshots(opened.session)).toEqual([
      expect.objectContaining({ name: '2026-11-20 17:00', at: at('2026-11-20T16:04:00Z') }),
    ]);
  });

  test('says what it missed while the workbook was closed', async () => {
    const opened = await openScheduled();
    opened.clock.now = at('2026-11-23T09:00:00Z');
    // Another run of the add-in with the same workbook, on the same computer.
    const reopened = new SnapshotClock(opened.session);
    await reopened.start();
    expect(reopened.schedule?.missed).toEqual([{ dueAt: at('2026-11-20T16:00:00Z') }]);
  });

  test('gives the reason of one that failed', async () => {
    const opened = await openScheduled();
    await opened.workbook.enter('A1', ['no formula']);
    await opened.to('2026-11-20T16:00:00Z');
    expect(opened.snapshotClock.schedule?.missed).toEqual([
      { dueAt: at('2026-11-20T16:00:00Z'), reason: 'There is no MD formula to keep: enter or thaw one first' },
    ]);
  });

  test('keeps as many of its own as the user chooses, and all that the user took', async () => {
    const opened = await openScheduled({ keep: 2 });
    await takeSnapshot(opened.session, 'Mine');
    for (const day of ['2026-11-20', '2026-11-27', '2026-12-04']) await opened.to(`${day}T16:00:00Z`);
    expect(await names(opened)).toEqual(['Mine', '2026-11-27 17:00', '2026-12-04 17:00']);
  });

  test('is taken once by two pages with the same workbook', async () => {
    const opened = await openScheduled();
    const other = new SnapshotClock(opened.session);
    await other.start();
    opened.clock.now = at('2026-11-20T16:00:00Z');
    await Promise.all([opened.snapshotClock.look(), other.look()]);
    expect(await names(opened)).toEqual(['2026-11-20 17:00']);
  });

  test('sends nothing on another computer until it is set there', async () => {
    const opened = await openScheduled();
    await opened.session.host.storage.removeItem('md.scheduleComputer');
    await opened.snapshotClock.start();
    expect(opened.snapshotClock.isHere).toBe(false);
    const before = opened.service.requests.length;
    await opened.to('2026-11-20T16:00:00Z');
    expect(opened.service.requests).toHaveLength(before);
    expect(await names(opened)).toEqual([]);
  });

  test('ends when it is set to never', async () => {
    const opened = await openScheduled();
    await opened.snapshotClock.set(undefined);
    await opened.to('2026-11-20T16:00:00Z');
    expect(await names(opened)).toEqual([]);
    expect(opened.snapshotClock.schedule).toBeUndefined();
  });

  test('that is ended while its snapshot is taken stays ended, and says nothing of it', async () => {
    const opened = await openScheduled();
    const { snapshotClock, workbook } = opened;
    const calculate = workbook.calculate.bind(workbook);
    workbook.calculate = async (blocks) => {
      await snapshotClock.set(undefined);
      return calculate(blocks);
    };
    await opened.to('2026-11-20T16:00:00Z');
    expect(snapshotClock.schedule).toBeUndefined();
    expect(opened.session.activity.notes).toEqual([]);
  });

  test('is read again if the workbook cannot be read at first', async () => {
    const opened = await openScheduled();
    const { workbook, session } = opened;
    jest.spyOn(workbook, 'readPart').mockRejectedValueOnce(new Error('Excel is busy'));
    const reopened = new SnapshotClock(session);
    await reopened.start();
    await reopened.look();
    expect([reopened.isHere, reopened.next]).toEqual([true, at('2026-11-20T16:00:00Z')]);
  });

  test('follows the closes of an exchange, the early one too', async () => {
    const opened = await openScheduled({ rule: { kind: 'close', mic: 'XNYS' } });
    await opened.to('2026-11-20T21:15:00Z');
    await opened.to('2026-11-27T18:16:00Z');
    expect(await names(opened)).toEqual(['XNYS 2026-11-20', 'XNYS 2026-11-27']);
  });

  test.each<[string, readonly unknown[]]>([
    ['without sessions', []],
    ['whose sessions do not say when they close elsewhere', [{ ...SESSIONS[0], close_time: '2026-11-20T16:00:00' }]],
  ])('of an exchange %s is refused', async (_, sessions) => {
    const opened = await openWorkbook({ '/stocks/markets/hours': () => sessions });
    opened.clock.now = at('2026-11-19T12:00:00Z');
    await expect(
      opened.session.part(SnapshotClock).set({ rule: { kind: 'close', mic: 'XNYZ' }, keep: 3 }),
    ).rejects.toThrow('The service lists no session of “XNYZ”');
  });
});

test('a weekly time stays the same on the clock when clocks change', async () => {
  const { session } = await openWorkbook();
  const from = at('2026-10-22T00:00:00Z');
  const { passed } = await dueTimes(session, FRIDAYS, from, at('2026-10-31T00:00:00Z'));
  // Berlin sets its clocks back on 25 October.
  expect(passed.map((one) => new Date(one).toISOString())).toEqual([
    '2026-10-23T15:00:00.000Z',
    '2026-10-30T16:00:00.000Z',
  ]);
});

test('an exchange with two sessions on a day has closed after the last one', async () => {
  const closing = (time: string) => ({ mic: 'XHKG', date: '2026-11-20', close_time: `2026-11-20T${time}:00+08:00` });
  const { session } = await openWorkbook({ '/stocks/markets/hours': () => [closing('12:00'), closing('16:00')] });
  const rule: ScheduleRule = { kind: 'close', mic: 'XHKG' };
  const { passed } = await dueTimes(session, rule, at('2026-11-19T12:00:00Z'), at('2026-11-20T12:00:00Z'));
  expect(passed.map((one) => new Date(one).toISOString())).toEqual(['2026-11-20T08:15:00.000Z']);
});

describe('the last trading day of a month', () => {
  const MONTH_ENDS: ScheduleRule = { kind: 'month-end', mic: 'XNYS' };
  const closing = (date: string, time = '16:00') => ({ mic: 'XNYS', date, close_time: `${date}T${time}:00-05:00` });
  const opened = (dates: readonly ReturnType<typeof closing>[]) =>
    openWorkbook({
      '/stocks/markets/hours': ({ query }) =>
        dates.filter(({ date }) => date >= query.get('start')! && date <= query.get('end')!),
    });

  test.each<[string, readonly ReturnType<typeof closing>[], string, string | undefined]>([
    [
      'ends on a weekend',
      [closing('2027-01-28'), closing('2027-01-29'), closing('2027-02-01')],
      '2027-01-04',
      '2027-01-29T21:15:00.000Z',
    ],
    [
      'ends on a half day',
      [closing('2026-12-30'), closing('2026-12-31', '13:00'), closing('2027-01-04')],
      '2026-12-02',
      '2026-12-31T18:15:00.000Z',
    ],
    [
      'has passed its last one',
      [closing('2026-11-30'), closing('2026-12-01'), closing('2026-12-31'), closing('2027-01-04')],
      '2026-12-01',
      '2026-12-31T21:15:00.000Z',
    ],
    ['is not listed to its end', [closing('2026-11-27'), closing('2026-11-30')], '2026-11-20', undefined],
  ])('is found in one that %s', async (_, dates, day, expected) => {
    const { session } = await opened(dates);
    const now = at(`${day}T12:00:00Z`);
    const { next } = await dueTimes(session, MONTH_ENDS, now, now);
    expect(next && new Date(next).toISOString()).toBe(expected);
  });

  test('is kept with the workbook, and takes its snapshot', async () => {
    const { session, clock, workbook } = await opened([
      closing('2026-11-27', '13:00'),
      closing('2026-11-30'),
      closing('2026-12-01'),
    ]);
    clock.now = at('2026-11-19T12:00:00Z');
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    const snapshotClock = session.part(SnapshotClock);
    await snapshotClock.start();
    await snapshotClock.set({ rule: MONTH_ENDS, keep: 3 });
    for (const iso of ['2026-11-27T18:16:00Z', '2026-11-30T21:16:00Z']) {
      clock.now = at(iso);
      await snapshotClock.look();
    }
    expect(await names({ session })).toEqual(['XNYS 2026-11-30']);
    expect(snapshotClock.schedule?.rule).toEqual(MONTH_ENDS);
  });
});

test('a snapshot of the schedule can be deleted like any other', async () => {
  const opened = await openScheduled();
  await opened.to('2026-11-20T16:00:00Z');
  await deleteSnapshot(opened.session, (await snapshots(opened.session))[0]!.id);
  expect(await names(opened)).toEqual([]);
});

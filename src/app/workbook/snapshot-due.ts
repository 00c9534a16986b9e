import { AFTER_CLOSE_MS, sessionsOf } from './auto-refresh';
import { readBlocks } from './block-contents';
import { addressesOf, type MdCell, GivenResults, showsValue } from './cells';
import { isOneCall } from './formulas';
import { planRefresh, runRefresh } from './refresh';
import { deleteSnapshot, snapshots, takeSnapshot, markedRanges } from './snapshot';
import type { Session } from '../session';
import { messageOf } from '../../core/basics';
import { wait } from '../../core/waiting';
import { MS_PER_DAY, MS_PER_MINUTE } from '../../core/calendar/dates';
import { weekdayOf } from '../../core/calendar/iso-dates';
import { sessionTime } from '../../core/calendar/trading-days';
import { dayIn, offsetOf, utcMsOf } from '../../core/calendar/zones';

/** When snapshots are taken: on weekdays at a zone's time, after an exchange's closes, or its last of a month. */
export type ScheduleRule =
  | {
      readonly kind: 'weekly';
      /** As {@link weekdayOf} counts them. */
      readonly days: readonly number[];
      /** Since midnight. */
      readonly minute: number;
      /** An IANA zone: the user's when the schedule was set. */
      readonly zone: string;
    }
  | { readonly kind: 'close' | 'month-end'; readonly mic: string };

const MAX_BACK_DAYS = 60;
const AHEAD_DAYS = 14;
/** The next month's first session shows which session is a month's last. */
const MONTHS_AHEAD_DAYS = 75;

const aheadOf = ({ kind }: ScheduleRule): number => (kind === 'month-end' ? MONTHS_AHEAD_DAYS : AHEAD_DAYS);

/** "2026-11-27 17:00", or "XNYS 2026-11-27". */
function dueName(rule: ScheduleRule, dueAt: number): string {
  if (rule.kind !== 'weekly') return `${rule.mic} ${new Date(dueAt - AFTER_CLOSE_MS).toISOString().slice(0, 10)}`;
  return new Date(dueAt + offsetOf(rule.zone, dueAt)).toISOString().slice(0, 16).replace('T', ' ');
}

interface DueTimes {
  /** After `from`, until now, oldest first. */
  readonly passed: readonly number[];
  readonly next: number | undefined;
}

export async function dueTimes(session: Session, rule: ScheduleRule, from: number, now: number): Promise<DueTimes> {
  const since = Math.max(from, now - MAX_BACK_DAYS * MS_PER_DAY);
  const all = rule.kind === 'weekly' ? weekly(rule, since, now) : await closes(session, rule, since, now);
  return { passed: all.filter((at) => at > since && at <= now), next: all.find((at) => at > now) };
}

/** Throws an Error with a sentence for the user if the rule never makes a snapshot due. */
export async function checkRule(session: Session, rule: ScheduleRule): Promise<void> {
  const now = session.now();
  if ((await dueTimes(session, rule, now, now)).next !== undefined) return;
  throw new Error(
    rule.kind === 'weekly'
      ? 'Choose a day and a time'
      : `The service lists no session of “${rule.mic}” in the next ${aheadOf(rule)} days: choose the MIC of an exchange, such as XNYS`,
  );
}

function weekly(rule: Extract<ScheduleRule, { kind: 'weekly' }>, since: number, now: number): number[] {
  const { days, minute, zone } = rule;
  const times: number[] = [];
  for (let day = dayIn(zone, since) - 1; day <= dayIn(zone, now) + AHEAD_DAYS; day++)
    if (days.includes(weekdayOf(day))) times.push(utcMsOf(zone, day * MS_PER_DAY + minute * MS_PER_MINUTE));
  return times;
}

/** By the service's own calendar, so that holidays and early closes count; one request a day. */
async function closes(
  { client }: Session,
  rule: Exclude<ScheduleRule, { kind: 'weekly' }>,
  since: number,
  now: number,
): Promise<number[]> {
  if (!client) return [];
  const dayOf = (ms: number): number => Math.floor(ms / MS_PER_DAY);
  const lastOf = new Map<string, number>();
  for (const { date, close_time: close } of await sessionsOf(
    client,
    rule.mic,
    dayOf(since) - 1,
    dayOf(now) + aheadOf(rule),
  )) {
    const at = sessionTime(close)?.utcMs;
    if (at !== undefined) lastOf.set(String(date), Math.max(lastOf.get(String(date)) ?? 0, at + AFTER_CLOSE_MS));
  }
  const days = [...lastOf].sort(([, one], [, other]) => one - other);
  const monthOf = (index: number): string | undefined => days[index]?.[0].slice(0, '2026-11'.length);
  return days
    .filter((_, index) => rule.kind === 'close' || (index + 1 < days.length && monthOf(index) !== monthOf(index + 1)))
    .map(([, at]) => at);
}

/** A time that passed without a snapshot. The snapshot is not taken later. */
export interface MissedSnapshot {
  /** In ms since 1970. */
  readonly dueAt: number;
  /** A sentence; absent if the workbook was closed, the add-in did not run, or the computer slept. */
  readonly reason?: string;
}

/** A snapshot that is later than that would show another moment. */
const MAX_LATE_MS = 5 * MS_PER_MINUTE;

/**
 * Takes the snapshots of these due times that the workbook does not have yet. Returns those that it misses.
 * @param keep how many of the schedule's newest snapshots are kept
 */
export async function takePassed(
  session: Session,
  rule: ScheduleRule,
  passed: readonly number[],
  now: number,
  keep: number,
): Promise<readonly MissedSnapshot[]> {
  const taken = new Set((await snapshots(session)).map(({ dueAt }) => dueAt));
  const missed: MissedSnapshot[] = [];
  for (const dueAt of passed.filter((one) => !taken.has(one))) {
    if (now - dueAt > MAX_LATE_MS) missed.push({ dueAt });
    else
      await takeDue(session, dueName(rule, dueAt), dueAt, keep).catch((error: unknown) => {
        missed.push({ dueAt, reason: messageOf(error) });
      });
  }
  for (const { dueAt, reason } of missed)
    session.note(`The snapshot of ${dueName(rule, dueAt)} was missed${reason === undefined ? '' : `: ${reason}`}`);
  return missed;
}

/** Refreshes all cells, takes the snapshot once they show the new values, and deletes the oldest ones beyond `keep`. */
async function takeDue(session: Session, name: string, dueAt: number, keep: number): Promise<void> {
  const plan = await planRefresh(session, 'all');
  // A cell that waits for the user's permission would only report it again.
  const cells = plan.cells.filter(({ price }) => price === undefined);
  const results = new GivenResults();
  const off = session.cells.watch(results);
  try {
    await runRefresh(session, { ...plan, cells });
    await areShown(session, cells, results);
    const { workbook } = session.host;
    // Otherwise an old sum would be kept beside newer prices.
    if ((await workbook.outline()).isManual) {
      await workbook.calculate('changed');
      await areShown(session, cells, results);
    }
  } finally {
    off();
  }
  await takeSnapshot(session, name, dueAt);
  const timed = (await snapshots(session)).filter((one) => one.dueAt !== undefined);
  for (const { id, isShown } of timed.slice(0, -keep)) if (!isShown) await deleteSnapshot(session, id);
}

/** A spreadsheet shows results a moment after their delivery; dependent cells and totals follow. */
const [SHOW_EVERY_MS, MAX_SHOW_MS, SETTLE_MS] = [200, 60_000, 2_000];

const pause = (ms: number): Promise<void> => new Promise((resolve) => wait(resolve, ms));

/**
 * Resolves once cells with a single call show the numbers that the refresh delivered, and dependent cells have had time
 * to follow: an earlier snapshot would keep old values as new ones.
 *
 * @throws an Error with a sentence for the user if the spreadsheet does not show them
 */
async function areShown(
  { host: { workbook } }: Session,
  cells: readonly MdCell[],
  results: GivenResults,
): Promise<void> {
  const plain = cells.flatMap(({ cell, formula }) => {
    const given = results.givenTo(addressesOf(cell))?.first;
    return typeof given === 'number' && isOneCall(formula) ? [{ cell, given }] : [];
  });
  for (let waited = 0; ; waited += SHOW_EVERY_MS) {
    const shown = await readBlocks(workbook, plain, ({ cell }) => cell);
    if (plain.every((one) => showsValue(one.given, shown.get(one)?.[0]?.[0]?.value))) break;
    if (waited >= MAX_SHOW_MS) throw new Error('The spreadsheet did not show the new values within a minute');
    await pause(SHOW_EVERY_MS);
  }
  if (plain.length < cells.length || (await markedRanges(workbook)).length > 0) await pause(SETTLE_MS);
}

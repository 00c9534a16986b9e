import { planRefresh, runRefresh } from './refresh';
import { readBlocks } from './block-contents';
import { addressesOf, type MdCell } from './cells';
import { isOperator, mdCallsIn, tokensIn } from './formulas';
import { markedRanges } from './snapshot-ranges';
import { deleteSnapshot, snapshots, takeSnapshot } from './snapshot';
import { readJson, writeJson } from './snapshot-store';
import type { FunctionTraits } from '../function-traits';
import type { Session } from '../session';
import { calendarOf } from '../../api/calendars';
import type { CellWatcher } from '../cell-log';
import { type Call, Cancellation } from '../../core/call';
import { isFormatted, MarkedNumber } from '../../core/cell';
import { wait } from '../../core/waiting';
import { Emitter, isRecord, messageOf } from '../../core/basics';
import { isoFromDay, MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../../core/calendar/dates';
import { instantFromIso, weekdayOf } from '../../core/calendar/iso-dates';
import { dayIn, isKnownZone, offsetOf, utcMsOf } from '../../core/calendar/zones';

/** When snapshots are taken: on weekdays at a time of a zone's clock, or after an exchange's close. */
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
  | { readonly kind: 'close'; readonly mic: string };

/** A time that passed without a snapshot. Nothing is made up for it. */
interface MissedSnapshot {
  /** In ms since 1970. */
  readonly dueAt: number;
  /** A sentence; absent if the workbook was closed, the add-in did not run, or the computer slept. */
  readonly reason?: string;
}

/** Stored in the workbook. */
interface KeptSchedule {
  readonly rule: ScheduleRule;
  /** How many of its snapshots stay: the newest. */
  readonly keep: number;
  /** The computer on which it was set: nobody else's key is spent on it. */
  readonly computer: string;
  /** Up to when every due time was taken or reported, in ms since 1970. */
  readonly handledUntil: number;
  readonly missed: readonly MissedSnapshot[];
}

const NAMESPACE = 'urn:md-for-excel:snapshot-schedule';
/** Where this computer keeps what it calls itself. */
const COMPUTER = 'md.scheduleComputer';

/** A clock is looked at this often, since one long wait would be wrong after a computer's sleep. */
const LOOK_MS = 20_000;
/** A snapshot that is later than that would show another moment. */
const MAX_LATE_MS = 5 * MS_PER_MINUTE;
/** Closing prices arrive a little later than the close. */
const AFTER_CLOSE_MS = 15 * MS_PER_MINUTE;
/** The exchange's hours may be corrected, and a service that fails is not asked at every look. */
const [RECOUNT_MS, RETRY_MS] = [12 * MS_PER_HOUR, 15 * MS_PER_MINUTE];
const [MAX_BACK_DAYS, AHEAD_DAYS] = [60, 14];
const MAX_MISSED = 20;
export const MAX_KEPT = 100;

/** Takes the snapshots of the open workbook's schedule while the add-in runs, and says which ones it missed. */
export class SnapshotClock extends Emitter {
  #schedule: KeptSchedule | undefined;
  #isHere = false;
  #next: number | undefined;
  #countedAt = -Infinity;
  #isBusy = false;
  #failure: string | undefined;
  #functions: readonly FunctionTraits[] = [];

  constructor(private readonly session: Session) {
    super();
  }

  get schedule(): Pick<KeptSchedule, 'rule' | 'keep' | 'missed'> | undefined {
    return this.#schedule;
  }

  /** Whether it was set on this computer, which then takes the snapshots. */
  get isHere(): boolean {
    return this.#schedule !== undefined && this.#isHere;
  }

  /** When the next one is due, in ms since 1970; undefined if there is none, or it is not known. */
  get next(): number | undefined {
    return this.#next;
  }

  /** Reads the schedule of the open workbook, and takes what is due from now on. */
  async start(functions: readonly FunctionTraits[]): Promise<void> {
    this.#functions = functions;
    await this.load();
    await this.look();
  }

  async load(): Promise<void> {
    const { workbook, storage } = this.session.host;
    const read = await readJson(workbook, NAMESPACE).catch(() => undefined);
    this.#schedule = isSchedule(read) ? read : undefined;
    this.#isHere =
      this.#schedule !== undefined && (await storage.getItem(COMPUTER).catch(() => null)) === this.#schedule.computer;
    this.#next = undefined;
    this.#countedAt = -Infinity;
    this.emitChange();
  }

  /**
   * Sets the schedule on this computer, from now on; undefined ends it.
   *
   * @throws an Error with a sentence for the user if it cannot be kept
   */
  async set(wanted: Pick<KeptSchedule, 'rule' | 'keep'> | undefined): Promise<void> {
    if (!wanted) {
      await this.#store(undefined);
      return;
    }
    const { rule, keep } = wanted;
    if (!Number.isInteger(keep) || keep < 1 || keep > MAX_KEPT)
      throw new Error(`The number of snapshots to keep is a whole number from 1 to ${MAX_KEPT}`);
    const handledUntil = this.session.now();
    if ((await dueTimes(this.session, rule, handledUntil, handledUntil)).next === undefined)
      throw new Error(
        rule.kind === 'close'
          ? `The service lists no session of “${rule.mic}” in the next ${AHEAD_DAYS} days: choose the MIC of an exchange, such as XNYS`
          : 'Choose a day and a time',
      );
    const computer = await this.#computer();
    await this.#store({ rule, keep, computer, handledUntil, missed: this.#schedule?.missed ?? [] });
    await this.look();
  }

  /** Forgets what was missed, once the user has read it. */
  async forgetMissed(): Promise<void> {
    if (this.#schedule) await this.#store({ ...this.#schedule, missed: [] });
    await this.look();
  }

  /** Looks at the clock: takes what is due now, and reports what was missed. */
  async look(): Promise<void> {
    if (!this.isHere || this.#isBusy) return;
    this.#isBusy = true;
    try {
      const now = this.session.now();
      if (now - this.#countedAt >= (this.#next === undefined ? RETRY_MS : RECOUNT_MS)) await this.#count(now);
      if (this.#next !== undefined && now >= this.#next) await this.#handle();
    } catch (error) {
      // Asked again soon, since what is due cannot wait for long.
      this.#next = undefined;
      this.#countedAt = this.session.now() - RETRY_MS + MS_PER_MINUTE;
      const failure = messageOf(error);
      if (failure !== this.#failure) this.session.note(`The schedule of snapshots waits: ${failure}`);
      this.#failure = failure;
    } finally {
      this.#isBusy = false;
    }
  }

  /** The first time that is not handled yet: it may have passed. */
  async #count(now: number): Promise<void> {
    const { rule, handledUntil } = this.#schedule!;
    this.#countedAt = now;
    const { passed, next } = await dueTimes(this.session, rule, handledUntil, now);
    this.#next = passed[0] ?? next;
    this.emitChange();
  }

  async #handle(): Promise<void> {
    const { session } = this;
    // Somebody else may have changed or ended it.
    await this.load();
    if (!this.isHere) return;
    const { rule, keep, handledUntil } = this.#schedule!;
    const now = session.now();
    const { passed } = await dueTimes(session, rule, handledUntil, now);
    const taken = new Set((await snapshots(session)).map(({ dueAt }) => dueAt));
    const missed: MissedSnapshot[] = [];
    for (const dueAt of passed.filter((one) => !taken.has(one))) {
      if (now - dueAt > MAX_LATE_MS) missed.push({ dueAt });
      else
        await this.#take(rule, keep, dueAt).catch((error: unknown) => {
          missed.push({ dueAt, reason: messageOf(error) });
        });
    }
    for (const { dueAt, reason } of missed)
      session.note(`The snapshot of ${nameOf(rule, dueAt)} was missed${reason === undefined ? '' : `: ${reason}`}`);
    const before = this.#schedule!;
    await this.#store({ ...before, handledUntil: now, missed: [...before.missed, ...missed].slice(-MAX_MISSED) });
    await this.#count(session.now());
  }

  async #take(rule: ScheduleRule, keep: number, dueAt: number): Promise<void> {
    const { session } = this;
    const plan = await planRefresh(session, 'all', this.#functions);
    // A cell that waits for the user's permission would only report it again.
    const cells = plan.cells.filter(({ price }) => price === undefined);
    const results = new GivenResults();
    const off = session.cells.watch(results);
    await runRefresh(session, { ...plan, cells }, () => undefined, new AbortController().signal).finally(off);
    await results.areShown(session, cells);
    await takeSnapshot(session, nameOf(rule, dueAt), this.#functions, dueAt);
    const timed = (await snapshots(session)).filter((one) => one.dueAt !== undefined);
    for (const { id, isShown } of timed.slice(0, -keep)) if (!isShown) await deleteSnapshot(session, id);
  }

  async #store(schedule: KeptSchedule | undefined): Promise<void> {
    await writeJson(this.session.host.workbook, NAMESPACE, schedule);
    await this.load();
  }

  async #computer(): Promise<string> {
    const { storage } = this.session.host;
    const known = await storage.getItem(COMPUTER);
    if (known !== null) return known;
    const made = crypto.randomUUID();
    await storage.setItem(COMPUTER, made);
    return made;
  }
}

/** A spreadsheet shows results a moment after it was given them; the cells beside them, and totals, follow. */
const [SHOW_EVERY_MS, MAX_SHOW_MS, SETTLE_MS] = [200, 60_000, 2_000];
/** Spreadsheets keep 15 digits of a number. */
const PRECISION = 1e-12;

/** What functions return during a refresh: a snapshot before the cells show it would keep old values as new ones. */
class GivenResults implements CellWatcher {
  readonly #numbers = new Map<string, number>();

  begin(): void {
    // What counts is the result.
  }

  notBefore(): undefined {
    return undefined;
  }

  end({ address }: Call, _: unknown, result: unknown): void {
    const first: unknown = Array.isArray(result) ? (result as unknown[][])[0]?.[0] : result;
    const value = isFormatted(first) && !(first instanceof MarkedNumber) ? first.value : first;
    if (address === undefined) return;
    if (typeof value === 'number') this.#numbers.set(address, value);
    else this.#numbers.delete(address);
  }

  /**
   * Resolves once the cells that are one call of a function show the numbers that it gave, and what is calculated from
   * them has had its time.
   *
   * @throws an Error with a sentence for the user if the spreadsheet does not show them
   */
  async areShown({ host: { workbook } }: Session, cells: readonly MdCell[]): Promise<void> {
    const plain = cells.flatMap(({ cell, formula }) => {
      const value = addressesOf(cell)
        .map((address) => this.#numbers.get(address))
        .find((one) => one !== undefined);
      return value !== undefined && isOneCall(formula) ? [{ cell, value }] : [];
    });
    for (let waited = 0; ; waited += SHOW_EVERY_MS) {
      const shown = await readBlocks(workbook, plain, ({ cell }) => cell);
      if (plain.every((one) => isShown(shown.get(one)?.[0]?.[0]?.value, one.value))) break;
      if (waited >= MAX_SHOW_MS) throw new Error('The spreadsheet did not show the new values within a minute');
      await new Promise<void>((resolve) => {
        wait(resolve, SHOW_EVERY_MS);
      });
    }
    if (plain.length < cells.length || (await markedRanges(workbook)).length > 0)
      await new Promise<void>((resolve) => {
        wait(resolve, SETTLE_MS);
      });
  }
}

/** Whether a formula is one call of ours: what it shows is then what the function gave. */
function isOneCall(formula: string): boolean {
  if (mdCallsIn(formula).length !== 1 || !/^=[\w.]*MD[._]\w+\(/i.test(formula)) return false;
  let depth = 0;
  const tokens = tokensIn(formula);
  return tokens.every((token, index) => {
    if (isOperator(token, '(')) depth++;
    if (isOperator(token, ')')) depth--;
    // The bracket that closes the first one is the last.
    return !isOperator(token, ')') || depth > 0 || index === tokens.length - 1;
  });
}

/** A result that finds no room never shows its numbers. */
const isShown = (shown: unknown, value: number): boolean =>
  shown === '#SPILL!' || (typeof shown === 'number' && Math.abs(shown - value) <= Math.abs(value) * PRECISION);

/** Follows the open workbook's schedule. Returns a function that stops it. */
export function keepSchedule(session: Session, functions: readonly FunctionTraits[]): () => void {
  const clock = session.part(SnapshotClock);
  const look = (): void => {
    void clock.look();
  };
  const timer = setInterval(look, LOOK_MS);
  // After a sleep the timer may take its time.
  for (const event of WAKING) window.addEventListener(event, look);
  const off = session.host.workbook.onReplaced?.(() => {
    void clock.start(functions);
  });
  void session.ready.then(() => clock.start(functions));
  return () => {
    clearInterval(timer);
    for (const event of WAKING) window.removeEventListener(event, look);
    off?.();
  };
}

const WAKING = ['focus', 'online', 'pageshow'] as const;

/** What one scheduled snapshot requests at least: it refreshes all cells first. */
export const scheduleCost = async (session: Session, functions: readonly FunctionTraits[]): Promise<number> =>
  (await planRefresh(session, 'all', functions)).requestCount;

/** "2026-11-27 17:00", or "XNYS 2026-11-27". */
function nameOf(rule: ScheduleRule, dueAt: number): string {
  if (rule.kind === 'close') return `${rule.mic} ${new Date(dueAt - AFTER_CLOSE_MS).toISOString().slice(0, 10)}`;
  return new Date(dueAt + offsetOf(rule.zone, dueAt)).toISOString().slice(0, 16).replace('T', ' ');
}

interface DueTimes {
  /** After `from`, until now, oldest first. */
  readonly passed: readonly number[];
  readonly next: number | undefined;
}

/** @internal */
export async function dueTimes(session: Session, rule: ScheduleRule, from: number, now: number): Promise<DueTimes> {
  const since = Math.max(from, now - MAX_BACK_DAYS * MS_PER_DAY);
  const all = rule.kind === 'weekly' ? weekly(rule, since, now) : await closes(session, rule.mic, since, now);
  return { passed: all.filter((at) => at > since && at <= now), next: all.find((at) => at > now) };
}

function weekly(rule: Extract<ScheduleRule, { kind: 'weekly' }>, since: number, now: number): number[] {
  const { days, minute, zone } = rule;
  const times: number[] = [];
  for (let day = dayIn(zone, since) - 1; day <= dayIn(zone, now) + AHEAD_DAYS; day++)
    if (days.includes(weekdayOf(day))) times.push(utcMsOf(zone, day * MS_PER_DAY + minute * MS_PER_MINUTE));
  return times;
}

/** By the service's own calendar, so that holidays and early closes count; one request a day. */
async function closes({ client }: Session, mic: string, since: number, now: number): Promise<number[]> {
  if (!client) return [];
  const today = Math.floor(now / MS_PER_DAY);
  const question = {
    mic,
    start: isoFromDay(Math.floor(since / MS_PER_DAY) - 1),
    end: isoFromDay(today + AHEAD_DAYS),
  };
  const call = { isPreview: false, cancellation: new Cancellation() };
  const rows = await calendarOf(client, 'GET /stocks/markets/hours').read(question, call);
  const lastOf = new Map<unknown, number>();
  for (const { date, close_time: close } of rows) {
    const at = typeof close === 'string' ? instantFromIso(close)?.utcMs : undefined;
    if (at !== undefined) lastOf.set(date, Math.max(lastOf.get(date) ?? 0, at + AFTER_CLOSE_MS));
  }
  return [...lastOf.values()].sort((one, other) => one - other);
}

const isSchedule = (value: unknown): value is KeptSchedule =>
  isRecord(value) &&
  isRule(value.rule) &&
  typeof value.keep === 'number' &&
  typeof value.computer === 'string' &&
  typeof value.handledUntil === 'number' &&
  Array.isArray(value.missed);

const isRule = (rule: unknown): rule is ScheduleRule =>
  isRecord(rule) &&
  (rule.kind === 'close'
    ? typeof rule.mic === 'string'
    : rule.kind === 'weekly' &&
      Array.isArray(rule.days) &&
      typeof rule.minute === 'number' &&
      typeof rule.zone === 'string' &&
      isKnownZone(rule.zone));

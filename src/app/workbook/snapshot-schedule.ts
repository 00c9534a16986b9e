import { readContent, writeContent } from './ledger';
import type { MissedSnapshot, ScheduleRule } from './snapshot-due';
import type { Session } from '../session';
import { Emitter, isRecord, messageOf } from '../../core/basics';
import { MS_PER_HOUR, MS_PER_MINUTE } from '../../core/calendar/dates';
import { isKnownZone } from '../../core/calendar/zones';

interface KeptSchedule {
  readonly rule: ScheduleRule;
  /** How many of its newest snapshots are kept. */
  readonly keep: number;
  /** The computer on which it was set: the schedule must not spend another person's quota. */
  readonly computer: string;
  /** Up to when every due time was taken or reported, in ms since 1970. */
  readonly handledUntil: number;
  readonly missed: readonly MissedSnapshot[];
}

const NAMESPACE = 'urn:md-for-excel:snapshot-schedule';
/** Where this computer stores its own id. */
const COMPUTER = 'md.scheduleComputer';

/**
 * The code of schedules is loaded when the first schedule is set on this computer, not when a snapshot is due: by then
 * a release may have removed the script.
 */
const taking = () => import('./written');

/** The clock is checked this often, since one long timer would be wrong after a computer's sleep. */
const LOOK_MS = 20_000;
/** How often the exchange's hours are requested: they may change, but not every check may ask a failing service. */
const [RECOUNT_MS, RETRY_MS] = [12 * MS_PER_HOUR, 15 * MS_PER_MINUTE];
const MAX_MISSED = 20;
export const MAX_KEPT = 100;

/** Takes the snapshots of the open workbook's schedule while the add-in runs, and says which ones it missed. */
export class SnapshotClock extends Emitter {
  schedule: KeptSchedule | undefined;
  /** Whether it was set on this computer, which is the one that takes the snapshots. */
  isHere = false;
  /** Whether reading the workbook's schedule succeeded; undefined before the first attempt. */
  isRead: boolean | undefined;
  /** When the next one is due, in ms since 1970; undefined if there is none, or it is not known. */
  next: number | undefined;
  /** When the next due time is determined again. */
  #dueAgainAt = -Infinity;
  #isBusy = false;
  #failure: string | undefined;

  constructor(private readonly session: Session) {
    super();
  }

  /** Reads the schedule of the open workbook, and takes what is due from now on. */
  async start(): Promise<void> {
    await this.load();
    await this.look();
  }

  async load(): Promise<void> {
    const { workbook, storage } = this.session.host;
    const found = await Promise.all([readContent(workbook, NAMESPACE), storage.getItem(COMPUTER)]).catch(
      () => undefined,
    );
    const [schedule, computer] = found ?? [];
    this.isRead = found !== undefined;
    this.schedule = isSchedule(schedule) ? schedule : undefined;
    this.isHere = this.schedule !== undefined && computer === this.schedule.computer;
    if (this.isHere) taking().catch(() => undefined);
    this.next = undefined;
    this.#dueAgainAt = -Infinity;
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
    await (await taking()).checkRule(this.session, rule);
    const computer = await this.#computer();
    await this.#store({ rule, keep, computer, handledUntil, missed: this.schedule?.missed ?? [] });
    await this.look();
  }

  async forgetMissed(): Promise<void> {
    if (this.schedule) await this.#store({ ...this.schedule, missed: [] });
    await this.look();
  }

  /** Looks at the clock: takes what is due now, and reports what was missed. */
  async look(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      if (this.isRead === false) await this.load();
      if (this.isHere && this.session.now() >= this.#dueAgainAt) await this.#handle();
    } catch (error) {
      // Retried soon, since a due snapshot cannot wait for long.
      this.next = undefined;
      this.#dueAgainAt = this.session.now() + MS_PER_MINUTE;
      const failure = messageOf(error);
      if (failure !== this.#failure) this.session.note(`The schedule of snapshots waits: ${failure}`);
      this.#failure = failure;
    } finally {
      this.#isBusy = false;
    }
  }

  /** Takes due snapshots, reports missed ones, and determines the next due time. */
  async #handle(): Promise<void> {
    const { session } = this;
    // Somebody else may have changed or ended it.
    await this.load();
    if (!this.isHere) return;
    const { rule, keep, handledUntil } = this.schedule!;
    const now = session.now();
    const { dueTimes, takePassed } = await taking();
    const { passed, next } = await dueTimes(session, rule, handledUntil, now);
    if (passed.length === 0) {
      this.next = next;
      this.#dueAgainAt = next === undefined ? now + RETRY_MS : Math.min(next, now + RECOUNT_MS);
      this.emitChange();
      return;
    }
    const missed = await takePassed(session, rule, passed, now, keep);
    // The user may have ended or changed it meanwhile.
    const before = this.schedule;
    if (!before) return;
    await this.#store({
      ...before,
      handledUntil: Math.max(before.handledUntil, now),
      missed: [...before.missed, ...missed].slice(-MAX_MISSED),
    });
    await this.#handle();
  }

  async #store(schedule: KeptSchedule | undefined): Promise<void> {
    await writeContent(this.session.host.workbook, NAMESPACE, schedule);
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

/** Follows the open workbook's schedule. Returns a function that stops it. */
export function keepSchedule(session: Session): () => void {
  const clock = session.part(SnapshotClock);
  const look = (): void => void clock.look();
  const timer = setInterval(look, LOOK_MS);
  // After a sleep the timer may take its time.
  for (const event of WAKING) window.addEventListener(event, look);
  const off = session.host.workbook.on('replaced', () => void clock.start());
  void session.ready.then(() => clock.start());
  return () => {
    clearInterval(timer);
    for (const event of WAKING) window.removeEventListener(event, look);
    off();
  };
}

const WAKING = ['focus', 'online', 'pageshow'] as const;

const isSchedule = (value: unknown): value is KeptSchedule =>
  isRecord(value) &&
  isRule(value.rule) &&
  typeof value.keep === 'number' &&
  typeof value.computer === 'string' &&
  typeof value.handledUntil === 'number' &&
  Array.isArray(value.missed);

const isRule = (rule: unknown): rule is ScheduleRule =>
  isRecord(rule) &&
  (rule.kind === 'close' || rule.kind === 'month-end'
    ? typeof rule.mic === 'string'
    : rule.kind === 'weekly' &&
      Array.isArray(rule.days) &&
      typeof rule.minute === 'number' &&
      typeof rule.zone === 'string' &&
      isKnownZone(rule.zone));

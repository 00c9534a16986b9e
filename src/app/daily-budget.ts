import { notAvailable } from '../core/errors';
import { isRecord } from '../core/is-record';
import type { Activity } from './activity';
import type { Host } from './host';
import type { Settings } from './settings';
import type { Budget } from './spending';

/** The parts of a session that count and store its requests. */
export interface Spender {
  readonly activity: Activity;
  readonly host: Host;
  readonly settings: Settings;
  now(): number;
}

const STORED_AS = 'md.spent';
/** Delay before saving, so that many requests are saved together. */
const SAVE_AFTER_MS = 2_000;

/**
 * How many requests this workbook has sent today, by the computer's calendar, and may still send. The stored count
 * restarts every day.
 */
export class DailyBudget implements Budget {
  #day: string;
  #before: number;
  #countAtStart: number;
  #saving: ReturnType<typeof setTimeout> | undefined;

  private constructor(
    private readonly session: Spender,
    private readonly id: string,
    before: number,
  ) {
    this.#day = today(session);
    this.#before = before;
    // What was sent before the budget was set counts as well, if it was sent today for certain.
    this.#countAtStart = isFromToday(performance.timeOrigin, session) ? 0 : session.activity.counts.requests;
    session.activity.onChange(() => {
      this.#saving ??= setTimeout(() => {
        this.#saving = undefined;
        void this.#save();
      }, SAVE_AFTER_MS);
    });
  }

  static async open(session: Spender): Promise<DailyBudget> {
    const id = session.host.workbookId?.() ?? '';
    const count = (await readStored(session))[id];
    return new DailyBudget(session, id, typeof count === 'number' ? count : 0);
  }

  /** Requests sent today. */
  get spent(): number {
    const { requests } = this.session.activity.counts;
    if (this.#day !== today(this.session))
      [this.#day, this.#before, this.#countAtStart] = [today(this.session), 0, requests];
    return this.#before + requests - this.#countAtStart;
  }

  /** Throws if fewer requests than that are left. */
  check(requestCount: number): void {
    const { dailyBudget } = this.session.settings;
    const left = dailyBudget - this.spent;
    if (dailyBudget === 0 || requestCount <= left) return;
    throw notAvailable(
      left <= 0
        ? `The budget of ${written(dailyBudget)} requests for today is used up: raise it in the MD pane, or wait until tomorrow`
        : `About ${written(requestCount)} requests, but ${written(left)} are left of today's budget: raise it in the MD pane`,
    );
  }

  async #save(): Promise<void> {
    const stored = { ...(await readStored(this.session)), [this.id]: this.spent };
    const text = JSON.stringify({ day: today(this.session), spent: stored });
    await this.session.host.storage.setItem(STORED_AS, text).catch(() => undefined);
  }
}

/** Today's counts of all workbooks, by id. */
async function readStored(session: Spender): Promise<Readonly<Record<string, unknown>>> {
  try {
    const stored: unknown = JSON.parse((await session.host.storage.getItem(STORED_AS)) ?? 'null');
    return isRecord(stored) && stored.day === today(session) && isRecord(stored.spent) ? stored.spent : {};
  } catch {
    return {};
  }
}

const isFromToday = (timeMs: number, session: Spender): boolean => new Date(timeMs).toDateString() === today(session);
const today = (session: Spender): string => new Date(session.now()).toDateString();
const written = (count: number): string => count.toLocaleString('en');

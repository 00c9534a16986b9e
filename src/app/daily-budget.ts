import type { Budget, Spending } from '../api/spending';
import { notAvailable } from '../core/errors';
import type { Activity } from './activity';
import type { Host } from './host';
import type { Settings } from './settings';
import { isRecord, recordIn } from '../core/basics';

export interface Spender {
  readonly activity: Activity;
  readonly host: Host;
  readonly settings: Settings;
  readonly spending: Pick<Spending, 'sentOn'>;
  now(): number;
}

const STORED_AS = 'md.spent';
/** Delay before saving, so that many requests are saved together. */
const SAVE_AFTER_MS = 2_000;

/**
 * How many requests this workbook has sent today, by the computer's calendar, and may still send. Counts the requests
 * that its earlier sessions and other windows have stored, and those of this session. The count restarts every day.
 */
export class DailyBudget implements Budget {
  /** The workbook and day of the counts below. */
  #day: string;
  /** This session's share of the stored count. */
  #stored = 0;

  private constructor(
    private readonly session: Spender,
    private readonly id: string,
    /** The share of earlier sessions and other windows in the stored count. */
    private others: number,
  ) {
    this.#day = today(session);
    let saving: ReturnType<typeof setTimeout> | undefined;
    session.activity.onChange(() => {
      saving ??= setTimeout(() => {
        saving = undefined;
        void this.#save();
      }, SAVE_AFTER_MS);
    });
  }

  static async open(session: Spender): Promise<DailyBudget> {
    const id = session.host.workbookId?.() ?? '';
    return new DailyBudget(session, id, countOf(await readStored(session), id));
  }

  get spent(): number {
    return (today(this.session) === this.#day ? this.others : 0) + this.#sent;
  }

  get left(): number {
    return (this.session.settings.dailyBudget || Infinity) - this.spent;
  }

  checkRequests(requestCount: number): void {
    const { left } = this;
    if (requestCount <= left) return;
    const { dailyBudget } = this.session.settings;
    throw notAvailable(
      left <= 0
        ? `The budget of ${withSeparators(dailyBudget)} requests for today is used up: raise it in the MD pane, or wait until tomorrow`
        : `About ${withSeparators(requestCount)} requests, but today's budget has ${withSeparators(left)} left: raise it in the MD pane`,
    );
  }

  /** By this session, today. */
  get #sent(): number {
    return this.session.spending.sentOn[today(this.session)] ?? 0;
  }

  /** Adds the requests of this session since the last time, and reads those of other windows. */
  async #save(): Promise<void> {
    const day = today(this.session);
    const stored = await readStored(this.session);
    if (day !== this.#day) [this.#day, this.#stored] = [day, 0];
    this.others = Math.max(0, countOf(stored, this.id) - this.#stored);
    this.#stored = this.#sent;
    const text = JSON.stringify({ day, spent: { ...stored, [this.id]: this.others + this.#stored } });
    await this.session.host.storage.setItem(STORED_AS, text).catch(() => undefined);
  }
}

/** Today's counts of all workbooks, by id. */
async function readStored(session: Spender): Promise<Readonly<Record<string, unknown>>> {
  const text = await session.host.storage.getItem(STORED_AS).catch(() => null);
  const stored = recordIn(text ?? '');
  return stored?.day === today(session) && isRecord(stored.spent) ? stored.spent : {};
}

function countOf(stored: Readonly<Record<string, unknown>>, id: string): number {
  const count = stored[id];
  return typeof count === 'number' ? count : 0;
}

const today = (session: Spender): string => new Date(session.now()).toDateString();
const withSeparators = (count: number): string => count.toLocaleString('en');

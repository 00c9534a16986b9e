import { notAvailable } from '../core/errors';
import { isRecord } from '../core/is-record';
import type { Activity } from './activity';
import type { Host } from './host';
import type { Settings } from './settings';
import type { Budget, RequestLimit } from './spending';

/** The parts of a session that count and store its requests. */
export interface Spender {
  readonly activity: Activity;
  readonly host: Host;
  readonly settings: Settings;
  readonly spending: Pick<RequestLimit, 'sentOn'>;
  now(): number;
}

const STORED_AS = 'md.spent';
/** Delay before saving, so that many requests are saved together. */
const SAVE_AFTER_MS = 2_000;

/**
 * How many requests this workbook has sent today, by the computer's calendar, and may still send: what earlier sessions
 * have stored, and what this one has sent. The count restarts every day.
 */
export class DailyBudget implements Budget {
  readonly #day: string;
  #saving: ReturnType<typeof setTimeout> | undefined;

  private constructor(
    private readonly session: Spender,
    private readonly id: string,
    private readonly before: number,
  ) {
    this.#day = today(session);
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
    const day = today(this.session);
    return (day === this.#day ? this.before : 0) + (this.session.spending.sentOn[day] ?? 0);
  }

  get left(): number {
    return (this.session.settings.dailyBudget || Infinity) - this.spent;
  }

  /** Throws if fewer requests than that are left. */
  check(requestCount: number): void {
    const { left } = this;
    if (requestCount <= left) return;
    const { dailyBudget } = this.session.settings;
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

const today = (session: Spender): string => new Date(session.now()).toDateString();
const written = (count: number): string => count.toLocaleString('en');

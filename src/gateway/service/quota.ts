import { usagePeriodsIn } from '../../api/interface/records';
import { recordIn } from '../../core/basics';
import { MS_PER_DAY } from '../../core/calendar/dates';

interface DayUsage {
  readonly used: number;
  readonly quota: number | undefined;
  readonly beganAt: number;
}

/** At most, a quote of fifteen seconds is kept for an hour. */
const MAX_STRETCH = 240;
/** The share that is reserved for urgent requests: refreshes, filings, the last minutes of the day. */
const SPARED = 0.03;
const QUOTA_NAMES = ['quota', 'limit', 'requests_limit', 'daily_limit'];

/** Stretches the freshness of quotes when the day's quota would be used up too early at the recent pace. */
export class Quota {
  #stretch = 1;
  #usage: DayUsage | undefined;
  #sentSince = 0;
  /** Since the last check or midnight (UTC), whichever was later. */
  #sentToday = 0;
  #day: number;
  #lookedAt: number;

  /** @param perDay requests per day, if the service does not state them */
  constructor(
    private readonly now: () => number,
    private readonly perDay?: number,
  ) {
    this.#lookedAt = now();
    this.#day = Math.floor(now() / MS_PER_DAY);
  }

  get stretch(): number {
    this.#beginDay();
    return this.#stretch;
  }

  get today(): { readonly used: number; readonly of: number } | undefined {
    this.#beginDay();
    const of = this.#usage?.quota ?? this.perDay;
    return of === undefined ? undefined : { used: this.#used, of };
  }

  countRequest(): void {
    this.#beginDay();
    this.#sentSince++;
    this.#sentToday++;
  }

  /** Sets the stretch by the service's usage of today, or by our own count if it states none or yesterday's. */
  noteUsage(told?: DayUsage): void {
    this.#beginDay();
    const now = this.now();
    const [sent, passedMs] = [this.#sentSince, Math.max(1, now - this.#lookedAt)];
    const isOfToday = told !== undefined && now < told.beganAt + MS_PER_DAY;
    const known = told?.quota ?? this.#usage?.quota;
    const usage = isOfToday ? told : { used: this.#used, quota: known, beganAt: now - (now % MS_PER_DAY) };
    [this.#usage, this.#sentSince, this.#sentToday, this.#lookedAt] = [usage, 0, 0, now];
    const quota = usage.quota ?? this.perDay;
    if (quota === undefined) {
      this.#stretch = 1;
      return;
    }
    const left = quota * (1 - SPARED) - usage.used;
    const leftMs = usage.beganAt + MS_PER_DAY - now;
    const unstretched = (sent / passedMs) * this.#stretch * leftMs;
    this.#stretch = left > 0 ? Math.min(MAX_STRETCH, Math.max(1, unstretched / left)) : MAX_STRETCH;
  }

  get #used(): number {
    return (this.#usage?.used ?? 0) + this.#sentToday;
  }

  /** A new day begins without requests and with the whole quota, even if the service does not state its usage. */
  #beginDay(): void {
    const day = Math.floor(this.now() / MS_PER_DAY);
    if (day === this.#day) return;
    this.#day = day;
    this.#sentToday = 0;
    this.#stretch = 1;
    if (this.#usage) this.#usage = { ...this.#usage, used: 0, beganAt: day * MS_PER_DAY };
  }
}

export function readDayUsage(body: string): DayUsage | undefined {
  const parsed = recordIn(body);
  const day = usagePeriodsIn(parsed)?.at(-1);
  if (!parsed || typeof day?.counts.requests !== 'number') return undefined;
  return { used: day.counts.requests, quota: quotaIn(day.counts) ?? quotaIn(parsed), beganAt: day.start * 1000 };
}

/** A limit of 1 is the number of days that were asked for. */
const quotaIn = (record: Readonly<Record<string, unknown>>): number | undefined =>
  QUOTA_NAMES.map((name) => record[name]).find((value): value is number => typeof value === 'number' && value > 1);

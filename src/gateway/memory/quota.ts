import { isRecord } from '../../core/is-record';

/** What the service says of the day that is now running, in requests. */
export interface DayUsage {
  readonly used: number;
  /** How many there may be; undefined where that is not told. */
  readonly quota: number | undefined;
  /** When the day began, in milliseconds since 1970. */
  readonly beganAt: number;
}

const DAY_MS = 86_400_000;
/** A quote of fifteen seconds is then kept for an hour. */
const MOST_STRETCH = 240;
/** What is left for what cannot wait: refreshes, filings, the last minutes of the day. */
const SPARED = 0.03;
/** Names under which services tell how many requests a day may have. */
const QUOTA_NAMES = ['quota', 'limit', 'requests_limit', 'daily_limit'];

/**
 * Stretches the freshness of quotes so that the quota of the day lasts until its end: at the pace of late, what is left would be used up
 * before. Without a quota nothing is stretched.
 */
export class Quota {
  #stretch = 1;
  #usage: DayUsage | undefined;
  #sentSince = 0;
  #lookedAt: number;

  /**
   * @param now in milliseconds since 1970
   * @param given requests a day, where the service does not tell them
   */
  constructor(
    private readonly now: () => number,
    private readonly given?: number,
  ) {
    this.#lookedAt = now();
  }

  /** By how much quotes are kept longer than they would be. */
  get stretch(): number {
    return this.#stretch;
  }

  /** Another node has looked. */
  set stretch(factor: number) {
    this.#stretch = Math.min(MOST_STRETCH, Math.max(1, factor));
  }

  /** The day's requests and how many there may be; undefined where no quota is known. */
  get today(): { readonly used: number; readonly of: number } | undefined {
    const of = this.#usage?.quota ?? this.given;
    return of === undefined ? undefined : { used: (this.#usage?.used ?? 0) + this.#sentSince, of };
  }

  /** A request has left. */
  count(): void {
    this.#sentSince++;
  }

  /** Hears what the service says of today, and sets the stretch by it. */
  look(told: DayUsage): void {
    const now = this.now();
    const [sent, passedMs] = [this.#sentSince, Math.max(1, now - this.#lookedAt)];
    [this.#usage, this.#sentSince, this.#lookedAt] = [told, 0, now];
    const quota = told.quota ?? this.given;
    if (quota === undefined) {
      this.#stretch = 1;
      return;
    }
    const left = quota * (1 - SPARED) - told.used;
    const leftMs = Math.max(0, told.beganAt + DAY_MS - now);
    const unstretched = (sent / passedMs) * this.#stretch * leftMs;
    this.stretch = left > 0 ? unstretched / left : MOST_STRETCH;
  }
}

/** Today as GET /account/usage?interval=1d tells it; undefined where its shape is another. */
export function readDayUsage(body: string): DayUsage | undefined {
  const parsed = parse(body);
  if (!isRecord(parsed)) return undefined;
  const days = Object.keys(parsed)
    .filter((key) => /^\d+$/.test(key) && isRecord(parsed[key]))
    .sort((a, b) => Number(b) - Number(a));
  const [newest] = days;
  if (newest === undefined) return undefined;
  const day = parsed[newest] as Readonly<Record<string, unknown>>;
  if (typeof day.requests !== 'number') return undefined;
  return { used: day.requests, quota: quotaIn(day) ?? quotaIn(parsed), beganAt: Number(newest) * 1000 };
}

const quotaIn = (record: Readonly<Record<string, unknown>>): number | undefined =>
  QUOTA_NAMES.map((name) => record[name]).find((value): value is number => typeof value === 'number' && value > 0);

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

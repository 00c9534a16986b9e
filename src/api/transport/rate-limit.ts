import type { ServiceError } from '../service-error';
import { WaitQueue } from './concurrency-limit';
import { isPause, type Next, type Outgoing, type Policy, type Reply } from './policy';

/** The part of a reply that explains a pause: 429 or 503. */
export type NotNow = Pick<Reply, 'status' | 'body'>;

/**
 * Holds requests back as the service's limits require, and learns the limits from refusals. It does not decide whether
 * a refused request is sent again. A timer runs only while something waits.
 */
export class RateLimits implements Policy {
  readonly #queue = new WaitQueue<Permit>();
  readonly #limit = new LearnedRateLimit();
  /** The end of a pause that nothing waits for, and the reply that asked for it. */
  #shutUntil = 0;
  #shutBy: NotNow | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param explain the error of requests that are not sent during a pause that is too long to wait */
  constructor(
    private readonly now: () => number,
    private readonly explain: (refusal: NotNow, pauseMs: number | undefined) => Promise<ServiceError>,
  ) {}

  /** The reply, unless the service asks for a pause that is too long to wait. */
  async sendRequest(request: Outgoing, next: Next): Promise<Reply> {
    const leftMs = this.#shutUntil - this.now();
    if (this.#shutBy && leftMs > 0) throw await this.explain(this.#shutBy, leftMs);
    const permission = this.#queue.wait(request.signal, { onLeave: this.#advance });
    this.#advance();
    const permit = await permission;
    const reply = await next(request).catch((error: unknown) => {
      this.#limit.lost(permit);
      this.#advance();
      throw error;
    });
    const now = this.now();
    if (!isPause(reply)) this.#limit.accepted(permit, now);
    else if (!this.#limit.refused(permit, now, reply.retryAfterMs, reply.status === 429)) {
      [this.#shutUntil, this.#shutBy] = [now + (reply.retryAfterMs ?? 0), reply];
      // No other request may pass before the waiting ones are rejected.
      throw await this.explain(reply, reply.retryAfterMs);
    }
    this.#advance();
    return reply;
  }

  /** Whether requests are held back. */
  get isHoldingUp(): boolean {
    return this.#queue.size > 0;
  }

  dropWaiting(error: Error): void {
    this.#queue.rejectAll(error);
    this.#advance();
  }

  readonly #advance = (): void => {
    clearTimeout(this.#timer);
    while (this.#queue.size > 0) {
      const now = this.now();
      const waitMs = this.#limit.waitMs(now);
      if (waitMs > 0) {
        if (waitMs < Infinity) this.#timer = setTimeout(this.#advance, waitMs);
        return;
      }
      this.#queue.releaseNext(this.#limit.take(now));
    }
  };
}

/** Allows one request to leave; handed back once with the request's outcome. */
export interface Permit {
  readonly sentAt: number;
  /** Whether the request tests if a pause was long enough. */
  readonly isProbe: boolean;
  /** The windows in which it counts, one per length. */
  readonly windows: readonly RateWindow[];
}

interface RateWindow {
  readonly index: number;
  taken: number;
  accepted: number;
}

/** What is known about windows of one length. */
interface LearnedQuota {
  readonly windowMs: number;
  /** Additional delay for another try, because the service's clock may be behind this one. */
  readonly extraMarginMs: number;
  window: RateWindow;
  isKnown: boolean;
  /** A window that was used up: its accepted requests are the allowance. */
  usedUp?: RateWindow;
  /** Until then the allowance is respected; later, one extra request may test whether it has grown. */
  trustedUntil: number;
}

interface RefusalPause {
  /** When the first request was refused. */
  readonly since: number;
  readonly windows: readonly RateWindow[];
  readonly minWindowMs: number;
  readonly isQuota: boolean;
  /** Whether more was sent than the allowance of a known window. */
  readonly isExplained: boolean;
  resumeAt: number;
  /** When the last refused probe was sent. */
  probedAt: number;
}

interface Guess {
  readonly quota: LearnedQuota;
  readonly marginMs: number;
  /** When windows of this length restart after the first refusal. */
  readonly at: number;
}

/** If a service asks for a longer pause, cells show an error instead of seeming to hang. */
const LONGEST_WAIT_MS = 65_000;

const MARGIN_MS = 50;
/** The pause after a first refusal, during which running requests return. */
const SOON_MS = 100;
/**
 * A probe waits as long as the pause has lasted, within these bounds, if no known window explains the refusal: a service
 * that refuses for another reason must not cost a whole minute. The first bound is longer than the shortest window.
 */
const [MIN_PROBE_MS, MAX_PROBE_MS] = [1_100, 5_000];
const TRUST_MS = 600_000;
/** A probe sent this much later than possible proves nothing about a window's length. */
const NEAR_MS = 1_000;

/**
 * open: requests leave as far as the known allowances reach. paused: after a refusal everything waits. probing: one
 * request tests whether the pause was long enough. hopeless: the service asks for a longer pause than requests wait,
 * and one request at a time shows when it is over.
 */
type RateLimitState = 'open' | 'paused' | 'probing' | 'hopeless';

const NO_WINDOW: RateWindow = { index: NaN, taken: 0, accepted: 0 };

/**
 * When requests may be sent, learned from the service's refusals. The service counts in windows aligned to the clock,
 * whose lengths and allowances are not documented.
 *
 * After a refusal everything waits for a moment, then one request probes, because services also refuse at random: a
 * request that is accepted then, in the same window, was under no limit. If others are refused as well, the probe waits
 * for the end of the shortest possible window; if that is refused, the next longer window is tried. Other probes lie
 * between those, because not every refusal comes from a window. A successful probe identifies the window, unless it is
 * one of those between. The allowance is what the used-up window accepted. It is tested with one more request in the
 * next window, and trusted once it has been confirmed.
 *
 * It has no clock: callers pass every time, in milliseconds since 1970.
 *
 * @internal
 */
export class LearnedRateLimit {
  readonly #quotas: readonly LearnedQuota[] = [
    createQuota(1_000, 0),
    createQuota(10_000, 1_000),
    createQuota(60_000, 2_000),
  ];
  #marginMs = MARGIN_MS;
  #outCount = 0;
  #state: RateLimitState = 'open';
  /** While paused or probing. */
  #pause: RefusalPause | undefined;
  /** Refusals of requests sent before the last pause ended are ignored. */
  #clearedAt = -Infinity;

  /** How long the next request has to wait; 0 sends it now, Infinity waits for a running request. */
  waitMs(now: number): number {
    if (this.#state === 'probing') return Infinity;
    if (this.#pause) return Math.max(0, this.#pause.resumeAt - now);
    if (this.#state === 'hopeless') return this.#outCount === 0 ? 0 : Infinity;
    this.#roll(now);
    return Math.max(...this.#quotas.map((quota) => this.#waitForQuotaMs(quota, now)));
  }

  /** Counts a request that is sent now. */
  take(now: number): Permit {
    this.#roll(now);
    this.#outCount++;
    const isProbe = this.#state === 'paused';
    if (isProbe) this.#state = 'probing';
    const windows = this.#quotas.map(({ window }) => window);
    for (const window of windows) window.taken++;
    return { sentAt: now, isProbe, windows };
  }

  /** The request was accepted, whatever its answer says. */
  accepted(permit: Permit, now: number): void {
    this.#outCount--;
    if (this.#state === 'hopeless') this.#state = 'open';
    for (const window of permit.windows) window.accepted++;
    for (const quota of this.#quotas) {
      if (now < quota.trustedUntil || quota.window.accepted <= allowanceOf(quota)) continue;
      delete quota.usedUp;
      quota.isKnown = false;
    }
    if (!permit.isProbe || !this.#pause) return;
    this.#learn(this.#pause, permit, now);
    this.#pause = undefined;
    this.#state = 'open';
    this.#clearedAt = permit.sentAt;
  }

  /** There was no reply: this says nothing about limits. */
  lost(permit: Permit): void {
    this.#outCount--;
    if (permit.isProbe && this.#pause) this.#state = 'paused';
  }

  /**
   * The service asked for a pause. Returns false if it is too long for anything to wait.
   *
   * @param retryAfterMs the requested length, if any
   * @param isQuota false if the service is down, which is not a reason to count requests
   */
  refused(permit: Permit, now: number, retryAfterMs?: number, isQuota = true): boolean {
    this.#outCount--;
    if (this.#state === 'hopeless') return false;
    if (!this.#pause && permit.sentAt < this.#clearedAt) return true;
    // A single refusal may be random.
    const isFirst = this.#pause === undefined;
    const pause = (this.#pause ??= this.#begin(permit, now, isQuota, retryAfterMs));
    if (permit.isProbe) {
      this.#state = 'paused';
      pause.probedAt = permit.sentAt;
    }
    const windowAt = this.#guesses(pause)[0]?.at ?? Infinity;
    const betweenMs = pause.isExplained ? Infinity : Math.min(MAX_PROBE_MS, Math.max(MIN_PROBE_MS, now - pause.since));
    const guessedAt = Math.min(windowAt, now + (isFirst ? SOON_MS : betweenMs));
    const askedAt = retryAfterMs === undefined ? undefined : now + retryAfterMs + MARGIN_MS;
    pause.resumeAt = Math.max(
      pause.resumeAt,
      askedAt === undefined || permit.isProbe ? guessedAt : askedAt,
      askedAt ?? 0,
    );
    if (pause.resumeAt - pause.since <= LONGEST_WAIT_MS) return true;
    this.#pause = undefined;
    this.#state = 'hopeless';
    return false;
  }

  #roll(now: number): void {
    for (const quota of this.#quotas) {
      const index = Math.floor((now - this.#marginMs) / quota.windowMs);
      if (index === quota.window.index) continue;
      // Running requests may arrive in the new window.
      quota.window = { index, taken: this.#outCount, accepted: 0 };
    }
  }

  #waitForQuotaMs(quota: LearnedQuota, now: number): number {
    if (quota.window.taken < allowanceOf(quota)) return 0;
    const isTrying = now >= quota.trustedUntil && this.#outCount === 0;
    return isTrying ? 0 : startAfter(now, quota.windowMs, this.#marginMs) - now;
  }

  #begin({ windows }: Permit, now: number, isQuota: boolean, retryAfterMs = 0): RefusalPause {
    const exceeded = this.#quotas.findLast((quota, index) => windows[index]!.taken > allowanceOf(quota));
    const quota = exceeded ?? this.#quotas.find(({ isKnown }) => isKnown);
    const minWindowMs = Math.max(quota?.windowMs ?? 0, retryAfterMs - NEAR_MS);
    this.#state = 'paused';
    return {
      since: now,
      windows,
      minWindowMs,
      isQuota,
      isExplained: exceeded !== undefined,
      resumeAt: 0,
      probedAt: -Infinity,
    };
  }

  /**
   * The starts of windows that no refused probe has ruled out, by length. The first is the earliest: no short window
   * begins later than a long one.
   */
  #guesses({ since, minWindowMs, probedAt }: RefusalPause): Guess[] {
    return this.#quotas
      .filter(({ windowMs }) => windowMs >= minWindowMs)
      .flatMap((quota) =>
        [0, quota.extraMarginMs].map((extraMs) => ({
          quota,
          marginMs: this.#marginMs + extraMs,
          at: startAfter(since, quota.windowMs, this.#marginMs) + extraMs,
        })),
      )
      .filter(({ at }) => at > probedAt);
  }

  #learn(pause: RefusalPause, { sentAt }: Permit, now: number): void {
    const [guess, ...longer] = this.#guesses(pause).filter(({ at }) => at <= sentAt);
    if (!guess || !pause.isQuota || sentAt - guess.at > NEAR_MS) return;
    const { quota, marginMs } = guess;
    quota.isKnown = true;
    this.#marginMs = marginMs;
    // If a longer window began at the same time, the used-up one may have been that.
    if (longer.some((other) => other.quota !== quota)) return;
    const usedUp = pause.windows[this.#quotas.indexOf(quota)]!;
    if (usedUp.accepted === 0) return;
    quota.trustedUntil = usedUp.accepted === allowanceOf(quota) ? now + TRUST_MS : -Infinity;
    quota.usedUp = usedUp;
  }
}

const createQuota = (windowMs: number, extraMarginMs: number): LearnedQuota => ({
  windowMs,
  extraMarginMs,
  window: NO_WINDOW,
  isKnown: false,
  trustedUntil: -Infinity,
});

const allowanceOf = ({ usedUp }: LearnedQuota): number => usedUp?.accepted ?? Infinity;

/** The start of the first window after a time, delayed by `marginMs` against this computer's clock. */
const startAfter = (time: number, windowMs: number, marginMs: number): number =>
  (Math.floor((time - marginMs) / windowMs) + 1) * windowMs + marginMs;

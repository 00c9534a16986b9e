import { MS_PER_DAY } from '../../core/calendar/dates';
import type { SharedCounts } from './shared-counts';
import { NotNowError } from '../errors';

export interface Questioner {
  /** The key for counting the person's requests; empty if nobody needs a token. */
  readonly person: string;
  readonly name?: string;
  readonly groups?: readonly string[] | undefined;
}

/** Limits; undefined means no limit. Questions reach the gateway, requests reach the service. */
export interface Limits extends Readonly<
  Partial<Record<(typeof LIMITS)[number] | 'questionsPerSecond' | 'questionsPerDay', number | undefined>>
> {
  /** The maximum number of unused requests that may be saved up. @default those of a second */
  readonly requestsAtOnce?: number;
}

export const LIMITS = ['symbolsPerSecond', 'symbolsPerDay', 'requestsPerSecond', 'requestsPerDay'] as const;
type Kind = 'questions' | 'symbols' | 'requests';

interface AllowancesOptions {
  readonly person: Limits;
  readonly groupOf: (name: string) => Limits | undefined;
  readonly now: () => number;
  readonly shared?: SharedCounts | undefined;
}

interface Limited {
  /** The key of a group; a person's key has no colon. */
  readonly key: string;
  readonly who: string;
  readonly limits: Limits;
}

/** A large question may exceed a second's allowance: then the next question waits until this is made up for. */
class AllowanceUse {
  #day = '';
  #today = new Map<string, number>();
  readonly #left = new Map<string, { amount: number; at: number }>();
  /** A person's share of common requests. */
  readonly #parts = new Map<string, number>();
  readonly #share: ((key: string, amount: number) => void) | undefined;

  constructor(
    private readonly kind: Kind,
    private readonly options: AllowancesOptions,
  ) {
    this.#share = options.shared?.counterOf(kind, (key, amount, isFirst) => {
      this.#addToday(key, amount);
      // The use of the whole day has long been made up for.
      if (!isFirst) this.#draw(key, amount);
    });
  }

  perSecond({ limits }: Limited): number | undefined {
    return limits[`${this.kind}PerSecond`];
  }

  perDay({ limits }: Limited): number | undefined {
    return limits[`${this.kind}PerDay`];
  }

  leftToday(limited: Limited): number {
    return (this.perDay(limited) ?? Infinity) - (this.#countsOfToday().get(limited.key) ?? 0);
  }

  waitMs(limited: Limited, waiting = 0): number {
    const perSecond = this.perSecond(limited) ?? Infinity;
    const missing = waiting - this.#leftOf(limited.key, perSecond, limited.limits);
    return missing < 0 ? 0 : Math.max(1, (missing / perSecond) * 1000);
  }

  spendAmount(limited: Limited, amount: number): void {
    const { key } = limited;
    if (this.perSecond(limited) === undefined && this.perDay(limited) === undefined) return;
    // Returned symbols were work all the same: they still count in their second.
    if (amount > 0) this.#draw(key, amount);
    const parts = (this.#parts.get(key) ?? 0) + amount;
    // Sevenths do not add up to one exactly.
    const whole = Math.floor(parts + 1e-6);
    this.#parts.set(key, parts - whole);
    if (whole === 0) return;
    this.#addToday(key, whole);
    this.#share?.(key, whole);
  }

  #addToday(key: string, amount: number): void {
    this.#countsOfToday().set(key, (this.#countsOfToday().get(key) ?? 0) + amount);
  }

  #countsOfToday(): Map<string, number> {
    const day = new Date().toISOString().slice(0, 10);
    if (day !== this.#day) this.#today = new Map();
    this.#day = day;
    return this.#today;
  }

  #draw(key: string, amount: number): void {
    const { person, groupOf, now } = this.options;
    const limits = key.startsWith(GROUP) ? groupOf(key.slice(GROUP.length)) : person;
    const perSecond = limits?.[`${this.kind}PerSecond`];
    if (perSecond !== undefined)
      this.#left.set(key, { amount: this.#leftOf(key, perSecond, limits) - amount, at: now() });
  }

  #leftOf(key: string, perSecond: number, { requestsAtOnce = perSecond }: Limits = {}): number {
    const last = this.#left.get(key);
    const most = this.kind === 'requests' ? requestsAtOnce : perSecond;
    if (!last) return most;
    return Math.min(most, last.amount + ((this.options.now() - last.at) / 1000) * perSecond);
  }
}

const GROUP = 'group:';

export class Allowances {
  readonly #questions: AllowanceUse;
  readonly #symbols: AllowanceUse;
  readonly #requests: AllowanceUse;

  constructor(private readonly options: AllowancesOptions) {
    [this.#questions, this.#symbols, this.#requests] = (['questions', 'symbols', 'requests'] as const).map(
      (kind) => new AllowanceUse(kind, options),
    ) as [AllowanceUse, AllowanceUse, AllowanceUse];
  }

  /** Counts a question of any kind. Returns the reason if it is not allowed now. */
  takeQuestion(asker: Questioner): NotNowError | undefined {
    for (const limited of this.#limitedOf(asker)) {
      const waitMs = this.#questions.waitMs(limited);
      if (waitMs > 0)
        return tooMany(`${limited.who} has sent more than ${this.#questions.perSecond(limited)!} requests`, waitMs);
      this.#questions.spendAmount(limited, 1);
    }
    return undefined;
  }

  /** Counts symbols. Returns the reason if they are not allowed now. */
  takeSymbols(asker: Questioner, count: number): NotNowError | undefined {
    const all = this.#limitedOf(asker);
    for (const limited of all) {
      const left = this.#symbols.leftToday(limited);
      const [perDay, perSecond] = [this.#symbols.perDay(limited)!, this.#symbols.perSecond(limited)!];
      if (count > left)
        return left > 0
          ? notToday(`${limited.who} ${perDay} symbols`, `of which ${left} are left: ask for fewer than these ${count}`)
          : tooManyToday(limited.who, `${perDay} symbols`);
      const waitMs = this.#symbols.waitMs(limited);
      if (waitMs > 0) return tooMany(`The gateway allows ${limited.who} ${perSecond} symbols`, waitMs);
    }
    for (const limited of all) this.#symbols.spendAmount(limited, count);
    return undefined;
  }

  /** Symbols of a question that failed count in no day: else a day's would be used up while the service is away. */
  returnSymbols(asker: Questioner, count: number): void {
    for (const limited of this.#limitedOf(asker)) this.#symbols.spendAmount(limited, -count);
  }

  /** @param waiting requests that already wait for this person */
  problemOf(asker: Questioner, waiting: number): NotNowError | undefined {
    for (const limited of this.#limitedOf(asker)) {
      const [perDay, perSecond] = [this.#requests.perDay(limited)!, this.#requests.perSecond(limited)!];
      if (waiting >= this.#requests.leftToday(limited))
        return tooManyToday(limited.who, `${perDay} requests to the service`);
      const waitMs = this.#requests.waitMs(limited, waiting);
      if (waitMs > 0) return tooMany(`The gateway allows ${limited.who} ${perSecond} requests to the service`, waitMs);
    }
    return undefined;
  }

  spendRequests(asker: Questioner, requests: number): void {
    for (const limited of this.#limitedOf(asker)) this.#requests.spendAmount(limited, requests);
  }

  #limitedOf({ person, name = person, groups = [] }: Questioner): readonly Limited[] {
    if (person === '') return [];
    const { groupOf, person: limits } = this.options;
    return [
      { key: person, who: name, limits },
      ...groups.flatMap((group) => {
        const own = groupOf(group);
        return own ? [{ key: GROUP + group, who: `the group ${group}`, limits: own }] : [];
      }),
    ];
  }
}

function tooMany(what: string, waitMs: number): NotNowError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new NotNowError(429, `${what} in a second: try again in ${seconds} s`, seconds * 1000);
}

const tooManyToday = (who: string, what: string): NotNowError =>
  notToday(`${who} ${what}`, 'which are used: try again after midnight (UTC)');

function notToday(allowed: string, problem: string): NotNowError {
  const leftMs = MS_PER_DAY - (Date.now() % MS_PER_DAY);
  return new NotNowError(429, `The gateway allows ${allowed} in a day, ${problem}, or ask its administrator`, leftMs);
}

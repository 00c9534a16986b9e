import type { Allowance, Call, RequestRecord } from '../core/call';
import { CellError } from '../core/errors';

/** #N/A: a formula has sent as many requests as it may, or would need more, and waits until the user allows them. */
export class PriceError extends CellError {
  override readonly name = 'PriceError';

  /** @param allowance of the formula that waits: how many requests are missing is said when the sentence is read */
  constructor(readonly allowance: Pick<Allowance, 'missing'>) {
    super('#N/A');
    Object.defineProperty(this, 'message', {
      get: () => `About ${allowance.missing.toLocaleString('en')} requests: allow it in the MD pane`,
    });
  }
}

/** A question that waits for its answer. */
export interface Asker {
  /** The calls of the formulas that ask it. */
  readonly callers: readonly Call[];
  /** How many requests were sent for it. */
  sent: number;
  /** When it was asked, and with which request. All cells that receive the answer keep this. */
  readonly requested: { at: number; request?: RequestRecord };
}

/** How many more requests a formula may send for a question. What several cells ask is not sent for each of them. */
export const leftOf = ({ max, sent }: Allowance, asker: Asker): number => max - Math.max(sent, asker.sent);

export interface Budget {
  readonly left: number;
  /** Throws if fewer requests than that are left. */
  check(requestCount: number): void;
}

/**
 * Holds every formula to the number of requests that the settings allow. One that needs more is stopped there; from then
 * on it sends nothing until the user agrees. It may then send as many as it said on top of the usual number, until the
 * add-in is closed. Once the daily budget is used up, blocks every request.
 */
export class Spending {
  /**
   * The formulas that were stopped: `missing` is what the user was told, and 0 once that is allowed; `max` is what they
   * may send.
   */
  readonly #stops = new Map<string, Omit<Allowance, 'sent'>>();
  /** How many requests this session has sent, by their day as Date.toDateString names it. */
  readonly sentOn: Record<string, number> = {};
  /** How many requests may still be sent today; undefined if there is no daily budget. */
  budget: (Budget & { readonly spent: number }) | undefined;

  constructor(
    private readonly settings: () => { readonly maxRequests: number },
    /** Whether the user knows how many requests a call needs, and agreed. */
    private readonly isAccepted: (call: Call) => boolean,
  ) {}

  /** A formula sends no more requests than this until the user allows it; Infinity: any number. */
  get maxRequests(): number {
    return this.settings().maxRequests || Infinity;
  }

  /** Whether any formula has been stopped: otherwise `begin` need not be told of them. */
  get hasStopped(): boolean {
    return this.#stops.size > 0;
  }

  /** Gives a call the allowance of its formula, if that was stopped before. A preview has its own. */
  begin(call: Call, formula: readonly unknown[]): void {
    const key = this.#keyOf(formula);
    const stop = this.#stops.get(key);
    if (stop === undefined || call.allowance !== undefined) return;
    const { missing } = stop;
    const now = missing > 0 && this.isAccepted(call) ? { missing: 0, max: this.maxRequests + missing } : stop;
    this.#stops.set(key, now);
    call.allowance = { ...now, sent: 0 };
  }

  /** Remembers that a call's formula was stopped. A preview's is not: it stops earlier. */
  end({ allowance, isSample }: Call, formula: readonly unknown[]): void {
    if (allowance !== undefined && isSample !== true)
      this.#stops.set(this.#keyOf(formula), { missing: allowance.missing, max: 0 });
  }

  /** Once the setting is changed, a formula goes on by itself. */
  #keyOf(formula: readonly unknown[]): string {
    return JSON.stringify([this.maxRequests, formula]);
  }

  /** The call's allowance, which it receives with its first request. */
  allowanceOf(call: Call): Allowance {
    return (call.allowance ??= { max: this.maxRequests, sent: 0, missing: 0 });
  }

  /**
   * Counts a request that is about to be sent, for one of the calls that wait for it. Throws a PriceError instead if
   * none of them may send another, and a CellError once nothing more may be sent today.
   */
  spend(atMs: number, askers: readonly Asker[] = []): void {
    this.budget?.check(1);
    this.#pay(askers);
    const day = new Date(atMs).toDateString();
    this.sentOn[day] = (this.sentOn[day] ?? 0) + 1;
  }

  #pay(askers: readonly Asker[]): void {
    let refused: Allowance | undefined;
    for (const asker of askers) {
      for (const call of asker.callers) {
        const allowance = this.allowanceOf(call);
        if (leftOf(allowance, asker) > 0) {
          allowance.sent++;
          asker.sent++;
          return;
        }
        // A formula asks for many names of one list, one after the other.
        if (allowance !== refused && allowance.max > 0) allowance.missing++;
        refused = allowance;
      }
    }
    if (refused !== undefined) throw new PriceError(refused);
  }
}

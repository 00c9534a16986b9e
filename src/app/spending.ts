import { type Asker, type Budget, leftOf, PriceError, type Spending } from '../api/spending';
import type { Allowance, Call } from '../core/call';
import type { Settings } from './settings';

/**
 * Holds every formula to the number of requests that the settings allow. One that needs more is stopped there; from then
 * on it sends nothing until the user agrees. It may then send as many as it said on top of the usual number, until the
 * add-in is closed. Once the daily budget is used up, blocks every request.
 */
export class RequestLimit implements Spending {
  /**
   * The formulas that were stopped: `missing` is what the user was told, and 0 once that is allowed; `max` is what they
   * may send.
   */
  readonly #stops = new Map<string, Omit<Allowance, 'sent'>>();
  /** How many requests this session has sent, by their day as Date.toDateString names it. */
  readonly sentOn: Record<string, number> = {};
  /** Undefined if none is set. */
  budget: (Budget & { readonly spent: number }) | undefined;

  constructor(
    private readonly settings: () => Pick<Settings, 'maxRequests'>,
    /** Whether the user knows how many requests a call needs, and agreed. */
    private readonly isAccepted: (call: Call) => boolean,
  ) {}

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

  allowanceOf(call: Call): Allowance {
    return (call.allowance ??= { max: this.maxRequests, sent: 0, missing: 0 });
  }

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

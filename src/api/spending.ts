import { RecentMap } from '../core/basics';
import type { Allowance, Call, CellAllowance, RequestRecord } from '../core/call';
import { beginsAnew, type MadeCall } from '../core/recalculations';
import { addMissing, PriceError, toldOf } from './price-error';

/** A question that waits for its answer. */
export interface Asker {
  /** The calls of the formulas that ask it. */
  readonly callers: readonly Call[];
  /** How many requests were sent for it. */
  sent: number;
  /** When and with which request it was asked. All cells that receive the answer keep this. */
  readonly requested: { at: number; request?: RequestRecord };
}

/** How many more requests a formula may send for a question. A question of several cells is sent once. */
export function leftOf({ cell, ...own }: Allowance, asker: Asker): number {
  const { max, sent } = own.max > 0 && cell !== undefined ? cell : own;
  return max - Math.max(sent, asker.sent);
}

/** The calls of one cell in one recalculation. */
interface CellSpending extends CellAllowance {
  readonly calls: Map<Call, MadeCall>;
  /** The formulas for which it may send more than usual. */
  readonly agreed: Set<string>;
}

interface StoppedFormula {
  /** How many requests it may send. */
  readonly max: number;
  /** The number that the user was told; 0 once the user allows it. */
  readonly missing: () => number;
  readonly isEstimate?: boolean | undefined;
  readonly isMost?: boolean | undefined;
  /** The number that the user was told before, and allowed. */
  readonly told?: number | undefined;
}

/** A formula may exceed an agreed estimate by this share without asking the user again. */
const MARGIN = 1 / 4;

/** The number of cells whose recent requests are remembered: more are rarely active at once. */
const MAX_CELLS = 10_000;

export interface Budget {
  readonly left: number;
  /** Throws if fewer requests than that are left. */
  checkRequests(requestCount: number): void;
}

/**
 * Holds every formula to the number of requests that the settings allow, all calls of its cell together. A formula that
 * needs more is stopped there and sends nothing until the user agrees. Then, until the add-in is closed, it may send
 * the stated number in addition to the usual one; if the number was an estimate, a quarter more. Once the daily budget
 * is used up, blocks every request.
 */
export class Spending {
  readonly #stops = new Map<string, StoppedFormula>();
  readonly #cells = new RecentMap<string, CellSpending>(MAX_CELLS);
  /** How many requests this session has sent, by day, as Date.toDateString writes it. */
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

  /** Whether any formula has been stopped: otherwise `beginCall` need not be called. */
  get hasStopped(): boolean {
    return this.#stops.size > 0;
  }

  /** Gives a call the allowance of its formula if the formula was stopped before. A preview has its own allowance. */
  beginCall(call: Call, formula: readonly unknown[]): void {
    const key = this.#keyOf(formula);
    const stop = this.#stops.get(key);
    if (stop === undefined || call.allowance !== undefined) return;
    const missing = stop.missing();
    const isAccepted = missing > 0 && this.isAccepted(call);
    const more = missing + Math.max(this.maxRequests, stop.isEstimate ? Math.ceil(missing * MARGIN) : 0);
    const now = isAccepted ? { missing: 0, max: more } : { missing, max: stop.max };
    const told = isAccepted ? missing : stop.told;
    if (isAccepted) this.#stops.set(key, { max: now.max, missing: () => 0, told });
    const allowance = this.#allow(call, now);
    call.allowance = allowance;
    if (told) allowance.told = told;
    const { cell } = allowance;
    // Each recalculation may send what was agreed, for a formula that stands in the cell twice as for one.
    if (cell !== undefined && now.missing === 0 && (isAccepted || !cell.agreed.has(key))) {
      cell.agreed.add(key);
      cell.max += now.max - this.maxRequests;
    }
    if (now.missing > 0) addMissing(allowance, now.missing, allowance, stop.isMost);
  }

  /** Remembers that a call's formula was stopped. Previews are not remembered, since they stop earlier. */
  endCall(call: Call, formula: readonly unknown[]): void {
    const { allowance, address = '' } = call;
    if (allowance === undefined || call.isSample === true) return;
    const { calls } = this.#cells.get(address) ?? {};
    const made = calls?.get(call);
    // A request after a cancellation belongs to another recalculation.
    if (made) calls!.set(call, { ...made, endedAt: call.cancellation.isCancelled ? -Infinity : Date.now() });
    if (allowance.missing === 0) return;
    this.#stops.set(this.#keyOf(formula), {
      missing: () => toldOf(allowance),
      max: 0,
      isEstimate: allowance.isEstimate,
      isMost: (allowance.cell ?? allowance).isMost,
      told: allowance.told,
    });
  }

  /** Once the setting is changed, a formula goes on by itself. */
  #keyOf(formula: readonly unknown[]): string {
    return JSON.stringify([this.maxRequests, formula]);
  }

  /** The call's allowance, which it receives with its first request. */
  allowanceOf(call: Call): Allowance {
    return (call.allowance ??= this.#allow(call, { max: this.maxRequests, missing: 0 }));
  }

  #allow(call: Call, own: Pick<Allowance, 'max' | 'missing'>): Allowance & { readonly cell?: CellSpending } {
    const cell = this.#cellOf(call);
    return { ...own, sent: 0, ...(cell && { cell }) };
  }

  #cellOf(call: Call): CellSpending | undefined {
    const { address, begunAt, asked, isSample = false } = call;
    if (address === undefined || begunAt === undefined || isSample) return undefined;
    const made = { begunAt, endedAt: Infinity, asked };
    const before = this.#cells.get(address);
    const cell =
      before === undefined || beginsAnew(made, [...before.calls.values()])
        ? {
            max: this.maxRequests,
            sent: 0,
            missing: new Map<object, number | undefined>(),
            calls: new Map<Call, MadeCall>(),
            agreed: new Set<string>(),
          }
        : before;
    cell.calls.set(call, made);
    this.#cells.set(address, cell);
    return cell;
  }

  /**
   * Counts a request that is about to be sent, for one of the calls that wait for it. Throws a PriceError instead if
   * none of them may send another, and a CellError once nothing more may be sent today.
   */
  spendRequest(atMs: number, askers: readonly Asker[] = []): void {
    this.budget?.checkRequests(1);
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
          if (allowance.cell !== undefined) allowance.cell.sent++;
          asker.sent++;
          return;
        }
        // A formula asks for the many names of a list one after the other.
        if (allowance !== refused && allowance.max > 0) addMissing(allowance, allowance.missing + 1);
        refused = allowance;
      }
    }
    if (refused !== undefined) throw new PriceError(refused);
  }
}

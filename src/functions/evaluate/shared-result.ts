import type { Result } from '../../core/cell';
import { ServiceError } from '../../api/service-error';
import type { Session } from '../../app/session';
import type { Call } from '../../core/call';
import { CellError } from '../../core/errors';
import { type Outcome, outcomeOf, outcomeOfFailure, type Receiver } from './outcome';

/**
 * Cells that wait for the same promise. They also share the promise of the shown value. With thousands of cells
 * waiting, each then holds almost nothing that the garbage collector would have to visit until the answer arrives.
 */
export class SharedResult {
  readonly #shown: Promise<unknown>;
  readonly #calls: Call[] = [];

  /** @param restart evaluates the formula again for one of the cells */
  constructor(
    result: Promise<Result>,
    readonly receiver: Receiver<unknown>,
    private readonly session: Pick<Session, 'activity' | 'cells'>,
    private readonly restart: (call: Call) => unknown,
    /** Called for a cell that may not send what it still needs. */
    private readonly onStop: (call: Call) => void,
  ) {
    this.#shown = result.then(
      (settled) => this.#end(outcomeOf(settled)),
      (error: unknown) => this.#fail(error),
    );
  }

  /** Adds a cell. Returns the promise of what it will show. */
  join(call: Call): Promise<unknown> {
    this.#calls.push(call);
    return this.#shown;
  }

  #end(outcome: Outcome): unknown {
    for (const call of this.#calls) this.#release(call, outcome);
    if (outcome instanceof CellError) this.session.activity.errors += this.#calls.length;
    return this.receiver.show(outcome, this.#calls.length);
  }

  #release(call: Call, outcome: Outcome): void {
    this.receiver.release(call);
    if ((call.allowance?.missing ?? 0) > 0) this.onStop(call);
    this.session.cells.end(call, outcome);
  }

  #fail(error: unknown): unknown {
    const outcome = outcomeOfFailure(error);
    const calls = isSuperseded(error) ? this.#calls.filter(({ cancellation }) => !cancellation.isCancelled) : [];
    if (calls.length === 0) return this.#end(outcome);
    for (const call of this.#calls) if (call.cancellation.isCancelled) this.#release(call, outcome);
    return this.#restart(calls);
  }

  /**
   * The cells have equal formulas, so the first result serves all. Each is still evaluated, to be counted and cancelled
   * by itself.
   */
  async #restart(calls: readonly Call[]): Promise<unknown> {
    const [shown] = await Promise.all(calls.map((call) => Promise.resolve(this.restart(call))));
    return shown;
  }
}

/** What a session's cells wait for, by its promise. */
export class SharedResults {
  readonly #byPromise = new WeakMap<Promise<Result>, SharedResult>();

  /** The host's cells that already wait for the promise. */
  for(result: Promise<Result>, receiver: Receiver<unknown>): SharedResult | undefined {
    const shared = this.#byPromise.get(result);
    return shared?.receiver === receiver ? shared : undefined;
  }

  add(result: Promise<Result>, shared: SharedResult): void {
    this.#byPromise.set(result, shared);
  }
}

/** Whether the client was replaced before it answered. */
const isSuperseded = (error: unknown): boolean => error instanceof ServiceError && error.kind === 'closed';

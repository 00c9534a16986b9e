import { ServiceError } from '../../api/service-error';
import type { Session } from '../../app/session';
import type { Call } from '../../core/call';
import { CellError } from '../../core/errors';
import type { Result } from '../define';
import { type Outcome, outcomeOf, outcomeOfFailure, type Receiver } from './outcome';

/**
 * The cells that wait for one promise. They share the promise of what they show: each of thousands then holds next to
 * nothing of its own, which is what the garbage collector would carry along until the answer comes.
 */
export class SharedResult {
  readonly #shown: Promise<unknown>;
  readonly #calls: Call[] = [];

  /** @param restart evaluates the formula again for one of the cells */
  constructor(
    result: Promise<Result>,
    private readonly receiver: Receiver<unknown>,
    private readonly session: Pick<Session, 'activity' | 'cells'>,
    private readonly restart: (call: Call) => unknown,
  ) {
    this.#shown = result.then(
      (settled) => this.#end(outcomeOf(settled)),
      (error: unknown) => this.#fail(error),
    );
    waits.set(result, this);
  }

  /** The cells of that host that wait for the promise already. */
  static for(result: Promise<Result>, receiver: Receiver<unknown>): SharedResult | undefined {
    const wait = waits.get(result);
    return wait?.receiver === receiver ? wait : undefined;
  }

  /** What the cell will show. */
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
    this.session.cells.end(call, outcome);
  }

  #fail(error: unknown): unknown {
    const outcome = outcomeOfFailure(error);
    const wanted = isSuperseded(error) ? this.#calls.filter(({ cancellation }) => !cancellation.isCancelled) : [];
    if (wanted.length === 0) return this.#end(outcome);
    for (const call of this.#calls) if (call.cancellation.isCancelled) this.#release(call, outcome);
    return this.#restart(wanted);
  }

  /** The cells are of equal formulas, so the first shows what all will; but each is evaluated, to be counted and cancelled by itself. */
  async #restart(wanted: readonly Call[]): Promise<unknown> {
    const [shown] = await Promise.all(wanted.map((call) => Promise.resolve(this.restart(call))));
    return shown;
  }
}

const waits = new WeakMap<Promise<Result>, SharedResult>();

/** An answer of a replaced client is no answer. */
const isSuperseded = (error: unknown): boolean => error instanceof ServiceError && error.kind === 'closed';

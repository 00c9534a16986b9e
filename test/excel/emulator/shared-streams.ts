import type { Formula, Invocation } from './invocations';
import type { Evaluation } from './workbook/emulated-workbook';

interface Shared {
  readonly invocation: Invocation;
  cellCount: number;
}

/**
 * The streams of a workbook's cells. Cells whose functions and arguments are equal share one call, which ends with the
 * last of them.
 */
export class SharedStreams {
  readonly #shared = new Map<string, Shared>();

  constructor(
    private readonly start: (formula: Formula) => Invocation,
    private readonly cancel: (invocation: Invocation) => void,
  ) {}

  open(formula: Formula, isShared: boolean): Evaluation {
    const key = isShared ? JSON.stringify([formula.name, formula.args]) : formula.address!;
    const stream = this.#shared.get(key) ?? { invocation: this.start(formula), cellCount: 0 };
    this.#shared.set(key, stream);
    stream.cellCount++;
    const { invocation } = stream;
    const last = invocation.results.at(-1);
    return {
      result: last ? Promise.resolve(last) : invocation.result,
      next: () => invocation.next(),
      cancel: () => {
        if (--stream.cellCount > 0) return;
        if (this.#shared.get(key) === stream) this.#shared.delete(key);
        this.cancel(invocation);
      },
    };
  }
}

import { invoke, type Outcome, type Receiver } from '../functions/evaluate/invoke';
import { whenThereIsRoom } from '../functions/evaluate/spill-pauses';
import type { AnyDeclaration } from '../functions/define';
import type { LazyFunction } from '../functions/evaluate/lazy-function';
import type { Session } from '../app/session';
import type { Call, CallTrace } from '../core/call';
import { Cancellation } from '../core/cancellation';
import type { MaybePromise } from '../core/basics';
import type { Features } from './features';
import { richCellOf } from './rich-cell';
import type { ExcelResult } from './excel-message';
import { toExcel } from './to-excel';
import type { Delivery } from './delivery';

/** What Excel's client passes to a custom function after the arguments. */
export interface Invocation {
  onCanceled?: (() => void) | undefined;
  /** Newer hosts only. Microsoft declares a string and documents a boolean: both are accepted. */
  readonly isInValuePreview?: boolean | string;
  /** The cell, such as "Model!B7", if functions.json asks for it. */
  readonly address?: string;
}

/** The function to associate with a function id. Throws CustomFunctions.Error, or rejects with it, and nothing else. */
export type CellFunction = (...values: unknown[]) => MaybePromise<ExcelResult>;

/**
 * A declaration as Excel calls it. The invocation is always the last argument, after as many arguments as Excel's
 * metadata has: fewer than the declaration's if the metadata is a day older than the code. Missing ones count as
 * omitted.
 */
export function cellFunction(
  declaration: AnyDeclaration | LazyFunction,
  session: Session,
  features: Features,
  delivery: Pick<Delivery, 'timeFor' | 'send' | 'sendRich'>,
): CellFunction {
  const present = (outcome: Outcome, cellCount?: number): MaybePromise<ExcelResult> => {
    const rich = richCellOf(outcome, declaration.result, features);
    return rich
      ? delivery.sendRich(rich, cellCount)
      : delivery.send(toExcel(outcome, declaration.result, features), cellCount);
  };
  const receiver: Receiver<MaybePromise<ExcelResult>> = {
    // Only a result that had to wait states how many cells show it.
    show: (outcome, cellCount) =>
      delivery.timeFor(cellCount)?.then(() => whenThereIsRoom(session, outcome, () => present(outcome, cellCount))) ??
      present(outcome, cellCount),
    release: (call) => (call as EndingCall).end(),
  };
  return (...values) => {
    const invocation = values.pop() as Invocation;
    // A promise of a promise is one promise, which the types do not know.
    return invoke(declaration, session, values, new CellCall(invocation), receiver) as MaybePromise<ExcelResult>;
  };
}

export const isPreview = ({ isInValuePreview }: Invocation): boolean =>
  isInValuePreview === true || isInValuePreview === 'true';

interface EndingCall extends Call {
  end(): void;
}

/** Most cells are answered from the cache and never need cancellation, so it is prepared only on demand. */
class CellCall extends Cancellation implements EndingCall, CallTrace {
  oldest: CallTrace['oldest'] = undefined;
  begunAt: Call['begunAt'] = undefined;
  asked: Call['asked'] = undefined;

  constructor(private readonly invocation: Invocation) {
    super();
  }

  get isPreview(): boolean {
    return isPreview(this.invocation);
  }

  get address(): string | undefined {
    return this.invocation.address;
  }

  /** The call itself, because with thousands of cells every additional object counts. */
  get trace(): this {
    return this;
  }

  get cancellation(): this {
    this.invocation.onCanceled ??= () => this.cancel();
    return this;
  }

  /**
   * Office keeps the invocation of a cancelable function for ever, so it must not keep our objects alive once it is
   * settled.
   */
  end(): void {
    if (this.invocation.onCanceled !== undefined) this.invocation.onCanceled = undefined;
  }
}

import { invoke, type Outcome, type Receiver, outcomeOfFailure } from '../functions/evaluate/invoke';
import { whenThereIsRoom } from '../functions/evaluate/spill-pauses';
import type { AnyDeclaration, StreamingDeclaration } from '../functions/define';
import type { ShowOutcome } from '../functions/evaluate/stream';
import type { LazyFunction } from '../functions/evaluate/lazy-function';
import type { Session } from '../app/session';
import type { Call, CallTrace } from '../core/call';
import { Cancellation } from '../core/cancellation';
import type { MaybePromise } from '../core/basics';
import type { Features } from './features';
import { richCellOf } from './rich-cell';
import type { ExcelResult, ThrowableError } from './excel-message';
import { toExcel } from './to-excel';
import { loadCode } from '../app/missing-code';
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

const isPreview = ({ isInValuePreview }: Invocation): boolean =>
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

/** What Excel's client passes to a streaming function after the arguments. */
export interface StreamInvocation extends Invocation {
  setResult(value: ExcelResult): void;
}

/**
 * The function to associate with a streaming function's id. Never throws: Excel's client only sees results that are
 * set.
 */
type StreamFunction = (...values: unknown[]) => void;

/**
 * A streaming function as Excel calls it, once per cell. When arguments change, Excel cancels the call and makes a new
 * one.
 */
export function streamFunction(later: LazyFunction, session: Session, features: Features): StreamFunction {
  return (...values) => {
    const invocation = values.pop() as StreamInvocation;
    const cancellation = new Cancellation();
    invocation.onCanceled = () => cancellation.cancel();
    void open(later, session, values, { isPreview: isPreview(invocation), cancellation }, (outcome, result) =>
      invocation.setResult(toStreamResult(outcome, result, features)),
    );
  };
}

/** Delay before code that could not be loaded is requested again. */
const RETRY_MS = 30_000;

async function open(
  later: LazyFunction,
  session: Session,
  values: readonly unknown[],
  call: Call,
  show: ShowOutcome,
): Promise<void> {
  try {
    const [{ openStream }, declaration] = await Promise.all([
      loadCode(() => import('../functions/late')),
      later.ready(),
    ]);
    openStream(declaration as StreamingDeclaration, session, values, call, show);
  } catch (error) {
    if (call.cancellation.isCancelled) return;
    show(outcomeOfFailure(error), 'matrix');
    // Excel calls a stream only once: a recalculation would not try to load the code again.
    const timer = setTimeout(() => void open(later, session, values, call, show), RETRY_MS);
    call.cancellation.add({
      onCancel: () => clearTimeout(timer),
    });
  }
}

/** An error of the whole cell is set, as Excel expects here; other functions throw it. */
function toStreamResult(outcome: Outcome, result: AnyDeclaration['result'], features: Features): ExcelResult {
  try {
    // With data types in streams, cells have shown #VALUE! after being entered again.
    return toExcel(outcome, result, { formattedAs: 'plain', hasErrorValues: features.hasErrorValues });
  } catch (error) {
    return error as ThrowableError;
  }
}

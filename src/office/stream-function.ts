import { loadCode } from '../app/missing-code';
import type { Session } from '../app/session';
import type { Call } from '../core/call';
import { Cancellation } from '../core/cancellation';
import type { AnyDeclaration, StreamingDeclaration } from '../functions/define';
import { type Outcome, outcomeOfFailure } from '../functions/evaluate/invoke';
import type { LazyFunction } from '../functions/evaluate/lazy-function';
import type { ShowOutcome } from '../functions/evaluate/stream';
import { type Invocation, isPreview } from './cell-function';
import type { ExcelResult, ThrowableError } from './excel-message';
import type { Features } from './features';
import { toExcel } from './to-excel';

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

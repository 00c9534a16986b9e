import type { Session } from '../../app/session';
import type { Call } from '../../core/call';
import { Cancellation } from '../../core/cancellation';
import type { StreamingDeclaration } from '../../functions/define';
import { type LazyFunction, loadCode } from '../../functions/evaluate/lazy-function';
import { type Outcome, outcomeOfFailure } from '../../functions/evaluate/outcome';
import { type Invocation, isPreview } from './cell-function';
import type { ThrowableError } from './excel-error';
import type { Features } from '../features';
import { type ExcelResult, toExcel } from './to-excel';

/** After so long, code that could not be loaded is asked for again. */
const RETRY_MS = 30_000;

/** What Excel's client hands to a streaming function after the arguments. */
export interface StreamInvocation extends Invocation {
  setResult(value: ExcelResult): void;
}

/** What is associated with a streaming function's id. Never throws: Excel's client hears of nothing but what is set. */
export type StreamFunction = (...given: unknown[]) => void;

/** A streaming function as Excel calls it, once for every cell. Arguments that change cancel it and call it again. */
export function streamFunction(later: LazyFunction, session: Session, features: Features): StreamFunction {
  return (...given) => {
    const invocation = given.pop() as StreamInvocation;
    const cancellation = new Cancellation();
    invocation.onCanceled = () => {
      cancellation.cancel();
    };
    void open(later, session, given, { isPreview: isPreview(invocation), cancellation }, (outcome) => {
      invocation.setResult(streamed(outcome, features));
    });
  };
}

async function open(
  later: LazyFunction,
  session: Session,
  given: readonly unknown[],
  call: Call,
  show: (outcome: Outcome) => void,
): Promise<void> {
  try {
    const [{ openStream }, declaration] = await Promise.all([
      loadCode(() => import(/* webpackChunkName: "live" */ '../../functions/evaluate/stream')),
      later.ready(),
    ]);
    openStream(declaration as StreamingDeclaration, session, given, call, show);
  } catch (error) {
    if (call.cancellation.isCancelled) return;
    show(outcomeOfFailure(error));
    // Excel asks once: a recalculation would not ask for the code again.
    const timer = setTimeout(() => {
      void open(later, session, given, call, show);
    }, RETRY_MS);
    call.cancellation.add({
      leave: () => {
        clearTimeout(timer);
      },
    });
  }
}

/** An error of the whole cell is set, as Excel wants it here, where other functions throw it. */
function streamed(outcome: Outcome, features: Features): ExcelResult {
  try {
    // Data types in streams have made #VALUE! of cells that were entered again.
    return toExcel(outcome, 'scalar', { formattedAs: 'plain', hasErrorValues: features.hasErrorValues });
  } catch (error) {
    return error as ThrowableError;
  }
}

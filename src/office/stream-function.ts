import type { Session } from '../app/session';
import { Cancellation } from '../core/cancellation';
import type { StreamingDeclaration } from '../functions/define';
import type { Outcome } from '../functions/outcome';
import { openStream } from '../functions/stream';
import type { Invocation } from './cell-function';
import { isPreview } from './cell-function';
import type { ThrowableError } from './excel-error';
import type { Features } from './features';
import type { ExcelResult } from './to-excel';
import { toExcel } from './to-excel';

/** What Excel's client hands to a streaming function after the arguments. */
export interface StreamInvocation extends Invocation {
  setResult(value: ExcelResult): void;
}

/** What is associated with a streaming function's id. Never throws: Excel's client hears of nothing but what is set. */
export type StreamFunction = (...given: unknown[]) => void;

/** A streaming declaration as Excel calls it, once for every cell. Arguments that change cancel it and call it again. */
export function streamFunction(declaration: StreamingDeclaration, session: Session, features: Features): StreamFunction {
  return (...given) => {
    const invocation = given.pop() as StreamInvocation;
    const cancellation = new Cancellation();
    invocation.onCanceled = () => { cancellation.cancel(); };
    openStream(declaration, session, given, { isPreview: isPreview(invocation), cancellation }, (outcome) => {
      invocation.setResult(streamed(outcome, features));
    });
  };
}

/** An error of the whole cell is set, as Excel wants it here, where other functions throw it. */
function streamed(outcome: Outcome, features: Features): ExcelResult {
  try {
    return toExcel(outcome, 'scalar', features);
  } catch (error) {
    return error as ThrowableError;
  }
}

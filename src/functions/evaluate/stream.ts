import { type Result, BLANK, type Cell, isFormatted } from '../../core/cell';
import { askedIn, isFailed } from '../../app/cell-log';
import type { Session } from '../../app/session';
import type { Call, CallTrace, RequestTime } from '../../core/call';
import { Cancellation } from '../../core/cancellation';
import { missingOf, PriceError } from '../../api/price-error';
import { CellError, notAvailable } from '../../core/errors';
import type { AnyDeclaration, StreamingDeclaration } from '../define';
import { formulaOf, invoke, isReady, type Outcome, outcomeOf, outcomeOfFailure } from './invoke';
import { checkListPrice } from './list-price';
import { readArguments } from './read-arguments';

/** @param result the form in which the host expects it */
export type ShowOutcome = (outcome: Outcome, result: AnyDeclaration['result']) => void;

/**
 * Runs a formula whose cell keeps changing until its call is cancelled. Never throws: every failure is shown as an
 * error with a sentence. When settings change, it starts again with the new client.
 */
export function openStream(
  declaration: StreamingDeclaration,
  session: Session,
  values: readonly unknown[],
  call: Call,
  show: ShowOutcome,
): void {
  // A preview may not send requests, so nothing will change.
  if (call.isPreview)
    void Promise.resolve(invoke(declaration, session, values, call)).then((outcome) =>
      show(outcome, declaration.result),
    );
  else {
    new Stream(declaration, session, values, call, show);
    session.part(ManualCalculation).notify();
  }
}

const STANDS_STILL = 'Calculation is manual in this workbook: MD.LIVE changes only when you calculate (F9)';

/** Tells the user that streams do not update in manual calculation; once for all streams that begin together. */
class ManualCalculation {
  #isAsking = false;

  constructor(private readonly session: Session) {}

  notify(): void {
    const { workbook } = this.session.host;
    if (this.#isAsking) return;
    this.#isAsking = true;
    workbook
      .outline()
      .then(
        ({ isManual }) => {
          if (isManual) this.session.note(STANDS_STILL);
        },
        () => undefined,
      )
      .finally(() => (this.#isAsking = false));
  }
}

class Stream {
  #run = new Cancellation();
  #shown: Outcome | undefined;

  constructor(
    private readonly declaration: StreamingDeclaration,
    private readonly session: Session,
    private readonly values: readonly unknown[],
    private readonly call: Call,
    private readonly show: ShowOutcome,
  ) {
    session.activity.counts.cells++;
    session.cells.streams.add(declaration.id);
    session.activity.hearCell();
    const forget = session.onChange(() => this.#begin());
    call.cancellation.add({
      onCancel: () => {
        forget();
        this.#run.cancel();
      },
    });
    this.#begin();
  }

  #begin(): void {
    this.#run.cancel();
    this.#run = new Cancellation();
    if (this.call.cancellation.isCancelled) this.#run.cancel();
    void this.#follow(this.#run);
  }

  async #follow(run: Cancellation): Promise<void> {
    const { declaration, session, values } = this;
    try {
      await session.ready;
      if (run.isCancelled || !isReady(session)) return;
      const args = readArguments(declaration, values, session);
      const call: Call = { isPreview: false, cancellation: run };
      // Each poll would need this many requests.
      checkListPrice(declaration, values, session, call);
      declaration.stream(args, session, call, (result, requested) => this.#emit(result, run, requested));
    } catch (error) {
      this.#emit(outcomeOfFailure(error instanceof PriceError ? tooManyPerPoll(error) : error), run);
    }
  }

  #emit(result: Result, run: Cancellation, requested?: RequestTime): void {
    const { declaration, session, values } = this;
    const { lastValues } = session;
    const trace: CallTrace = { oldest: requested };
    const call = { ...this.call, trace, asked: askedIn(declaration.id, values) };
    const outcome = outcomeOf(
      lastValues === undefined ? result : lastValues.fill(formulaOf(declaration, values), result, call),
    );
    if (run.isCancelled) return;
    // The workbench gives a stream its address; Excel does not.
    if (call.address !== undefined) session.cells.endCall(call, outcome);
    else session.cells.onStreamed?.(values, outcome);
    if (this.#shown !== undefined && isSameOutcome(this.#shown, outcome)) return;
    this.#shown = outcome;
    if (isFailed(outcome, call)) session.activity.counts.errors++;
    // Excel may keep older metadata for a day, with fewer parameters and streams of a single cell.
    const isOlder = values.length < Object.keys(declaration.parameters).length;
    const isCell = Array.isArray(outcome) && outcome.length === 1 && outcome[0]!.length === 1;
    this.show(outcome, isOlder && isCell ? 'scalar' : declaration.result);
  }
}

/** What the pane may allow counts once, and each poll needs as many again. With another limit the stream starts anew. */
const tooManyPerPoll = ({ allowance }: PriceError): CellError =>
  notAvailable(
    `Each poll takes about ${missingOf([allowance]).toLocaleString('en')} requests: allow as many for one formula under Settings`,
  );

/** Whether two outcomes would look the same in the sheet, including error messages. */
export function isSameOutcome(one: Outcome, other: Outcome): boolean {
  if (one instanceof CellError || other instanceof CellError) return isSameCell(one as Cell, other as Cell);
  if (one.length !== other.length) return false;
  return one.every((row, index) => {
    const counterpart = other[index] ?? [];
    return (
      row.length === counterpart.length && row.every((cell, column) => isSameCell(cell, counterpart[column] ?? BLANK))
    );
  });
}

function isSameCell(one: Cell, other: Cell): boolean {
  if (one === other) return true;
  if (one instanceof CellError)
    return other instanceof CellError && one.code === other.code && one.message === other.message;
  return isFormatted(one) && isFormatted(other) && one.value === other.value && one.format === other.format;
}

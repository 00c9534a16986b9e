import { BaseFunction, type BaseValueObject, type FunctionVariantType } from '@univerjs/preset-sheets-core';
import { CellError } from '../../core/errors';
import { type AnyDeclaration, isStreaming } from '../../functions/define';
import type { Outcome } from '../../functions/evaluate/invoke';
import type { CallLedger } from './call-ledger';
import { type ArgumentValue, broadcast } from './broadcast';
import { type CellPosition, positionKey } from './cell-position';
import { argumentOf, covers, engineValue, isPending, PENDING, valueOf } from './values';
import type { MaybePromise } from '../../core/basics';
import { Cancellation } from '../../core/call';

/** The function's name in formulas. */
export const nameOf = (declaration: Pick<AnyDeclaration, 'id'>): string => `MD.${declaration.id}`;

const REFERS_TO_ITSELF = new CellError(
  '#VALUE!',
  'The formula refers to its own cell: enter it outside of the cells that it names',
);
const WAITS_FOR_EVER = new CellError(
  '#VALUE!',
  'The formula waits for a value that never comes: look for formulas that refer to each other in a circle',
);

/** Evaluates a function for a cell. A stream's first value is returned; later ones go to `show`. */
export type Evaluate = (
  declaration: AnyDeclaration,
  values: readonly ArgumentValue[],
  cancellation: Cancellation,
  position: CellPosition,
  show: (outcome: Outcome) => void,
) => MaybePromise<Outcome>;

/**
 * A worksheet function as the engine sees it: synchronous, returning #GETTING_DATA until the ledger has the answer. The
 * engine's own asynchronous functions are not used, because they run one cell after another, and a rejection stops the
 * engine.
 */
export class MdExecutor extends BaseFunction {
  /** Ranges are passed as references, because only these give the number formats of their values. */
  override needsReferenceObject = true;

  constructor(
    private readonly declaration: AnyDeclaration,
    private readonly ledger: CallLedger,
    private readonly stuck: StuckCells,
    private readonly formulaAt: (position: CellPosition) => string,
    private readonly evaluate: Evaluate,
  ) {
    super(nameOf(declaration));
  }

  /** Keeps texts as typed: the engine would read "1.12.2026" as 12 January. */
  override isArgumentsIgnoreNumberPattern(): boolean {
    return true;
  }

  override calculate(...variants: FunctionVariantType[]): BaseValueObject {
    const args = variants.map(argumentOf);
    const maxArguments = Object.keys(this.declaration.parameters).length;
    const position = { unitId: this.unitId ?? '', sheetId: this.subUnitId ?? '', row: this.row, column: this.column };
    const formula = this.formulaAt(position);
    if (variants.some((variant) => covers(valueOf(variant), position)))
      return this.#refuse(position, formula, REFERS_TO_ITSELF);
    if (args.some(isPending))
      return this.stuck.wait(position) ? this.#refuse(position, formula, WAITS_FOR_EVER) : PENDING;
    this.stuck.leave(position);
    const outcome = broadcast(
      this.declaration,
      args,
      (values) =>
        this.#answerAtOnce(values, position) ??
        this.ledger.ask(position, formula, {
          key: `${this.declaration.id}${JSON.stringify(values)}`,
          isStream: isStreaming(this.declaration),
          start: (cancellation, show) =>
            args.length > maxArguments
              ? new CellError('#VALUE!', `${this.name} takes ${maxArguments} arguments at most, and got ${args.length}`)
              : this.evaluate(this.declaration, values, cancellation, position, show),
        }),
    );
    return outcome === undefined ? PENDING : engineValue(outcome);
  }

  /**
   * Functions that ask the service nothing are answered in the same pass as the cells in their arguments: only then are
   * the marks of last values available.
   */
  #answerAtOnce(values: readonly ArgumentValue[], position: CellPosition): Outcome | undefined {
    const { sources, parameters } = this.declaration;
    if (sources.length > 0 || values.length > Object.keys(parameters).length) return undefined;
    const outcome = this.evaluate(this.declaration, values, new Cancellation(), position, () => undefined);
    return outcome instanceof Promise ? undefined : outcome;
  }

  /** Keeps the sentence where those of other errors are found. */
  #refuse(position: CellPosition, formula: string, error: CellError): BaseValueObject {
    this.ledger.ask(position, formula, { key: error.message, start: () => error });
    return engineValue(error);
  }
}

/**
 * Cells whose arguments still wait although nothing is pending: one that refers to itself through others, or depends on
 * a value that never comes. They are evaluated once more, and then show an error instead of waiting for ever.
 */
export class StuckCells {
  readonly #waiting = new Map<string, CellPosition>();
  #stuck = new Set<string>();

  /** Notes a cell whose arguments wait. Returns whether it has waited long enough. */
  wait(position: CellPosition): boolean {
    const key = positionKey(position);
    if (this.#stuck.has(key)) return true;
    this.#waiting.set(key, position);
    return false;
  }

  /** Notes a cell whose arguments are there. */
  leave(position: CellPosition): void {
    this.#waiting.delete(positionKey(position));
  }

  /** Called when nothing is pending any more. Returns the cells that still wait, to be evaluated once more. */
  end(): CellPosition[] {
    const positions = [...this.#waiting.values()];
    this.#stuck = new Set(this.#waiting.keys());
    this.#waiting.clear();
    return positions;
  }
}

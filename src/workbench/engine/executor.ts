import { BaseFunction, type BaseValueObject, type FunctionVariantType } from '@univerjs/preset-sheets-core';
import { Cancellation } from '../../core/cancellation';
import { CellError } from '../../core/errors';
import type { MaybePromise } from '../../core/maybe-promise';
import { type AnyDeclaration, isStreaming } from '../../functions/define';
import type { Outcome } from '../../functions/evaluate/outcome';
import { argumentOf, covers, isPending, valueOf } from './arguments';
import { type ArgumentValue, broadcast } from './broadcast';
import type { CallLedger } from './call-ledger';
import type { CellPosition } from './cell-position';
import { engineValue, PENDING } from './results';
import type { StuckCells } from './stuck-cells';

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

import {
  BaseFunction,
  type BaseValueObject,
  type FunctionVariantType,
  ArrayValueObject,
  type BaseReferenceObject,
  BooleanValueObject,
  ErrorType,
  ErrorValueObject,
  NumberValueObject,
  StringValueObject,
} from '@univerjs/preset-sheets-core';
import { CellError, type ErrorCode } from '../../core/errors';
import { type AnyDeclaration, isStreaming } from '../../functions/define';
import type { CallLedger } from './call-ledger';
import { type ArgumentValue, broadcast } from './broadcast';
import { type CellPosition, positionKey } from './cell-position';
import { isMarked } from '../../core/last-value-mark';
import { type Cell, isFormatted } from '../../core/cell';
import { keptMark } from './cell-contents';
import { Cancellation } from '../../core/cancellation';
import type { MaybePromise } from '../../core/basics';
import type { CallTrace } from '../../core/call';
import type { Outcome } from '../../functions/evaluate/invoke';

export const nameOf = (declaration: Pick<AnyDeclaration, 'id'>): string => `MD.${declaration.id}`;

const REFERS_TO_ITSELF = new CellError(
  '#VALUE!',
  'The formula refers to its own cell: enter it outside of the cells that it names',
);
const WAITS_FOR_EVER = new CellError(
  '#VALUE!',
  'The formula waits for a value that never comes: enter the cells that it names again',
);

/** Evaluates a function for a cell. A stream's first value is returned; later ones go to `show`. */
export type Evaluate = (
  declaration: AnyDeclaration,
  values: readonly ArgumentValue[],
  cancellation: Cancellation,
  position: CellPosition,
  show: (outcome: Outcome) => void,
  trace: CallTrace,
) => MaybePromise<Outcome>;

/** Notes a call whose answer was asked for elsewhere. */
export type NoteKept = (
  declaration: AnyDeclaration,
  values: readonly ArgumentValue[],
  position: CellPosition,
  outcome: Outcome,
  trace: CallTrace,
) => void;

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
    private readonly noteKept: NoteKept,
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
    if (variants.some((variant) => covers(variant, position))) return this.#refuse(position, formula, REFERS_TO_ITSELF);
    if (args.some(isPending))
      return this.stuck.wait(position) ? this.#refuse(position, formula, WAITS_FOR_EVER) : PENDING;
    this.stuck.leave(position);
    const outcome = broadcast(
      this.declaration,
      args,
      (values) =>
        this.#answerAtOnce(values, position) ??
        this.ledger.askCell(position, formula, {
          key: `${this.declaration.id}${JSON.stringify(values)}`,
          isStream: isStreaming(this.declaration),
          start: (cancellation, show, trace) =>
            args.length > maxArguments
              ? new CellError('#VALUE!', `${this.name} takes ${maxArguments} arguments at most, and got ${args.length}`)
              : this.evaluate(this.declaration, values, cancellation, position, show, trace),
          keep: (kept, trace) => this.noteKept(this.declaration, values, position, kept, trace),
        }),
    );
    return outcome === undefined ? PENDING : engineValue(outcome);
  }

  /**
   * Functions that ask the service nothing are answered in the same pass as the cells in their arguments: only then are
   * the marks of last values available. An error goes to the ledger, where its sentence is found.
   */
  #answerAtOnce(values: readonly ArgumentValue[], position: CellPosition): Outcome | undefined {
    const { sources, parameters } = this.declaration;
    if (sources.length > 0 || values.length > Object.keys(parameters).length) return undefined;
    const outcome = this.evaluate(this.declaration, values, new Cancellation(), position, () => undefined, {});
    return outcome instanceof Promise || outcome instanceof CellError ? undefined : outcome;
  }

  /** Keeps the sentence where the sentences of other errors are found. */
  #refuse(position: CellPosition, formula: string, error: CellError): BaseValueObject {
    this.ledger.askCell(position, formula, { key: error.message, start: () => error });
    return engineValue(error);
  }
}

/**
 * Cells whose arguments still wait although nothing is pending, as those that name a typed "#GETTING_DATA". They are
 * evaluated once more, and then show an error instead of waiting for ever.
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

const PENDING_CODE = '#GETTING_DATA';

/**
 * The engine's value → a raw argument: null for blank cells and omitted arguments, CellError for errors, rows for
 * ranges.
 */
function argumentOf(variant: FunctionVariantType): unknown {
  const value = readValues(variant);
  if (!(value instanceof ArrayValueObject)) return scalarOf(value, value.getPattern());
  const reference = variant.isReferenceObject() ? (variant as BaseReferenceObject) : undefined;
  const formatAt = reference ? formatsOf(reference) : () => undefined;
  const rows = value
    .getArrayValue()
    .map((row, down) =>
      row.map((cell, across) =>
        cell ? scalarOf(cell, (cell.isNumber() ? formatAt(down, across) : undefined) ?? cell.getPattern()) : null,
      ),
    );
  return reference?.isColumn() ? inUse(rows) : rows;
}

/** Of a whole column only the part in use is meant, as in Excel. */
const inUse = (rows: unknown[][]): unknown[][] =>
  rows.slice(
    0,
    1 +
      Math.max(
        0,
        rows.findLastIndex((row) => row.some((cell) => cell !== null && cell !== '')),
      ),
  );

/** The value behind a reference, as the engine's own functions receive it. */
export const readValues = (variant: FunctionVariantType): BaseValueObject =>
  variant.isReferenceObject() ? (variant as BaseReferenceObject).toArrayValueObject() : (variant as BaseValueObject);

/**
 * The number formats of a range's values. By itself the engine reports for the first cell its own format, or that of
 * its previous value, so that a last value would look fresh.
 */
function formatsOf(reference: BaseReferenceObject): (down: number, across: number) => string | undefined {
  const { startRow, startColumn } = reference.getRangePosition();
  const styles = reference.getCurrentStylesData();
  return (down, across) => {
    const cell = reference.getCellData(startRow + down, startColumn + across);
    return keptMark(cell) ?? styles.getStyleByCell(cell)?.n?.pattern ?? '';
  };
}

function scalarOf(value: BaseValueObject, format: string): unknown {
  if (value.isNull()) return null;
  if (value.isError()) return new CellError(String(value.getValue()) as ErrorCode);
  const held = value.getValue();
  // Only a mark adds information to the number: that it is a last value.
  return isMarked(format) ? { type: 'FormattedNumber', basicValue: held, numberFormat: format } : held;
}

const isPendingCell = (value: unknown): boolean => value instanceof CellError && value.code === PENDING_CODE;

/** Whether an argument depends on a cell that is still waiting: asking now would ask the wrong question. */
const isPending = (argument: unknown): boolean =>
  Array.isArray(argument) ? argument.some((row: unknown[]) => row.some(isPendingCell)) : isPendingCell(argument);

/** Whether an argument is a range that contains this cell. Some calculated arrays claim to begin in it. */
function covers(variant: FunctionVariantType, { unitId, sheetId, row, column }: CellPosition): boolean {
  if (!variant.isReferenceObject()) return false;
  const value = readValues(variant);
  if (!(value instanceof ArrayValueObject) || value.getUnitId() !== unitId || value.getSheetId() !== sheetId)
    return false;
  const [top, left] = [value.getCurrentRow(), value.getCurrentColumn()];
  return row >= top && row < top + value.getRowCount() && column >= left && column < left + value.getColumnCount();
}

const ENGINE_ERRORS = new Map<string, ErrorType>(Object.values(ErrorType).map((type) => [type, type]));

/** What a cell shows while its answer is pending. */
const PENDING: BaseValueObject = ErrorValueObject.create(ErrorType.CONNECT);

/** An answer → the engine's value; a matrix of more than one cell spills. */
function engineValue(outcome: Outcome): BaseValueObject {
  if (outcome instanceof CellError) return cellValue(outcome);
  if (outcome.length <= 1 && (outcome[0]?.length ?? 0) <= 1) return cellValue(outcome[0]?.[0] ?? '');
  return arrayOf(outcome.map((row) => row.map(cellValue)));
}

/** Values on no sheet: nobody keeps what is found in them as what is found in a sheet. */
export const arrayOf = (calculateValueList: BaseValueObject[][]): ArrayValueObject =>
  ArrayValueObject.create({
    calculateValueList,
    rowCount: calculateValueList.length,
    columnCount: calculateValueList[0]!.length,
    unitId: '',
    sheetId: '',
    row: -1,
    column: -1,
  });

export function cellValue(cell: Cell): BaseValueObject {
  if (typeof cell === 'number') return NumberValueObject.create(cell);
  if (typeof cell === 'string') return StringValueObject.create(cell);
  if (typeof cell === 'boolean') return BooleanValueObject.create(cell);
  if (isFormatted(cell)) return NumberValueObject.create(cell.value, cell.format);
  return ErrorValueObject.create(ENGINE_ERRORS.get(cell.code) ?? ErrorType.ERROR);
}

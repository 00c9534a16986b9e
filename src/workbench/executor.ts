import { BaseFunction } from '@univerjs/preset-sheets-core';
import type { BaseValueObject } from '@univerjs/preset-sheets-core';
import type { Cancellation } from '../core/cancellation';
import { CellError } from '../core/errors';
import type { AnyDeclaration } from '../functions/define';
import { isStreaming } from '../functions/define';
import type { Outcome } from '../functions/invoke';
import { argumentOf, isPending } from './arguments';
import { broadcast } from './broadcast';
import type { Argument } from './broadcast';
import type { CallLedger } from './call-ledger';
import type { CellPlace } from './cell-place';
import { engineValue, PENDING } from './results';

/** The name under which a function is typed. */
export const nameOf = (declaration: Pick<AnyDeclaration, 'id'>): string => `MD.${declaration.id}`;

/** Runs a function for a cell. The values of a stream but the first go to `show`. */
export type Evaluate = (
  declaration: AnyDeclaration, values: readonly Argument[], cancellation: Cancellation, place: CellPlace, show: (outcome: Outcome) => void,
) => Outcome | Promise<Outcome>;

/**
 * One worksheet function as the engine sees it: synchronous, answering #GETTING_DATA until the ledger has the answer.
 * The engine's own asynchronous functions are not used: they run one cell after another, and one that rejects stops
 * the engine.
 */
export class MdExecutor extends BaseFunction {
  constructor(
    private readonly declaration: AnyDeclaration,
    private readonly ledger: CallLedger,
    private readonly formulaAt: (place: CellPlace) => string,
    private readonly evaluate: Evaluate,
  ) {
    super(nameOf(declaration));
  }

  override calculate(...variants: BaseValueObject[]): BaseValueObject {
    const given = variants.map(argumentOf);
    const most = Object.keys(this.declaration.parameters).length;
    if (given.some(isPending)) return PENDING;
    const place = { unitId: this.unitId ?? '', sheetId: this.subUnitId ?? '', row: this.row, column: this.column };
    const formula = this.formulaAt(place);
    const outcome = broadcast(this.declaration, given, (values) => this.ledger.ask(place, formula, {
      key: `${this.declaration.id}${JSON.stringify(values)}`,
      isStream: isStreaming(this.declaration),
      start: (cancellation, show) => given.length > most
        ? new CellError('#VALUE!', `${this.name} takes ${most} arguments at most, and got ${given.length}`)
        : this.evaluate(this.declaration, values, cancellation, place, show),
    }));
    return outcome === undefined ? PENDING : engineValue(outcome);
  }
}

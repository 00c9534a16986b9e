import type { Area } from '../../api/interface/operation';
import type { Settings } from '../../app/settings';
import type { Call } from '../../core/call';
import type { Matrix } from '../../core/cell';
import type { Row } from '../../core/columns';
import { CellError } from '../../core/errors';
import type { MaybePromise } from '../../core/maybe-promise';
import type { Context } from '../define';
import { cellErrorOrRethrow } from './look-up-each';
import type { Slot, SymbolInArea } from '../parameters/symbols';
import type { QuotePlan } from './quote-plan';

/** Where to look up a symbol that does not name its area. */
interface QuoteOptions {
  readonly area: Area | undefined;
  readonly precision: number | undefined;
}

/**
 * A formula with one symbol. A sheet has thousands of such cells. If a formula shows a single cell, equal formulas
 * share the shown value and its promise, so that a cell costs only a lookup and leaves nothing to the garbage
 * collector.
 */
export class SingleQuote {
  #row: Slot<Row>;
  #cells: Matrix | undefined;
  #answer: Promise<Row> | undefined;
  #promise: Promise<Matrix> | undefined;

  constructor(
    private readonly slot: Slot<SymbolInArea>,
    private readonly where: QuoteOptions,
    private readonly plan: QuotePlan,
  ) {}

  evaluate({ client, settings }: Context, call: Call): MaybePromise<Matrix> {
    const { slot, where } = this;
    if (slot === undefined || slot instanceof CellError) return this.plan.show(slot, settings);
    try {
      const row = client.quote(slot.symbol, slot.area ?? where.area ?? settings.area, where.precision, call);
      return row instanceof Promise ? this.#showLater(row, settings) : this.#show(row, settings);
    } catch (error) {
      return this.plan.show(cellErrorOrRethrow(error), settings);
    }
  }

  #show(row: Row, settings: Settings): Matrix {
    if (this.#cells !== undefined && this.#row === row) return this.#cells;
    const cells = this.plan.show(row, settings);
    if (this.plan.isOneCell) [this.#row, this.#cells] = [row, cells];
    return cells;
  }

  #showLater(answer: Promise<Row>, settings: Settings): Promise<Matrix> {
    if (this.#promise !== undefined && this.#answer === answer) return this.#promise;
    const promise = answer.then(
      (row) => this.#show(row, settings),
      (error: unknown) => this.plan.show(cellErrorOrRethrow(error), settings),
    );
    if (this.plan.isOneCell) [this.#answer, this.#promise] = [answer, promise];
    return promise;
  }
}

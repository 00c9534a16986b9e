import type { Result, Matrix } from '../core/cell';
import { type Area, AREAS } from '../api/interface/operation';
import type { Call } from '../core/call';
import type { Row } from '../core/columns';
import type { Grid } from '../core/arguments';
import { planLayout } from '../core/layout';
import type { MaybePromise } from '../core/maybe-promise';
import { type Context, define } from './define';
import { lookUpEach, cellErrorOrRethrow } from './tables/look-up-each';
import { area } from './parameters/area';
import { words } from './parameters/words';
import { flag, precision } from './parameters/numbers';
import { type Slot, type SymbolInArea, symbols } from './parameters/symbols';
import { QuotePlan } from './tables/quote-plan';
import type { Settings } from '../app/settings';
import { CellError } from '../core/errors';

const FIELDS = ['symbol', 'ask', 'bid', 'mid', 'timestamp'] as const;
const ALL_FIELDS = ['symbol', 'bid', 'ask', 'mid', 'timestamp'] as const;
const DEFAULT_FIELD = 'mid';

export const quote = define({
  id: 'QUOTE',
  parameters: {
    symbols: symbols(),
    fields: words(FIELDS, { all: ALL_FIELDS, default: DEFAULT_FIELD }),
    area: area(),
    precision: precision(),
    headers: flag(false),
  },
  result: 'matrix',
  sources: AREAS.map((one) => `GET /${one}/quotes`),
  requests: 'packed',
  isFirst: true,
  prepare(args, { dateSystem }): PreparedQuotes {
    const { fields = [DEFAULT_FIELD], headers = false, precision } = args;
    const plan = new QuotePlan(fields, headers, dateSystem, precision);
    const { items } = args.symbols;
    return items.length === 1 && plan.isOneCell
      ? new SingleQuote(items[0], args, plan)
      : { evaluate: (context, call) => quoteEach(args, plan, context, call) };
  },
  handle: (quotes, context, call) => quotes.evaluate(context, call),
});

interface PreparedQuotes {
  evaluate(context: Context, call: Call): MaybePromise<Result>;
}

interface QuoteArguments {
  readonly symbols: Grid<Slot<SymbolInArea>>;
  readonly area: Area | undefined;
  readonly precision: number | undefined;
}

/**
 * A formula with one symbol and one field. A sheet has thousands of such cells. Equal formulas share the shown value and
 * its promise, so that a cell costs only a lookup and leaves nothing to the garbage collector.
 */
class SingleQuote {
  #row: Slot<Row>;
  #cells: Matrix | undefined;
  #answer: Promise<Row> | undefined;
  #promise: Promise<Matrix> | undefined;

  constructor(
    private readonly slot: Slot<SymbolInArea>,
    private readonly where: Pick<QuoteArguments, 'area' | 'precision'>,
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
    [this.#row, this.#cells] = [row, cells];
    return cells;
  }

  #showLater(answer: Promise<Row>, settings: Settings): Promise<Matrix> {
    if (this.#promise !== undefined && this.#answer === answer) return this.#promise;
    const promise = answer.then(
      (row) => this.#show(row, settings),
      (error: unknown) => this.plan.show(cellErrorOrRethrow(error), settings),
    );
    [this.#answer, this.#promise] = [answer, promise];
    return promise;
  }
}

/** A formula with several symbols or fields. */
function quoteEach(
  args: QuoteArguments,
  plan: QuotePlan,
  { client, settings }: Context,
  call: Call,
): MaybePromise<Result> {
  const layOut = planLayout(args.symbols, plan.fields, plan.hasHeaders);
  const lookUp = ({ symbol, area: own }: SymbolInArea): MaybePromise<Row> =>
    client.quote(symbol, own ?? args.area ?? settings.area, args.precision, call);
  return lookUpEach(args.symbols.items, lookUp, (rows) => {
    const { trace } = call;
    if (trace?.oldest) trace.oldest = { at: trace.oldest.at, pricedAt: Math.min(...rows.map(timeOf)) };
    return layOut((index) => plan.cellsOf(rows[index]));
  });
}

/** Of the quote in a row; never, if there is none. */
const timeOf = (row: unknown): number => (row as { readonly timestamp?: number } | undefined)?.timestamp ?? Infinity;

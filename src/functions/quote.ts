import {
  type Result,
  type Matrix,
  BLANK,
  type Cell,
  type FormattedNumber,
  isFormatted,
  RichNumber,
} from '../core/cell';
import { type Area, AREAS } from '../api/interface/operation';
import { ALL_QUOTE_FIELDS, QUOTE, QUOTE_FIELDS } from '../api/interface/quote-rows';
import type { Call } from '../core/call';
import { type Row, type Column, columnsNamed, errorRow, cellBy, QUOTE_CELLS, type View } from '../core/columns';
import type { Grid } from '../core/arguments';
import { planLayout } from '../core/layout';
import { type Context, define } from './define';
import { confirmListing } from './tables/confirm-listing';
import { whenThereIsRoom } from './evaluate/spill-pauses';
import { lookUpEach, cellErrorOrRethrow } from './tables/look-up-each';
import { isFound, type Slot, type SymbolInArea, symbols, writtenName } from './parameters/symbols';
import { words, area, flag, precision } from './parameters/values';
import { type Settings, hostOf } from '../app/settings';
import { CellError } from '../core/errors';
import type { DateSystem } from '../core/calendar/dates';
import { byName, type MaybePromise } from '../core/basics';
import { priceFormat, spreadOf } from '../core/prices';

const DEFAULT_FIELD = 'mid';

const FIELD_BY_NAME = byName('mid: price last close rate value; ask: offer buy; bid: sell; timestamp: time date');

export function fieldMeant(text: string): string | undefined {
  if (text.includes('@'))
    return 'a field: multiply the price by MD.CONVERT(1,"USD","EUR"), whose rate has its own time';
  const field = FIELD_BY_NAME[text.toLowerCase()];
  if (field) return `one of ${QUOTE_FIELDS.join(', ')}, all (did you mean "${field}"?)`;
  return /^[A-Z]{3}$/.test(text) ? 'a field: write a pair of currencies as one text, such as "EURUSD"' : undefined;
}

export const quote = define({
  id: 'QUOTE',
  parameters: {
    symbols: symbols(),
    fields: words(QUOTE_FIELDS, { all: ALL_QUOTE_FIELDS, default: DEFAULT_FIELD, meant: fieldMeant }),
    area: area(),
    precision: precision(),
    headers: flag(false),
  },
  result: 'matrix',
  sources: AREAS.map((one) => `GET /${one}/quotes`),
  requests: 'packed',
  isFirst: true,
  prepare(args, { dateSystem }): { evaluate(context: Context, call: Call): MaybePromise<Result> } {
    const { fields = [DEFAULT_FIELD], headers = false, precision } = args;
    const plan = new QuotePlan(fields, headers, dateSystem, precision);
    const { items } = args.symbols;
    return items.length === 1 && plan.isOneCell
      ? new SingleQuote(items[0], args, plan)
      : { evaluate: (context, call) => quoteEach(args, plan, context, call) };
  },
  handle: (quotes, context, call) => quotes.evaluate(context, call),
});

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

  evaluate(context: Context, call: Call): MaybePromise<Matrix> {
    const { slot, where } = this;
    const { settings } = context;
    if (slot === undefined || slot instanceof CellError) return this.plan.show(slot, settings);
    try {
      const row = readQuote(slot, where, context, call);
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

export function quoteEach(args: QuoteArguments, plan: QuotePlan, context: Context, call: Call): MaybePromise<Result> {
  const tableOf = plan.layOut(args.symbols);
  const lookUp = (one: SymbolInArea): MaybePromise<Row> => readQuote(one, args, context, call);
  const show = (rows: readonly Slot<Row>[]): Matrix => {
    const { trace } = call;
    if (trace?.oldest) trace.oldest = { ...trace.oldest, pricedAt: oldestOf(rows) };
    return tableOf(rows);
  };
  // Many lists may wait for the same answer.
  return lookUpEach(args.symbols.items, lookUp, show, (rows) => whenThereIsRoom(context, rows, () => show(rows)));
}

function readQuote(
  one: SymbolInArea,
  { area, precision }: Pick<QuoteArguments, 'area' | 'precision'>,
  context: Context,
  call: Call,
): MaybePromise<Row> {
  const { client, settings } = context;
  const read = (): MaybePromise<Row> => client.quote(one.symbol, one.area ?? area ?? settings.area, precision, call);
  return one.mic === undefined ? read() : confirmListing(one, context, call, read);
}

/** The time of the oldest price in the rows, in seconds; Infinity if they have none. */
export const oldestOf = (rows: readonly unknown[]): number =>
  // No Math.min(...): a column can have more rows than a call can have arguments.
  rows.reduce<number>((oldest, row) => {
    const { timestamp } = (row ?? {}) as { readonly timestamp?: number | null };
    return Math.min(oldest, timestamp ?? Infinity);
  }, Infinity);

const CARD = columnsNamed(QUOTE, ['symbol', 'bid', 'ask', 'mid', 'timestamp']);

/** The rules that turn quotes into cells, the same for every symbol. */
export class QuotePlan {
  readonly #columns: readonly Column[];
  readonly #view: View;

  constructor(
    readonly fields: readonly string[],
    readonly hasHeaders: boolean,
    readonly dateSystem: DateSystem,
    private readonly precision: number | undefined,
  ) {
    this.#columns = columnsNamed(QUOTE, fields);
    this.#view = { zone: 'utc', dateSystem };
  }

  get isOneCell(): boolean {
    return this.fields.length === 1 && !this.hasHeaders;
  }

  /** Throws at once if the fields do not fit the shape of the symbols. */
  layOut(symbols: Grid<Slot<SymbolInArea>>): (rows: readonly Slot<Row>[]) => Matrix {
    const layOut = planLayout(symbols, this.fields, this.hasHeaders);
    return (rows) => layOut((index) => this.cellsOf(rows[index], symbols.items[index]));
  }

  cellsOf(row: Slot<Row>, asked?: Slot<SymbolInArea>): Cell[] {
    if (row instanceof CellError)
      return errorRow(row, this.#columns, 'symbol', writtenName(isFound(asked) ? asked.symbol : asked));
    if (row === undefined) return this.#columns.map(() => BLANK);
    const format = priceFormat([row.ask, row.bid, row.mid], this.precision);
    return this.#columns.map((column) => {
      const cell = this.#plainCell(row, column);
      return typeof cell === 'number' && format !== undefined ? { value: cell, format } : cell;
    });
  }

  /** The cell of a formula with one symbol and one field. A number carries the rest of its quote as properties. */
  show(row: Slot<Row>, settings: Settings): Matrix {
    const cells = this.cellsOf(row);
    const [only] = cells as [Cell];
    const isNumber = isFormatted(only) || typeof only === 'number';
    return isNumber && isFound(row) ? [[this.#withProperties(only, row, settings)]] : [cells];
  }

  #withProperties(cell: number | FormattedNumber, row: Row, settings: Settings): RichNumber {
    const { value, format: ownFormat } = isFormatted(cell) ? cell : { value: cell, format: 'General' };
    return new RichNumber(value, ownFormat, () => {
      const [symbol, bid, ask, mid, asOf] = CARD.map((column) => this.#plainCell(row, column));
      const properties = { symbol, bid, ask, mid, spread: spreadOf(bid, ask), asOf, source: hostOf(settings) };
      return Object.fromEntries(
        Object.entries(properties).filter((entry): entry is [string, number | string | FormattedNumber] =>
          isFound(entry[1]),
        ),
      );
    });
  }

  #plainCell(row: Row, column: Column): Cell {
    return cellBy(QUOTE_CELLS[column.kind as keyof typeof QUOTE_CELLS], row[column.name], column, this.#view);
  }
}

import { QUOTE } from '../api/records';
import type { Cell, Matrix } from '../core/cell';
import { BLANK } from '../core/cell';
import type { Column, Row } from '../core/columns';
import { columnsNamed, errorRow } from '../core/columns';
import type { DateSystem } from '../core/dates';
import { CellError } from '../core/errors';
import { planLayout } from '../core/layout';
import { cellOf } from '../core/table';
import type { View } from '../core/table';
import { define } from './define';
import { lookUpEach, lookUpOne } from './each';
import { area } from './parameters/choices';
import { fields } from './parameters/fields';
import { headers, wholeNumber } from './parameters/numbers';
import type { Place, Symbol } from './parameters/symbols';
import { symbols } from './parameters/symbols';

const FIELDS = ['symbol', 'ask', 'bid', 'mid', 'timestamp'] as const;
const ALL_FIELDS = ['symbol', 'bid', 'ask', 'mid', 'timestamp'] as const;
const DEFAULT_FIELDS = ['mid'] as const;
const MOST_DECIMALS = 15;

export const quote = define({
  id: 'QUOTE',
  summary: 'Last quotes of currencies, crypto, indices, stocks or commodities. Example: =MD.QUOTE(A2:A200) gives the mid price of each symbol.',
  returns: 'One row per symbol of a column, one column per symbol of a row, a block of the same shape for a block. Prices as the service quotes them; timestamp as a date and time in UTC.',
  parameters: {
    symbols: symbols('Symbols: one, several separated by commas, or a range. A symbol may carry its area: "stocks:AAPL"'),
    fields: fields(FIELDS, 'mid', ALL_FIELDS),
    area: area(),
    precision: wholeNumber('Decimals of the prices, 0 to 15; the service decides when left out', 0, MOST_DECIMALS),
    headers: headers(false),
  },
  result: 'matrix',
  examples: [
    { formula: '=MD.QUOTE("EURUSD")', gives: 'the mid price of one euro in US dollars' },
    { formula: '=MD.QUOTE("EURUSD,GBPUSD,USDJPY","bid,ask")', gives: 'bid and ask of three pairs, a row each' },
    { formula: '=MD.QUOTE("stocks:AAPL","all",,,TRUE)', gives: 'every field of a stock quote under its name' },
  ],
  handle(given, context, call) {
    const rowPlan = planFor(given.fields ?? DEFAULT_FIELDS, given.headers ?? false, context.dateSystem);
    const lookUp = ({ symbol, area: own }: Symbol): Row | Promise<Row> =>
      context.client.quote(symbol, own ?? given.area ?? context.settings.area, given.precision, call);
    const { items } = given.symbols;
    if (items.length === 1) return lookUpOne(items[0], lookUp, rowPlan.show);
    const layOut = planLayout(given.symbols, rowPlan.fields, rowPlan.hasHeaders);
    return lookUpEach(items, lookUp, (rows) => layOut((index) => rowPlan.cellsOf(rows[index])));
  },
});

/** How a quote becomes cells. The formulas of a column share one, so that thousands of waiting cells hold none of their own. */
class QuotePlan {
  readonly #columns: readonly Column[];
  readonly #view: View;

  constructor(readonly fields: readonly string[], readonly hasHeaders: boolean, readonly dateSystem: DateSystem) {
    this.#columns = columnsNamed(QUOTE, fields);
    this.#view = { zone: 'utc', dateSystem };
  }

  cellsOf(row: Place<Row>): Cell[] {
    if (row instanceof CellError) return errorRow(row, this.#columns);
    return this.#columns.map((column) => (row === undefined ? BLANK : cellOf(row[column.name], column, this.#view)));
  }

  readonly show = (row: Place<Row>): Matrix => (this.hasHeaders ? [[...this.fields], this.cellsOf(row)] : [this.cellsOf(row)]);
}

let lastPlan = new QuotePlan(DEFAULT_FIELDS, false, '1900');

function planFor(fields: readonly string[], hasHeaders: boolean, dateSystem: DateSystem): QuotePlan {
  if (lastPlan.fields !== fields || lastPlan.hasHeaders !== hasHeaders || lastPlan.dateSystem !== dateSystem) {
    lastPlan = new QuotePlan(fields, hasHeaders, dateSystem);
  }
  return lastPlan;
}

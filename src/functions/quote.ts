import { QUOTE } from '../api/records';
import type { Cell } from '../core/cell';
import { BLANK } from '../core/cell';
import type { Column, Row } from '../core/columns';
import { columnsNamed, errorRow } from '../core/columns';
import { CellError } from '../core/errors';
import { planLayout } from '../core/layout';
import { cellOf } from '../core/table';
import type { View } from '../core/table';
import { define } from './define';
import { lookUpEach } from './each';
import { area } from './parameters/choices';
import { fields } from './parameters/fields';
import { headers, wholeNumber } from './parameters/numbers';
import type { Place } from './parameters/symbols';
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
    const wanted = given.fields ?? DEFAULT_FIELDS;
    const columns = columnsNamed(QUOTE, wanted);
    const layOut = planLayout(given.symbols, wanted, given.headers ?? false);
    const view: View = { zone: 'utc', dateSystem: context.dateSystem };
    const { precision } = given;
    return lookUpEach(
      given.symbols.items,
      ({ symbol, area: own }) => context.client.quote(symbol, own ?? given.area ?? context.settings.area, precision, call),
      (rows) => layOut((index) => cellsOf(rows[index], columns, view)),
    );
  },
});

function cellsOf(row: Place<Row>, columns: readonly Column[], view: View): Cell[] {
  if (row instanceof CellError) return errorRow(row, columns);
  return columns.map((column) => (row === undefined ? BLANK : cellOf(row[column.name], column, view)));
}

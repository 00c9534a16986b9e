import type { Area } from '../api/operation';
import { AREAS } from '../api/operation';
import type { Call } from '../core/call';
import type { Row } from '../core/columns';
import type { Grid } from '../core/arguments';
import type { DateSystem } from '../core/dates';
import { planLayout } from '../core/layout';
import type { Context, Result } from './define';
import { define } from './define';
import { lookUpEach } from './each';
import { area } from './parameters/choices';
import { fields } from './parameters/fields';
import { headers, wholeNumber } from './parameters/numbers';
import type { Place, Symbol } from './parameters/symbols';
import { symbols } from './parameters/symbols';
import { QuotePlan } from './quote-plan';
import { SingleQuote } from './single-quote';

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
  sources: AREAS.map((one) => `GET /${one}/quotes`),
  examples: [
    { formula: '=MD.QUOTE("EURUSD")', gives: 'the mid price of one euro in US dollars' },
    { formula: '=MD.QUOTE("EURUSD,GBPUSD,USDJPY","bid,ask")', gives: 'bid and ask of three pairs, a row each' },
    { formula: '=MD.QUOTE("stocks:AAPL","all",,,TRUE)', gives: 'every field of a stock quote under its name' },
  ],
  handle(given, context, call) {
    const single = singleOf(given, context.dateSystem);
    if (single) return single.evaluate(context, call);
    return quoteEach(given, context, call);
  },
});

interface Given {
  readonly symbols: Grid<Place<Symbol>>;
  readonly fields: readonly string[] | undefined;
  readonly area: Area | undefined;
  readonly precision: number | undefined;
  readonly headers: boolean | undefined;
}

function quoteEach(given: Given, { client, settings, dateSystem }: Context, call: Call): Result | Promise<Result> {
  const plan = planOf(given, dateSystem);
  const layOut = planLayout(given.symbols, plan.fields, plan.hasHeaders);
  const lookUp = ({ symbol, area: own }: Symbol): Row | Promise<Row> =>
    client.quote(symbol, own ?? given.area ?? settings.area, given.precision, call);
  return lookUpEach(given.symbols.items, lookUp, (rows) => layOut((index) => plan.cellsOf(rows[index])));
}

/** Equal formulas are given the same arguments, and with them the same SingleQuote. */
const singles = new WeakMap<Given, SingleQuote>();

function singleOf(given: Given, dateSystem: DateSystem): SingleQuote | undefined {
  const known = singles.get(given);
  if (known || given.symbols.items.length !== 1) return known;
  const single = new SingleQuote(given.symbols.items[0], given, planOf(given, dateSystem));
  singles.set(given, single);
  return single;
}

const planOf = (given: Given, dateSystem: DateSystem): QuotePlan => new QuotePlan(given.fields ?? DEFAULT_FIELDS, given.headers ?? false, dateSystem, given.precision);

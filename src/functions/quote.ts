import type { Result } from '../core/cell';
import { type Area, AREAS } from '../api/interface/operation';
import type { Call } from '../core/call';
import type { Row } from '../core/columns';
import type { Grid } from '../core/arguments';
import { planLayout } from '../core/layout';
import type { MaybePromise } from '../core/maybe-promise';
import { type Context, define } from './define';
import { lookUpEach } from './tables/look-up-each';
import { area } from './parameters/area';
import { words } from './parameters/fields';
import { flag, precision } from './parameters/numbers';
import { type Slot, type SymbolInArea, symbols } from './parameters/symbols';
import { QuotePlan } from './tables/quote-plan';
import { SingleQuote } from './tables/single-quote';

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
  chunk: 'functions',
  prepare(args, { dateSystem }): PreparedQuotes {
    const { fields = [DEFAULT_FIELD], headers = false, precision } = args;
    const plan = new QuotePlan(fields, headers, dateSystem, precision);
    const { items } = args.symbols;
    return items.length === 1
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

function quoteEach(
  args: QuoteArguments,
  plan: QuotePlan,
  { client, settings }: Context,
  call: Call,
): MaybePromise<Result> {
  const layOut = planLayout(args.symbols, plan.fields, plan.hasHeaders);
  const lookUp = ({ symbol, area: own }: SymbolInArea): MaybePromise<Row> =>
    client.quote(symbol, own ?? args.area ?? settings.area, args.precision, call);
  return lookUpEach(args.symbols.items, lookUp, (rows) => layOut((index) => plan.cellsOf(rows[index])));
}

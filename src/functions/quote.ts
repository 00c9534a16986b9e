import { type Area, AREAS } from '../api/interface/operation';
import type { Call } from '../core/call';
import type { Row } from '../core/columns';
import type { Grid } from '../core/arguments';
import type { DateSystem } from '../core/calendar/dates';
import { planLayout } from '../core/layout';
import { type Context, define, type Result } from './define';
import { lookUpEach } from './tables/look-up-each';
import { area } from './parameters/area';
import { words } from './parameters/fields';
import { flag, wholeNumber } from './parameters/numbers';
import { type Slot, type SymbolInArea, symbols } from './parameters/symbols';
import { QuotePlan } from './tables/quote-plan';
import { SingleQuote } from './tables/single-quote';

const FIELDS = ['symbol', 'ask', 'bid', 'mid', 'timestamp'] as const;
const ALL_FIELDS = ['symbol', 'bid', 'ask', 'mid', 'timestamp'] as const;
const DEFAULT_FIELD = 'mid';
const MOST_DECIMALS = 15;

export const quote = define({
  id: 'QUOTE',
  parameters: {
    symbols: symbols(),
    fields: words(FIELDS, { all: ALL_FIELDS, default: DEFAULT_FIELD }),
    area: area(),
    precision: wholeNumber(0, MOST_DECIMALS),
    headers: flag(false),
  },
  result: 'matrix',
  sources: AREAS.map((one) => `GET /${one}/quotes`),
  requests: 'packed',
  chunk: 'functions',
  handle(args, context, call) {
    const single = singleOf(args, context.dateSystem);
    if (single) return single.evaluate(context, call);
    return quoteEach(args, context, call);
  },
});

interface QuoteArguments {
  readonly symbols: Grid<Slot<SymbolInArea>>;
  readonly fields: readonly string[] | undefined;
  readonly area: Area | undefined;
  readonly precision: number | undefined;
  readonly headers: boolean | undefined;
}

function quoteEach(
  args: QuoteArguments,
  { client, settings, dateSystem }: Context,
  call: Call,
): Result | Promise<Result> {
  const plan = planOf(args, dateSystem);
  const layOut = planLayout(args.symbols, plan.fields, plan.hasHeaders);
  const lookUp = ({ symbol, area: own }: SymbolInArea): Row | Promise<Row> =>
    client.quote(symbol, own ?? args.area ?? settings.area, args.precision, call);
  return lookUpEach(args.symbols.items, lookUp, (rows) => layOut((index) => plan.cellsOf(rows[index])));
}

/** Equal formulas receive the same arguments object, and therefore the same SingleQuote. */
const singles = new WeakMap<QuoteArguments, SingleQuote>();

function singleOf(args: QuoteArguments, dateSystem: DateSystem): SingleQuote | undefined {
  const known = singles.get(args);
  if (known || args.symbols.items.length !== 1) return known;
  const single = new SingleQuote(args.symbols.items[0], args, planOf(args, dateSystem));
  singles.set(args, single);
  return single;
}

const planOf = (args: QuoteArguments, dateSystem: DateSystem): QuotePlan =>
  new QuotePlan(args.fields ?? [DEFAULT_FIELD], args.headers ?? false, dateSystem, args.precision);

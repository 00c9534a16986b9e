import { type Area, AREAS, QUOTE } from '../api/interface/operation';
import { Polls } from '../api/polls';
import type { Cell } from '../core/cell';
import type { Row } from '../core/columns';
import { type Context, define } from './define';
import { outcomeOfFailure } from './evaluate/invoke';
import { wholeNumber, word, area } from './parameters/values';
import { type SymbolInArea } from './parameters/symbols';
import { confirmListing } from './tables/confirm-listing';
import { whenReady } from './tables/look-up-each';
import { QuotePlan } from './quote';
import { symbol } from './parameters/names';

interface LiveArguments {
  readonly symbol: SymbolInArea;
  readonly field: string | undefined;
  readonly area: Area | undefined;
  readonly seconds: number | undefined;
}

const DEFAULT_FIELD = 'mid';
const DEFAULT_SECONDS = 10;

/** All but the symbol, which does not change. */
const FIELDS = [...new Set([DEFAULT_FIELD, 'bid', ...QUOTE.map(({ name }) => name)])].filter(
  (name) => name !== 'symbol',
);
export const MAX_SECONDS = 3_600;

export const live = define({
  id: 'LIVE',
  parameters: {
    symbol: symbol(),
    field: word(FIELDS, { default: DEFAULT_FIELD }),
    area: area(),
    seconds: { ...wholeNumber(1, MAX_SECONDS, DEFAULT_SECONDS), role: 'interval' },
  },
  result: 'scalar',
  sources: AREAS.map((one) => `GET /${one}/quotes`),
  requests: 'packed',
  handle(args, context, call) {
    const show = showing(args, context);
    const { symbol } = args;
    return confirmListing(symbol, context, call, () =>
      whenReady(context.client.quote(symbol.symbol, areaOf(args, context), undefined, call), show),
    );
  },
  stream(args, context, { cancellation }, listener) {
    const show = showing(args, context);
    const question = {
      symbol: args.symbol.symbol,
      area: areaOf(args, context),
      mic: args.symbol.mic,
      everyMs: (args.seconds ?? DEFAULT_SECONDS) * 1000,
    };
    pollsOf(context).watch(question, cancellation, (answer) => {
      if (answer instanceof Error) listener(outcomeOfFailure(answer));
      else listener(show(answer), answer.timestamp as number);
    });
  },
});

const areaOf = ({ symbol, area }: LiveArguments, { settings }: Context): Area => symbol.area ?? area ?? settings.area;

/** The cell of a quote, without MD.QUOTE's properties: cells that keep changing should stay small. */
function showing({ field = DEFAULT_FIELD }: LiveArguments, { dateSystem }: Context): (row: Row) => Cell {
  const plan = new QuotePlan([field], false, dateSystem, undefined);
  return (row) => plan.cellsOf(row)[0]!;
}

/** Streams that restart under other settings have another client, and therefore other polls. */
const pollsOf = (context: Context): Polls =>
  context.client.resource(
    'polls',
    (client) =>
      new Polls(
        (symbol, area, call, mic) =>
          // Companies are told apart once a day, however often the quote is asked for.
          confirmListing({ symbol, area, mic }, { client }, { isPreview: false, cancellation: call.cancellation }, () =>
            client.quote(symbol, area, undefined, call),
          ),
        () => context.now(),
      ),
  );

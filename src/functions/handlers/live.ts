import type { Client } from '../../api/client';
import type { Area } from '../../api/operation';
import { Polls } from '../../api/polls';
import type { Call } from '../../core/call';
import type { Cell } from '../../core/cell';
import type { Row } from '../../core/columns';
import type { Context, Result } from '../define';
import { after } from '../each';
import { outcomeOfFailure } from '../outcome';
import type { Symbol } from '../parameters/symbols';
import { QuotePlan } from '../quote-plan';

interface Given {
  readonly symbol: Symbol;
  readonly field: string | undefined;
  readonly area: Area | undefined;
  readonly seconds: number | undefined;
}

const DEFAULT_FIELD = 'mid';
const DEFAULT_SECONDS = 10;

/** What the cell shows first. */
export function handle(given: Given, context: Context, call: Call): Result | Promise<Result> {
  const show = showing(given, context);
  return after(context.client.quote(given.symbol.symbol, areaOf(given, context), undefined, call), show);
}

export function stream(given: Given, context: Context, { cancellation }: Call, listener: (result: Result) => void): void {
  const show = showing(given, context);
  const wish = { symbol: given.symbol.symbol, area: areaOf(given, context), everyMs: (given.seconds ?? DEFAULT_SECONDS) * 1000 };
  pollsOf(context).watch(wish, cancellation, (answer) => {
    listener(answer instanceof Error ? outcomeOfFailure(answer) : show(answer));
  });
}

const areaOf = ({ symbol, area }: Given, { settings }: Context): Area => symbol.area ?? area ?? settings.area;

/** The cell of a quote. Without the properties of MD.QUOTE: cells that change all the time travel light. */
function showing({ field = DEFAULT_FIELD }: Given, { dateSystem }: Context): (row: Row) => Cell {
  const plan = new QuotePlan([field], false, dateSystem, undefined);
  return (row) => plan.cellsOf(row)[0]!;
}

/** Streams that begin anew under other settings have another client, and with it other polls. */
const polls = new WeakMap<Client, Polls>();

function pollsOf(context: Context): Polls {
  const { client } = context;
  const known = polls.get(client) ?? new Polls((symbol, area, call) => client.quote(symbol, area, undefined, call), () => context.now());
  polls.set(client, known);
  return known;
}

import { AREAS } from '../api/interface/operation';
import { ALL_QUOTE_FIELDS, QUOTE_FIELDS } from '../api/interface/quote-rows';
import { type PollAnswer, type PollListener, Polls } from '../api/polls';
import type { Grid } from '../core/arguments';
import type { Result } from '../core/cell';
import type { Row } from '../core/columns';
import { notAvailable } from '../core/errors';
import { type Context, define } from './define';
import { outcomeOfFailure } from './evaluate/invoke';
import { flag, wholeNumber, words, area } from './parameters/values';
import { type Slot, type SymbolInArea, symbols, isFound } from './parameters/symbols';
import { confirmListing } from './tables/confirm-listing';
import { fieldMeant, oldestOf, quoteEach, QuotePlan } from './quote';
import { whenReady } from '../core/basics';

const DEFAULT_FIELD = 'mid' as const;
const DEFAULT_SECONDS = 10;

/** Changing values come first. */
const FIELDS = [...new Set([DEFAULT_FIELD, 'bid', 'ask', 'timestamp', ...QUOTE_FIELDS] as const)];
export const MAX_SECONDS = 3_600;

/** An answer that arrives later than this after a change is shown by itself. */
const GATHER_MS = 1_000;

export const live = define({
  id: 'LIVE',
  parameters: {
    symbol: symbols(),
    field: words(FIELDS, { all: ALL_QUOTE_FIELDS, default: DEFAULT_FIELD, meant: fieldMeant }),
    area: area(),
    seconds: { ...wholeNumber(1, MAX_SECONDS, DEFAULT_SECONDS), role: 'interval' },
    headers: flag(false),
  },
  result: 'matrix',
  sources: AREAS.map((one) => `GET /${one}/quotes`),
  requests: 'packed',
  prepare: ({ symbol, field = [DEFAULT_FIELD], area, seconds = DEFAULT_SECONDS, headers = false }, { dateSystem }) => ({
    symbols: symbol,
    area,
    // The service chooses the decimals.
    precision: undefined,
    everyMs: seconds * 1000,
    plan: new QuotePlan(field, headers, dateSystem, undefined),
  }),
  handle: (list, context, call) =>
    whenReady(quoteEach(list, list.plan, context, call), (table) => resultOf(list, table)),
  stream(list, context, { cancellation }, listener) {
    const { items } = list.symbols;
    const tableOf = list.plan.layOut(list.symbols);
    const answers = new LiveAnswers(
      items,
      () => context.now(),
      (rows, readAt) => {
        const requested = { at: readAt, pricedAt: oldestOf(rows), isOldest: rows.length > 1 };
        listener(resultOf(list, tableOf(rows)), readAt < Infinity ? requested : undefined);
      },
    );
    cancellation.add(answers);
    const polls = pollsOf(context);
    for (const [index, one] of items.entries())
      if (isFound(one)) {
        const area = one.area ?? list.area ?? context.settings.area;
        polls.watchSymbol({ ...one, area, everyMs: list.everyMs }, cancellation, answers.listenerAt(index));
      }
    if (!items.some(isFound)) answers.passOn();
  },
});

/** A single cell is no table: its error becomes the error of the formula. */
const resultOf = ({ symbols, plan }: { symbols: Grid<unknown>; plan: QuotePlan }, table: Result): Result =>
  symbols.items.length === 1 && plan.isOneCell && Array.isArray(table) ? table[0]![0]! : table;

/**
 * The last answers about a list of symbols. They are passed on together once no question is pending. A symbol without
 * an answer does not delay the others: a while after one has changed, all are passed on.
 */
class LiveAnswers {
  readonly #answers = new Map<number, PollAnswer>();
  readonly #times = new Map<number, number>();
  #questions = 0;
  #hasChanged = true;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly symbols: readonly Slot<SymbolInArea>[],
    private readonly now: () => number,
    private readonly pass: (rows: Slot<Row>[], readAt: number) => void,
  ) {}

  listenerAt(index: number): PollListener {
    return {
      onQuestion: () => {
        this.#questions++;
      },
      onAnswer: (answer) => {
        this.#questions--;
        this.#note(index, answer);
        if (this.#questions === 0) this.passOn();
        else if (this.#hasChanged) this.#timer ??= setTimeout(this.passOn, GATHER_MS);
      },
    };
  }

  readonly passOn = (): void => {
    this.onCancel();
    if (!this.#hasChanged) return;
    this.#hasChanged = false;
    const rows = this.symbols.map((symbol, index) => (isFound(symbol) ? this.#rowAt(index) : symbol));
    const times = rows.map((row, index) => (isFound(row) ? this.#times.get(index)! : Infinity));
    this.pass(
      rows,
      times.reduce((oldest, time) => Math.min(oldest, time)),
    );
  };

  onCancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #note(index: number, answer: PollAnswer): void {
    // An answer from the cache, fetched for a new listener, is already known to the others.
    if (this.#answers.get(index) === answer) return;
    this.#answers.set(index, answer);
    this.#times.set(index, this.now());
    this.#hasChanged = true;
  }

  #rowAt(index: number): Slot<Row> {
    const answer = this.#answers.get(index);
    if (answer === undefined) return notAvailable(UNANSWERED);
    return answer instanceof Error ? outcomeOfFailure(answer) : answer;
  }
}

const UNANSWERED = 'The service has not answered yet: wait for its answer';

/** Streams that restart under other settings have another client, and therefore other polls. */
const pollsOf = (context: Context): Polls =>
  context.client.resource(
    'polls',
    (client) =>
      new Polls(
        (symbol, area, call, mic) =>
          // The company is checked once a day, however often the quote is requested.
          confirmListing({ symbol, area, mic }, { client }, { isPreview: false, cancellation: call.cancellation }, () =>
            client.quote(symbol, area, undefined, call),
          ),
        () => context.now(),
      ),
  );

import type { Call } from '../../core/call';
import { notAvailable } from '../../core/errors';
import type { MaybePromise } from '../../core/maybe-promise';
import { type AnyLookup, Lookup } from '../lookup/lookup';
import type { LookupContext } from '../lookup/lookup-kind';
import { operationOf, parameterOf } from '../operations';
import { ServiceError } from '../service-error';
import type { Transport } from '../transport/transport';
import { Overruns } from './overruns';
import { KeptTicks } from './kept-ticks';
import { ReadingTurns } from './reading-turns';
import { BarSearch, readBars } from './tick-bars';
import { markIfCut, readSample } from './tick-sample';
import { checkPrice, priceOf } from './tick-price';
import { TickHistory } from './tick-history';
import { TickPages } from './tick-pages';
import type { TickDemand } from './tick-plan';
import { readTicks, type Ticks, type TickSource } from './tick-reader';
import type { TicksQuestion } from './ticks-question';
import { readWatched } from './watched-reading';

/** The cache counts answers regardless of their size, so the few large ones have their own cache. */
const MAX_ROWS_OF_MANY = 2_000;
const OPEN_WINDOW_FRESH_MS = 60_000;

interface TicksLookup extends AnyLookup {
  read(question: TicksQuestion, call: Call): MaybePromise<Ticks>;
  /** About how many requests a question needs now; 1 if not known and a preview may not find out. */
  price(question: TicksQuestion, call: Call): Promise<number>;
}

/**
 * Ticks of an index with the fields of the record TICK, or bars. Source: GET /indices/{symbol}/ticks. Finished days
 * come from the archive once they have been read. If a question needs too many requests, nothing is sent until the user
 * allows it.
 */
export function createTicksLookup(transport: Transport, context: LookupContext): TicksLookup {
  const operation = operationOf('GET /indices/{symbol}/ticks');
  const { now, archive, spending } = context;
  const pages = new TickPages(Number(parameterOf(operation.id, 'limit').default));
  const history = new TickHistory(archive ?? (() => Promise.resolve(undefined)), now);
  const turns = new ReadingTurns();
  const overruns = new Overruns(spending);
  const sourceOf = (symbol: string, onPage: (rowCount: number, ageMs: number) => void): TickSource => ({
    pages,
    pagesAtOnce: transport.requestsAtOnce,
    async send(request, signal) {
      const page = await transport.send(operation, { symbol, ...request }, signal);
      pages.noteRows(page.rows.length);
      onPage(page.rows.length, context.ages.of(page));
      return page;
    },
  });
  const keyOf = ({ symbol, startMs, endMs, limit, bars, isSample = false }: TicksQuestion): string =>
    `${symbol} ${startMs} ${endMs} ${limit} ${bars?.id ?? ''} ${String(isSample)}`;
  const ask = (asked: TicksQuestion, signal: AbortSignal): Promise<Ticks> => {
    const question = untilNow(asked, now());
    const { symbol, limit, bars } = question;
    // The number of ticks behind bars is known only at the end.
    const reading = { what: symbol, maxRows: bars === undefined ? Math.abs(limit) : undefined };
    return readWatched(reading, context.observer, signal, async (onRows, own) => {
      const key = keyOf(asked);
      let [oldestAgeMs, answered] = [0, 0];
      const source: TickSource = {
        ...sourceOf(symbol, (rowCount, ageMs) => {
          oldestAgeMs = Math.max(oldestAgeMs, ageMs);
          answered++;
          onRows(rowCount);
        }),
        endOf: (share) => overruns.endOf(key, answered, share),
      };
      const kept = new KeptTicks(symbol, history, {
        async read(demand) {
          const askedAtMs = now();
          const ticks = await readTicks(demand, source, own);
          return { ...ticks, asOfMs: askedAtMs - oldestAgeMs };
        },
        get pageSize() {
          return pages.size;
        },
      });
      const leastRequests = overruns.leastOf(key);
      const check = { key, leastRequests, history, source, signal: own, now, spending, mayAsk: true };
      try {
        if (question.isSample) return await readSample(question, source, own);
        return await inTurn(question, turns, own, async () => {
          await checkPrice(question, check);
          return answer(question, kept);
        });
      } catch (error) {
        if (!(error instanceof ServiceError) || error.status !== 404) throw error;
        throw notAvailable(`"${symbol}" has no ticks: check the symbol of the index`, error);
      }
    });
  };
  const create = (maxAnswers: number): Lookup<TicksQuestion, Ticks> =>
    new Lookup<TicksQuestion, Ticks>(
      {
        keyOf: (question) => `${keyOf(question)} ${ageOf(question.endMs, now())}`,
        freshSeconds: operation.freshSeconds,
        maxAnswers,
        // An answer without records may have lost them.
        isComplete: ({ rows, isValid }) => isValid && rows.length > 0,
        ask: (pending) => pending.map(({ question, signal }) => ask(question, signal)),
      },
      context,
    );
  const [many, large] = [create(500), create(5)];
  return {
    read(question, call) {
      if (spending?.isAccepted(call)) {
        spending.allow(keyOf(question));
        overruns.allow(keyOf(question));
      }
      const answer = (Math.abs(question.limit) <= MAX_ROWS_OF_MANY ? many : large).read(question, call);
      return question.isSample ? markIfCut(question, answer, call) : answer;
    },
    async price(question, { isPreview }) {
      const source = sourceOf(question.symbol, () => undefined);
      const { signal } = new AbortController();
      const leastRequests = overruns.leastOf(keyOf(question));
      const price = await priceOf(untilNow(question, now()), {
        leastRequests,
        history,
        source,
        signal,
        now,
        spending,
        mayAsk: !isPreview,
      });
      return price?.requestCount ?? 1;
    },
    close() {
      many.close();
      large.close();
    },
    get pendingCount() {
      return many.pendingCount + large.pendingCount;
    },
  };
}

/** What is still to come is not read. A window that begins later is asked for as it is: the clock may be slow. */
const untilNow = (question: TicksQuestion, nowMs: number): TicksQuestion =>
  question.startMs < nowMs && nowMs < question.endMs ? { ...question, endMs: nowMs } : question;

const demandOf = ({ startMs, endMs, limit }: TicksQuestion): TickDemand => ({
  startMs,
  endMs,
  rowLimit: Math.abs(limit),
  isNewest: limit < 0,
});

/** Bars wait for others that are made of about the same ticks. */
function inTurn(
  question: TicksQuestion,
  turns: ReadingTurns,
  signal: AbortSignal,
  read: () => Promise<Ticks>,
): Promise<Ticks> {
  const first = question.bars && new BarSearch(demandOf(question), question.bars).next();
  return first ? turns.take(question.symbol, first.part, signal, read) : read();
}

function answer(question: TicksQuestion, kept: KeptTicks): Promise<Ticks> {
  const { bars } = question;
  return bars === undefined
    ? kept.ticks(demandOf(question))
    : readBars(demandOf(question), bars, (window, maxTicks, expected) => kept.minuteBars(window, maxTicks, expected));
}

/** The past does not change. An open window gets new ticks, so its answers are reused only for a minute. */
const ageOf = (endMs: number, nowMs: number): number => (endMs <= nowMs ? 0 : Math.floor(nowMs / OPEN_WINDOW_FRESH_MS));

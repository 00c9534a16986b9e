import type { AnswerHandlers } from '../answer';
import { type Index, instrumentOf } from '../instruments/instruments';
import { invalid, notFound } from '../refusal';
import { exchangeOf } from '../exchanges/exchanges';
import { quotedPriceOf } from '../instruments/instrument';
import { tradingOn } from '../instruments/trading-times';
import { hash, hashText, unit } from '../random';
import { pageOf, type PositionedItem, type Source } from '../pagination';
import type { Span } from '../../core/calendar/bars';
import { MS_PER_DAY, MS_PER_MINUTE } from '../../core/calendar/dates';

/** The service documents no maximum. The sandbox has one, so that no code relies on large pages. */
const MAX_PAGE_SIZE = 100;

export const TICKS: AnswerHandlers = {
  'GET /indices/{symbol}/ticks': (query, { seed, nowMs }) => {
    const index = instrumentOf('indices', query.textOf('symbol') ?? '') as Index | undefined;
    if (!index) throw notFound(`Symbol ${query.textOf('symbol') ?? ''}`);
    const limit = query.numberOf('limit') ?? MAX_PAGE_SIZE;
    if (limit > MAX_PAGE_SIZE)
      throw invalid({
        loc: ['query', 'limit'],
        msg: `Input should be less than or equal to ${MAX_PAGE_SIZE}`,
        type: 'less_than_equal',
      });
    const [startMs, endMs] = [(query.numberOf('start') ?? 0) * 1000, (query.numberOf('end') ?? 0) * 1000];
    return pageOf(ticksBetween(index, seed, startMs, Math.min(endMs, nowMs)), query.textOf('cursor'), limit);
  },
};

interface Tick {
  readonly time: string;
  readonly ask: number;
  readonly bid: number;
  readonly mid: number;
}

const MINUTES_PER_DAY = 1_440;
const HISTORY_BEGINS_MS = Date.UTC(2015, 0, 1);
/** Ticks are timed to a quarter of a second, so that ticks in a burst often share a time. */
const TIME_STEP_MS = 250;
const BURST_MS = 8_000;
const PRECISION = 2;

/**
 * The ticks of an index in [startMs, endMs), oldest first. Each is computed from index, seed and minute, so a window costs
 * only what it contains, however far it lies from now.
 * @internal
 */
export function ticksBetween(index: Index, seed: number, startMs: number, endMs: number): Source<Tick> {
  const [fromMs, toMs] = [Math.max(startMs, HISTORY_BEGINS_MS), endMs];
  const [firstMinute, lastMinute] = [Math.floor(fromMs / MS_PER_MINUTE), Math.ceil(toMs / MS_PER_MINUTE) - 1];
  const key = hashText(`ticks ${index.symbol}`, seed);

  const tick = (timeMs: number, order: number): Tick => ({
    time: new Date(timeMs).toISOString(),
    ...quotedPriceOf(index, seed, timeMs / 1000 + order / 100, PRECISION),
  });
  const readFrom: Source<Tick>['readFrom'] = ([startMinute, startOrder], count) => {
    const items: PositionedItem<Tick>[] = [];
    let day: ReturnType<typeof dayOfTrading> | undefined;
    let minute = Math.max(startMinute, firstMinute);
    while (minute <= lastMinute && items.length < count) {
      const utcDay = Math.floor(minute / MINUTES_PER_DAY);
      if (utcDay !== day?.utcDay) day = dayOfTrading(index, utcDay);
      if (day.spans.length === 0) {
        minute = (utcDay + 1) * MINUTES_PER_DAY;
        continue;
      }
      for (const [order, timeMs] of timesOf(key, minute, day.spans).entries()) {
        if (items.length === count) break;
        const isAfterStart = minute > startMinute || order >= startOrder;
        if (isAfterStart && timeMs >= fromMs && timeMs < toMs)
          items.push({ position: [minute, order], item: tick(timeMs, order) });
      }
      minute += 1;
    }
    return items;
  };
  return { first: [firstMinute, 0], total: null, readFrom };
}

function dayOfTrading(index: Index, utcDay: number): { readonly utcDay: number; readonly spans: readonly Span[] } {
  const [startMs, endMs] = [utcDay * MS_PER_DAY, (utcDay + 1) * MS_PER_DAY];
  const exchange = exchangeOf(index.mic);
  const spans = [utcDay - 1, utcDay, utcDay + 1]
    .flatMap((day) => (exchange ? tradingOn(exchange, day) : []))
    .filter(({ fromMs, toMs }) => fromMs < endMs && toMs > startMs);
  return { utcDay, spans };
}

/** Many while the exchange trades, with occasional bursts, and a few before and after, at the last price. */
function timesOf(key: number, minute: number, spans: readonly Span[]): readonly number[] {
  const startMs = minute * MS_PER_MINUTE;
  const isOpen = spans.some(({ fromMs, toMs }) => startMs >= fromMs && startMs < toMs);
  const luck = unit(key, minute);
  if (!isOpen) return luck < 0.2 ? [startMs + timeInside(key, minute, 0, MS_PER_MINUTE)] : [];
  const isBurst = luck < 0.1;
  const count = isBurst ? 40 + (hash(key, minute, 1) % 120) : 2 + (hash(key, minute, 1) % 16);
  const lengthMs = isBurst ? BURST_MS : MS_PER_MINUTE;
  return Array.from({ length: count }, (_, order) => startMs + timeInside(key, minute, order, lengthMs)).sort(
    (a, b) => a - b,
  );
}

const timeInside = (key: number, minute: number, order: number, lengthMs: number): number =>
  Math.floor(unit(key, minute, order + 2) * (lengthMs / TIME_STEP_MS)) * TIME_STEP_MS;

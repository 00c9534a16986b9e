import { TRAITS } from '../generated/function-traits';
import { PATIENCE_MS, planRefresh, runRefresh } from './refresh';
import type { FunctionTraits, ParameterRole } from '../function-traits';
import type { Session } from '../session';
import { maxListLengthOf } from '../settings';
import { AREAS, type Area, tellsPricesOfNow } from '../../api/interface/operation';
import { exchangeOfIndex } from '../../core/names/index-exchanges';
import { symbolParts } from '../../core/names/symbol-parts';
import { calendarOf } from '../../api/calendars';
import type { Client } from '../../api/client';
import { isoFromDay, MS_PER_HOUR, MS_PER_DAY, MS_PER_MINUTE, SECONDS_PER_HOUR } from '../../core/calendar/dates';
import { DAYS_PER_WEEK, FIRST_WEEKDAY, FRIDAY } from '../../core/calendar/iso-dates';
import { sessionTime } from '../../core/calendar/trading-days';
import { operationOf } from '../../api/operations';
import { packNames } from '../../core/packing';
import { messageOf } from '../../core/basics';
import { Cancellation } from '../../core/cancellation';
import { LongList } from '../long-list';
import { mapInPieces } from '../../core/pauses';
import { askedBy, type MdCell, scanCells } from './cells';
import {
  type MdCall,
  namesIn,
  readCalls,
  takesSymbols,
  valuesOf,
  countRequests,
  sharing,
  symbolsInAreas,
} from './calls';

/**
 * Refreshes all MD cells at the interval in the settings. Refreshes never overlap: after one that takes longer than half
 * an interval there is a pause of half an interval. Skips cells that cannot have changed yet. Unless the settings say
 * otherwise, pauses while nobody sees the workbook or all of its markets are closed. Returns a function that stops it.
 */
export function keepRefreshing(session: Session): () => void {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let seconds = 0;
  let isRunning = false;
  const wait = (sinceMs = 0): void => {
    clearTimeout(timer);
    if (seconds === 0 || isRunning || stopped.signal.aborted) return;
    timer = setTimeout(() => void refresh(), Math.max(seconds * 1000 - sinceMs, halfMs()));
  };
  const halfMs = (): number => (seconds * 1000) / 2;
  const refresh = async (): Promise<void> => {
    isRunning = true;
    const startedAt = performance.now();
    try {
      await refreshDue();
    } catch (error) {
      session.note(`The automatic refresh failed: ${messageOf(error)}`);
    }
    isRunning = false;
    wait(performance.now() - startedAt);
  };
  const refreshDue = async (): Promise<void> => {
    const isPausing = !session.settings.refreshesAlways;
    if (isPausing && session.host.isHidden?.()) return;
    const plan = await planRefresh(session, 'all');
    if (isPausing && (await areAllClosed(session, plan.cells))) return;
    // A cell that waits for the user's permission would only report it again.
    const due = (cells: readonly MdCell[]) =>
      cells.filter((cell) => cell.price === undefined && isDue(cell, session.now()));
    const duePlan = { ...plan, cells: due(plan.cells), blank: due(plan.blank ?? []) };
    const restMs = Math.min(halfMs(), PATIENCE_MS);
    await runRefresh(session, duePlan, () => undefined, stopped.signal, PATIENCE_MS, restMs);
  };
  const follow = (): void => {
    if (session.settings.autoRefreshSeconds === seconds) return;
    seconds = session.settings.autoRefreshSeconds;
    wait();
  };
  const off = session.onChange(follow);
  follow();
  return () => {
    off();
    stopped.abort();
    clearTimeout(timer);
  };
}

/** The minimum number of requests of an automatic refresh. */
export interface RefreshRate {
  /** For one refresh after which only answers with a freshness longer than the interval are still fresh. */
  readonly eachTime: number;
  readonly perHour: number;
  /** About how many requests an hour live cells send, which refresh themselves. */
  readonly livePerHour: number;
}

export async function refreshRate(session: Session, seconds: number): Promise<RefreshRate> {
  const all = await readCalls(session, await scanCells(session));
  const calls = all.filter(({ traits }) => !traits.isStreaming);
  const live = all.filter(({ traits }) => traits.isStreaming);
  let [eachTime, perHour] = [0, 0];
  for (const some of sharing(calls)) {
    const count = await countRequests(session, some);
    const interval = intervalOf(some[0]!.traits, seconds);
    perHour += (count * SECONDS_PER_HOUR) / interval;
    if (interval <= seconds) eachTime += count;
  }
  return { eachTime, perHour: Math.ceil(perHour), livePerHour: liveRequestsPerHour(live, session) };
}

/** Whether a cell's values may have changed: scores, filings and calendars stay the same for hours. @internal */
export function isDue({ functions: called, readAt }: MdCell, nowMs: number): boolean {
  if (readAt === undefined) return true;
  return TRAITS.filter(({ id, isStreaming }) => called.includes(id) && !isStreaming).some((traits) => {
    return isAlwaysDue(traits) || nowMs - readAt >= freshSecondsOf(traits) * 1000;
  });
}

/** Refreshed as often as the user wants: current prices, and requested paths, which may be prices too. */
const isAlwaysDue = ({ sources, takesPath }: FunctionTraits): boolean =>
  takesPath === true || sources.map(operationOf).some(tellsPricesOfNow);

/** How long the answers behind a function stay fresh, in seconds. */
const freshSecondsOf = ({ sources }: FunctionTraits): number =>
  sources.length === 0 ? 0 : Math.min(...sources.map((id) => operationOf(id).freshSeconds));

/** How often a function is refreshed if the interval in the settings is `seconds`. */
const intervalOf = (traits: FunctionTraits, seconds: number): number =>
  isAlwaysDue(traits) ? seconds : Math.max(seconds, freshSecondsOf(traits));

/**
 * Whether no price in the cells can change now: by the week of each area, and for stocks and indices by the trading
 * calendar. Cells without prices are ignored.
 * @internal
 */
export async function areAllClosed(session: Session, cells: readonly MdCell[]): Promise<boolean> {
  const symbols = (await mapInPieces(cells, (cell) => pricedSymbolsOf(cell, session))).flat();
  const inWeek = symbols.filter(({ area }) => area === undefined || mayTrade(area, session.now()));
  if (symbols.length === 0 || inWeek.length === 0) return symbols.length > 0;
  if (!inWeek.every(({ area }) => area === 'stocks' || area === 'indices')) return false;
  const exchanges = await exchangesNow(session);
  return exchanges !== undefined && inWeek.every((one) => isClosed(one, exchanges));
}

interface PricedSymbol {
  /** Undefined if it is not known. */
  readonly area: Area | undefined;
  /** "" if it is not known. */
  readonly symbol: string;
}

const WEEK_HOURS = DAYS_PER_WEEK * 24;

/** Opening and close in hours since Sunday, 00:00 UTC. */
type TradingHours = readonly [opens: number, closes: number];

const FRIDAY_NIGHT = FRIDAY * 24 + 22;

/**
 * The widest trading hours of an area: up to Friday evening in New York, from Sunday evening there, or from the opening
 * in Riyadh. Others trade always. Hours and holidays of single exchanges come from the calendar.
 */
const WEEKS: Readonly<Partial<Record<Area, TradingHours>>> = {
  currencies: [21, FRIDAY_NIGHT],
  commodities: [21, FRIDAY_NIGHT],
  stocks: [6, FRIDAY_NIGHT],
  indices: [6, FRIDAY_NIGHT],
};

/** Whether anything in the area may be trading at the moment. @internal */
export function mayTrade(area: Area, nowMs: number): boolean {
  const hour = (nowMs / MS_PER_HOUR + FIRST_WEEKDAY * 24) % WEEK_HOURS;
  const [opens, closes] = WEEKS[area] ?? [0, WEEK_HOURS];
  return hour >= opens && hour < closes;
}

/** An index follows its exchange. The exchange of a stock is unknown, so all exchanges must be closed. */
function isClosed({ area, symbol }: PricedSymbol, exchanges: Exchanges): boolean {
  const mic = area === 'indices' ? exchangeOfIndex(symbol) : undefined;
  const isOpen = mic === undefined ? undefined : exchanges.get(mic);
  return isOpen === undefined ? ![...exchanges.values()].includes(true) : !isOpen;
}

/** The areas of operations whose answers change only while a market trades: prices, but not news or lists. */
const priceAreasOf = ({ sources }: FunctionTraits): (Area | undefined)[] =>
  sources.map(operationOf).flatMap((one) => (tellsPricesOfNow(one) || one.kind === 'ticks' ? [one.area] : []));

/** An operation that a path requests may return prices too. */
const hasPrices = (traits: FunctionTraits): boolean => priceAreasOf(traits).length > 0 || traits.takesPath === true;

const UNKNOWN: PricedSymbol = { area: undefined, symbol: '' };

/** Decided by the calls that the cell's formula has made; before the first call, by its functions. */
function pricedSymbolsOf(cell: MdCell, session: Session): PricedSymbol[] {
  const traitsOf = (id: unknown): FunctionTraits | undefined => TRAITS.find((one) => one.id === id);
  const asked = askedBy(session, cell);
  if (asked !== undefined)
    return asked.flatMap(([id, ...values]) => symbolsIn(traitsOf(id)!, values, session.settings.area));
  const mayShowPrices =
    cell.functions.length === 0 || cell.functions.map(traitsOf).some((one) => one && hasPrices(one));
  return mayShowPrices ? [UNKNOWN] : [];
}

function symbolsIn(traits: FunctionTraits, values: readonly unknown[], standard: Area): PricedSymbol[] {
  if (!hasPrices(traits)) return [];
  const areas = priceAreasOf(traits);
  const argument = (wanted: ParameterRole): unknown =>
    values[traits.parameters.findIndex(({ role }) => role === wanted)];
  const [written] = namesAsked(argument('area')) ?? ['?'];
  const usual = areas.includes(standard) ? standard : areas[0];
  const ofCall = written === undefined ? usual : areaNamed(written);
  if (!takesSymbols(traits)) return [{ area: ofCall, symbol: '' }];
  const names = namesAsked(argument('symbols'));
  return (names ?? [undefined]).map((name) => {
    if (name === undefined) return UNKNOWN;
    const { area, symbol } = symbolParts(name);
    return { area: area === undefined ? ofCall : areaNamed(area), symbol };
  });
}

/** The names in an argument; for a long list only their prefixes. Undefined if unknown. */
function namesAsked(argument: unknown): readonly string[] | undefined {
  if (argument instanceof LongList) return argument.prefixes?.map((prefix) => (prefix === '' ? '' : `${prefix}:`));
  const values = [argument].flat(2);
  return values.some((value) => typeof value === 'object' && value !== null) ? undefined : namesIn(values);
}

const areaNamed = (name: string): Area | undefined => AREAS.find((area) => area === name.trim().toLowerCase());

/** A period in which every exchange has a session, whatever its holidays. */
const [DAYS_BEFORE, DAYS_AFTER] = [7, 1];

/** Closing prices arrive a little later than the close. */
export const AFTER_CLOSE_MS = 15 * MS_PER_MINUTE;

/** The sessions of an exchange, or of all of them, by the service's calendar. */
export const sessionsOf = (client: Client, mic: string | undefined, firstDay: number, lastDay: number) =>
  calendarOf(client, 'GET /stocks/markets/hours').read(
    { mic, start: isoFromDay(firstDay), end: isoFromDay(lastDay) },
    { isPreview: false, cancellation: new Cancellation() },
  );

/** The exchanges that the service's calendar knows, by MIC, and whether each is open now. */
type Exchanges = ReadonlyMap<string, boolean>;

/** One request a day covers all exchanges. Undefined if the service does not say. */
async function exchangesNow(session: Session): Promise<Exchanges | undefined> {
  const { client } = session;
  if (!client) return undefined;
  const nowMs = session.now();
  const day = Math.floor(nowMs / MS_PER_DAY);
  try {
    const rows = await sessionsOf(client, undefined, day - DAYS_BEFORE, day + DAYS_AFTER);
    const exchanges = new Map<string, boolean>();
    for (const { mic, open_time: opens, close_time: closes } of rows) {
      const [from, to] = [sessionTime(opens), sessionTime(closes)];
      if (typeof mic !== 'string' || !from || !to) continue;
      const isOpen = nowMs >= from.utcMs && nowMs < to.utcMs + AFTER_CLOSE_MS;
      exchanges.set(mic, (exchanges.get(mic) ?? false) || isOpen);
    }
    return exchanges.size === 0 ? undefined : exchanges;
  } catch {
    return undefined;
  }
}

/**
 * About how many requests live cells send in an hour. The symbols of an area that are due at the same moment share
 * lists. A symbol is requested as often as its most frequent cell requires.
 */
function liveRequestsPerHour(calls: readonly MdCall[], session: Session): number {
  const intervals = new Map<string, Map<string, number>>();
  for (const call of calls) {
    const every = Number(valuesOf(call, 'interval')[0]?.[0] ?? call.traits.everySeconds);
    if (!(every >= 1)) continue;
    for (const { area, symbol } of symbolsInAreas(call, session)) {
      const symbols = intervals.get(area) ?? new Map<string, number>();
      intervals.set(area, symbols.set(symbol, Math.min(symbols.get(symbol) ?? Infinity, Math.floor(every))));
    }
  }
  let count = 0;
  for (const [area, symbols] of intervals) {
    const longest = maxListLengthOf(session, area);
    const each = [...new Set(symbols.values())];
    const listsOf = new Map<string, number>();
    for (let second = 1; second <= SECONDS_PER_HOUR; second++) {
      const due = each.filter((every) => second % every === 0);
      if (!listsOf.has(due.join())) {
        const names = [...symbols].filter(([, every]) => due.includes(every)).map(([name]) => name);
        listsOf.set(due.join(), packNames(names, longest).length);
      }
      count += listsOf.get(due.join())!;
    }
  }
  return count;
}

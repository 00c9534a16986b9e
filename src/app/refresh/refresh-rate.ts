import { groupBy } from '../../api/lookup/pending-question';
import { operationOf } from '../../api/operations';
import type { FunctionTraits } from '../function-traits';
import type { Session } from '../session';
import { type MdCell, scanCells } from './cells';
import { readCalls, type MdCall, valuesOf } from './read-calls';
import { countRequests } from './refresh-cost';
import { SECONDS_PER_HOUR } from '../../core/calendar/units';
import { packNames } from '../../core/packing';
import { maxListLengthFor, symbolsInAreas } from './symbols-in-areas';

/** Answers that stay fresh no longer than quotes are refreshed as often as the user wants. */
const ALWAYS_DUE_SECONDS = 15;

/** How long the answers behind a function stay fresh, in seconds. */
const freshSecondsOf = ({ sources }: FunctionTraits): number =>
  sources.length === 0 ? 0 : Math.min(...sources.map((id) => operationOf(id).freshSeconds));

/** How often a function is refreshed if the interval in the settings is `seconds`. */
function intervalOf(traits: FunctionTraits, seconds: number): number {
  const fresh = freshSecondsOf(traits);
  return fresh <= ALWAYS_DUE_SECONDS ? seconds : Math.max(seconds, fresh);
}

/** Whether a cell's values may have changed: scores, filings and calendars stay the same for hours. */
export function isDue({ functions: called, ageMs }: MdCell, functions: readonly FunctionTraits[]): boolean {
  if (ageMs === undefined) return true;
  return functions
    .filter(({ id, isStreaming }) => called.includes(id) && !isStreaming)
    .some((traits) => {
      const fresh = freshSecondsOf(traits);
      return fresh <= ALWAYS_DUE_SECONDS || ageMs >= fresh * 1000;
    });
}

/** The minimum number of requests of an automatic refresh. */
export interface RefreshRate {
  /** For one refresh that finds nothing fresh except answers that stay fresh longer than the interval. */
  readonly eachTime: number;
  readonly perHour: number;
  /** About how many requests live cells send in an hour, which refresh themselves. */
  readonly livePerHour: number;
}

export async function refreshRate(
  session: Session,
  functions: readonly FunctionTraits[],
  seconds: number,
): Promise<RefreshRate> {
  const all = await readCalls(session, await scanCells(session), functions);
  const calls = all.filter(({ traits }) => !traits.isStreaming);
  const live = all.filter(({ traits }) => traits.isStreaming);
  let [eachTime, perHour] = [0, 0];
  for (const ofOne of groupBy(calls, ({ traits }) => traits.id)) {
    const count = await countRequests(session, ofOne);
    const interval = intervalOf(ofOne[0]!.traits, seconds);
    perHour += (count * SECONDS_PER_HOUR) / interval;
    if (interval <= seconds) eachTime += count;
  }
  return { eachTime, perHour: Math.ceil(perHour), livePerHour: liveRequestsPerHour(live, session) };
}

/** By area: how often each symbol is asked for, in seconds. */
type Intervals = Map<string, Map<string, number>>;

/**
 * About how many requests live cells send in an hour. All symbols of an area that are due at the same moment share
 * lists, and a symbol is asked as often as its most frequent cell wants.
 */
function liveRequestsPerHour(calls: readonly MdCall[], session: Session): number {
  const longest = maxListLengthFor(session);
  let count = 0;
  for (const symbols of intervalsOf(calls, session.settings.area).values()) count += requestsOf(symbols, longest);
  return count;
}

function intervalsOf(calls: readonly MdCall[], standardArea: string): Intervals {
  const byArea: Intervals = new Map();
  for (const call of calls) {
    const every = Number(valuesOf(call, 'interval')[0]?.[0] ?? call.traits.everySeconds);
    if (!(every >= 1)) continue;
    for (const { area, symbol } of symbolsInAreas(call, standardArea)) {
      const symbols = byArea.get(area) ?? new Map<string, number>();
      symbols.set(symbol, Math.min(symbols.get(symbol) ?? Infinity, Math.floor(every)));
      byArea.set(area, symbols);
    }
  }
  return byArea;
}

function requestsOf(symbols: ReadonlyMap<string, number>, longest: number): number {
  const intervals = [...new Set(symbols.values())];
  const listsOf = new Map<string, number>();
  let count = 0;
  for (let second = 1; second <= SECONDS_PER_HOUR; second++) {
    const due = intervals.filter((every) => second % every === 0);
    if (due.length === 0) continue;
    const key = due.join();
    if (!listsOf.has(key)) {
      const names = [...symbols].filter(([, every]) => due.includes(every)).map(([name]) => name);
      listsOf.set(key, packNames(names, longest).length);
    }
    count += listsOf.get(key)!;
  }
  return count;
}

import { packNames } from '../../core/packing';
import type { Session } from '../session';
import { longestListFor } from './longest-list';
import { type MdCall, valuesOf } from './read-calls';
import { symbolsInAreas } from './symbols-in-areas';
import { SECONDS_PER_HOUR } from '../../core/calendar/units';

/** By area: how often each symbol is asked for, in seconds. */
type Intervals = Map<string, Map<string, number>>;

/**
 * About how many requests live cells send in an hour. All symbols of an area that are due at the same moment share
 * lists, and a symbol is asked as often as its most frequent cell wants.
 */
export function liveRequestsPerHour(calls: readonly MdCall[], session: Session): number {
  const longest = longestListFor(session);
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

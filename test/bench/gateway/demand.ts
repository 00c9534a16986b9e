import { seededRandom } from '../pairs';

/** Names of six letters, in order of how often they are wanted. */
export const symbolsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    Array.from({ length: 6 }, (__, place) => String.fromCharCode(65 + (Math.floor(index / 26 ** place) % 26))).join(''),
  );

/** The symbols of each analyst's workbook: 10 to 50 of them, drawn by Zipf's law without repetition. */
export function workbooksOf(analysts: number, symbols: readonly string[], seed = 1): string[][] {
  const random = seededRandom(seed);
  const sums: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= symbols.length; rank++) sums.push((sum += 1 / rank));
  return Array.from({ length: analysts }, () => {
    const wanted = 10 + Math.floor(random() * 41);
    const found = new Set<string>();
    while (found.size < wanted) {
      const at = random() * sum;
      found.add(symbols[sums.findIndex((upTo) => upTo >= at)]!);
    }
    return [...found];
  });
}

/** What was asked for, and when, in milliseconds. */
export interface Demand {
  readonly at: number;
  readonly symbols: readonly string[];
}

/** Six letters and a comma: seven such names are one list of fifty characters. */
const PER_LIST = 7;
/** A fetch may leave a moment after the demand, which then covers most: a gateway collects for that long. */
const WINDOW_MS = 10;

/**
 * The fewest lists that can cover what was asked for from that moment on, at that freshness: for each symbol the fewest
 * fetches (a fetch covers every later demand while it is fresh), all of them in full lists.
 */
export function fewestLists(demands: readonly Demand[], freshMs: number, from: number): number {
  const coveredUntil = new Map<string, number>();
  let fetches = 0;
  for (const { at, symbols } of [...demands].sort((a, b) => a.at - b.at)) {
    for (const symbol of symbols) {
      if (at < (coveredUntil.get(symbol) ?? -Infinity)) continue;
      coveredUntil.set(symbol, at + WINDOW_MS + freshMs);
      if (at >= from) fetches++;
    }
  }
  return fetches / PER_LIST;
}

/**
 * The fewest lists for the first time that each symbol is asked for, if nobody knows a symbol before it is asked for,
 * and nobody waits longer than a gateway collects: a list leaves when the first that waits may wait no longer, with as
 * many others that wait as it has room for.
 */
export function fewestListsUnknown(demands: readonly Demand[]): number {
  const firstAt = new Map<string, number>();
  for (const { at, symbols } of demands)
    for (const symbol of symbols) firstAt.set(symbol, Math.min(at, firstAt.get(symbol) ?? Infinity));
  let [lists, leavesAt, room] = [0, -Infinity, 0];
  for (const at of [...firstAt.values()].sort((a, b) => a - b)) {
    if (at > leavesAt || room === 0) [lists, leavesAt, room] = [lists + 1, at + WINDOW_MS, PER_LIST];
    room--;
  }
  return lists;
}

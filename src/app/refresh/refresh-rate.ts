import { groupBy } from '../../api/lookup/pending-question';
import { operationOf } from '../../api/operations';
import type { FunctionTraits } from '../function-traits';
import type { Session } from '../session';
import { type MdCell, scanCells } from './cells';
import { liveRequestsPerHour } from './live-rate';
import { readCalls } from './read-calls';
import { countRequests } from './refresh-cost';
import { SECONDS_PER_HOUR } from '../../core/calendar/units';

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
    const count = await countRequests(session, ofOne, false);
    const interval = intervalOf(ofOne[0]!.traits, seconds);
    perHour += (count * SECONDS_PER_HOUR) / interval;
    if (interval <= seconds) eachTime += count;
  }
  return { eachTime, perHour: Math.ceil(perHour), livePerHour: liveRequestsPerHour(live, session) };
}

import type { LearnedRateLimit, Permit } from '../../../../src/api/transport/rate-limit';

/** Twenty minutes past the hour, so that no guess falls on the start of a longer window by accident. */
const START = Date.UTC(2026, 10, 20, 15, 20);
export const at = (seconds: number): number => START + seconds * 1000;

/** Takes requests at one moment, lets the first of them through and refuses the rest. */
export function spend(limit: LearnedRateLimit, seconds: number, accepted: number, refused: number): void {
  const tickets = Array.from({ length: accepted + refused }, () => limit.take(at(seconds)));
  for (const ticket of tickets.splice(0, accepted)) limit.accepted(ticket, at(seconds));
  for (const ticket of tickets) limit.refused(ticket, at(seconds));
}

/** Lets time pass up to the moment when the next request may leave, and takes it. */
export function probe(
  limit: LearnedRateLimit,
  fromSeconds: number,
): { readonly ticket: Permit; readonly seconds: number } {
  const seconds = fromSeconds + limit.waitMs(at(fromSeconds)) / 1000;
  return { ticket: limit.take(at(seconds)), seconds };
}

/** Refuses every probe that may leave before a time, and takes the first one that may leave then. */
export function probeFrom(
  limit: LearnedRateLimit,
  fromSeconds: number,
  untilSeconds: number,
): { readonly ticket: Permit; readonly seconds: number; readonly refusedCount: number } {
  for (let [seconds, refusedCount] = [fromSeconds, 0]; ; refusedCount++) {
    const next = probe(limit, seconds);
    seconds = next.seconds;
    if (seconds >= untilSeconds) return { ...next, refusedCount };
    limit.refused(next.ticket, at(seconds));
  }
}

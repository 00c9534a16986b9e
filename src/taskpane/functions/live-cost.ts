import { type AnyDeclaration, isStreaming } from '../../functions/define';
import type { Entries } from './formula';
import { SECONDS_PER_HOUR } from '../../core/calendar/units';

/** How many requests a live cell sends in an hour by itself; undefined for other cells, and if the entry does not tell. */
export function liveRequestsPerHour(declaration: AnyDeclaration, { seconds = '' }: Entries): number | undefined {
  if (!isStreaming(declaration)) return undefined;
  const every = Number(seconds.trim() === '' ? declaration.parameters.seconds?.default : seconds);
  return every >= 1 ? Math.floor(SECONDS_PER_HOUR / Math.floor(every)) : undefined;
}

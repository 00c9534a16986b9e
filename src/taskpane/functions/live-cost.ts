import { type AnyDeclaration, isStreaming } from '../../functions/define';
import { parameterWithRole } from '../../functions/parameter-with-role';
import type { Entries } from './formula';
import { SECONDS_PER_HOUR } from '../../core/calendar/units';

/**
 * How many requests a live cell sends in an hour by itself; undefined for other cells, and if the entry does not tell.
 */
export function requestsPerHourOf(declaration: AnyDeclaration, entries: Entries): number | undefined {
  const interval = parameterWithRole(declaration, 'interval');
  if (!isStreaming(declaration) || !interval) return undefined;
  const [name, parameter] = interval;
  const text = entries[name]?.trim() ?? '';
  const every = Number(text === '' ? parameter.default : text);
  return every >= 1 ? Math.floor(SECONDS_PER_HOUR / Math.floor(every)) : undefined;
}

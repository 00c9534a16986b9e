import type { AgeLimits } from '../memory/answer';

const NO_LIMITS: AgeLimits = { maxAgeMs: undefined, maxStaleMs: 0 };

/**
 * A request's limits on age, from its Cache-Control header. Ignores "no-cache", which browsers add by themselves to
 * every request that bypasses their own cache.
 */
export function readAgeLimits(header: string | null): AgeLimits {
  if (header === null || header === 'no-cache') return NO_LIMITS;
  let [maxAgeMs, maxStaleMs]: [number | undefined, number] = [undefined, 0];
  for (const directive of header.toLowerCase().split(',')) {
    const [name = '', value] = directive.trim().split('=');
    const seconds = /^"?\d+"?$/.test(value ?? '') ? Number(value!.replaceAll('"', '')) : undefined;
    if (name === 'max-age' && seconds !== undefined) maxAgeMs = seconds * 1000;
    if (name === 'max-stale') maxStaleMs = value === undefined ? Infinity : (seconds ?? 0) * 1000;
  }
  return { maxAgeMs, maxStaleMs };
}

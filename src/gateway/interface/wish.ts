import type { Wish } from '../memory/answer';

const NO_WISH: Wish = { maxAgeMs: undefined, maxStaleMs: 0 };

/**
 * What a Cache-Control header of a request says of age. "no-cache" counts for nothing: browsers add it by themselves to every request
 * that does not use their own cache.
 */
export function readWish(header: string | null): Wish {
  if (header === null || header === 'no-cache') return NO_WISH;
  let [maxAgeMs, maxStaleMs]: [number | undefined, number] = [undefined, 0];
  for (const directive of header.toLowerCase().split(',')) {
    const [name = '', value] = directive.trim().split('=');
    const seconds = /^"?\d+"?$/.test(value ?? '') ? Number(value!.replaceAll('"', '')) : undefined;
    if (name === 'max-age' && seconds !== undefined) maxAgeMs = seconds * 1000;
    if (name === 'max-stale') maxStaleMs = value === undefined ? Infinity : (seconds ?? 0) * 1000;
  }
  return { maxAgeMs, maxStaleMs };
}

import { RecentMap } from '../../core/recent-map';

const MAX_PATHS = 1_000;

/**
 * Decides how a request bypasses the browser's cache, from which no answer may come. Browsers cache a granted preflight
 * for as long as the service says, but use it only in the cache mode "default", in which they also answer from their
 * cache. So that mode is for paths whose last answer was marked "no-store": nothing of them is cached. All other paths
 * use "reload", which also replaces what an earlier visit may have stored.
 */
export class CacheModes {
  readonly #isUnstored = new RecentMap<string, boolean>(MAX_PATHS);

  modeFor(path: string): RequestCache {
    return this.#isUnstored.get(path) === true ? 'default' : 'reload';
  }

  /** Called for every answer. */
  note(path: string, headers: Headers): void {
    this.#isUnstored.set(path, /(?:^|,)\s*no-store\s*(?:,|$)/i.test(headers.get('cache-control') ?? ''));
  }
}

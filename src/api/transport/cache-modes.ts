import { RecentMap } from '../lookup/recent-map';

const REMEMBERED = 1_000;

/**
 * How a request goes past the browser's own cache, from which no answer may come. Browsers keep a granted preflight for as long as the
 * service says, but use it only in the cache mode "default", in which they also answer from what they have stored. So that mode is for
 * paths whose last answer said that it must not be stored: there is nothing to answer from. For all others the mode is "reload", which
 * also throws away what an earlier visit may have left.
 */
export class CacheModes {
  readonly #isUnstored = new RecentMap<string, boolean>(REMEMBERED);

  modeFor(path: string): RequestCache {
    return this.#isUnstored.get(path) === true ? 'default' : 'reload';
  }

  /** Hears of every answer. */
  note(path: string, headers: Headers): void {
    this.#isUnstored.set(path, /(?:^|,)\s*no-store\s*(?:,|$)/i.test(headers.get('cache-control') ?? ''));
  }
}

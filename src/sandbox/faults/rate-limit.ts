/** A quota of requests in fixed windows. Like the service's windows, they begin on whole minutes, hours and so on. */
export class RateLimit {
  readonly #limit: { readonly count: number; readonly seconds: number; readonly retryAfter?: number | 'date' };
  #window = NaN;
  #used = 0;

  constructor(limit: { readonly count: number; readonly seconds: number; readonly retryAfter?: number | 'date' }) {
    this.#limit = limit;
  }

  /** Uses one request of the window, or returns the 429 that refuses it. */
  take(nowMs: number): Response | undefined {
    const { count, seconds, retryAfter } = this.#limit;
    const window = Math.floor(nowMs / 1000 / seconds);
    if (window !== this.#window) [this.#window, this.#used] = [window, 0];
    this.#used += 1;
    if (this.#used <= count) return undefined;
    const nextWindow = new Date((window + 1) * seconds * 1000).toUTCString();
    const headers =
      retryAfter === undefined ? {} : { 'retry-after': retryAfter === 'date' ? nextWindow : String(retryAfter) };
    return Response.json({ detail: 'Too Many Requests' }, { status: 429, headers });
  }
}

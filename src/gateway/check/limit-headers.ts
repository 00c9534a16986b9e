/** What a service says about its limits in headers. */
export class LimitHeaders {
  /** By header: its first value, and its last. */
  readonly #values = new Map<string, readonly [first: string, last: string]>();

  note(headers: Headers): void {
    for (const [name, value] of headers)
      if (/rate-?limit|retry-after/i.test(name)) this.#values.set(name, [this.#values.get(name)?.[0] ?? value, value]);
  }

  /** One line a header: what is left falls with every request. */
  get lines(): readonly string[] {
    return [...this.#values].map(
      ([name, [first, last]]) => `${name}: ${first === last ? first : `${first} … ${last}`}`,
    );
  }
}

import type { RichApiEntry } from './envelope';

/** So many have been seen in one event. */
const CALLS_PER_EVENT = 500;

/** The calls of one calculation, which arrive together. */
export class CalculatedCalls {
  #entries: RichApiEntry[] = [];

  constructor(private readonly call: (entries: readonly RichApiEntry[]) => void) {}

  add(entry: RichApiEntry): void {
    if (this.#entries.push(entry) > 1) return;
    queueMicrotask(() => this.send());
  }

  send(): void {
    const entries = this.#entries;
    this.#entries = [];
    for (let start = 0; start < entries.length; start += CALLS_PER_EVENT)
      this.call(entries.slice(start, start + CALLS_PER_EVENT));
  }
}

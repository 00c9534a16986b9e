import { SECONDS_PER_DAY } from '../../core/calendar/dates';
import { BatchWindow } from '../../api/lookup/batch';
import { type Operation, tellsPricesOfNow } from '../../api/interface/operation';
import { Inquiries, type InquiriesOptions } from '../service/inquiries';
import type { ServiceDescription } from '../service/described';
import { ListCache } from './list-cache';
import { type AnswerCache, RecentEntries, ResponseCache } from './answer-cache';

interface CachesOptions extends InquiriesOptions {
  readonly quoteFreshMs: () => number;
  readonly fills: boolean;
  readonly described: ServiceDescription;
}

/** A miss that is alone waits for two timers of at least a millisecond each. */
const PACE = { quietMs: 2, maxMs: 8 };
/** One for each area and precision, and for the dates of calendars: ten years of one exchange are 500,000 characters. */
const [MAX_LISTS, MAX_LIST_CHARACTERS] = [200, 48_000_000];
const AHEAD = 0.8;
/** A day begins at a different moment at each exchange. */
const TODAY_SECONDS = 300;

export class Caches {
  readonly #responses = new Map<string, ResponseCache>();
  readonly #recent = new RecentEntries();
  readonly #lists = new Map<string, ListCache>();
  readonly #window = new BatchWindow(PACE);
  readonly inquiries: Inquiries;
  #sweep: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly options: CachesOptions) {
    this.inquiries = new Inquiries(options);
  }

  responsesOf(operation: Operation): AnswerCache {
    const existing = this.#responses.get(operation.id);
    if (existing) return existing;
    const { inquiries } = this;
    const freshMs = (path: string, askedAt: number): number =>
      this.#freshMs(operation, path.split('?')[1] ?? '', askedAt);
    const cache = new ResponseCache({ operation, inquiries, now: this.options.now, freshMs }, this.#recent);
    this.#responses.set(operation.id, cache);
    return cache;
  }

  listOf(operation: Operation, rest: string): ListCache {
    const key = rest === '' ? operation.id : `${operation.id} ${rest}`;
    const existing = this.#lists.get(key);
    if (existing) {
      if (rest !== '') this.#lists.delete(key);
      this.#lists.set(key, existing);
      return existing;
    }
    const { now, fills } = this.options;
    const isOfQuotes = operation.kind === 'quotes';
    const cache = new ListCache({
      operation,
      values: Object.fromEntries(new URLSearchParams(rest)),
      inquiries: this.inquiries,
      window: this.#window,
      now,
      freshMs: (_, askedAt) => this.#freshMs(operation, rest, askedAt),
      described: this.options.described,
      fills: fills && isOfQuotes,
    });
    this.#lists.set(key, cache);
    this.#dropOldest();
    return cache;
  }

  #dropOldest(): void {
    let characters = 0;
    for (const { characters: own } of this.#lists.values()) characters += own;
    for (const [key, { characters: own }] of this.#lists) {
      if (this.#lists.size <= MAX_LISTS && characters <= MAX_LIST_CHARACTERS) return;
      if (key.split(' ').length <= 2) continue;
      this.#lists.delete(key);
      characters -= own;
    }
  }

  startAhead(): void {
    const everyMs = Math.min(100, this.options.quoteFreshMs() / 20);
    this.#sweep ??= setInterval(() => {
      for (const list of this.#lists.values()) list.askAhead(AHEAD);
    }, everyMs);
  }

  get quoteFreshMs(): number {
    return this.options.quoteFreshMs();
  }

  stopAsking(): void {
    clearInterval(this.#sweep);
  }

  /** With two exceptions: an open window of ticks gets new ones, and days without a start begin today. */
  #freshMs(operation: Operation, query: string, askedAt: number): number {
    if (tellsPricesOfNow(operation)) return this.options.quoteFreshMs();
    const search = new URLSearchParams(query);
    const { freshSeconds, kind } = operation;
    if ((kind === 'holidays' || kind === 'hours') && !search.has('start')) return TODAY_SECONDS * 1000;
    const end = kind === 'ticks' ? Number(search.get('end')) : 0;
    return end * 1000 > askedAt ? this.options.quoteFreshMs() : Math.min(freshSeconds, SECONDS_PER_DAY) * 1000;
  }
}

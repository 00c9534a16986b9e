import { isRecord } from '../../core/is-record';
import type { Memories, MemoryListener } from '../memory/memories';
import type { Quota, QuotaNews } from '../memory/quota';
import type { Store } from './store';

type QuoteNews = readonly [list: string, name: string, json: string, ageMs: number];

interface News {
  readonly from: string;
  readonly quotes?: readonly QuoteNews[];
  readonly answer?: { readonly path: string; readonly body: string; readonly ageMs: number; readonly freshMs: number };
  readonly wanted?: Readonly<Record<string, readonly string[]>>;
  readonly quota?: QuotaNews;
}

const CHANNEL = 'news';
/** What is learned at about the same time is sent together. */
const GATHER_MS = 5;
/** Larger answers are not sent: nodes request them when they need them. */
const MAX_BODY_LENGTH = 200_000;

/**
 * Tells all nodes what one node learns from the service, so that every memory is warm, and tells the speaker what is
 * wanted anywhere. Clocks may differ, so times are sent as durations.
 */
export class NewsExchange implements MemoryListener {
  #memories: Memories | undefined;
  #quota: Quota | undefined;
  #quotes: QuoteNews[] = [];
  #wanted = new Map<string, Set<string>>();
  #gathering: ReturnType<typeof setTimeout> | undefined;
  #telling: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly store: Store,
    private readonly id: string,
    private readonly isSpeaking: () => boolean,
    private readonly now: () => number,
  ) {}

  /** @param everyMs how often the speaker is told what is wanted here, and tells the requests of the day */
  async start(memories: Memories, quota: Quota, everyMs: number): Promise<void> {
    this.#memories = memories;
    this.#quota = quota;
    await this.store.subscribe(CHANNEL, (message) => {
      try {
        this.#receive(message);
      } catch {
        // From a node of another version: its data is requested when needed.
      }
    });
    this.#telling = setInterval(() => {
      this.#publishWanted();
      this.#publishQuota();
    }, everyMs);
  }

  stop(): void {
    clearTimeout(this.#gathering);
    clearInterval(this.#telling);
  }

  onQuote(list: string, name: string, json: string, askedAt: number): void {
    // The others learn it from the speaker.
    if (!this.isSpeaking() || !this.store.isUp) return;
    this.#quotes.push([list, name, json, Math.round(this.now() - askedAt)]);
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#publish({ quotes: this.#quotes.splice(0) });
    }, GATHER_MS);
  }

  onAnswer(
    path: string,
    { status, body, askedAt }: Parameters<NonNullable<MemoryListener['onAnswer']>>[1],
    freshUntil: number,
  ): void {
    if (status !== 200 || body.length > MAX_BODY_LENGTH || !this.isSpeaking() || !this.store.isUp) return;
    const now = this.now();
    this.#publish({ answer: { path, body, ageMs: Math.round(now - askedAt), freshMs: Math.round(freshUntil - now) } });
  }

  onWanted(list: string, name: string): void {
    const names = this.#wanted.get(list);
    if (names) names.add(name);
    else this.#wanted.set(list, new Set([name]));
  }

  /** Again and again, since a node may join at any time. */
  #publishQuota(): void {
    const quota = this.#quota?.news;
    if (quota && this.isSpeaking() && this.store.isUp) this.#publish({ quota });
  }

  #publishWanted(): void {
    if (this.#wanted.size === 0) return;
    const wanted = Object.fromEntries([...this.#wanted].map(([list, names]) => [list, [...names]]));
    this.#wanted = new Map();
    if (!this.isSpeaking() && this.store.isUp) this.#publish({ wanted });
  }

  #publish(news: Omit<News, 'from'>): void {
    this.store.publish(CHANNEL, JSON.stringify({ from: this.id, ...news }));
  }

  #receive(message: string): void {
    const news = JSON.parse(message) as unknown;
    if (!isRecord(news) || news.from === this.id || !this.#memories) return;
    const { quotes = [], answer, wanted = {}, quota } = news as unknown as News;
    const now = this.now();
    for (const [list, name, json, ageMs] of quotes) this.#memories.listCalled(list).learn(name, json, now - ageMs);
    if (answer) {
      const { path, body, ageMs, freshMs } = answer;
      this.#memories.whole.learn(path, { status: 200, body, askedAt: now - ageMs }, now + freshMs);
    }
    if (quota) this.#quota?.hear(quota);
    for (const [list, names] of Object.entries(wanted))
      for (const name of names) this.#memories.listCalled(list).note(name);
  }
}

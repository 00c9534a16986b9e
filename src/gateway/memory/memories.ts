import { BatchWindow } from '../../api/lookup/batch-window';
import type { Operation } from '../../api/interface/operation';
import { operationOf, parameterOf } from '../../api/operations';
import { ListMemory } from './list-memory';
import type { Upstream, UpstreamReply } from './upstream';
import { WholeMemory } from './whole-memory';

/** What is told of what was learned, so that other nodes and the metrics hear of it. */
export interface MemoryListener {
  onQuote?(list: string, name: string, json: string, askedAt: number): void;
  onAnswer?(path: string, reply: UpstreamReply, freshUntil: number): void;
  onWanted?(list: string, name: string): void;
  onList?(asked: number, filled: number): void;
}

export interface MemoriesOptions {
  readonly upstream: Upstream;
  readonly now: () => number;
  /** How long a quote is fresh; in milliseconds. */
  readonly quoteFreshMs: () => number;
  /** Whether the room that is left in lists is filled. */
  readonly fills: boolean;
  readonly listener?: MemoryListener;
}

/** A batch leaves when nothing has come for a moment, and after ten milliseconds whatever comes. */
const PACE = { quietMs: 3, longestMs: 9 };
/** The longest list of symbols that a gateway takes, in characters. */
export const LONGEST_LIST = 4_000;
/** Of each precision of each area there is a memory; who asks for more of them shares none. */
const MOST_LISTS = 200;
/** Asks ahead at this share of freshness. */
export const AHEAD = 0.8;
const [DAY_SECONDS, QUOTE_SECONDS] = [86_400, 15];

/** Everything that the gateway remembers of the service. */
export class Memories {
  readonly whole: WholeMemory;
  readonly #lists = new Map<string, ListMemory>();
  readonly #window = new BatchWindow(PACE);
  #sweep: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly options: MemoriesOptions) {
    const { upstream, now, listener } = options;
    this.whole = new WholeMemory({
      upstream,
      now,
      freshMs: (operation, path) => this.#freshMs(operation, path),
      ...(listener?.onAnswer && {
        onLearned: (path, reply, freshUntil) => listener.onAnswer?.(path, reply, freshUntil),
      }),
    });
  }

  /** The memory of a list operation such as "GET /stocks/quotes" with one precision; undefined where there are too many. */
  list(id: string, precision: string | undefined): ListMemory | undefined {
    const key = precision === undefined ? id : `${id} ${precision}`;
    const known = this.#lists.get(key);
    if (known || this.#lists.size >= MOST_LISTS) return known;
    const { upstream, now, fills, quoteFreshMs, listener } = this.options;
    const memory = new ListMemory({
      operation: operationOf(id),
      values: { precision },
      upstream,
      window: this.#window,
      now,
      freshMs: quoteFreshMs,
      listLength: { service: parameterOf(id, 'symbols').maxLength!, node: LONGEST_LIST },
      fills,
      onLearned: (name, json, askedAt) => listener?.onQuote?.(key, name, json, askedAt),
      ...(listener?.onWanted && { onWanted: (name) => listener.onWanted?.(key, name) }),
      onList: (asked, filled) => listener?.onList?.(asked, filled),
    });
    this.#lists.set(key, memory);
    return memory;
  }

  /** The memory that another node calls so. */
  listCalled(key: string): ListMemory | undefined {
    const [method = '', path = '', precision] = key.split(' ');
    return this.list(`${method} ${path}`, precision);
  }

  /** Begins to ask ahead while this node speaks to the service. */
  startAhead(): void {
    this.#sweep ??= setInterval(
      () => {
        if (this.options.upstream.isSpeaking) for (const list of this.#lists.values()) list.askAhead(AHEAD);
      },
      Math.min(100, this.options.quoteFreshMs() / 20),
    );
  }

  close(): void {
    clearInterval(this.#sweep);
  }

  /** Quotes that are kept and were wanted lately. */
  get quoteCount(): number {
    return [...this.#lists.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** As the table of operations says; a window of ticks that is still open gets new ones. */
  #freshMs({ freshSeconds, id }: Operation, path: string): number {
    if (freshSeconds === QUOTE_SECONDS) return this.options.quoteFreshMs();
    const end = id.endsWith('/ticks') ? Number(new URLSearchParams(path.split('?')[1]).get('end')) : 0;
    return end * 1000 > this.options.now() ? this.options.quoteFreshMs() : Math.min(freshSeconds, DAY_SECONDS) * 1000;
  }
}

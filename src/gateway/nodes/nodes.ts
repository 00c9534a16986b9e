import type { Memories, MemoryListener } from '../memory/memories';
import type { Quota } from '../memory/quota';
import type { Upstream } from '../memory/upstream';
import { Election } from './election';
import { NewsExchange } from './news';
import { NodeSecret } from './node-secret';
import { createAskNode } from './node-talk';
import { shareNames } from './shared-names';
import { type NodeAddress, SpokenUpstream } from './speaker';
import type { Store } from './store';

/** Joins this node with the others: elects the speaker, and exchanges what was learned. */
export class Nodes {
  readonly #election: Election;
  readonly #news: NewsExchange;

  #stopSharing: (() => void) | undefined;

  private constructor(
    private readonly store: Store,
    node: NodeAddress,
    private readonly secret: NodeSecret,
    private readonly now: () => number,
  ) {
    this.#election = new Election(store, node);
    this.#news = new NewsExchange(store, node.id, () => this.isSpeaking, now);
  }

  static async join(store: Store, node: NodeAddress, now: () => number): Promise<Nodes> {
    const nodes = new Nodes(store, node, await NodeSecret.share(store), now);
    await nodes.#election.start();
    return nodes;
  }

  get isSpeaking(): boolean {
    return this.#election.seat === 'self';
  }

  /** Whether there is a speaker, as far as this node knows. */
  get hasSpeaker(): boolean {
    return this.#election.seat !== undefined;
  }

  /** Whether a request that shows this comes from another node. */
  isNode(shown: string): boolean {
    return this.secret.accepts(shown);
  }

  get listener(): MemoryListener {
    return this.#news;
  }

  upstream(askService: Upstream['ask']): Upstream {
    return new SpokenUpstream(
      this.#election,
      askService,
      createAskNode(() => this.secret.current, this.now),
      this.now,
    );
  }

  async share(memories: Memories, quotesFreshMs: number, quota: Quota): Promise<void> {
    await this.#news.start(memories, quota, Math.min(1_000, quotesFreshMs / 4));
    this.#stopSharing = await shareNames(memories, this.store, () => this.isSpeaking);
  }

  /** Lets another node become the speaker; this node's pending answers still arrive. */
  leave(): Promise<void> {
    return this.#election.leave();
  }

  close(): void {
    this.secret.stop();
    this.#news.stop();
    this.#stopSharing?.();
  }
}

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
import { StartError } from '../start-error';
import { isLoopback } from '../access/guard';

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

  /** Throws a StartError if this node and the one that speaks cannot reach each other. */
  static async join(store: Store, node: NodeAddress, now: () => number): Promise<Nodes> {
    const nodes = new Nodes(store, node, await NodeSecret.share(store), now);
    await nodes.#election.start();
    const { holder } = nodes.#election;
    const problem = holder && whyUnreachable(node, holder);
    if (problem === undefined) return nodes;
    await nodes.leave();
    nodes.close();
    throw new StartError(problem);
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

  renewCertificate(certificate: string): Promise<void> {
    return this.#election.renewCertificate(certificate);
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

/** Two computers with addresses that lead only to themselves would send each other's questions into the void. */
function whyUnreachable(own: NodeAddress, other: NodeAddress): string | undefined {
  if (own.computer === other.computer || other.computer === undefined) return undefined;
  const wrong = [own, other].find(({ url }) => isLoopback(new URL(url).hostname));
  if (!wrong) return undefined;
  const which = wrong === own ? 'this node gives' : 'the node that speaks, on another computer, gives';
  return (
    `--host: ${which} the others ${wrong.url}, which leads every computer to itself: ` +
    'start it with --host and an address that they can reach, or with --node-url'
  );
}

import { randomUUID } from 'node:crypto';
import type { Gateway } from '../gateway';
import type { CacheListener } from '../cache/caches';
import type { Upstream } from '../service/upstream';
import { Election } from './election';
import { LeaderUpstream, NodeLink } from './node-link';
import { Replication } from './replication';
import type { Store } from './store';

/** Joins this node with the others: they elect a leader, ask it, and share what was learned, all through the store. */
export class Nodes {
  readonly #election: Election;
  readonly #link: NodeLink;
  readonly #replication: Replication;

  constructor(
    private readonly store: Store,
    private readonly now: () => number,
  ) {
    this.#election = new Election(store, randomUUID());
    this.#link = new NodeLink(store, this.#election, now);
    this.#replication = new Replication(store, this.#election, now);
  }

  /** Whether there is a leader, as far as this node knows. */
  get hasLeader(): boolean {
    return this.#election.leader !== undefined;
  }

  get listener(): CacheListener {
    return this.#replication;
  }

  upstream(service: Upstream): Upstream {
    return new LeaderUpstream(this.#election, service, this.#link, this.now);
  }

  /**
   * Hears what others ask and tell, and takes part in the election from then on. Throws a StartError if the store keeps
   * nothing, as one that is full.
   */
  async join(gateway: Gateway): Promise<void> {
    const { store } = this;
    await store.ask((client) => client.set(store.key(`joining:${this.#election.id}`), '', { PX: 1 }));
    const { caches, quota } = gateway;
    await this.#link.start((question, gone) => gateway.answerNode(question, gone));
    await this.#replication.start(caches, quota, Math.min(1_000, caches.quoteFreshMs / 4));
    await this.#election.renew();
  }

  /** Lets another node become the leader; what this node has is answered all the same. */
  async leave(): Promise<void> {
    const wasLeading = this.#election.ownTerm !== undefined;
    await this.#election.leave();
    if (wasLeading) this.#replication.tellLeft();
  }

  close(): void {
    this.#link.close();
    this.#replication.close();
  }
}

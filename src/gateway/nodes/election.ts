import { StartError } from '../errors';
import type { Store } from './store';

/**
 * What nodes of one firm must have in common to lead each other. A release that changes the messages between nodes counts
 * it up: while nodes of both run, those of each have a leader of their own.
 */
export const PROTOCOL = 2;

/** The node that talks to the service, for as long as its lease lasts. */
export interface Leader {
  readonly id: string;
  /** Counts leaders: whoever leads later has a higher one. What comes from a lower one no longer counts. */
  readonly term: number;
}

/** Who leads, as far as this node knows: 'self' also if every node has to work by itself; undefined for nobody yet. */
export type Leading = 'self' | Leader | undefined;

/** The lease ends if it has not been renewed for this long. */
const LEASE_MS = 3_000;
const RENEWAL_MS = 1_000;
/** How long a node that ends lets another one take the lease, before it answers its last requests by itself. */
const FAREWELL_MS = 1_000;
/** Interval of checks while somebody waits for a leader. */
const IMPATIENT_MS = 100;

/**
 * Takes the lease if it is free, renews it if it is the node's own, and returns it with what is left of it. A new term
 * is the store's time, so it rises even if the store has lost everything, and is above every term that the node knows.
 */
const TAKE = `local held = redis.call('GET', KEYS[1])
if held and string.match(held, ' (.*)') ~= ARGV[1] then return { held, redis.call('PTTL', KEYS[1]) } end
if held then redis.call('PEXPIRE', KEYS[1], ARGV[2]) return { held, tonumber(ARGV[2]) } end
local time = redis.call('TIME')
held = string.format('%.0f %s', math.max(time[1] * 1000000 + time[2], ARGV[3] + 1), ARGV[1])
redis.call('SET', KEYS[1], held, 'PX', ARGV[2])
return { held, tonumber(ARGV[2]) }`;
const GIVE_UP = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/** Elects the leader: a lease in the store, which one node has for as long as it renews it. */
export class Election {
  #leader: Leader | undefined;
  /** By this node's clock, which continues while the process is frozen. */
  #heldUntil = -Infinity;
  #highestTerm = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #renewing: Promise<void> | undefined;
  /** When this node gave up the lease, by its clock; undefined while it may have it. */
  #leftAt: number | undefined;
  /** Whether the store took the last candidacy: one that is full, or a replica, answers and elects nobody. */
  #canElect = true;

  /** @param id of this node */
  constructor(
    private readonly store: Pick<Store, 'ask' | 'key' | 'isAway'>,
    readonly id: string,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get leader(): Leading {
    const leader = this.#leader;
    const isOwn = leader?.id === this.id;
    if (isOwn && this.now() < this.#heldUntil) return 'self';
    const isGone = this.#leftAt !== undefined && this.now() < this.#leftAt + FAREWELL_MS;
    // Nodes reach each other through the store alone: without it each works by itself.
    if (this.store.isAway || !this.#canElect) return isGone ? undefined : 'self';
    if (leader !== undefined && !isOwn) return leader;
    return this.#leftAt === undefined || isGone ? undefined : 'self';
  }

  /** The term in which this node leads; undefined if it does not have the lease. */
  get ownTerm(): number | undefined {
    return this.#leader?.id === this.id && this.now() < this.#heldUntil ? this.#leader.term : undefined;
  }

  /** Whether what a leader of that term says counts. A later one than the last that is known shows that it is over. */
  accepts(term: number): boolean {
    if (term > this.#highestTerm) {
      this.#highestTerm = term;
      this.#heldUntil = -Infinity;
      void this.renew();
    }
    return term === this.#highestTerm;
  }

  /** Resolves after a moment, when the lease has been looked at again. */
  async renewSoon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, IMPATIENT_MS));
    await this.renew();
  }

  /** Looks at the lease, takes it if it is free, and does so again in time. One look at a time, shared by all callers. */
  renew(): Promise<void> {
    this.#renewing ??= this.#look().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  /** Gives up the lease, so that another node can take it at once. */
  async leave(): Promise<void> {
    clearTimeout(this.#timer);
    this.#leftAt = this.now();
    const own = this.#leader?.id === this.id ? this.#leader : undefined;
    if (own === undefined) return;
    this.#leader = undefined;
    const lease = { keys: [this.#key], arguments: [leaseOf(own)] };
    await this.store.ask((client) => client.eval(GIVE_UP, lease)).catch(() => undefined);
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    const lookedAt = this.now();
    let leftMs = LEASE_MS;
    try {
      const [held, left] = await this.#take();
      leftMs = left;
      this.#learn(held === null ? undefined : leaderIn(held), lookedAt);
      this.#canElect = true;
    } catch (error) {
      // A store that is silent may be away: then its last word counts until that is sure. One that refuses has no leader.
      if (error instanceof StartError) this.#canElect = false;
    }
    if (this.#leftAt !== undefined) return;
    // Whoever looks right after the end of a lease is the next leader as soon as possible.
    const waitMs = leftMs < 0 ? RENEWAL_MS : Math.min(RENEWAL_MS, leftMs + 2);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.renew(), waitMs);
  }

  #take(): Promise<readonly [held: string | null, leftMs: number]> {
    return this.store.ask(async (client) => {
      // A node that ends only looks who leads now, for the requests that it still has.
      if (this.#leftAt !== undefined) return [await client.get(this.#key), LEASE_MS];
      const candidacy = [this.id, String(LEASE_MS), String(this.#highestTerm)];
      return (await client.eval(TAKE, { keys: [this.#key], arguments: candidacy })) as [string, number];
    });
  }

  #learn(leader: Leader | undefined, lookedAt: number): void {
    // The answer may be older than what another leader has said meanwhile.
    if (leader !== undefined && leader.term < this.#highestTerm) return;
    const isOwn = leader?.id === this.id;
    if (isOwn && this.#leftAt !== undefined) return;
    this.#leader = leader;
    this.#highestTerm = Math.max(this.#highestTerm, leader?.term ?? 0);
    if (isOwn) this.#heldUntil = lookedAt + LEASE_MS;
  }

  get #key(): string {
    return this.store.key(`leader:${PROTOCOL}`);
  }
}

const leaseOf = ({ term, id }: Leader): string => `${term} ${id}`;

function leaderIn(lease: string): Leader | undefined {
  const [term = '', id = ''] = lease.split(' ');
  return Number(term) > 0 && id !== '' ? { term: Number(term), id } : undefined;
}

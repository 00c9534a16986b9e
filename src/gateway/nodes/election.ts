import { isRecord } from '../../core/is-record';
import type { NodeAddress, Seat, SpeakerElection } from './speaker';
import type { Store } from './store';

/** The seat is lost if it has not been renewed for this long. */
const LEASE_MS = 3_000;
const RENEWAL_MS = 1_000;
/** How long a node that ends lets another one take the seat, before it answers its last requests by itself. */
const FAREWELL_MS = 1_000;
/** Interval of checks while somebody waits for a speaker. */
const IMPATIENT_MS = 100;

/** Takes the seat if it is free, and returns its holder. */
const TAKE = `local held = redis.call('GET', KEYS[1])
if not held then redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) return ARGV[1] end
if held == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return held`;
const LEAVE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/**
 * Elects the speaker, the one node that talks to the service: it holds the seat in the store for as long as it renews
 * it.
 */
export class Election implements SpeakerElection {
  #holder: NodeAddress | undefined;
  /** By this node's clock, which continues while the process is frozen. */
  #heldUntil = -Infinity;
  #suspected: { readonly id: string; readonly until: number } | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #renewing: Promise<void> | undefined;
  /** When this node gave up the seat, by its clock; undefined while it may have it. */
  #leftAt: number | undefined;
  /** Whether the store took the last candidacy: one that is full, or a replica, answers and elects nobody. */
  #canElect = true;
  #own: string;

  constructor(
    private readonly store: Store,
    private node: NodeAddress,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#own = JSON.stringify(node);
  }

  async start(): Promise<void> {
    await this.#renew();
    this.#timer = setInterval(() => void this.#renew(), RENEWAL_MS);
  }

  get seat(): Seat {
    const holder = this.#holder;
    const isOwn = holder?.id === this.node.id;
    if (isOwn && (this.now() < this.#heldUntil || !this.store.isUp)) return 'self';
    const isSuspected = holder !== undefined && holder.id === this.#suspected?.id && this.now() < this.#suspected.until;
    if (holder !== undefined && !isOwn && !isSuspected) return holder;
    if (this.#leftAt !== undefined && this.now() < this.#leftAt + FAREWELL_MS) return undefined;
    // Without a store nobody can be elected: a node that knows no speaker becomes its own.
    return this.store.isUp && this.#canElect && this.#leftAt === undefined ? undefined : 'self';
  }

  /** The node that speaks, even if it is suspected; undefined if none is known. */
  get holder(): NodeAddress | undefined {
    return this.#holder;
  }

  /** Continues with another certificate. Who holds the seat gives it up and takes it again. */
  async renewCertificate(certificate: string): Promise<void> {
    const before = this.#own;
    this.node = { ...this.node, certificate };
    this.#own = JSON.stringify(this.node);
    await this.#giveUp(before).catch(() => undefined);
    await this.#renew();
  }

  suspect({ id }: NodeAddress): void {
    this.#suspected = { id, until: this.now() + LEASE_MS };
  }

  async renewSoon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, IMPATIENT_MS));
    await this.#renew();
  }

  /** Gives up the seat, so that another node can take it at once. */
  async leave(): Promise<void> {
    clearInterval(this.#timer);
    this.#leftAt = this.now();
    this.#heldUntil = -Infinity;
    if (this.#holder?.id === this.node.id) this.#holder = undefined;
    await this.#giveUp(this.#own).catch(() => undefined);
  }

  async #giveUp(own: string): Promise<void> {
    await this.store.ask((client) => client.eval(LEAVE, { keys: [this.store.key('speaker')], arguments: [own] }));
  }

  /** One check at a time, shared by all callers. */
  #renew(): Promise<void> {
    this.#renewing ??= this.#ask().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #ask(): Promise<void> {
    const askedAt = this.now();
    try {
      const key = this.store.key('speaker');
      const held = await this.store.ask((client) =>
        // A node that ends only looks who has the seat now, for the requests that it still has.
        this.#leftAt === undefined
          ? client.eval(TAKE, { keys: [key], arguments: [this.#own, String(LEASE_MS)] })
          : client.get(key),
      );
      const holder = typeof held === 'string' ? readAddress(held) : undefined;
      const isOwn = holder?.id === this.node.id;
      // What was asked before this node left may be answered afterwards.
      this.#holder = isOwn && this.#leftAt !== undefined ? undefined : holder;
      if (isOwn && this.#leftAt === undefined) this.#heldUntil = askedAt + LEASE_MS;
      this.#canElect = true;
    } catch {
      // The last known holder counts until the store answers again.
      this.#canElect = false;
    }
  }
}

function readAddress(text: string): NodeAddress | undefined {
  const parsed: unknown = JSON.parse(text);
  return isRecord(parsed) && typeof parsed.id === 'string' && typeof parsed.url === 'string'
    ? (parsed as unknown as NodeAddress)
    : undefined;
}

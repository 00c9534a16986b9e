import { isRecord } from '../../core/is-record';
import type { NodeAddress, Seat, SpeakerElection } from './speaker';
import type { Store } from './store';

/** The seat is lost if it has not been renewed for this long. */
const LEASE_MS = 3_000;
const RENEWAL_MS = 1_000;
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
  #isLeaving = false;
  readonly #own: string;

  constructor(
    private readonly store: Store,
    private readonly node: NodeAddress,
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
    // Without a store nobody can be elected: a node that knows no speaker becomes its own.
    return this.store.isUp || this.#isLeaving ? undefined : 'self';
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
    this.#isLeaving = true;
    this.#heldUntil = -Infinity;
    if (this.#holder?.id === this.node.id) this.#holder = undefined;
    await this.store
      .ask((client) => client.eval(LEAVE, { keys: [this.store.key('speaker')], arguments: [this.#own] }))
      .catch(() => undefined);
  }

  /** One check at a time, shared by all callers. */
  #renew(): Promise<void> {
    this.#renewing ??= this.#ask().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #ask(): Promise<void> {
    if (this.#isLeaving) return;
    const askedAt = this.now();
    try {
      const held = await this.store.ask((client) =>
        client.eval(TAKE, { keys: [this.store.key('speaker')], arguments: [this.#own, String(LEASE_MS)] }),
      );
      this.#holder = typeof held === 'string' ? readAddress(held) : undefined;
      if (this.#holder?.id === this.node.id) this.#heldUntil = askedAt + LEASE_MS;
    } catch {
      // The last known holder counts until the store answers again.
    }
  }
}

function readAddress(text: string): NodeAddress | undefined {
  const parsed: unknown = JSON.parse(text);
  return isRecord(parsed) && typeof parsed.id === 'string' && typeof parsed.url === 'string'
    ? (parsed as unknown as NodeAddress)
    : undefined;
}

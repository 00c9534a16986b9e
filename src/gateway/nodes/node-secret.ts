import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Store } from './store';

const LOOK_MS = 1_000;

/**
 * The secret by which nodes recognize one another. They share it through the store, and put it back if the store has
 * lost it.
 */
export class NodeSecret {
  #current = randomBytes(32).toString('base64url');
  /** Still accepted, because other nodes may not know the new one yet. */
  #previous = '';
  readonly #timer: ReturnType<typeof setInterval>;

  private constructor(private readonly store: Store) {
    this.#timer = setInterval(() => {
      // While the store is away, the last known secret stays valid.
      this.#synchronize().catch(() => undefined);
    }, LOOK_MS);
  }

  static async share(store: Store): Promise<NodeSecret> {
    const secret = new NodeSecret(store);
    await secret.#synchronize();
    return secret;
  }

  get current(): string {
    return this.#current;
  }

  accepts(shown: string): boolean {
    // Both are compared, whatever the first one says: how long it takes tells nothing.
    const [isCurrent, isPrevious] = [isSame(shown, this.#current), isSame(shown, this.#previous)];
    return shown !== '' && (isCurrent || isPrevious);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #synchronize(): Promise<void> {
    const key = this.store.key('secret');
    const own = this.#current;
    await this.store.ask((client) => client.set(key, own, { condition: 'NX' }));
    const kept = await this.store.ask((client) => client.get(key));
    if (kept === null || kept === own) return;
    this.#previous = own;
    this.#current = kept;
  }
}

/** Compares hashes, which are equally long, in a time that does not depend on where they differ. */
const isSame = (shown: string, secret: string): boolean => timingSafeEqual(digestOf(shown), digestOf(secret));

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

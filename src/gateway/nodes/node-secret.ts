import { randomBytes } from 'node:crypto';
import type { Store } from './store';

const LOOK_MS = 1_000;

/** What nodes show one another: a secret that they share through the store. A store that has lost it is given it again. */
export class NodeSecret {
  #current = randomBytes(32).toString('base64url');
  /** For as long as not everybody has heard of a new one. */
  #previous = '';
  readonly #timer: ReturnType<typeof setInterval>;

  private constructor(private readonly store: Store) {
    this.#timer = setInterval(() => {
      // While the store is away, the secret of before holds.
      this.#look().catch(() => undefined);
    }, LOOK_MS);
  }

  static async share(store: Store): Promise<NodeSecret> {
    const secret = new NodeSecret(store);
    await secret.#look();
    return secret;
  }

  get current(): string {
    return this.#current;
  }

  accepts(shown: string): boolean {
    return shown !== '' && (shown === this.#current || shown === this.#previous);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const key = this.store.key('secret');
    const own = this.#current;
    await this.store.ask((client) => client.set(key, own, { condition: 'NX' }));
    const kept = await this.store.ask((client) => client.get(key));
    if (kept === null || kept === own) return;
    this.#previous = own;
    this.#current = kept;
  }
}

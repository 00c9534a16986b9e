/**
 * A bounded map whose least recently used entries go first, nearly: entries live in two generations, what is read in the
 * older one moves to the younger, and a full young generation becomes the old one. A read is mostly one look-up, with
 * nothing to move, which every warm cell pays for.
 */
export class RecentMap<K, V> {
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  /** @param most entries of one generation: the map holds that many at least, and less than twice as many */
  constructor(private readonly most: number) {}

  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.most && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}

/**
 * A bounded map that evicts approximately the least recently used entries. Entries live in two generations: reading an
 * old entry moves it to the young generation, and when that is full it becomes the old one. Most reads are a single
 * look-up without a move, which matters because every warm cell pays for it.
 */
export class RecentMap<K, V> {
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  /** @param max entries per generation: the map holds at least this many, and less than twice as many */
  constructor(private readonly max: number) {}

  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.max && !this.#young.has(key)) {
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

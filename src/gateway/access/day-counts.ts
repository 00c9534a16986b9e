/** Counts each person's requests today (UTC). Nodes add theirs up in the store, if there is one. */
export class DayCounts {
  #day = dayOf(Date.now());
  #counts = new Map<string, number>();
  #unsent = new Map<string, number>();

  add(person: string, count = 1): void {
    this.#turnPage();
    this.#counts.set(person, (this.#counts.get(person) ?? 0) + count);
    this.#unsent.set(person, (this.#unsent.get(person) ?? 0) + count);
  }

  /** By person, as far as this node knows: its own counts, or those of all nodes as of the last exchange. */
  get today(): ReadonlyMap<string, number> {
    this.#turnPage();
    return this.#counts;
  }

  get day(): string {
    this.#turnPage();
    return this.#day;
  }

  /** Takes the counts that have not been sent to the store yet; they then count as sent. */
  take(): ReadonlyMap<string, number> {
    const unsent = this.#unsent;
    this.#unsent = new Map();
    return unsent;
  }

  /** Gives back counts of a day that could not be sent. */
  giveBack(day: string, counts: ReadonlyMap<string, number>): void {
    if (day !== this.day) return;
    for (const [person, count] of counts) this.#unsent.set(person, (this.#unsent.get(person) ?? 0) + count);
  }

  /** Sets the sums of all nodes. */
  setTotals(day: string, totals: ReadonlyMap<string, number>): void {
    if (day !== this.day) return;
    this.#counts = new Map([...totals].map(([person, count]) => [person, count + (this.#unsent.get(person) ?? 0)]));
  }

  #turnPage(): void {
    const day = dayOf(Date.now());
    if (day === this.#day) return;
    this.#day = day;
    this.#counts = new Map();
    this.#unsent = new Map();
  }
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * Excel's client as far as its clock goes: results leave 50 ms after the first of them, and not before the interval
 * since the last message is over. A message that fails is repeated with what came since.
 */
export class OfficeClient {
  /** When each message left, in ms, how many results it carried, and how long it was. */
  readonly messages: { readonly atMs: number; readonly count: number; readonly length: number }[] = [];
  #results: { readonly value: unknown; readonly see: () => void }[] = [];
  #isScheduled = false;
  #freeAt = -Infinity;

  /** @param arrives whether the message that is being sent does */
  constructor(
    private readonly intervalMs: number,
    private readonly arrives: () => boolean = () => true,
  ) {}

  /** Takes what a function returned. Resolves when the host sees it. */
  async take(result: unknown): Promise<void> {
    const value = await result;
    return new Promise((see) => {
      this.#results.push({ value, see });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(this.#send, DELAY_MS);
  }

  readonly #send = (): void => {
    const now = Date.now();
    if (now < this.#freeAt) {
      setTimeout(this.#send, DELAY_MS);
      return;
    }
    this.#isScheduled = false;
    this.#freeAt = now + this.intervalMs;
    const results = this.#results.splice(0);
    const { length } = JSON.stringify(results);
    this.messages.push({ atMs: now, count: results.length, length });
    if (this.arrives()) {
      for (const { see } of results) see();
      return;
    }
    this.#results.unshift(...results);
    this.#schedule();
  };
}

const DELAY_MS = 50;

/** How long a turn lasts: a click is answered within twice as long, also on a slow computer. */
const TURN_MS = 50;

/** Does long work in turns, between which the page responds. */
export class Turns {
  #startedMs = performance.now();

  /**
   * @param onTurn called between turns
   * @param signal ends the work at the next turn
   */
  constructor(
    private readonly onTurn: () => void = () => undefined,
    private readonly signal?: AbortSignal,
  ) {}

  /** Waits between two turns if one has lasted long enough. Throws the signal's reason once that is aborted. */
  async next(): Promise<void> {
    if (performance.now() - this.#startedMs < TURN_MS) return;
    this.onTurn();
    await afterOthers();
    this.signal?.throwIfAborted();
    this.#startedMs = performance.now();
  }
}

/** In a hidden tab a timer would wait for a second. */
const afterOthers = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

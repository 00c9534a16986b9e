/** So long a turn lasts: a click is answered within twice of it, on a slow computer too. */
const TURN_MS = 50;

/** Long work in turns, between which the page answers its user. */
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

/** A timer would wait for a second in a tab that nobody looks at. */
const afterOthers = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** The page answers a click after at most a piece of long work. */
const PIECE_MS = 25;
/** Asking for the time costs more than most steps. */
const STEPS_BETWEEN_LOOKS = 32;

/** Lets the page answer the user between the pieces of long work. Short work is never interrupted. */
export class Pauses {
  #since = performance.now();
  #steps = 0;

  /** Whether the piece has lasted long enough; called at every step. */
  get isDue(): boolean {
    this.#steps = (this.#steps + 1) % STEPS_BETWEEN_LOOKS;
    return this.#steps === 0 && performance.now() - this.#since > PIECE_MS;
  }

  /** By a message, since timers are slow in a hidden page. */
  async take(): Promise<void> {
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    });
    this.#since = performance.now();
  }
}

export async function mapInPieces<T, R>(all: readonly T[], map: (one: T, index: number) => R): Promise<R[]> {
  const pauses = new Pauses();
  const results: R[] = [];
  for (const [index, one] of all.entries()) {
    if (pauses.isDue) await pauses.take();
    results.push(map(one, index));
  }
  return results;
}

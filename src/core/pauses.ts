import { afterMessages } from './waiting';

/** The page answers a click after at most a piece of long work. */
const PIECE_MS = 25;
/** Asking for the time costs more than most steps. */
const STEPS_BETWEEN_LOOKS = 32;

/** Lets the page answer the user between the pieces of long work. Short work is never interrupted. */
export class Pauses {
  #since = performance.now();
  #steps = 0;

  /** @param stepsBetweenLooks fewer where a single step may last long */
  constructor(private readonly stepsBetweenLooks = STEPS_BETWEEN_LOOKS) {}

  /** Whether the piece has lasted long enough; called at every step. */
  get isDue(): boolean {
    this.#steps = (this.#steps + 1) % this.stepsBetweenLooks;
    return this.#steps === 0 && performance.now() - this.#since > PIECE_MS;
  }

  async take(): Promise<void> {
    await new Promise<void>((resolve) => afterMessages(() => true, resolve));
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

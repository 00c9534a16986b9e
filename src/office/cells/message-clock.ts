/** Excel's client sends a message this long after the first result in it… */
const DELAY_MS = 50;
/** …and then not again for so long. Which of the two it is, is known to nobody but the client. */
const [SHORT_MS, LONG_MS] = [200, 500];
/** Two messages that are closer than this have the short time between them. */
const CLOSE_MS = 450;
/** A message that waits longer than this has the long time before it. */
const FAR_MS = 300;
/** What takes longer than this needs two more messages anyway. */
const MUCH_MS = 1_000;
/** Excel takes about so long to answer a message, and the client counts from then on. */
const ANSWER_MS = 20;

/**
 * Reckons when Excel's client sends messages with results, and learns from them how far apart they are: a result can
 * tell when it is written into a message.
 */
export class MessageClock {
  /** When the last message left, or the next one is expected to leave. */
  at = -Infinity;
  /** The shortest and the longest time between two messages, as far as that is known. */
  minMs = SHORT_MS;
  maxMs = LONG_MS;
  #leftAt = -Infinity;
  /** When the first result for the next message was handed over. */
  #since = Infinity;

  /** Notes that results are handed over, of which none is known to be on its way already. */
  handOver(now: number): void {
    if (now < this.at) return;
    this.at = Math.max(now + DELAY_MS, this.at + this.minMs);
    this.#since = now;
  }

  /** Notes that a message is written. */
  leave(): void {
    const now = performance.now();
    if (now - this.#leftAt < CLOSE_MS) this.minMs = this.maxMs = SHORT_MS;
    else if (now - this.#since > FAR_MS) this.minMs = this.maxMs;
    this.at = this.#leftAt = now;
    this.#since = Infinity;
  }

  /**
   * Results that are handed over before this would wait in the client. If the time between messages is not known, the
   * long one is reckoned with, unless so much is to come that a try costs nothing: it shows which one it is.
   */
  freeAt(expectedMs: number): number {
    return this.at + (expectedMs > MUCH_MS ? this.minMs : this.maxMs) - (DELAY_MS - ANSWER_MS);
  }
}

import { MS_PER_MINUTE } from '../../core/calendar/units';
import type { Store } from './store';

/** Clocks that are further apart than this are told: last days of tokens and days of counts depend on them. */
const MAX_APART_MS = 5_000;

/** Compares this computer's clock with that of the store, which all nodes share. */
export class ClockWatch {
  /** By how much this computer is ahead, in milliseconds. */
  offsetMs = 0;
  #isTold = false;
  readonly #timer: ReturnType<typeof setInterval>;

  /** @param say told once when the clocks are apart */
  constructor(
    private readonly store: Store,
    private readonly say: (text: string) => void,
  ) {
    this.#timer = setInterval(() => void this.look(), MS_PER_MINUTE);
    this.#timer.unref();
  }

  async look(): Promise<void> {
    try {
      const before = Date.now();
      const [seconds, microseconds] = await this.store.ask((client) => client.sendCommand<[string, string]>(['TIME']));
      // The store has read its clock at some moment in between.
      this.offsetMs = (before + Date.now()) / 2 - (Number(seconds) * 1000 + Number(microseconds) / 1000);
    } catch {
      // The store is away; its clock can wait.
      return;
    }
    const isApart = Math.abs(this.offsetMs) > MAX_APART_MS;
    if (isApart && !this.#isTold) {
      const seconds = Math.round(Math.abs(this.offsetMs) / 1000);
      const way = this.offsetMs > 0 ? 'ahead of' : 'behind';
      this.say(
        `The clock of this computer is ${seconds} s ${way} that of the store: set both by a time server, or tokens ` +
          'end, and days of counts begin, at the wrong time',
      );
    }
    this.#isTold = isApart;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

import type { Cell } from '../../src/core/cell';
import type { Fault } from './faults';

/** One answer of the service as it reached the client, or a failure to answer. */
export interface Delivery {
  readonly order: number;
  readonly atMs: number;
  readonly apiKey: string;
  readonly address: string;
  /** What the request asked for, as questions. */
  readonly asked: readonly string[];
  readonly fault: Fault;
  /** The answer to each question. Every value is sent only once in a run, so it reveals its origin. */
  readonly values: ReadonlyMap<string, readonly Cell[]>;
}

/** What happened in one run, in order. */
export class History {
  readonly deliveries: Delivery[] = [];
  /** When what was known was given up, by a refresh or by new settings. */
  readonly givenUp: number[] = [];
  #order = 0;
  #value = 0;

  /** The place of what happens now. */
  next(): number {
    return ++this.#order;
  }

  /** A number that was never given out before. */
  newValue(): number {
    return ++this.#value;
  }

  giveUp(): number {
    this.givenUp.push(this.next());
    return this.#order;
  }

  deliver(delivery: Omit<Delivery, 'order' | 'atMs'>): void {
    this.deliveries.push({ ...delivery, order: this.next(), atMs: Date.now() });
  }
}

import type { LongRead, LongReadProgress } from '../api/lookup/long-read';
import type { ClientObserver } from '../api/lookup/lookup';
import type { RequestRecord } from '../core/call';
import { Emitter } from '../core/basics';

export interface Counts {
  /** Formulas evaluated. */
  cells: number;
  /** Values that the formulas asked for. */
  lookups: number;
  /** Different values among them that had to be requested from the service. */
  questions: number;
  /** Lookups answered from the cache. */
  hits: number;
  /** Requests sent to the service, including retries. */
  requests: number;
  /** Formulas that ended in an error. */
  errors: number;
}

export interface RunningReading extends LongRead {
  readonly rowCount: number;
}

const MAX_ENTRIES = 200;

/** What the functions have done since the add-in was loaded, for the pane. Never contains the key. */
export class Activity extends Emitter implements ClientObserver {
  readonly counts: Counts = { cells: 0, lookups: 0, questions: 0, hits: 0, requests: 0, errors: 0 };
  /** How many of the requests live cells have sent by themselves. */
  pollCount = 0;
  /** The latest requests, newest first. */
  requests: readonly RequestRecord[] = [];
  /** The latest notes, newest first. */
  notes: readonly { readonly at: number; readonly text: string }[] = [];
  readonly #readings = new Set<RunningReading>();
  /** Called once, when the next formula is evaluated. Watching must not slow down every cell. */
  onNextCell: (() => void) | undefined = undefined;

  /** Running readings of many requests that have begun to arrive. */
  get readings(): readonly RunningReading[] {
    return [...this.#readings].filter(({ rowCount }) => rowCount > 0);
  }

  onReading(reading: LongRead): LongReadProgress {
    const running = { ...reading, rowCount: 0 };
    this.#readings.add(running);
    return {
      advance: (rowCount) => {
        running.rowCount += rowCount;
        this.emitChange();
      },
      end: () => {
        this.#readings.delete(running);
        this.emitChange();
      },
    };
  }

  onRequest(record: RequestRecord): void {
    this.counts.requests++;
    if (record.isPoll) this.pollCount++;
    this.requests = [record, ...this.requests.slice(0, MAX_ENTRIES - 1)];
    this.emitChange();
  }

  hearCell(): void {
    const hear = this.onNextCell;
    this.onNextCell = undefined;
    hear?.();
  }

  /** Adds a note that belongs in no cell. Repeating a text only moves it to the top. */
  note(at: number, text: string): void {
    this.notes = [{ at, text }, ...this.notes.filter((note) => note.text !== text).slice(0, MAX_ENTRIES - 1)];
    this.emitChange();
  }
}

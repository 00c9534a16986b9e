import { Emitter } from '../core/emitter';
import type { LongRead, LongReadProgress, RequestRecord, ClientObserver } from '../api/client-observer';

export interface Note {
  readonly at: number;
  readonly text: string;
}

export interface Counts {
  /** Formulas evaluated. */
  readonly cells: number;
  /** Values that they asked for. */
  readonly lookups: number;
  /** Different ones among them that had to be asked of the service. */
  readonly questions: number;
  /** Lookups answered from what is still fresh. */
  readonly hits: number;
  /** Sent to the service, retries included. */
  readonly requests: number;
  /** Formulas that ended in an error. */
  readonly errors: number;
}

export interface RunningReading extends LongRead {
  readonly rowCount: number;
}

const MOST_KEPT = 200;

/** What the functions did since the add-in was loaded, for the pane. It never holds the key. */
export class Activity extends Emitter implements ClientObserver {
  cells = 0;
  lookups = 0;
  questions = 0;
  hits = 0;
  errors = 0;
  #requestCount = 0;
  #requests: RequestRecord[] = [];
  #notes: Note[] = [];
  readonly #readings = new Set<{ rowCount: number; readonly reading: LongRead }>();
  /** Called at the next formula that is evaluated, then forgotten: cells must not pay for being watched. */
  onNextCell: (() => void) | undefined = undefined;

  get counts(): Counts {
    return {
      cells: this.cells,
      lookups: this.lookups,
      questions: this.questions,
      hits: this.hits,
      requests: this.#requestCount,
      errors: this.errors,
    };
  }

  /** The last requests, newest first. */
  get requests(): readonly RequestRecord[] {
    return this.#requests;
  }

  /** The last notes, newest first. */
  get notes(): readonly Note[] {
    return this.#notes;
  }

  /** The answers on their way that take many requests, and have begun to come. */
  get readings(): readonly RunningReading[] {
    return [...this.#readings]
      .filter(({ rowCount }) => rowCount > 0)
      .map(({ reading, rowCount }) => ({ ...reading, rowCount }));
  }

  onReading(reading: LongRead): LongReadProgress {
    const running = { rowCount: 0, reading };
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
    this.#requestCount++;
    this.#requests = [record, ...this.#requests.slice(0, MOST_KEPT - 1)];
    this.emitChange();
  }

  /** Tells who waits for the next cell. */
  hearCell(): void {
    const hear = this.onNextCell;
    this.onNextCell = undefined;
    hear?.();
  }

  /** Says something that belongs in no cell. The same text again only moves to the top. */
  note(at: number, text: string): void {
    this.#notes = [{ at, text }, ...this.#notes.filter((note) => note.text !== text).slice(0, MOST_KEPT - 1)];
    this.emitChange();
  }
}

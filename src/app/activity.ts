import type { RequestRecord, Traffic } from '../api/traffic';

export interface Note {
  readonly at: number;
  readonly text: string;
}

export interface Counts {
  /** Formulas evaluated. */
  readonly cells: number;
  /** Values that they asked for. */
  readonly lookups: number;
  /** Of those, answered from what is still fresh. */
  readonly hits: number;
  /** Sent to the service, retries included. */
  readonly requests: number;
  /** Formulas that ended in an error. */
  readonly errors: number;
}

const MOST_KEPT = 200;

/** What the functions did since the add-in was loaded, for the pane. It never holds the key. */
export class Activity implements Traffic {
  cells = 0;
  lookups = 0;
  hits = 0;
  errors = 0;
  #requestCount = 0;
  #requests: RequestRecord[] = [];
  #notes: Note[] = [];
  readonly #listeners = new Set<() => void>();

  get counts(): Counts {
    return { cells: this.cells, lookups: this.lookups, hits: this.hits, requests: this.#requestCount, errors: this.errors };
  }

  /** The last requests, newest first. */
  get requests(): readonly RequestRecord[] {
    return this.#requests;
  }

  /** The last notes, newest first. */
  get notes(): readonly Note[] {
    return this.#notes;
  }

  onRequest(record: RequestRecord): void {
    this.#requestCount++;
    this.#requests = [record, ...this.#requests.slice(0, MOST_KEPT - 1)];
    this.#tell();
  }

  /** Says something that belongs in no cell. The same text again only moves to the top. */
  note(at: number, text: string): void {
    this.#notes = [{ at, text }, ...this.#notes.filter((note) => note.text !== text).slice(0, MOST_KEPT - 1)];
    this.#tell();
  }

  /** Calls back after requests and notes. Returns what takes the listener off again. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

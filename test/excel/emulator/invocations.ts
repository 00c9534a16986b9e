import type { CellResult, ResultLine } from './cell-result';
import { resultOf } from './cell-result';
import type { RichApiEntry } from './envelope';
import { invocationEntry } from './envelope';

/** A function with its arguments as they stand in a cell: ranges as rows, what is omitted as null. */
export interface Formula {
  /** The function's id, "QUOTE". */
  readonly name: string;
  readonly given: readonly unknown[];
  /** Of its cell, "Sheet1!B7". */
  readonly address?: string;
}

export interface Invocation {
  readonly id: number;
  readonly entry: RichApiEntry;
  readonly result: Promise<CellResult>;
}

/** As functions.json declares the functions: cancelable, and data types come as they are. */
const FLAGS = 1 | 8;

/** A cell's argument that is a data type, such as an error or a formatted number. */
export const dataType = (value: Readonly<Record<string, unknown>>): unknown => ({ value: JSON.stringify(value) });

/** The calls that are under way, and what came back for them. */
export class Invocations {
  readonly #waiting = new Map<number, { resolve: (result: CellResult) => void; reject: (problem: Error) => void }>();
  #lastId = 0;
  /** Results that nobody waits for any more: answers to cancelled calls. */
  readonly unclaimed: ResultLine[] = [];
  /** How many result calls the client made. */
  resultCalls = 0;

  make({ name, given, address }: Formula): Invocation {
    this.#lastId += 1;
    const id = this.#lastId;
    const result = new Promise<CellResult>((resolve, reject) => { this.#waiting.set(id, { resolve, reject }); });
    return { id, entry: invocationEntry([id, name, given, address ?? null, FLAGS]), result };
  }

  settle(lines: readonly ResultLine[]): void {
    this.resultCalls += 1;
    for (const line of lines) {
      const waiting = this.#waiting.get(line[0]);
      if (waiting) waiting.resolve(resultOf(line));
      else this.unclaimed.push(line);
      this.#waiting.delete(line[0]);
    }
  }

  /** The cell waits no longer: its formula is gone. */
  drop(id: number): void {
    this.#waiting.get(id)?.resolve({ error: 'cancelled', message: '' });
    this.#waiting.delete(id);
  }

  /** Ends everything that is under way, as a reload does. */
  dropAll(): void {
    for (const id of [...this.#waiting.keys()]) this.drop(id);
  }

  /** The emulation has met something it does not know: nothing that waits can be trusted to end. */
  fail(problem: Error): void {
    for (const { reject } of this.#waiting.values()) reject(problem);
    this.#waiting.clear();
  }
}

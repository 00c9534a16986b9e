import { type CellResult, type ResultLine, resultOf } from './cell-result';
import { invocationEntry, type RichApiEntry } from './envelope';
import { PREVIEW } from './newer-client';

/** A function with its arguments as they stand in a cell: ranges as rows, what is omitted as null. */
export interface Formula {
  /** The function's id, "QUOTE". */
  readonly name: string;
  readonly args: readonly unknown[];
  /** Of its cell, "Sheet1!B7". */
  readonly address?: string;
  /** A part of a formula that is only looked at. */
  readonly isPreview?: boolean;
}

export interface Invocation {
  readonly id: number;
  readonly entry: RichApiEntry;
  /** The first result, and but for streams the only one. */
  readonly result: Promise<CellResult>;
  /** Everything that has come so far. */
  readonly results: readonly CellResult[];
  /** What a stream gives next. */
  readonly next: () => Promise<CellResult>;
}

/** Data types come as they are; beside that, functions.json declares each function cancelable or streaming. */
const [CANCELABLE, STREAMING, DATA_TYPES] = [1, 2, 8];

/** A cell's argument that is a data type, such as an error or a formatted number. */
export const dataType = (value: Readonly<Record<string, unknown>>): unknown => ({ value: JSON.stringify(value) });

/** The calls that are under way, and what came back for them. */
export class Invocations {
  readonly #running = new Map<number, RunningCall>();
  #lastId = 0;
  /** Results that nobody waits for any more: answers to cancelled calls. */
  readonly unclaimed: ResultLine[] = [];
  /** Whether a cell whose function returns a data type is #VALUE!, as in office-js #3504 and #4750. */
  refusesDataTypes = false;
  /** Whether calls that are previews are told apart. */
  tellsPreviews = false;
  /** Whether the sentence of an error is seen in its cell. */
  showsErrorTexts = true;
  /** How many result calls the client made. */
  resultCalls = 0;

  /** @param isStreaming by the function's id */
  constructor(readonly isStreaming: (name: string) => boolean) {}

  /** How many calls there were. */
  get count(): number {
    return this.#lastId;
  }

  /** How many calls Excel has not given up: streams, and those without a result. */
  get underWay(): number {
    return this.#running.size;
  }

  make({ name, args, address, isPreview = false }: Formula): Invocation {
    this.#lastId += 1;
    const id = this.#lastId;
    const isStream = this.isStreaming(name);
    const call = new RunningCall(isStream);
    this.#running.set(id, call);
    const flags = DATA_TYPES | (isStream ? STREAMING : CANCELABLE);
    const told = isPreview && this.tellsPreviews ? [[PREVIEW]] : [];
    const entry = invocationEntry([id, name, args, address ?? null, flags, ...told]);
    return { id, entry, result: call.next(), results: call.results, next: () => call.next() };
  }

  settle(lines: readonly ResultLine[]): void {
    this.resultCalls += 1;
    for (const line of lines) {
      const call = this.#running.get(line[0]);
      if (call) call.take(this.#shown(line));
      else this.unclaimed.push(line);
      if (!call?.isStream) this.#running.delete(line[0]);
    }
  }

  #shown(line: ResultLine): CellResult {
    if (this.refusesDataTypes && holdsDataType(line)) return { error: '#VALUE!', message: '' };
    const result = resultOf(line);
    return 'error' in result && !this.showsErrorTexts ? { ...result, message: '' } : result;
  }

  /** The cell waits no longer: its formula is gone. */
  drop(id: number): void {
    this.#running.get(id)?.cancel();
    this.#running.delete(id);
  }

  /** Ends everything that is under way, as a reload does; gives the ids of those calls. */
  dropAll(): number[] {
    const ids = [...this.#running.keys()];
    for (const id of ids) this.drop(id);
    return ids;
  }

  /** The emulation has met something it does not know: nothing that waits can be trusted to end. */
  fail(problem: Error): void {
    for (const call of this.#running.values()) call.fail(problem);
    this.#running.clear();
  }
}

/** A call that Excel has not given up, and who waits for its next result. */
class RunningCall {
  readonly results: CellResult[] = [];
  readonly #waiting: { resolve: (result: CellResult) => void; reject: (problem: Error) => void }[] = [];

  constructor(readonly isStream: boolean) {}

  next(): Promise<CellResult> {
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  take(result: CellResult): void {
    this.results.push(result);
    this.#answer(result);
  }

  cancel(): void {
    this.#answer({ error: 'cancelled', message: '' });
  }

  fail(problem: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(problem);
  }

  #answer(result: CellResult): void {
    for (const { resolve } of this.#waiting.splice(0)) resolve(result);
  }
}

/** Whether a result, or a cell of it, is a data type other than an error. */
function holdsDataType(line: ResultLine): boolean {
  const isDataType = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && 'type' in value && value.type !== 'Error';
  return line[1] && [line[2]].flat(2).some(isDataType);
}

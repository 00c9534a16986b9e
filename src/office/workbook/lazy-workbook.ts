import { UPDATED, whyMissing } from '../../app/missing-code';
import type { Workbook } from '../../app/workbook';
import type { Block } from '../../core/sheet/a1';

const NOT_LOADED =
  'The code that reads and changes the workbook could not be loaded: check the connection, then try again';

/** The methods that return a promise. */
type LaterMethod = Exclude<
  keyof Workbook,
  'listSeparator' | 'onSelectionChange' | 'onReplaced' | 'widen' | 'asOneStep' | 'onUndone'
>;

/** Replaces the workbook until it is first used, so that cells do not wait for its code. */
export class LazyWorkbook implements Workbook {
  #opening: Promise<Workbook> | undefined;
  #opened: Workbook | undefined;

  /** @param load opens the workbook; rejects if its code cannot be loaded, and may then be called again */
  constructor(private readonly load: () => Promise<Workbook>) {}

  /** Derived from the workbook's language until Excel has said more. */
  get listSeparator(): string {
    return this.#opened?.listSeparator ?? separatorIn(Office.context.contentLanguage);
  }

  onSelectionChange(listener: () => void): () => void {
    let [isWanted, stop]: [boolean, (() => void) | undefined] = [true, undefined];
    this.#open().then(
      (workbook) => {
        if (isWanted) stop = workbook.onSelectionChange(listener);
      },
      () => undefined,
    );
    return () => {
      isWanted = false;
      stop?.();
    };
  }

  readonly selection = this.#later('selection');
  readonly select = this.#later('select');
  readonly sheetNames = this.#later('sheetNames');
  readonly formulas = this.#later('formulas');
  readonly read = this.#later('read');
  readonly readAll = this.#later('readAll');
  readonly spillsInto = this.#later('spillsInto');
  readonly dependents = this.#later('dependents');
  readonly write = this.#later('write');
  readonly writeAll = this.#later('writeAll');
  readonly clear = this.#later('clear');
  readonly clearAll = this.#later('clearAll');
  readonly calculate = this.#later('calculate');
  readonly isManual = this.#later('isManual');
  readonly addSheet = this.#later('addSheet');
  readonly track = this.#later('track');
  readonly tracked = this.#later('tracked');
  readonly untrack = this.#later('untrack');
  readonly readPart = this.#later('readPart');
  readonly writePart = this.#later('writePart');
  readonly widen = async (block: Block, characters: readonly number[]) =>
    (await this.#open()).widen?.(block, characters);

  /** Calls a method of the opened workbook. Generic, to keep this file small: every cell waits for it. */
  #later<Name extends LaterMethod>(name: Name): NonNullable<Workbook[Name]> {
    const call = async (...args: unknown[]): Promise<unknown> => {
      const workbook = (await this.#open()) as unknown as Record<Name, (...args: unknown[]) => Promise<unknown>>;
      return workbook[name](...args);
    };
    return call as NonNullable<Workbook[Name]>;
  }

  #open(): Promise<Workbook> {
    this.#opening ??= this.load().then(
      (workbook) => (this.#opened = workbook),
      async (error: unknown) => {
        this.#opening = undefined;
        throw new Error((await whyMissing(error)) === 'gone' ? UPDATED : NOT_LOADED, { cause: error });
      },
    );
    return this.#opening;
  }
}

const separatorIn = (language: string): ',' | ';' =>
  new Intl.NumberFormat(language).format(0.5).includes(',') ? ';' : ',';

import { UPDATED, whyMissing } from '../../app/missing-code';
import type { Workbook } from '../../app/workbook';
import type { Block } from '../../core/sheet/a1';

const NOT_LOADED =
  'The code that reads and changes the workbook could not be loaded: check the connection, then try again';

/** The methods that answer with a promise. */
type Later = Exclude<
  keyof Workbook,
  'listSeparator' | 'onSelectionChange' | 'onReplaced' | 'widen' | 'asOneStep' | 'onUndone'
>;

/** Stands for the workbook until something asks for it: its code is not among what cells wait for. */
export class LazyWorkbook implements Workbook {
  #opening: Promise<Workbook> | undefined;
  #opened: Workbook | undefined;

  /** @param load opens the workbook; rejects where its code cannot be loaded, and may be tried again */
  constructor(private readonly load: () => Promise<Workbook>) {}

  /** As the language of the workbook has it, until Excel has said more. */
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
  readonly spillsInto = this.#later('spillsInto');
  readonly dependents = this.#later('dependents');
  readonly write = this.#later('write');
  readonly writeAll = this.#later('writeAll');
  readonly clear = this.#later('clear');
  readonly calculate = this.#later('calculate');
  readonly addSheet = this.#later('addSheet');
  readonly track = this.#later('track');
  readonly tracked = this.#later('tracked');
  readonly untrack = this.#later('untrack');
  readonly readPart = this.#later('readPart');
  readonly writePart = this.#later('writePart');
  readonly widen = async (block: Block, characters: readonly number[]) =>
    (await this.#open()).widen?.(block, characters);

  /** The method of the opened workbook. Written once for all, since every cell waits for this file. */
  #later<Name extends Later>(name: Name): NonNullable<Workbook[Name]> {
    const call = async (...given: unknown[]): Promise<unknown> => {
      const workbook = (await this.#open()) as unknown as Record<Name, (...given: unknown[]) => Promise<unknown>>;
      return workbook[name](...given);
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

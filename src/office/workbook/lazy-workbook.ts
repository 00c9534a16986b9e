import { UPDATED, whyMissing } from '../../app/missing-code';
import type { Block } from '../../core/sheet/a1';
import type { Workbook } from '../../app/host';

const NOT_LOADED =
  'The code that reads and changes the workbook could not be loaded: check the connection, then try again';

/** The methods that return a promise. In this form they take least of the script that every cell waits for. */
const METHODS = [
  'selection',
  'select',
  'sheetNames',
  'formulas',
  'read',
  'readAll',
  'spillsInto',
  'dependents',
  'write',
  'writeAll',
  'clear',
  'clearAll',
  'calculate',
  'isManual',
  'addSheet',
  'track',
  'tracked',
  'untrack',
  'readPart',
  'writePart',
] as const;

type Later<Name extends (typeof METHODS)[number]> = NonNullable<Workbook[Name]>;

/** Replaces the workbook until it is first used, so that cells do not wait for its code. */
export class LazyWorkbook implements Workbook {
  #opening: Promise<Workbook> | undefined;
  #opened: Workbook | undefined;

  /** @param load opens the workbook; rejects if its code cannot be loaded, and may then be called again */
  constructor(private readonly load: () => Promise<Workbook>) {
    for (const name of METHODS) {
      const call = async (...args: unknown[]): Promise<unknown> => {
        const workbook = (await this.#open()) as unknown as Record<string, (...all: unknown[]) => Promise<unknown>>;
        return workbook[name]!(...args);
      };
      Object.assign(this, { [name]: call });
    }
  }

  /** Derived from the workbook's language until Excel has said more. */
  get listSeparator(): string {
    return this.#opened?.listSeparator ?? separatorIn(Office.context.contentLanguage);
  }

  /** Not known until Excel has said it: the workbook's language does not decide how its user types numbers. */
  get numberMarks(): Workbook['numberMarks'] {
    return this.#opened?.numberMarks;
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

  declare readonly selection: Later<'selection'>;
  declare readonly select: Later<'select'>;
  declare readonly sheetNames: Later<'sheetNames'>;
  declare readonly formulas: Later<'formulas'>;
  declare readonly read: Later<'read'>;
  declare readonly readAll: Later<'readAll'>;
  declare readonly spillsInto: Later<'spillsInto'>;
  declare readonly dependents: Later<'dependents'>;
  declare readonly write: Later<'write'>;
  declare readonly writeAll: Later<'writeAll'>;
  declare readonly clear: Later<'clear'>;
  declare readonly clearAll: Later<'clearAll'>;
  declare readonly calculate: Later<'calculate'>;
  declare readonly isManual: Later<'isManual'>;
  declare readonly addSheet: Later<'addSheet'>;
  declare readonly track: Later<'track'>;
  declare readonly tracked: Later<'tracked'>;
  declare readonly untrack: Later<'untrack'>;
  declare readonly readPart: Later<'readPart'>;
  declare readonly writePart: Later<'writePart'>;
  readonly widen = async (block: Block, characters: readonly number[]) =>
    (await this.#open()).widen?.(block, characters);

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

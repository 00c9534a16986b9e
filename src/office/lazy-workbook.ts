import type { CellWriting, NewSheet, Workbook } from '../app/workbook';
import type { Block } from '../core/a1';

const NOT_LOADED = 'The code that reads and changes the workbook could not be loaded: check the connection, then try again';

type Cells = readonly (readonly (CellWriting | undefined)[])[];

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
    this.#open().then((workbook) => { if (isWanted) stop = workbook.onSelectionChange(listener); }, () => undefined);
    return () => {
      isWanted = false;
      stop?.();
    };
  }

  readonly selection = async () => (await this.#open()).selection();
  readonly select = async (block: Block) => (await this.#open()).select(block);
  readonly sheetNames = async () => (await this.#open()).sheetNames();
  readonly formulas = async () => (await this.#open()).formulas();
  readonly read = async (block: Block) => (await this.#open()).read(block);
  readonly spillsInto = async (block: Block) => (await this.#open()).spillsInto(block);
  readonly write = async (block: Block, cells: Cells) => (await this.#open()).write(block, cells);
  readonly clear = async (block: Block) => (await this.#open()).clear(block);
  readonly calculate = async (blocks: readonly Block[]) => (await this.#open()).calculate(blocks);
  readonly addSheet = async (sheet: NewSheet) => (await this.#open()).addSheet(sheet);
  readonly track = async (name: string, block: Block) => (await this.#open()).track(name, block);
  readonly tracked = async (prefix: string) => (await this.#open()).tracked(prefix);
  readonly untrack = async (names: readonly string[]) => (await this.#open()).untrack(names);
  readonly readPart = async (namespace: string) => (await this.#open()).readPart(namespace);
  readonly writePart = async (namespace: string, xml: string | undefined) => (await this.#open()).writePart(namespace, xml);

  #open(): Promise<Workbook> {
    this.#opening ??= this.load().then((workbook) => this.#opened = workbook, (error: unknown) => {
      this.#opening = undefined;
      throw new Error(NOT_LOADED, { cause: error });
    });
    return this.#opening;
  }
}

const separatorIn = (language: string): ',' | ';' => (new Intl.NumberFormat(language).format(0.5).includes(',') ? ';' : ',');

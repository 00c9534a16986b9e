import type { SavedName } from './tracked-blocks';

/** A column of a table. */
export interface SavedColumn {
  readonly name: string;
  /** Attributes of its total: a label, or the name of a function. */
  readonly total?: Readonly<Record<string, string>>;
  /** The formula of all its cells, as in the file. */
  readonly formula?: string;
}

/** A table of the opened file without its block, which is tracked. */
export interface SavedTable {
  readonly name: string;
  readonly columns: readonly SavedColumn[];
  readonly headerRows: number;
  readonly totalsRows: number;
  readonly hasFilter: boolean;
  /** Attributes of its style. */
  readonly style: Readonly<Record<string, string>>;
}

/** What the opened file had and the grid does not show, but a download writes again. */
export interface FileFacts {
  readonly tables?: readonly SavedTable[];
  /** Where the tables are now, by their names. */
  readonly tableBlocks?: Readonly<Record<string, SavedName>>;
  /** Formulas with structured references, as in the file, by the id of their sheet; those of names under "". */
  readonly structured?: Readonly<Record<string, readonly string[]>>;
  /** Whether the file counts days from 1904. The workbench counts from 1900, and moves the dates. */
  readonly countsFrom1904?: boolean;
}

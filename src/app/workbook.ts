import type { Block } from '../core/sheet/a1';
import type { CellWriting } from './cell-writing';
import type { NewSheet } from './new-sheet';

export type { CellWriting } from './cell-writing';

/** What a cell of the workbook holds, as a host reads it. */
export interface CellContent {
  /** In English with commas, as =MD.QUOTE("EURUSD","bid"); empty for a cell without a formula, or within a spill but not its anchor. */
  readonly formula: string;
  /** A date is its serial, an error its code, a blank an empty text. */
  readonly value: string | number | boolean;
  /** As the cell is shown: its own number format or, where that is General, the one that the formula's value lends it. */
  readonly format: string;
}

/** A cell whose formula calls a function of MD. */
export interface FormulaCell {
  /** One by one. */
  readonly cell: Block;
  readonly formula: string;
  /** What the cell shows, as text. */
  readonly text: string;
  /** "#N/A" and the like; undefined when the cell shows a value. */
  readonly error: string | undefined;
  /** The cells that its result fills; the cell alone when it does not spill. */
  readonly spill: Block;
  readonly isInTable: boolean;
  /** On a protected sheet, where this cell is locked. */
  readonly isLocked: boolean;
}

/** A formula whose result fills more than its own cell. */
export type SpillingCell = Pick<FormulaCell, 'cell' | 'formula'>;

/** A block, and row by row what to write into it. */
export interface WrittenBlock {
  readonly block: Block;
  readonly cells: readonly (readonly (CellWriting | undefined)[])[];
}

/** The open workbook, as far as the pane reads and changes it. Rejects with an Error whose message a reader understands. */
export interface Workbook {
  /** Between arguments as this user types them: "," or ";". */
  readonly listSeparator: string;
  /** The selected cells; the first area of several. */
  selection(): Promise<Block>;
  /** Calls back when other cells are selected. Returns what takes the listener off again. */
  onSelectionChange(listener: () => void): () => void;
  /**
   * Calls back when another workbook has taken the place of this one, where a host shows one after the other beside the same pane.
   * Returns what takes the listener off again.
   */
  onReplaced?(listener: () => void): () => void;
  /** Shows and selects the block. */
  select(block: Block): Promise<void>;
  /** In their order. */
  sheetNames(): Promise<readonly string[]>;
  /** Every cell of the workbook whose formula calls a function of MD, sheet by sheet, row by row. */
  formulas(): Promise<readonly FormulaCell[]>;
  read(block: Block): Promise<readonly (readonly CellContent[])[]>;
  /** Formulas of whatever kind outside the block whose results reach into it. */
  spillsInto(block: Block): Promise<readonly SpillingCell[]>;
  /** Every cell whose formula rests on these blocks, directly or through others. */
  dependents(blocks: readonly Block[]): Promise<readonly Block[]>;
  /** Writes row by row from the block's first cell; a hole leaves the cell as it is. */
  write(block: Block, cells: readonly (readonly (CellWriting | undefined)[])[]): Promise<void>;
  /** The same for blocks anywhere, in one message that the user undoes at once. Left out where `asOneStep` does that. */
  writeAll?(parts: readonly WrittenBlock[]): Promise<void>;
  /** Empties the cells of formulas and values; their formats stay. */
  clear(block: Block): Promise<void>;
  /** Calculates these cells anew, in manual calculation mode too. A host may not ask a function again whose arguments are the same. */
  calculate(blocks: readonly Block[]): Promise<void>;
  /** Makes columns from the block's first on at least so many characters wide; none becomes narrower. */
  widen?(block: Block, characters: readonly number[]): Promise<void>;
  /** What is changed until `work` ends is one step for the user to undo. Left out where a host has no such thing. */
  asOneStep?<T>(work: () => Promise<T>): Promise<T>;
  /** Calls back when the user has undone or redone something. Returns an unsubscribe function. */
  onUndone?(listener: () => void): () => void;
  /** Returns the name under which the sheet was added. */
  addSheet(sheet: NewSheet): Promise<string>;
  /** Names a block so that it is found again when rows have moved. Users do not see the name. */
  track(name: string, block: Block): Promise<void>;
  /** The tracked blocks whose names begin so; undefined for one whose cells were deleted. */
  tracked(prefix: string): Promise<ReadonlyMap<string, Block | undefined>>;
  untrack(names: readonly string[]): Promise<void>;
  /** The text that the workbook keeps for us under that XML namespace, saved with it; undefined when there is none. */
  readPart(namespace: string): Promise<string | undefined>;
  /** @param xml a document whose root is in that namespace; undefined removes it */
  writePart(namespace: string, xml: string | undefined): Promise<void>;
}

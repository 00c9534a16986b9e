import type { Block } from '../core/sheet/a1';
import type { CellWriting } from './cell-writing';
import type { NewSheet } from './new-sheet';
import type { Culture } from './workbook/formulas';

export type { CellWriting } from './cell-writing';

/** The contents of a cell, as a host reads them. */
/** A date is its serial, an error its code, a blank an empty text. */
export type CellValue = string | number | boolean;

export interface CellContent {
  /**
   * In English with commas, such as =MD.QUOTE("EURUSD","bid"); empty for a cell without a formula, and within a spill
   * except for its anchor.
   */
  readonly formula: string;
  readonly value: CellValue;
  /** The displayed number format: the cell's own or, if that is General, the one from its formula's value. */
  readonly format: string;
}

/** A cell whose formula calls an MD function. */
export interface FormulaCell {
  /** A single cell. */
  readonly cell: Block;
  readonly formula: string;
  /** The cell's displayed text. */
  readonly text: string;
  /** "#N/A" and the like; undefined if the cell shows a value. */
  readonly error: string | undefined;
  /** The cells of its result; only the cell itself if it does not spill. */
  readonly spill: Block;
  readonly isInTable: boolean;
  /** Whether the cell is locked on a protected sheet. */
  readonly isLocked: boolean;
}

/** A formula whose result fills more than its own cell. */
export type SpillingCell = Pick<FormulaCell, 'cell' | 'formula'>;

/** A block, and row by row what to write into it. */
export interface WrittenBlock {
  readonly block: Block;
  readonly cells: readonly (readonly (CellWriting | undefined)[])[];
}

/** Blocks to be found again, under one hidden name. */
export interface TrackedName {
  readonly name: string;
  readonly blocks: readonly Block[];
}

export type Tracked = ReadonlyMap<string, readonly (Block | undefined)[]>;

/** The open workbook, as far as the pane reads and changes it. Rejects with an Error whose message users understand. */
export interface Workbook extends Culture {
  /** The selected cells; if there are several areas, the first. */
  selection(): Promise<Block>;
  /** Calls the listener when other cells are selected. Returns an unsubscribe function. */
  onSelectionChange(listener: () => void): () => void;
  /**
   * Calls the listener when another workbook has replaced this one, on hosts that show one after the other beside the
   * same pane. Returns an unsubscribe function.
   */
  onReplaced?(listener: () => void): () => void;
  /** Selects the block and brings it into view. */
  select(block: Block): Promise<void>;
  /** In the workbook's order. */
  sheetNames(): Promise<readonly string[]>;
  /** All cells whose formula calls an MD function, sheet by sheet, row by row. */
  formulas(): Promise<readonly FormulaCell[]>;
  read(block: Block): Promise<readonly (readonly CellContent[])[]>;
  /** Reads blocks anywhere in few messages. Absent if `read` sends none. */
  readAll?(blocks: readonly Block[]): Promise<readonly (readonly (readonly CellContent[])[])[]>;
  /** Formulas of any kind outside the block whose results reach into it. */
  spillsInto(block: Block): Promise<readonly SpillingCell[]>;
  /** All cells whose formulas depend on these blocks, directly or through others. */
  dependents(blocks: readonly Block[]): Promise<readonly Block[]>;
  /** Writes row by row from the block's first cell; a hole leaves the cell unchanged. */
  write(block: Block, cells: readonly (readonly (CellWriting | undefined)[])[]): Promise<void>;
  /** Writes blocks anywhere, in one message and one undo step. Absent if `asOneStep` does that. */
  writeAll?(parts: readonly WrittenBlock[]): Promise<void>;
  /** Removes formulas and values; the formats stay. */
  clear(block: Block): Promise<void>;
  /** Clears blocks anywhere in one message. Absent where `readAll` is. */
  clearAll?(blocks: readonly Block[]): Promise<void>;
  /**
   * Recalculates these cells, in manual calculation mode too. A host may skip a function whose arguments are unchanged.
   */
  calculate(blocks: readonly Block[]): Promise<void>;
  /** Whether formulas are calculated only on the user's command. Absent if the host has no such mode. */
  isManual?(): Promise<boolean>;
  /** Makes the columns from the block's first at least this many characters wide; none becomes narrower. */
  widen?(block: Block, characters: readonly number[]): Promise<void>;
  /** Everything changed until `work` ends is one undo step. Absent if the host has no undo steps. */
  asOneStep?<T>(work: () => Promise<T>): Promise<T>;
  /** Calls the listener after an undo or redo. Returns an unsubscribe function. */
  onUndone?(listener: () => void): () => void;
  /** Returns the name under which the sheet was added. */
  addSheet(sheet: NewSheet): Promise<string>;
  /**
   * Names blocks so that they can be found after rows have moved. Users do not see the names. Rejects if the host does
   * not take that many blocks under one name.
   */
  track(names: readonly TrackedName[]): Promise<void>;
  /** The blocks of each name with the prefix, in their order; undefined for one whose cells were deleted. */
  tracked(prefix: string): Promise<Tracked>;
  untrack(names: readonly string[]): Promise<void>;
  /** The text that the workbook stores for us under an XML namespace, saved with it; undefined if there is none. */
  readPart(namespace: string): Promise<string | undefined>;
  /** @param xml a document whose root is in that namespace; undefined removes it */
  writePart(namespace: string, xml: string | undefined): Promise<void>;
}

import type { Archive } from '../api/lookup/long-read';
import type { OpenIdConnect } from '../api/gateway-config';
import type { DateSystem } from '../core/calendar/dates';
import type { Block } from '../core/sheet';
import type { SessionSignIn } from './sign-in';

/**
 * What the product needs from a spreadsheet. Excel is one host, the workbench another; functions and pane know only
 * this.
 */
export interface Host {
  readonly name: 'Excel' | 'Workbench';
  /** Stores the key and the settings for this user on this computer, never in the workbook. */
  readonly storage: KeyValueStore;
  /** The service address until the user saves one; empty if there is none to offer. */
  readonly defaultServiceAddress: string;
  /** A service that costs nothing: a formula has no limit of requests there. */
  readonly freeServiceAddress?: string;
  /** The address of the add-in's page if its server may be a gateway. */
  readonly page?: string;
  /**
   * The sign-in for a gateway; absent if the host cannot sign in.
   * @param onChange called after every change of its state, with whether known answers may still be shown
   */
  openSignIn?(
    about: OpenIdConnect,
    ownFetch: typeof fetch,
    onChange: (keepsAnswers: boolean) => void,
  ): Promise<SessionSignIn>;
  dateSystem(): Promise<DateSystem>;
  /** Asks the spreadsheet to recalculate all MD cells, including those with errors. */
  recalculate(): Promise<void>;
  readonly workbook: Workbook;
  /** Whether Undo of a step also restores what the workbook tracked and stored within it. */
  readonly undoesRecords?: boolean;
  /** Whether workbooks open with their saved values, without any call of a function. */
  readonly opensWithValues?: boolean;
  /** Whether nobody can see the workbook now, as far as the host knows. */
  isHidden?(): boolean;
  /** Opens the pane if the user has closed it. */
  showPane?: () => void;
  /** Distinguishes this workbook from others on this computer; empty if not known. */
  workbookId?(): string;
  /** Opens a store on this computer, by default the one for history; absent if the host has no storage. */
  openArchive?(kind?: ArchiveKind): Promise<ArchiveStore>;
  /** The user's language, such as "de-DE". */
  readonly language: string;
  /** Whether the host's own colours are dark; undefined if it does not say: follow the system. */
  readonly isDark: boolean | undefined;
  /** Calls the listener when the user has chosen another theme. Returns an unsubscribe function. */
  onThemeChange(listener: () => void): () => void;
}

/** History can be requested again, so users may delete it. Frozen formulas and snapshots cannot be requested again. */
export type ArchiveKind = 'history' | 'formulas' | 'snapshots';

/** Keeps large records beyond a session, for every account used on this computer. */
export interface ArchiveStore extends Archive {
  /** In bytes. */
  sizeInBytes(): Promise<number>;
  removeAll(): Promise<void>;
}

export interface KeyValueStore {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
}

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
  /** The cell's own number format, which it shows without its formula; absent if it is the displayed one. */
  readonly ownFormat?: string;
}

/** A cell whose formula calls an MD function. */
export interface FormulaCell {
  /** A single cell. */
  readonly cell: Block;
  readonly formula: string;
  /** The names in its formula that call MD functions, directly or through other names; absent if there are none. */
  readonly names?: readonly DefinedName[];
  readonly value: CellValue;
  /** The cell's displayed text. */
  readonly text: string;
  /** "#N/A" and the like; undefined if the cell shows a value. */
  readonly error: string | undefined;
  /** The cells of its result; only the cell itself if it does not spill. */
  readonly spill: Block;
  readonly isInTable: boolean;
  /** Whether the cell is locked on a protected sheet. */
  readonly isLocked: boolean;
  /** Whether the spreadsheet did not know its function when it was entered: only entering it again helps. */
  readonly isUnnamed?: boolean;
}

/** A name for cells, a constant or a formula. */
export interface DefinedName {
  readonly name: string;
  /** In English, such as =Sheet1!$A$1:$A$9 or =LAMBDA(s,MD.QUOTE(s)). */
  readonly formula: string;
  /** The only sheet on which the name is valid; absent for the whole workbook. */
  readonly sheet?: string;
}

export type FormulaInCell = Pick<FormulaCell, 'cell' | 'formula'>;

/** A block, and row by row what to write into it; a hole leaves its cell unchanged. */
export interface WrittenBlock {
  readonly block: Block;
  /** If absent, formulas and values are removed; the formats stay. */
  readonly cells?: readonly (readonly (CellWriting | undefined)[])[];
  /** Minimum widths in characters, from the first column on. Only columns of default width change, if allowed. */
  readonly widths?: readonly number[];
  /** Draws this beside the block instead of writing, on hosts with charts. */
  readonly chart?: DrawnChart;
}

/** A chart over cells. One with the same name on the sheet is drawn anew. */
export interface DrawnChart {
  readonly name: string;
  /** undefined keeps an existing chart's; one that the user has deleted is not drawn again, and its name is removed. */
  readonly title: string | undefined;
  /** For bars, the series are open, high, low and close, side by side. */
  readonly kind: 'bars' | 'line';
  readonly categories: Block | undefined;
  readonly series: readonly { readonly name: string; readonly values: Block }[];
}

/** The selected cells; if there are several areas, the first. */
export interface Selections extends Block {
  /** Absent if there is one area. */
  readonly others?: readonly Block[];
}

/** Blocks that are tracked under one hidden name. */
export interface TrackedName {
  readonly name: string;
  /** An empty list removes the name. */
  readonly blocks: readonly Block[];
}

export type Tracked = ReadonlyMap<string, readonly (Block | undefined)[]>;

/** The contents of a workbook, except its cells. */
export interface Outline {
  /** In the workbook's order. */
  readonly sheets: readonly string[];
  /** The cells of each table. A formula that is written into a table becomes the formula of its column. */
  readonly tables: readonly Block[];
  /** All names, also those of single sheets. */
  readonly names: readonly DefinedName[];
  /** Whether formulas are calculated only on the user's command. */
  readonly isManual: boolean;
}

/**
 * The events of a workbook: the selection, its sheet's name or the contents of cells change, except by calculation; the
 * user undoes or redoes; another workbook replaces this one, where the pane outlives a workbook. Not every host reports
 * a new name, or undoing.
 */
export type WorkbookEvent = 'selected' | 'undone' | 'replaced';

/** How this user writes formulas and numbers: the culture of the workbook's program, not the language of the pane. */
export interface Culture {
  /** The separator between arguments: "," or ";". */
  readonly listSeparator: string;
  /** The separators in numbers. Absent until the host has stated them; ambiguous numbers are then not guessed. */
  readonly numberMarks?: NumberMarks | undefined;
  /** Reads a typed formula as cells do, where they read others than English. */
  readonly readFormula?: ((formula: string) => string | undefined) | undefined;
}

export interface NumberMarks {
  readonly decimal: string;
  /** Such as "." in German, a narrow space in French, an apostrophe in Swiss. */
  readonly thousands: string;
}

/** The open workbook, as far as the pane reads and changes it. Rejects with an Error whose message users understand. */
export interface Workbook extends Culture {
  selection(): Promise<Selections>;
  /** Selects the block and brings it into view. */
  select(block: Block): Promise<void>;
  /** Calls the listener after each event of this kind. Returns an unsubscribe function. */
  on(event: WorkbookEvent, listener: () => void): () => void;
  outline(): Promise<Outline>;
  /** All cells whose formula calls an MD function, itself or through a name, sheet by sheet, row by row. */
  formulas(): Promise<readonly FormulaCell[]>;
  /** Reads blocks anywhere in few messages. */
  read(blocks: readonly Block[]): Promise<readonly (readonly (readonly CellContent[])[])[]>;
  /** Formulas of any kind outside the block whose results reach into it. */
  spillsInto(block: Block): Promise<readonly FormulaInCell[]>;
  /** All cells whose formulas depend on these blocks, directly or through others. */
  dependents(blocks: readonly Block[]): Promise<readonly Block[]>;
  /** Writes or clears blocks anywhere, in one undo step if the host can group them. */
  write(parts: readonly WrittenBlock[]): Promise<void>;
  /**
   * Recalculates these cells, also in manual calculation mode; without cells, everything that depends on changed cells,
   * as F9 does. A host may skip a function whose arguments are unchanged.
   */
  calculate(what: readonly Block[] | 'changed'): Promise<void>;
  /** All changes until `work` ends form one undo step, on hosts that support this. */
  asOneStep<T>(work: () => Promise<T>): Promise<T>;
  /** Returns the name under which the sheet was added. */
  addSheet(sheet: NewSheet): Promise<string>;
  /**
   * Names blocks so that they can be found after rows have moved. Users do not see the names. Rejects if the host does
   * not accept that many blocks under one name.
   */
  track(names: readonly TrackedName[]): Promise<void>;
  /**
   * The blocks of each name with the prefix, in their order; undefined for one whose cells were deleted. The empty
   * prefix matches every name, including those that users define.
   */
  tracked(prefix: string): Promise<Tracked>;
  /** The text that the workbook stores for us under an XML namespace, saved with it; undefined if there is none. */
  readPart(namespace: string): Promise<string | undefined>;
  /** @param xml a document whose root is in that namespace; undefined removes it */
  writePart(namespace: string, xml: string | undefined): Promise<void>;
}

export interface NewCell extends CellWriting {
  readonly style?: 'title' | 'heading' | 'label' | 'input' | 'note' | 'total';
  /** Horizontal alignment. @default the spreadsheet's own */
  readonly align?: 'left' | 'center' | 'right';
}

/**
 * A sheet to add. Rows may differ in length; a hole stays blank. Addresses refer to the sheet itself: "B7", "B2:C5".
 */
export interface NewSheet {
  /** Made unique by the host. */
  readonly name: string;
  readonly rows: readonly (readonly (NewCell | undefined)[])[];
  /** In characters, by column. */
  readonly columnWidths: readonly number[];
  /** Rows at the top that stay visible when scrolling. */
  readonly frozenRows?: number;
  readonly frozenColumns?: number;
  /** For hosts with conditional formats. */
  readonly highlights?: readonly Highlight[];
  /** For hosts with charts. */
  readonly chart?: NewChart;
  /** For hosts that print. */
  readonly print?: PrintSetup;
}

/** A format for a block's cells while their value equals, or exceeds, the given one. */
export interface Highlight {
  readonly block: string;
  readonly when: 'equal' | 'greater';
  readonly value: string | number;
  readonly tone: CellTone;
}

export type CellTone = 'good' | 'caution' | 'bad' | 'missing';

/** A column chart of one or more series over the same categories. */
export interface NewChart {
  readonly title: string;
  /** The cells that the chart covers. */
  readonly over: string;
  readonly categories: string;
  readonly series: readonly { readonly name: string; readonly values: string }[];
  /** Number format of the value axis, such as "0%". */
  readonly format?: string;
}

/** A print setup that fits the sheet's width on one page. */
export interface PrintSetup {
  /** For whole columns, such as "A:V", the used part is printed. */
  readonly area: string;
  readonly orientation: 'portrait' | 'landscape';
  /** Rows repeated at the top of every page: "11:11". */
  readonly titleRows: string;
}

/** What to write into a cell. `value` is taken literally, even if a text begins with "=". */
export interface CellWriting {
  readonly formula?: string;
  readonly value?: string | number | boolean;
  /** @default unchanged */
  readonly format?: string;
}

/** Called with the number of finished items and the total number. */
export type OnProgress = (done: number, total: number) => void;

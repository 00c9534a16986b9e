import type { CellWriting } from './cell-writing';

export interface NewCell extends CellWriting {
  readonly style?: 'title' | 'heading' | 'label' | 'input' | 'note' | 'total';
  /** Where the content stands in its cell. @default as the spreadsheet has it */
  readonly align?: 'left' | 'center' | 'right';
}

/** A sheet to add. Rows may be of different lengths; a hole stays blank. Addresses are those of the sheet itself: "B7", "B2:C5". */
export interface NewSheet {
  /** Made unique by the host. */
  readonly name: string;
  readonly rows: readonly (readonly (NewCell | undefined)[])[];
  /** In characters, by column. */
  readonly columnWidths: readonly number[];
  /** Rows at the top that stay in view. */
  readonly frozenRows?: number;
  /** Where a host knows formats by condition. */
  readonly highlights?: readonly Highlight[];
  /** Where a host has charts of its own. */
  readonly chart?: NewChart;
  /** Where a host prints. */
  readonly print?: PrintSetup;
}

/** A format that the cells of a block wear while they hold a value that is equal to, or greater than, the one named. */
export interface Highlight {
  readonly block: string;
  readonly when: 'equal' | 'greater';
  readonly value: string | number;
  readonly tone: Tone;
}

/** How a value reads: well, worth a look, badly, or not there at all. */
export type Tone = 'good' | 'caution' | 'bad' | 'missing';

/** A column chart of one or more series over the same categories. */
export interface NewChart {
  readonly title: string;
  /** The cells that it covers. */
  readonly over: string;
  readonly categories: string;
  readonly series: readonly { readonly name: string; readonly values: string }[];
  /** Of the values' axis, such as "0%". */
  readonly format?: string;
}

/** A page as wide as the sheet. */
export interface PrintSetup {
  readonly area: string;
  readonly orientation: 'portrait' | 'landscape';
  /** Rows that stand at the top of every page: "11:11". */
  readonly titleRows: string;
}

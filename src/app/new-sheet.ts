import type { CellWriting } from './cell-writing';

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

/** How a value should look: good, worth a look, bad, or missing. */
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
  readonly area: string;
  readonly orientation: 'portrait' | 'landscape';
  /** Rows repeated at the top of every page: "11:11". */
  readonly titleRows: string;
}

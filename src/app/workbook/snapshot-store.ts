import type { CellValue } from '../host';
import type { Session } from '../session';
import type { PriceTime } from './cells';
import { readContent } from './kept-content';
import { Ledger, type Place } from './ledger';
import { type Block, cellOf, cellsIn } from '../../core/sheet';
import { isRecord } from '../../core/basics';

/** A formula and what its cells showed. */
export interface KeptCell {
  readonly formula: string;
  /** The values of each cell of its result, row by row. */
  readonly values: readonly (readonly CellValue[])[];
  readonly formats: readonly (readonly string[])[];
  /** Request time of its oldest answer, in ms since 1970; null if not known. */
  readonly readAt: number | null;
  /** Absent if it showed no price, or its time was not known. */
  readonly priceTime?: PriceTime;
  /** It showed a value from before the add-in started, or one that was older than what its function gave. */
  readonly isTimeUnknown?: true;
  /** Absent in snapshots of earlier versions. */
  readonly labels?: CellLabels;
  /**
   * What the references in its arguments contained, in their order; null for one that could not be read. Absent if the formula has none, and in snapshots of earlier versions.
   */
  readonly inputs?: readonly (readonly CellValue[] | null)[];
}

export const NO_CONTENT = { value: '', format: 'General' };

export const contentAt = (
  { values, formats }: KeptCell,
  [down, across]: readonly [down: number, across: number],
): { readonly value: CellValue; readonly format: string } => ({
  value: values[down]?.[across] ?? NO_CONTENT.value,
  format: formats[down]?.[across] ?? NO_CONTENT.format,
});

/** The labels beside the cells of a result. */
export interface CellLabels {
  /** The defined name of its first cell; absent if it has none. */
  readonly name?: string;
  /** By row: the text to the left; empty if there is none. */
  readonly rows: readonly string[];
  /** By column: the heading above; empty if there is none. */
  readonly columns: readonly string[];
}

/** A range that the user has marked, with what its cells without MD formulas showed: amounts, totals, results. */
export interface KeptRange extends Block {
  readonly cells: readonly KeptFigure[];
}

/** A number, or the value of a formula without MD functions. */
export interface KeptFigure {
  /** Within the range. */
  readonly down: number;
  readonly across: number;
  readonly formula: string;
  readonly value: CellValue;
  readonly format: string;
  /** Its name, or the labels beside it and above it. */
  readonly label: string;
}

/** Neighbouring cells with one tracked name, row by row. */
export interface KeptRun extends Block {
  readonly cells: readonly KeptCell[];
}

/** It is written once: the frozen formulas record which cells show it. */
export interface KeptSnapshot {
  readonly id: string;
  readonly name: string;
  /** In ms since 1970. */
  readonly at: number;
  /** The source of the values, such as "https://api.example.com"; empty if it was not set. */
  readonly source: string;
  readonly runs: readonly KeptRun[];
  /** Absent if nothing was marked. */
  readonly ranges?: readonly KeptRange[];
  /** Where the runs are tracked, then the ranges; earlier versions gave each a name of its own. */
  readonly places?: readonly Place[];
  /** When it was due, in ms since 1970, if the schedule took it. */
  readonly dueAt?: number;
  /** In snapshots of earlier versions: the frozen blocks whose cells show it. */
  readonly shownIn?: readonly string[];
}

/** Part of the list of earlier versions, which also held the hidden names of snapshots. */
const LIST = 'urn:md-for-excel:snapshots';

/** Prefix of the hidden names of snapshots. */
const SNAPSHOT_NAME_PREFIX = 'MD_snapshot_';

/** Prefix of the hidden names of ranges whose results snapshots keep beside the MD cells. */
export const RANGE_NAME_PREFIX = 'MD_results_';

/** A formula in its cell, or a marked figure. */
export interface PlacedCell extends KeptCell {
  /** A single cell. */
  readonly cell: Block;
}

/** Neighbouring formulas, or a marked range. */
export interface PlacedPart {
  readonly before: Block;
  /** Undefined if its cells were deleted. */
  readonly now: Block | undefined;
  readonly isMarked: boolean;
  /** Where they were before. */
  readonly cells: readonly PlacedCell[];
}

/** A snapshot, and where its cells are now. */
export interface PlacedSnapshot extends KeptSnapshot {
  readonly parts: readonly PlacedPart[];
}

/** The figures of a marked range as cells with a result of one value. */
export const figureCells = ({ sheet, row, column, cells }: KeptRange): PlacedCell[] =>
  cells.map(({ down, across, formula, value, format, label }) => ({
    cell: cellOf(sheet, row + down, column + across),
    formula,
    values: [[value]],
    formats: [[format]],
    readAt: null,
    labels: { rows: [label], columns: [''] },
  }));

/** The snapshots in the session's workbook. */
export class KeptSnapshots extends Ledger<KeptSnapshot> {
  constructor(session: Session) {
    super(session, {
      prefix: SNAPSHOT_NAME_PREFIX,
      copies: 'snapshots',
      namespaceOf: (id) => `urn:md-for-excel:snapshot:${id}`,
      idIn: (name) => /^([0-9a-z]+[X_][0-9a-z]+)_/.exec(name)?.[1],
      recordIn: (content) => (isSnapshot(content) ? content : undefined),
    });
  }

  /** All snapshots, oldest first. */
  async readAll(): Promise<readonly KeptSnapshot[]> {
    const tracked = await this.tracked();
    const listed = await readContent(this.session.host.workbook, LIST);
    const ids = new Set([...this.idsIn(tracked), ...(Array.isArray(listed) ? listed.map(String) : [])]);
    const all = await Promise.all([...ids].map((id) => this.readRecord(id, tracked)));
    return all.filter((one) => one !== undefined).toSorted((one, other) => one.at - other.at);
  }

  /** @throws an Error with a sentence for the user if the snapshot was deleted, or is damaged */
  async readSnapshot(id: string): Promise<PlacedSnapshot> {
    const tracked = await this.tracked(id);
    const kept = await this.readRecord(id, tracked);
    if (!kept) throw new Error('This snapshot is not in the workbook any more: take another one');
    const { runs, ranges = [] } = kept;
    const places = kept.places ?? [
      ...runs.map((_, index): Place => [index, 0]),
      ...ranges.map((_, index) => `${SNAPSHOT_NAME_PREFIX}${id}_range_${index}`),
    ];
    const parts = [
      ...runs.map((run) => {
        const cells = cellsIn(run).flat();
        return { before: run, isMarked: false, cells: run.cells.map((one, at) => ({ ...one, cell: cells[at]! })) };
      }),
      ...ranges.map((range) => ({ before: range, isMarked: true, cells: figureCells(range) })),
    ].map((part, index): PlacedPart => ({ ...part, now: this.blockAt(id, places[index], tracked)[0] }));
    return { ...kept, parts };
  }

  async writeSnapshot(snapshot: KeptSnapshot): Promise<void> {
    const { id, runs, ranges = [] } = snapshot;
    const places = await this.trackBlocks(id, [...runs, ...ranges]);
    await this.writeRecord(id, { ...snapshot, places });
  }
}

const isSnapshot = (value: unknown): value is KeptSnapshot =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  typeof value.name === 'string' &&
  typeof value.at === 'number' &&
  Array.isArray(value.runs);

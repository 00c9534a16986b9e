import { frozenBlocks, type FrozenBlock, thaw } from './freeze';
import { type Inputs, namesAsked, readInputs } from './asked';
import { readBlock, readBlocks, type Rows, withoutBlocks } from './block-contents';
import { isWaiting, type MdCell, type PriceTime, scanCells, sourceOf } from './cells';
import { mdCallsIn } from './formulas';
import { Ledger, newId, type Place, randomText } from './ledger';
import type { CellContent, CellValue, FormulaCell, OnProgress, Workbook } from '../host';
import type { Session } from '../session';
import { groupBy, isRecord } from '../../core/basics';
import { a1WithSheet, type Block, cellOf, cellsIn, overlaps, runsOf } from '../../core/sheet';

/** What the workbook showed at one moment. */
export interface Snapshot extends Pick<KeptSnapshot, 'id' | 'name' | 'at' | 'source'> {
  readonly formulaCount: number;
  /** How many cells without MD formulas it keeps. */
  readonly resultCount: number;
  /** How many of its formulas showed an old value, from an unknown time; undefined if none did. */
  readonly timeUnknownCount?: number | undefined;
  /** When it was due, in ms since 1970; undefined unless the schedule took it. */
  readonly dueAt: number | undefined;
  /** Whether the cells show the snapshot now, instead of their formulas' results. */
  readonly isShown: boolean;
}

/** All snapshots of the workbook, oldest first. */
export async function snapshots(session: Session): Promise<readonly Snapshot[]> {
  const [kept, frozen] = await Promise.all([session.part(KeptSnapshots).readAll(), frozenBlocks(session)]);
  return kept.map((one) => described(one, blocksShowing(one, frozen)));
}

/** The formulas that were frozen to show it, except those that the user has thawed or undone since. */
const blocksShowing = ({ id, shownIn = [] }: KeptSnapshot, frozen: readonly FrozenBlock[]): readonly FrozenBlock[] =>
  frozen.filter((one) => one.shows === id || shownIn.includes(one.id));

/** Deletes a snapshot. The cells stay as they are. */
export const deleteSnapshot = (session: Session, id: string): Promise<void> =>
  session.part(KeptSnapshots).writeRecord(id, undefined);

/** Puts back the formulas of the cells that show it. */
export async function leaveSnapshot(
  session: Session,
  id: string,
  onProgress: OnProgress = () => undefined,
  signal = new AbortController().signal,
): Promise<number> {
  const kept = (await session.part(KeptSnapshots).readAll()).find((one) => one.id === id);
  if (!kept) return 0;
  const blocks = blocksShowing(kept, await frozenBlocks(session));
  const { thawedCount } = await thaw(session, blocks, { overwriteEdited: true }, onProgress, signal);
  return thawedCount;
}

/** The description of a stored snapshot. */
const described = (
  { id, name, at, source, runs, ranges = [], dueAt }: KeptSnapshot,
  showing: readonly FrozenBlock[],
): Snapshot => ({
  id,
  name,
  at,
  source,
  formulaCount: runs.reduce((sum, { cells }) => sum + cells.length, 0),
  resultCount: ranges.reduce((sum, { cells }) => sum + cells.length, 0),
  timeUnknownCount: runs.flatMap(({ cells }) => cells.filter((cell) => cell.isTimeUnknown)).length || undefined,
  dueAt,
  isShown: showing.some(({ block }) => block !== undefined),
});

const MAX_CELLS = 200_000;

/**
 * Stores what every MD cell and the results in the marked ranges show, with the time and source of the values, in the
 * workbook under a name.
 *
 * @param dueAt when the schedule wanted it, in ms since 1970. Two pages with the same workbook then take one together
 * @throws an Error with a sentence for the user if cells still wait, or if there are none, or too many
 */
export async function takeSnapshot(session: Session, name: string, dueAt?: number): Promise<Snapshot> {
  const { workbook } = session.host;
  const cells = await scanCells(session);
  if (cells.length === 0) throw new Error('There is no MD formula to keep: enter or thaw one first');
  const waiting = cells.filter(({ error }) => isWaiting(error)).length;
  if (waiting > 0)
    throw new Error(`Cells that still wait for their values: ${waiting}. Take the snapshot when these are there`);
  const size = cells.reduce((sum, { spill }) => sum + spill.rows * spill.columns, 0);
  if (size > MAX_CELLS)
    throw new Error(`The formulas fill ${size} cells: a snapshot keeps at most ${MAX_CELLS}, so show fewer rows`);
  const at = session.now();
  const id = dueAt === undefined ? newId(at) : `${dueAt.toString(36)}Xdue`;
  const runs = await keepRuns(session, cells);
  const ranges = await figuresIn(
    workbook,
    (await markedRanges(workbook)).map(({ block }) => block),
    cells.map(({ spill }) => spill),
  );
  const snapshot: KeptSnapshot = {
    id,
    name: name.trim() || new Date(at).toISOString().slice(0, 19).replace('T', ' '),
    at,
    source: sourceOf(session),
    runs,
    ...(ranges.length === 0 ? {} : { ranges }),
    ...(dueAt === undefined ? {} : { dueAt }),
  };
  await session.part(KeptSnapshots).writeSnapshot(snapshot);
  return described(snapshot, []);
}

/** Neighbours share a name: thousands of names would slow down the spreadsheet. */
async function keepRuns(session: Session, cells: readonly MdCell[]): Promise<KeptRun[]> {
  const { workbook } = session.host;
  const labelsOf = await readLabels(
    workbook,
    cells.map(({ spill }) => spill),
  );
  const all = await keepCells(session, cells, labelsOf);
  const kept = new Map(all.map(({ cell, ...one }): [string, KeptCell] => [a1WithSheet(cell), one]));
  return runsOf(cells.map(({ cell }) => cell)).map((block) => ({
    ...block,
    cells: cellsIn(block)
      .flat()
      .flatMap((cell) => kept.get(a1WithSheet(cell)) ?? []),
  }));
}

/** A formula in its cell, or a frozen one, with the known facts about its values. */
type PresentCell = Pick<FormulaCell, 'cell' | 'formula' | 'names' | 'spill'> &
  Partial<Pick<MdCell, 'oldness' | 'priceTime' | 'readAt'> & Pick<PlacedCell, 'isEdited'>>;

/**
 * The current values of formulas.
 *
 * @param labelsOf the labels beside the cells, if they are needed
 */
export async function keepCells(
  session: Session,
  cells: readonly PresentCell[],
  labelsOf?: LabelsOf,
): Promise<readonly PlacedCell[]> {
  const { workbook } = session.host;
  const contents = await readBlocks(workbook, cells, ({ spill }) => spill);
  const inputs = await readInputs(workbook, cells);
  return cells.map((one): PlacedCell => {
    const names = namesAsked(session, one, inputs.get(one)!);
    const { cell, formula, spill, readAt = null, priceTime, oldness, isEdited } = one;
    const rows = contents.get(one)!;
    return {
      cell,
      formula,
      values: rows.map((row) => row.map(({ value }) => value)),
      formats: rows.map((row) => row.map(({ format }) => format)),
      readAt,
      ...(priceTime && { priceTime }),
      ...(oldness && { isTimeUnknown: true }),
      ...(isEdited && { isEdited }),
      ...(labelsOf && { labels: labelsOf(spill) }),
      ...(inputs.get(one)!.length > 0 && { inputs: inputs.get(one)! }),
      ...(names && { names }),
    };
  });
}

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
  /** Of the references in its arguments. Absent if the formula has none, and in snapshots of earlier versions. */
  readonly inputs?: Inputs;
  /** What its calls asked for, if that is known and its texts and cells do not tell. */
  readonly names?: readonly string[];
}

/** A range that the user has marked, with what its cells without MD formulas showed: amounts, totals, results. */
export interface KeptRange extends Block {
  readonly cells: readonly KeptFigure[];
}

/** A number, or the value of a formula without MD functions. */
interface KeptFigure {
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
interface KeptRun extends Block {
  readonly cells: readonly KeptCell[];
}

/** It is written once: the frozen formulas record which cells show it. */
interface KeptSnapshot {
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

const SNAPSHOT_NAME_PREFIX = 'MD_snapshot_';

/** A formula in its cell, or a marked figure. */
export interface PlacedCell extends KeptCell {
  /** A single cell. */
  readonly cell: Block;
  /** Whether it is frozen, and its values were edited since. */
  readonly isEdited?: boolean;
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
    const all = await Promise.all(this.idsIn(tracked).map((id) => this.readRecord(id, tracked)));
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
    await this.writeRecord(id, { ...snapshot, places: [...places.values()] });
  }
}

const isSnapshot = (value: unknown): value is KeptSnapshot =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  typeof value.name === 'string' &&
  typeof value.at === 'number' &&
  Array.isArray(value.runs);

/** Prefix of the hidden names of ranges whose results snapshots keep beside the MD cells. */
const RANGE_NAME_PREFIX = 'MD_results_';

const MAX_MARKED_CELLS = 20_000;

/** A marked range. Each snapshot also keeps its cells without MD formulas: amounts, totals, profit and loss. */
export interface MarkedRange {
  readonly name: string;
  readonly block: Block;
}

/** Where they are now, in the order in which they were marked. */
export async function markedRanges(workbook: Workbook): Promise<readonly MarkedRange[]> {
  return [...(await workbook.tracked(RANGE_NAME_PREFIX))]
    .flatMap(([name, [block]]) => (block ? [{ name, block }] : []))
    .sort((one, other) => numberOf(one.name) - numberOf(other.name));
}

/** Marks the selected cells. @throws an Error with a sentence for the user if they are too many, or marked already */
export async function markSelection(workbook: Workbook): Promise<MarkedRange> {
  const block = await workbook.selection();
  if (block.rows * block.columns > MAX_MARKED_CELLS)
    throw new Error(`${a1WithSheet(block)} has more than ${MAX_MARKED_CELLS} cells: select only the results`);
  const all = await workbook.tracked(RANGE_NAME_PREFIX);
  const other = (await markedRanges(workbook)).find((one) => overlaps(one.block, block));
  if (other) throw new Error(`${a1WithSheet(other.block)} is marked already: remove it first`);
  // Two people may mark at the same moment.
  const next = Math.max(0, ...[...all.keys()].map(numberOf)) + 1;
  const marked = { name: `${RANGE_NAME_PREFIX}${next}_${randomText()}`, block };
  await workbook.track([{ name: marked.name, blocks: [block] }]);
  return marked;
}

export const unmark = (workbook: Workbook, { name }: MarkedRange): Promise<void> =>
  workbook.track(withoutBlocks([name]));

const numberOf = (name: string): number => parseInt(name.slice(RANGE_NAME_PREFIX.length), 10) || 0;

/**
 * The values of marked cells. Typed texts are labels.
 *
 * @param filled the cells that MD formulas fill: these are kept anyway
 */
export async function figuresIn(
  workbook: Workbook,
  blocks: readonly Block[],
  filled: readonly Block[],
): Promise<readonly KeptRange[]> {
  const labelsOf = await readLabels(workbook, blocks);
  const kept: KeptRange[] = [];
  for (const block of blocks) {
    const rows = await readBlock(workbook, block);
    const cells = rows.flatMap((row, down) =>
      row.flatMap(({ formula, value, format }, across): readonly KeptFigure[] => {
        const cell = cellOf(block.sheet, block.row + down, block.column + across);
        const isResult = typeof value !== 'string' || (formula !== '' && value !== '');
        if (!isResult || mdCallsIn(formula).length > 0 || filled.some((one) => overlaps(one, cell))) return [];
        return [{ down, across, formula, value, format, label: labelOf(labelsOf(cell)) }];
      }),
    );
    kept.push({ ...block, cells });
  }
  return kept;
}

/** The labels beside the cells of a result. */
interface CellLabels {
  /** The defined name of its first cell; absent if it has none. */
  readonly name?: string;
  /** By row: the text to the left; empty if there is none. */
  readonly rows: readonly string[];
  /** By column: the heading above; empty if there is none. */
  readonly columns: readonly string[];
}

/** Labels are not read on a sheet whose cells reach further. */
const MAX_LABELLED_CELLS = 100_000;
/** How far a label may stand from its cell. */
const MAX_GAP = 3;

/** The labels beside cells, by which people recognize a figure at any position. */
export type LabelsOf = (block: Block) => CellLabels;

/** Reads the names of cells, and the texts to the left of these blocks and above them. */
export async function readLabels(workbook: Workbook, blocks: readonly Block[]): Promise<LabelsOf> {
  const sheets = new Map<string, Rows>();
  for (const ofSheet of groupBy(blocks, ({ sheet }) => sheet)) {
    const { sheet } = ofSheet[0]!;
    // No Math.max(...): a sheet can have more formulas than a call can have arguments.
    const endOf = (end: (block: Block) => number): number =>
      ofSheet.reduce((last, block) => Math.max(last, end(block)), 0);
    const [rows, columns] = [endOf((one) => one.row + one.rows), endOf((one) => one.column + one.columns)];
    if (rows * columns <= MAX_LABELLED_CELLS)
      sheets.set(sheet, await readBlock(workbook, { sheet, row: 0, column: 0, rows, columns }));
  }
  const defined = await workbook.tracked('');
  const names = new Map(
    [...defined].flatMap(([name, [block, ...others]]): [string, string][] =>
      block && others.length === 0 && !name.startsWith(OURS) ? [[a1WithSheet(block), name]] : [],
    ),
  );
  return (block) => {
    const { sheet, row, column } = block;
    const name = names.get(a1WithSheet(block)) ?? names.get(a1WithSheet(cellOf(sheet, row, column)));
    const all = sheets.get(sheet) ?? [];
    return {
      ...(name === undefined ? {} : { name }),
      rows: Array.from({ length: block.rows }, (_, down) => labelLeftOf(all[row + down] ?? [], column)),
      columns: Array.from({ length: block.columns }, (_, across) => labelAbove(all, block, column + across)),
    };
  };
}

/** The names by which the add-in finds cells again. */
const OURS = 'MD_';

/** "Payables · EUR", or the name of a single cell. */
export function labelOf(labels: CellLabels | undefined, down = 0, across = 0): string {
  const { name, rows = [], columns = [] } = labels ?? {};
  if (name !== undefined && rows.length * columns.length === 1) return name;
  return [name, rows[down], columns[across]].filter(Boolean).join(' · ');
}

/** The first text of the stretch of filled cells to the left. */
function labelLeftOf(row: readonly CellContent[], column: number): string {
  let found = '';
  let gap = 0;
  for (let at = column - 1; at >= 0 && gap <= MAX_GAP; at--) {
    const cell = row[at];
    if (isBlank(cell)) {
      if (found !== '') break;
      gap++;
    } else if (isText(cell)) found = String(cell.value);
  }
  return found;
}

/**
 * The nearest typed text above, skipping numbers and results: a verdict above another one is no heading. If there is
 * none, the topmost text of the filled cells directly above.
 */
function labelAbove(rows: Rows, { row, column: anchor }: Block, column: number): string {
  let found = '';
  let gap = 0;
  for (let at = row - 1; at >= 0 && gap <= 1; at--) {
    const cell = rows[at]?.[column];
    if (isBlank(cell)) {
      if (found !== '') break;
      gap++;
    } else if (isText(cell)) {
      found = String(cell.value);
      // Cells that are filled by a formula in the same row have no label of their own.
      if (cell.formula === '' && !rows[at]?.[anchor]?.formula) break;
    }
  }
  return found;
}

const isBlank = (cell: CellContent | undefined): boolean => cell === undefined || cell.value === '';

/** Errors are no labels. */
const isText = (cell: CellContent | undefined): cell is CellContent =>
  typeof cell?.value === 'string' && !cell.value.startsWith('#');

import type { Session } from '../session';
import { isWaiting, type MdCell, scanCells, sourceOf } from './cells';
import { referencesIn } from './formulas';
import type { CellContent, FormulaCell, OnProgress, CellWriting } from '../host';
import { digestOf, readBlocks, type Rows, portionsOf, shownAs } from './block-contents';
import { type LeftOut, type Replacement, replaceCells, Replaced } from './replace';
import {
  dropFrozen,
  findFrozen,
  type FrozenBlock,
  inTurn,
  isForgotten,
  FrozenEntries,
  type FrozenEntry,
  formulaKey,
  type Thawed,
} from './frozen';
import { newId } from './ledger';
import { contentAt, type KeptCell, type KeptSnapshot } from './snapshot-store';
import { a1WithSheet, type Block, overlaps, parseA1 } from '../../core/sheet';

export type FreezeScope = 'selection' | 'sheet' | 'workbook';

export interface FreezeReport {
  readonly frozenCount: number;
  readonly skipped: readonly LeftOut[];
}

/** Replaces whole formulas with their displayed values and formats, and keeps the formulas in the workbook. */
export async function freeze(
  session: Session,
  scope: FreezeScope,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<FreezeReport> {
  const { frozen, skipped } = await freezeAs(session, scope, undefined, onProgress, signal);
  return { frozenCount: frozen.length, skipped };
}

/** A snapshot whose values replace those of the formulas. */
interface ShownInstead extends Pick<KeptSnapshot, 'id' | 'source'> {
  /** Its values for the cells of a formula; undefined for a formula that it does not contain, which is left alone. */
  readonly keptOf: (cell: Block) => KeptCell | undefined;
}

/**
 * Freezes formulas with their displayed values, or with those of a snapshot. The formulas are stored before any cell
 * changes, and each is replaced entirely or not at all.
 */
export const freezeAs = (
  session: Session,
  scope: FreezeScope,
  shown: ShownInstead | undefined,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<{ readonly frozen: readonly MdCell[]; readonly skipped: readonly LeftOut[] }> =>
  inTurn(session, async () => {
    const cells = (await cellsInScope(session, scope)).filter(({ cell }) => !shown || shown.keptOf(cell));
    const contents = await readBlocks(session.host.workbook, cells, ({ spill }) => spill);
    const skipped: LeftOut[] = [];
    const all: FormulaContents[] = [];
    for (const cell of cells) {
      const rows = contents.get(cell)!;
      const reason = obstacleToFreezing(cell, rows);
      if (reason === undefined) all.push({ cell, contents: rows });
      else skipped.push({ block: cell.spill, reason });
    }
    onProgress(0, all.length);
    const frozen: MdCell[] = [];
    if (all.length === 0) return { frozen, skipped };
    const before = await findFrozen(session);
    for (const part of splitIntoParts(all)) {
      if (signal.aborted) break;
      const replaced = await freezePart(session, part, shown, before, signal, (count) =>
        onProgress(frozen.length + count, all.length),
      );
      for (const { cell } of replaced.done) frozen.push(cell);
      skipped.push(...replaced.skipped);
    }
    await dropFrozen(
      session,
      before.filter((one) => isForgotten(one, session.now())),
    );
    return { frozen, skipped };
  });

async function freezePart(
  session: Session,
  part: readonly FormulaContents[],
  shown: ShownInstead | undefined,
  before: readonly FrozenBlock[],
  signal: AbortSignal,
  onProgress: (frozenCount: number) => void,
): Promise<Replaced<FreezingCell>> {
  const partId = newId(session.now());
  const all = await describe(session, partId, part, shown);
  const entries = session.part(FrozenEntries);
  const entriesOf = (some: readonly FreezingCell[]) => some.map(({ entry }) => entry);
  const replaced = new Replaced<FreezingCell>();
  try {
    await entries.writeEntries(partId, entriesOf(all));
    await replaceCells(session.host.workbook, all, FREEZING, replaced, onProgress, signal);
  } finally {
    if (replaced.done.size < all.length)
      await entries.keepEntries(partId, entriesOf([...replaced.done, ...replaced.lost]));
    await dropFrozen(session, replacedBy(replaced.done, before));
  }
  return replaced;
}

async function cellsInScope(session: Session, scope: FreezeScope): Promise<readonly MdCell[]> {
  const cells = await scanCells(session);
  if (scope === 'workbook') return cells;
  const selection = await session.host.workbook.selection();
  return cells.filter(({ spill }) =>
    scope === 'sheet' ? spill.sheet === selection.sheet : overlaps(spill, selection),
  );
}

function obstacleToFreezing({ isInTable, isLocked }: FormulaCell, contents: Rows): string | undefined {
  if (isLocked) return 'The sheet is protected: unprotect it first';
  if (isInTable)
    return 'It is in a table, which would fill its column with one formula when it is thawed: copy it as values instead';
  const hasWaiting = contents.some((row) => row.some(({ value }) => isWaiting(String(value))));
  return hasWaiting ? 'It still waits for its value: freeze it once that is there' : undefined;
}

/** Tracks the cells and those in their references, and creates the entry of each formula. */
async function describe(
  session: Session,
  partId: string,
  part: readonly FormulaContents[],
  shown: ShownInstead | undefined,
): Promise<FreezingCell[]> {
  const sheets = new Set((await session.host.workbook.outline()).sheets);
  const described = part.map((one) => ({
    ...one,
    references: referencesIn(one.cell.formula).map((reference) => {
      const block = parseA1(reference.text, one.cell.cell.sheet);
      return { ...reference, block: block && sheets.has(block.sheet) ? block : undefined };
    }),
  }));
  const blocks = described.flatMap(({ cell, references }) => [
    cell.spill,
    ...references.flatMap(({ block }) => block ?? []),
  ]);
  const tracked = await session.part(FrozenEntries).trackBlocks(partId, blocks);
  const places = new Map(blocks.map((block, index) => [block, tracked[index]!]));
  const at = session.now();
  return described.map(({ cell, contents: present, references }, index) => {
    const { spill, formula, oldness } = cell;
    const kept = shown?.keptOf(cell.cell);
    // If a result is smaller now, its remaining kept values are dropped; if it is larger, the extra cells show nothing.
    const contents = kept
      ? present.map((row, down) => row.map((_, across) => ({ formula: '', ...contentAt(kept, [down, across]) })))
      : present;
    const { priceTime, isTimeUnknown } = kept ?? { priceTime: cell.priceTime, isTimeUnknown: oldness !== undefined };
    const writings = contents.map((row, down) =>
      row.map(({ value, format }, across) => ({
        ...shownAs(value),
        ...(format === ownFormatOf(present[down]![across]!) ? {} : { format }),
      })),
    );
    const entry: FrozenEntry = {
      id: `${partId}_${index.toString(36)}`,
      formula,
      at,
      source: kept ? shown!.source : sourceOf(session),
      ...(priceTime && { priceTime }),
      ...(isTimeUnknown && { isTimeUnknown }),
      ...(shown && { shows: shown.id }),
      rows: spill.rows,
      columns: spill.columns,
      digest: digestOf(contents),
      ...(writings.flat().some(({ format }) => format !== undefined) && { formats: ownFormatsOf(present) }),
      place: places.get(spill)!,
      references: references.map(({ text, start, block }) => ({
        text,
        start,
        ...(block && { place: places.get(block)! }),
      })),
    };
    return { cell, writings, entry };
  });
}

/**
 * Older entries for the same cells. They are removed only if these cells' formulas are stored again: somebody else may
 * have frozen the same cells in the meantime, and only their entry has the formulas. A formula that is in its cell
 * without having been thawed may be one that somebody is freezing now.
 */
function replacedBy(frozen: ReadonlySet<FreezingCell>, before: readonly FrozenBlock[]): FrozenBlock[] {
  const anchors = new Set([...frozen].map(({ cell }) => a1WithSheet(cell.cell)));
  return before.filter(
    ({ block, isBack, thawed }) =>
      block && (!isBack || thawed) && anchors.has(a1WithSheet({ ...block, rows: 1, columns: 1 })),
  );
}

/** Without its formula a cell has its own format, which may differ from the format of the value. */
const ownFormatOf = ({ format, ownFormat = format }: CellContent): string => ownFormat;

/** One row if all are alike. */
function ownFormatsOf(present: Rows): string[][] {
  const formats = present.map((row) => row.map(ownFormatOf));
  return formats.every((row) => row.join('\n') === formats[0]!.join('\n')) ? formats.slice(0, 1) : formats;
}

interface FormulaContents {
  readonly cell: MdCell;
  readonly contents: Rows;
}

interface FreezingCell {
  readonly cell: MdCell;
  readonly writings: readonly (readonly CellWriting[])[];
  readonly entry: FrozenEntry;
}

/** Replaces formulas with their values. */
const FREEZING: Replacement<FreezingCell> = {
  blockOf: ({ cell }) => cell.spill,
  isThere: ({ cell: { formula } }, contents) => contents[0]![0]!.formula === formula,
  after: ({ cell: { spill }, writings }) => ({ block: spill, cells: writings }),
  before: ({ cell: { spill, formula } }) => ({ block: spill, cells: [[{ formula }]] }),
};

/** More would keep the page busy, and exceed what a spreadsheet accepts in one message. */
const [MAX_FORMULAS, MAX_BYTES] = [4_000, 2_000_000];
/** Upper bounds of stored sizes: of an entry, of a character of its formula, and of a cell's number format. */
const [BYTES_OF_ENTRY, BYTES_OF_CHARACTER, BYTES_OF_FORMAT] = [300, 3, 30];

/** The parts of formulas that are frozen one after the other. @internal */
export const splitIntoParts = <T extends { readonly cell: FormulaCell }>(all: readonly T[]): T[][] =>
  portionsOf(
    all,
    ({ cell: { formula, spill } }) =>
      BYTES_OF_ENTRY + formula.length * BYTES_OF_CHARACTER + spill.rows * spill.columns * BYTES_OF_FORMAT,
    MAX_BYTES,
    MAX_FORMULAS,
  );

export interface ThawReport {
  readonly thawedCount: number;
  readonly skipped: readonly LeftOut[];
}

type Present = FrozenBlock & { readonly block: Block };

/**
 * Puts the formulas back instead of their values. Edited values are replaced only on request. The entries are only
 * marked, not removed, where a spreadsheet's Undo restores the values and nothing else.
 */
export const thaw = (
  session: Session,
  blocks: readonly FrozenBlock[],
  { overwriteEdited }: { readonly overwriteEdited: boolean },
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<ThawReport> =>
  inTurn(session, async () => {
    const { workbook } = session.host;
    const ids = new Set(blocks.map(({ id }) => id));
    const found = await findFrozen(session);
    const everything = found.filter(({ isBack }) => !isBack);
    // If two people froze the same cells at the same moment, only one of them saw the cells' own formats.
    const withFormats = new Map(
      everything
        .filter(({ formats }) => formats)
        .reverse()
        .map((one) => [formulaKey(one), one] as const),
    );
    const chosen = everything.filter(({ id }) => ids.has(id)).map((one) => withFormats.get(formulaKey(one)) ?? one);
    const { tables } = await workbook.outline();
    const obstacles = new Map(chosen.map((one) => [one, obstacleToThawing(one, tables, overwriteEdited)]));
    const deleted = chosen.filter(({ block }) => block === undefined);
    const all = chosen.filter((one): one is Present => one.block !== undefined && obstacles.get(one) === undefined);
    const replaced = new Replaced<Present>();
    onProgress(0, all.length);
    try {
      await replaceCells(workbook, all, THAWING, replaced, (count) => onProgress(count, all.length), signal);
    } finally {
      const doneKeys = new Set([...deleted, ...replaced.done].map(formulaKey));
      const restored = new Set(session.host.undoesRecords ? [...replaced.done].map(formulaKey) : []);
      await session
        .part(FrozenEntries)
        .changeEntries(
          new Map<string, Thawed | 'dropped'>([
            ...found.filter((one) => isForgotten(one, session.now())).map(({ id }) => [id, 'dropped'] as const),
            ...everything
              .filter((one) => doneKeys.has(formulaKey(one)))
              .map(
                (one) => [one.id, restored.has(formulaKey(one)) ? 'dropped' : thawedNow(one, session.now())] as const,
              ),
          ]),
        );
    }
    const left = [...obstacles].flatMap(([{ block }, reason]) => (reason === undefined ? [] : [{ block, reason }]));
    return { thawedCount: replaced.done.size, skipped: [...left, ...replaced.skipped] };
  });

function obstacleToThawing(
  { block, formula, isEdited }: FrozenBlock,
  tables: readonly Block[],
  overwriteEdited: boolean,
): string | undefined {
  if (!block) return `Its cells were deleted; the formula was ${formula}`;
  if (tables.some((table) => overlaps(table, block)))
    return 'It is in a table by now, which would fill its column with one formula: convert the table to a range, then thaw it';
  return overwriteEdited || !isEdited ? undefined : 'Its values were edited since it was frozen';
}

/** Undo may also restore deleted cells with their frozen values. */
const thawedNow = ({ block, contents, thawed, digest }: FrozenBlock, at: number): Thawed => ({
  at,
  digest: block ? digestOf(contents) : (thawed ?? { digest }).digest,
});

/** Replaces values with their formulas. */
const THAWING: Replacement<Present> = {
  blockOf: ({ block }) => block,
  after: (one) => ({
    block: one.block,
    cells: one.contents.map((row, down) => row.map((_, across) => writingAt(one, down, across))),
  }),
  before: ({ block, contents }) => ({ block, cells: contents.map((row) => row.map(toWriting)) }),
};

const toWriting = ({ formula, value, format }: CellContent): CellWriting => ({
  ...(formula === '' ? { value } : { formula }),
  format,
});

/**
 * The formula for the first cell; for all cells the formats from before freezing, unless rows or columns were inserted.
 */
function writingAt(
  { rows, columns, formats, formula, block }: Present,
  down: number,
  across: number,
): CellWriting | undefined {
  const format =
    rows === block.rows && columns === block.columns ? (formats?.[down] ?? formats?.[0])?.[across] : undefined;
  const writing = { ...(down === 0 && across === 0 ? { formula } : {}), ...(format === undefined ? {} : { format }) };
  return Object.keys(writing).length === 0 ? undefined : writing;
}

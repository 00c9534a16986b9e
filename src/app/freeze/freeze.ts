import { messageOf } from '../../core/message-of';
import { a1WithSheet, type Block, overlaps, parseA1 } from '../../core/sheet/a1';
import { referencesIn } from '../formulas/read-formula';
import { type Batch, batchesOf, cut, digestOf, inGroups, placesIn, readBlocks, type Rows } from '../block-contents';
import { isWaiting } from '../refresh/cells';
import { findFrozen, type FoundBlock, inTurn } from './frozen';
import { dropEntries, type FrozenEntry, nameOf, namesOf, newFreezeId, writeFreeze } from './frozen-part';
import type { Session } from '../session';
import { sourceOf } from '../source';
import type { CellWriting, FormulaCell, Workbook } from '../workbook';

export { frozenBlocks } from './frozen';
export type { FrozenBlock } from './frozen';
export { thaw } from './thaw';
export type { ThawReport } from './thaw';

export type FreezeScope = 'selection' | 'sheet' | 'workbook';

export interface FreezeReport {
  readonly frozenCount: number;
  /** With a sentence for the user. */
  readonly skipped: readonly { readonly block: Block; readonly reason: string }[];
}

/** A formula, what its cells show, and what will be kept of it. */
interface FreezingCell {
  readonly cell: FormulaCell;
  readonly contents: Rows;
  entry: FrozenEntry;
}

/**
 * Replaces whole formulas by the values and formats that they show, and keeps the formulas in the workbook. They are
 * stored before any cell changes, and each formula is replaced entirely or not at all.
 */
export const freeze = (
  session: Session,
  scope: FreezeScope,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<FreezeReport> =>
  inTurn(session, async () => {
    const { workbook } = session.host;
    const cells = await cellsIn(workbook, scope);
    const contents = await readBlocks(workbook, cells, ({ spill }) => spill);
    const skipped = cells.flatMap((cell) => {
      const reason = obstacle(cell, contents.get(cell)!);
      return reason === undefined ? [] : [{ block: cell.spill, reason }];
    });
    const skippedBlocks = new Set(skipped.map(({ block }) => block));
    const freezeId = newFreezeId(session.now());
    const all = describe(
      session,
      freezeId,
      cells.filter(({ spill }) => !skippedBlocks.has(spill)),
      contents,
    );
    onProgress(0, all.length);
    if (all.length === 0) return { frozenCount: 0, skipped };
    const before = await findFrozen(workbook);
    const frozen: FreezingCell[] = [];
    try {
      await trackAll(workbook, all);
      await writeFreeze(
        workbook,
        freezeId,
        all.map(({ entry }) => entry),
      );
      for (const batch of batchesOf(all, ({ cell }) => cell.spill)) {
        if (signal.aborted) break;
        const reason = await freezeBatch(workbook, batch);
        if (reason === undefined) frozen.push(...batch.members.map(({ of }) => of));
        else skipped.push(...batch.members.map(({ block }) => ({ block, reason })));
        onProgress(frozen.length, all.length);
      }
    } finally {
      await writeFreeze(
        workbook,
        freezeId,
        frozen.map(({ entry }) => entry),
      );
      const unused = all.filter((one) => !frozen.includes(one)).flatMap(({ entry }) => namesOf(entry));
      if (unused.length > 0) await workbook.untrack(unused);
      await dropEntries(workbook, replacedBy(frozen, before));
    }
    return { frozenCount: frozen.length, skipped };
  });

async function cellsIn(workbook: Workbook, scope: FreezeScope): Promise<readonly FormulaCell[]> {
  const cells = await workbook.formulas();
  if (scope === 'workbook') return cells;
  const selection = await workbook.selection();
  return cells.filter(({ spill }) =>
    scope === 'sheet' ? spill.sheet === selection.sheet : overlaps(spill, selection),
  );
}

function obstacle({ isInTable, isLocked }: FormulaCell, contents: Rows): string | undefined {
  if (isLocked) return 'The sheet is protected: unprotect it first';
  if (isInTable)
    return 'It is in a table, which would fill its column with one formula when it is thawed: copy it as values instead';
  const hasWaiting = contents.some((row) => row.some(({ value }) => isWaiting(String(value))));
  return hasWaiting ? 'It still waits for its value: freeze it once that is there' : undefined;
}

function describe(
  session: Session,
  freezeId: string,
  cells: readonly FormulaCell[],
  contents: ReadonlyMap<FormulaCell, Rows>,
): FreezingCell[] {
  const at = session.now();
  const source = sourceOf(session);
  return cells.map((cell, index) => {
    const id = `${freezeId}_${index.toString(36)}`;
    const rows = contents.get(cell)!;
    const references = referencesIn(cell.formula).map((one, position) => ({
      ...one,
      name: `${nameOf({ id })}_${position}`,
    }));
    const { spill, formula } = cell;
    return {
      cell,
      contents: rows,
      entry: { id, formula, at, source, rows: spill.rows, columns: spill.columns, digest: digestOf(rows), references },
    };
  });
}

/**
 * What was frozen before where other formulas had been entered since. It goes only when those are kept: somebody else may have frozen the same
 * cells in the meantime, and what he keeps is then all there is.
 */
function replacedBy(frozen: readonly FreezingCell[], before: readonly FoundBlock[]): FrozenEntry[] {
  const anchors = new Set(frozen.map(({ cell }) => a1WithSheet(cell.cell)));
  return before
    .filter(({ block }) => block && anchors.has(a1WithSheet({ ...block, rows: 1, columns: 1 })))
    .map(({ entry }) => entry);
}

async function trackAll(workbook: Workbook, all: readonly FreezingCell[]): Promise<void> {
  const names = all.flatMap(({ cell, entry }) => [
    [nameOf(entry), cell.spill] as const,
    ...entry.references.map(({ name, text }) => [name, parseA1(text, cell.cell.sheet)] as const),
  ]);
  const sheets = new Set(await workbook.sheetNames());
  await inGroups(names, async ([name, block]) => {
    if (block && sheets.has(block.sheet)) await workbook.track(name, block);
  });
}

/** Returns the reason if it fails; the formulas are then restored. */
async function freezeBatch(workbook: Workbook, { block, members }: Batch<FreezingCell>): Promise<string | undefined> {
  const anchors = new Map(members.map(({ of: { cell } }) => [a1WithSheet(cell.cell), { formula: cell.formula }]));
  const formulas = placesIn(block).map((row) => row.map((place) => anchors.get(a1WithSheet(place))));
  const present = await workbook.read(block);
  const isChanged = formulas.some((row, down) =>
    row.some((anchor, across) => anchor !== undefined && anchor.formula !== present[down]![across]!.formula),
  );
  if (isChanged) return 'Its formula has changed in the meantime: freeze again';
  try {
    await workbook.clear(block);
    // Without the formula the cells have their own formats, which may differ from those that the values gave them.
    const own = await workbook.read(block);
    const shown = mergeRows(block, members);
    await workbook.write(
      block,
      shown.map((row, down) => row.map((cell, across) => writingOf(cell, own[down]![across]!.format))),
    );
    for (const { of, block: part } of members) of.entry = withFormats(of, cut(own, block, part));
    return undefined;
  } catch (error) {
    await workbook.write(block, formulas).catch(() => undefined);
    return messageOf(error);
  }
}

function mergeRows(block: Block, members: Batch<FreezingCell>['members']): Rows[number][] {
  const [first] = members;
  if (first && members.length === 1) return [...first.of.contents];
  const byPlace = new Map(members.map((member) => [a1WithSheet(member.block), member.of.contents[0]![0]!]));
  return placesIn(block).map((row) => row.map((place) => byPlace.get(a1WithSheet(place))!));
}

function writingOf({ value, format }: Rows[number][number], ownFormat: string): CellWriting | undefined {
  const writing = { ...(value === '' ? {} : { value }), ...(format === ownFormat ? {} : { format }) };
  return Object.keys(writing).length === 0 ? undefined : writing;
}

function withFormats({ entry, contents }: FreezingCell, own: Rows): FrozenEntry {
  const formats = own.map((row) => row.map(({ format }) => format));
  const isAsBefore = formats.every((row, down) =>
    row.every((format, across) => format === contents[down]![across]!.format),
  );
  if (isAsBefore) return entry;
  const [first] = formats;
  return {
    ...entry,
    formats: first && formats.every((row) => row.join('\n') === first.join('\n')) ? [first] : formats,
  };
}

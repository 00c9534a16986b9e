import { messageOf } from '../../core/message-of';
import { a1WithSheet } from '../../core/sheet/a1';
import { cellsIn } from '../../core/sheet/block-cells';
import { type BlockBatch, clearAll, cut, inHalves, readAll, type Rows, writeAll } from '../block-contents';
import type { CellWriting, FormulaCell, Workbook, WrittenBlock } from '../workbook';
import type { FrozenEntry } from './frozen-entries';

/** A formula, and what its cells show. */
export interface FormulaContents {
  readonly cell: FormulaCell;
  readonly contents: Rows;
}

/** With what will be kept of it. */
export interface FreezingCell extends FormulaContents {
  entry: FrozenEntry;
}

type FreezingBatch = BlockBatch<FreezingCell>;

const NOT_RESTORED = 'Its cells could not be written, and its formula could not be put back: thaw it';

interface Failures {
  /** A sentence for the user, for each batch that is not frozen. */
  readonly reasons: ReadonlyMap<FreezingBatch, string>;
  /** Of these, the batches whose formulas could not be restored either. What is stored of them is all there is. */
  readonly notRestored: ReadonlySet<FreezingBatch>;
}

/** Replaces the formulas of a group with what they show. The formulas of batches that fail are restored. */
export async function freezeBatches(workbook: Workbook, group: readonly FreezingBatch[]): Promise<Failures> {
  const reasons = new Map<FreezingBatch, string>();
  const notRestored = new Set<FreezingBatch>();
  const present = await readAll(workbook, group.map(blockOf));
  for (const [index, batch] of group.entries())
    if (isChanged(batch, present[index]!)) reasons.set(batch, 'Its formula has changed in the meantime: freeze again');
  await inHalves(
    group.filter((batch) => !reasons.has(batch)),
    (some) => replace(workbook, some, notRestored),
    (batch, error) => reasons.set(batch, notRestored.has(batch) ? NOT_RESTORED : messageOf(error)),
  );
  return { reasons, notRestored };
}

const blockOf = ({ block }: FreezingBatch): FreezingBatch['block'] => block;

/** All or none of them. */
async function replace(
  workbook: Workbook,
  batches: readonly FreezingBatch[],
  notRestored: Set<FreezingBatch>,
): Promise<void> {
  const blocks = batches.map(blockOf);
  try {
    await clearAll(workbook, blocks);
    // Without the formula the cells have their own formats, which may differ from those that the values gave them.
    const own = await readAll(workbook, blocks);
    await writeAll(
      workbook,
      batches.map((batch, index) => valuesOf(batch, own[index]!)),
    );
    for (const [index, { block, members }] of batches.entries())
      for (const { of, block: part } of members) of.entry = withFormats(of, cut(own[index]!, block, part));
    for (const batch of batches) notRestored.delete(batch);
  } catch (error) {
    // One by one, since another that is refused would keep all of them from being written.
    for (const batch of batches) {
      if (await restore(workbook, batch)) notRestored.delete(batch);
      else notRestored.add(batch);
    }
    throw error;
  }
}

/** Whether the formulas stand in their cells again, or still. */
async function restore(workbook: Workbook, batch: FreezingBatch): Promise<boolean> {
  try {
    await workbook.write(batch.block, formulasOf(batch));
    return true;
  } catch {
    const present = await workbook.read(batch.block).catch(() => undefined);
    return present !== undefined && !isChanged(batch, present);
  }
}

const isChanged = (batch: FreezingBatch, present: Rows): boolean =>
  formulasOf(batch).some((row, down) =>
    row.some((anchor, across) => anchor !== undefined && anchor.formula !== present[down]![across]!.formula),
  );

/** Where the formulas stand; a hole for the rest of a spill. */
function formulasOf({ block, members }: FreezingBatch): ({ readonly formula: string } | undefined)[][] {
  const anchors = new Map(members.map(({ of: { cell } }) => [a1WithSheet(cell.cell), { formula: cell.formula }]));
  return cellsIn(block).map((row) => row.map((cell) => anchors.get(a1WithSheet(cell))));
}

const valuesOf = (batch: FreezingBatch, own: Rows): WrittenBlock => ({
  block: batch.block,
  cells: contentsOf(batch).map((row, down) => row.map((cell, across) => writingOf(cell, own[down]![across]!.format))),
});

function contentsOf({ block, members }: FreezingBatch): Rows[number][] {
  const [first] = members;
  if (first && members.length === 1) return [...first.of.contents];
  const byAddress = new Map(members.map((member) => [a1WithSheet(member.block), member.of.contents[0]![0]!]));
  return cellsIn(block).map((row) => row.map((cell) => byAddress.get(a1WithSheet(cell))!));
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

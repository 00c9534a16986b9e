import { messageOf } from '../../core/message-of';
import { a1WithSheet } from '../../core/sheet/a1';
import { type Batch, clearAll, cut, inHalves, placesIn, readAll, type Rows, writeAll } from '../block-contents';
import type { CellWriting, FormulaCell, Workbook, WrittenBlock } from '../workbook';
import type { FrozenEntry } from './frozen-part';

/** A formula, and what its cells show. */
export interface Shown {
  readonly cell: FormulaCell;
  readonly contents: Rows;
}

/** And what will be kept of it. */
export interface FreezingCell extends Shown {
  entry: FrozenEntry;
}

type FreezingBatch = Batch<FreezingCell>;

/** Replaces the formulas of a group by what they show. Returns the reasons of the batches that fail; their formulas are restored. */
export async function freezeBatches(
  workbook: Workbook,
  group: readonly FreezingBatch[],
): Promise<ReadonlyMap<FreezingBatch, string>> {
  const reasons = new Map<FreezingBatch, string>();
  const present = await readAll(workbook, group.map(blockOf));
  for (const [index, batch] of group.entries())
    if (isChanged(batch, present[index]!)) reasons.set(batch, 'Its formula has changed in the meantime: freeze again');
  await inHalves(
    group.filter((batch) => !reasons.has(batch)),
    (some) => replace(workbook, some),
    (batch, error) => reasons.set(batch, messageOf(error)),
  );
  return reasons;
}

const blockOf = ({ block }: FreezingBatch): FreezingBatch['block'] => block;

/** All or none of them. */
async function replace(workbook: Workbook, batches: readonly FreezingBatch[]): Promise<void> {
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
  } catch (error) {
    // One by one, since another that is refused would keep all of them from being written.
    for (const batch of batches) await workbook.write(batch.block, formulasOf(batch)).catch(() => undefined);
    throw error;
  }
}

const isChanged = (batch: FreezingBatch, present: Rows): boolean =>
  formulasOf(batch).some((row, down) =>
    row.some((anchor, across) => anchor !== undefined && anchor.formula !== present[down]![across]!.formula),
  );

/** Where the formulas stand; a hole for the rest of a spill. */
function formulasOf({ block, members }: FreezingBatch): ({ readonly formula: string } | undefined)[][] {
  const anchors = new Map(members.map(({ of: { cell } }) => [a1WithSheet(cell.cell), { formula: cell.formula }]));
  return placesIn(block).map((row) => row.map((place) => anchors.get(a1WithSheet(place))));
}

const valuesOf = (batch: FreezingBatch, own: Rows): WrittenBlock => ({
  block: batch.block,
  cells: shownIn(batch).map((row, down) => row.map((cell, across) => writingOf(cell, own[down]![across]!.format))),
});

function shownIn({ block, members }: FreezingBatch): Rows[number][] {
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

import type { Block } from '../../core/sheet/a1';
import { formulaOfBlocks } from '../../core/sheet/block-list';
import type { TrackedName, Workbook } from '../workbook';

/** Prefix of hidden names in the workbook. */
export const FROZEN_NAME_PREFIX = 'MD_frozen_';

/** Where a tracked block is found: the number of its hidden name in the freeze, and its own among the name's blocks. */
export type Place = readonly [name: number, block: number];

export const nameAt = (freezeId: string, [name]: Place): string =>
  `${FROZEN_NAME_PREFIX}${freezeId}_${name.toString(36)}`;

/** Up to this many blocks have a name each. */
const FEW_BLOCKS = 100;
/** A formula has at most 8,192 characters, and addresses become longer when rows are inserted above them. */
const MAX_FORMULA_LENGTH = 5_000;

/**
 * Hides names for the blocks of a freeze, by which they are found after rows have moved. Returns the place of each.
 * Many blocks share names, because a spreadsheet takes minutes to define tens of thousands; where it refuses that, they
 * have a name each after all.
 */
export async function trackBlocks(workbook: Workbook, freezeId: string, blocks: readonly Block[]): Promise<Place[]> {
  if (blocks.length > FEW_BLOCKS) {
    const groups = groupBySharedName(blocks);
    const names = namesOf(freezeId, groups);
    try {
      await workbook.track(names);
      return groups.flatMap((group, name) => group.map((_, block): Place => [name, block]));
    } catch {
      await untrack(workbook, names);
    }
  }
  const names = namesOf(
    freezeId,
    blocks.map((block) => [block]),
  );
  try {
    await workbook.track(names);
  } catch (error) {
    await untrack(workbook, names);
    throw error;
  }
  return blocks.map((_, name) => [name, 0]);
}

const untrack = (workbook: Workbook, names: readonly TrackedName[]): Promise<void> =>
  workbook.untrack(names.map(({ name }) => name)).catch(() => undefined);

const namesOf = (freezeId: string, groups: readonly (readonly Block[])[]): TrackedName[] =>
  groups.map((blocks, name) => ({ name: nameAt(freezeId, [name, 0]), blocks }));

function groupBySharedName(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = [];
  let room = 0;
  for (const block of blocks) {
    const length = formulaOfBlocks([block]).length + 1;
    if (length > room) {
      groups.push([]);
      room = MAX_FORMULA_LENGTH;
    }
    groups.at(-1)!.push(block);
    room -= length;
  }
  return groups;
}

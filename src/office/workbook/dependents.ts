import { rangeOf } from './run';
import { a1WithSheet, type Block, parseA1 } from '../../core/sheet';

/** All cells whose formulas depend on the blocks, directly or through others. */
export async function readDependents(context: Excel.RequestContext, blocks: readonly Block[]): Promise<Block[]> {
  const byAddress = new Map<string, Block>();
  for (const block of blocks)
    for (const one of await dependentsOfOne(context, block)) byAddress.set(a1WithSheet(one), one);
  return [...byAddress.values()];
}

/** One message per block: if a block has no dependents, Excel refuses the whole message. */
async function dependentsOfOne(context: Excel.RequestContext, block: Block): Promise<readonly Block[]> {
  const areas = rangeOf(context, block).getDependents().load('addresses');
  try {
    await context.sync();
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ItemNotFound') return [];
    throw error;
  }
  return areas.addresses.flatMap((addresses) => listedBlocks(addresses, block.sheet));
}

/**
 * "Sheet1!A1:B4, 'My, sheet'!D1" → its blocks.
 *
 * @internal
 */
export const listedBlocks = (addresses: string, sheet: string): readonly Block[] =>
  [...addresses.matchAll(/(?:(?:'(?:[^']|'')+'|[^'!,]+)!)?[^,!]+/g)].flatMap(
    ([address]) => parseA1(address, sheet) ?? [],
  );

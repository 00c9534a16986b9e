import { isSetSupported } from '../features';
import { rangeOf, requireApi } from './run';
import { a1WithSheet, type Block, parseA1 } from '../../core/sheet';

/** Longer chains of dependent formulas are not followed to their end. */
const MAX_LEVELS = 100;

/**
 * All cells whose formulas depend on the blocks. From ExcelApi 1.15 on Excel returns all levels, before that one at a
 * time.
 */
export async function readDependents(context: Excel.RequestContext, blocks: readonly Block[]): Promise<Block[]> {
  requireApi('1.13', 'say which cells depend on others');
  const tellsAllLevels = isSetSupported('ExcelApi', '1.15');
  const byAddress = new Map<string, Block>();
  let level: readonly Block[] = blocks;
  for (let depth = 0; level.length > 0 && depth < (tellsAllLevels ? 1 : MAX_LEVELS); depth++) {
    const next: Block[] = [];
    for (const block of level) {
      for (const dependent of await dependentsOfOne(context, block, tellsAllLevels)) {
        const address = a1WithSheet(dependent);
        if (!byAddress.has(address)) next.push(dependent);
        byAddress.set(address, dependent);
      }
    }
    level = next;
  }
  return [...byAddress.values()];
}

/** One message per block: if a block has no dependents, Excel refuses the whole message. */
async function dependentsOfOne(
  context: Excel.RequestContext,
  block: Block,
  tellsAllLevels: boolean,
): Promise<readonly Block[]> {
  const range = rangeOf(context, block);
  const areas = (tellsAllLevels ? range.getDependents() : range.getDirectDependents()).load('addresses');
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

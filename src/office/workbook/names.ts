import { inMessages, rangeOf } from './run';
import type { Tracked, TrackedName } from '../../app/host';
import { blocksOfFormula, formulaOfBlocks } from '../../core/sheet';

/**
 * The data for one name takes up to about 600 bytes of a message's 5 MB, or what the formulas of a few hundred take.
 */
const NAMES_PER_MESSAGE = 500;

/**
 * Defines or replaces names that are hidden from users. Excel moves their cells with their rows. Several blocks are one
 * formula: Excel would need minutes for a name for each of thousands of cells. Rejects if Excel does not keep it.
 */
export async function defineHidden(context: Excel.RequestContext, all: readonly TrackedName[]): Promise<void> {
  const { names } = context.workbook;
  await inMessages(context, all, NAMES_PER_MESSAGE, ({ name, blocks }) => {
    names.getItemOrNullObject(name).delete();
    if (blocks.length === 0) return;
    const isOne = blocks.length === 1;
    names.add(name, isOne ? rangeOf(context, blocks[0]!) : `=${formulaOfBlocks(blocks)}`).visible = false;
  });
  const together = all.filter(({ blocks }) => blocks.length > 1);
  if (together.length === 0) return;
  const added = together.map(({ name }) => names.getItem(name).load('formula'));
  await context.sync();
  const isKept = added.every(({ formula }, index) => {
    const { blocks } = together[index]!;
    return formulaOfBlocks(blocksOfFormula(String(formula))) === formulaOfBlocks(blocks);
  });
  if (!isKept) throw new Error('This Excel does not track several blocks under one name');
}

/** The blocks of the names with a prefix; undefined where Excel has only #REF! left. */
export async function readNames(context: Excel.RequestContext, prefix: string): Promise<Tracked> {
  const names = context.workbook.names.load('name,formula');
  await context.sync();
  return new Map(
    names.items
      .filter(({ name }) => name.startsWith(prefix))
      .map(({ name, formula }) => [name, blocksOfFormula(String(formula))]),
  );
}

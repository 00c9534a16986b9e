import { type Block, parseA1 } from '../../core/sheet/a1';
import { rangeOf } from './run';

/** Defines or replaces a name that is hidden from users. Excel moves its cells with their rows. */
export async function defineHidden(context: Excel.RequestContext, name: string, block: Block): Promise<void> {
  const { names } = context.workbook;
  names.getItemOrNullObject(name).delete();
  names.add(name, rangeOf(context, block)).visible = false;
  await context.sync();
}

/** The blocks of the names with a prefix; undefined if Excel has only #REF! left. */
export async function readNames(
  context: Excel.RequestContext,
  prefix: string,
): Promise<Map<string, Block | undefined>> {
  const names = context.workbook.names.load('name,formula');
  await context.sync();
  return new Map(
    names.items
      .filter(({ name }) => name.startsWith(prefix))
      .map(({ name, formula }) => [name, parseA1(String(formula).replace(/^=/, ''), '')]),
  );
}

export async function deleteNames(context: Excel.RequestContext, names: readonly string[]): Promise<void> {
  for (const name of names) context.workbook.names.getItemOrNullObject(name).delete();
  await context.sync();
}

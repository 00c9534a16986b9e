import { TRAITS } from '../../app/generated/function-traits';
import { blockIn, callsIn, literalIn, mdCallsIn, referencesIn } from '../../app/workbook/formulas';
import { type Block, parseA1 } from '../../core/sheet';

/** Their rows are in another order than those of the list. */
const REORDERING: ReadonlySet<string> = new Set(['SORT', 'SORTBY', 'CHOOSEROWS', 'VSTACK', 'TOCOL']);

/**
 * A formula that sorts a result with the list that its rows belong to, since SORT around the result would put the scores
 * of one company beside the name of another. Undefined if there is no such list.
 *
 * @param block the cells of the result
 * @param place the column of the result to sort by, counted from 0
 */
export function sortedWithList(
  formula: string,
  block: Block,
  place: number,
): { readonly list: string; readonly formula: string } | undefined {
  const list = listIn(formula, block);
  if (list === undefined || callsIn(formula).some(({ name }) => REORDERING.has(name))) return undefined;
  const [literal, cells] = [literalIn(list), blockIn(list, block.sheet)];
  const isText = typeof literal === 'string';
  const rows = isText ? literal.split(',').length : (cells?.rows ?? block.rows);
  const headings = block.rows - rows;
  if (rows < 2 || headings < 0 || headings > 1) return undefined;
  const column = isText ? `TEXTSPLIT(${list},,",")` : list;
  const body = formula.replace(/^=/, '');
  const key = (cells?.columns ?? 1) + place + 1;
  return { list, formula: `=SORT(HSTACK(${column},${headings === 1 ? `DROP(${body},1)` : body}),${key})` };
}

/** As it is written in the formula. */
function listIn(formula: string, { sheet }: Block): string | undefined {
  const [asked] = mdCallsIn(formula).flatMap(({ name, arguments: all }) => {
    const parameters = TRAITS.find(({ id }) => id === name)?.parameters ?? [];
    return all.filter((text, index) => text !== '' && ['symbols', 'exchanges'].includes(parameters[index]?.role ?? ''));
  });
  return asked ?? referencesIn(formula).find(({ text }) => (parseA1(text, sheet)?.rows ?? 1) > 1)?.text;
}

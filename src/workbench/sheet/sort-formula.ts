import { blockIn, callsIn, literalIn, mdCallsIn, referencesIn } from '../../app/workbook/formulas';
import type { FunctionTraits } from '../../app/function-traits';
import { type Block, parseA1 } from '../../core/sheet';

/** A formula's result in its cells. */
interface SpilledResult {
  readonly formula: string;
  readonly block: Block;
  readonly values: readonly (readonly unknown[])[];
}

/** What a formula's rows belong to. */
interface NamedList {
  /** As it is written in the formula. */
  readonly text: string;
  /** The same as a column of cells. */
  readonly column: string;
  /** Row by row; undefined if they are not known. */
  readonly names: readonly (readonly unknown[])[] | undefined;
}

/** Their rows are in another order than those of the list. */
const REORDERING: ReadonlySet<string> = new Set(['SORT', 'SORTBY', 'CHOOSEROWS', 'VSTACK', 'TOCOL']);

/**
 * A formula that sorts a result with the list that its rows belong to, since SORT around the result would put the scores
 * of one company beside the name of another. Undefined if there is no such list, or if the result names its rows itself.
 *
 * @param place the column of the result to sort by, counted from 0
 * @param read the contents of cells, row by row
 */
export function sortedWithList(
  { formula, block, values }: SpilledResult,
  place: number,
  functions: readonly FunctionTraits[],
  read: (block: Block) => readonly (readonly unknown[])[],
): { readonly list: string; readonly formula: string } | undefined {
  if (callsIn(formula).some(({ name }) => REORDERING.has(name))) return undefined;
  const list = listIn(formula, block, functions, read);
  if (!list) return undefined;
  const { text, column, names = values } = list;
  const headings = block.rows - names.length;
  const isNamed = list.names !== undefined && namesRows(values.slice(headings), names);
  if (names.length < 2 || headings < 0 || headings > 1 || isNamed) return undefined;
  const body = formula.replace(/^=/, '');
  const key = (list.names?.[0]?.length ?? 1) + place + 1;
  return { list: text, formula: `=SORT(HSTACK(${column},${headings === 1 ? `DROP(${body},1)` : body}),${key})` };
}

function listIn(
  formula: string,
  { sheet }: Block,
  functions: readonly FunctionTraits[],
  read: (block: Block) => readonly (readonly unknown[])[],
): NamedList | undefined {
  const asked = mdCallsIn(formula).flatMap(({ name, arguments: all }) => {
    const parameters = functions.find(({ id }) => id === name)?.parameters ?? [];
    return all.filter((text, index) => text !== '' && ['symbols', 'exchanges'].includes(parameters[index]?.role ?? ''));
  })[0];
  const text = asked ?? referencesIn(formula).find((one) => (parseA1(one.text, sheet)?.rows ?? 1) > 1)?.text;
  if (text === undefined) return undefined;
  const literal = literalIn(text);
  if (typeof literal === 'string')
    return { text, column: `TEXTSPLIT(${text},,",")`, names: literal.split(',').map((name) => [name]) };
  const block = blockIn(text, sheet);
  return { text, column: text, names: block && read(block) };
}

/** Whether a column of the result shows all names in their rows. */
const namesRows = (values: readonly (readonly unknown[])[], names: readonly (readonly unknown[])[]): boolean =>
  (values[0] ?? []).some((_, column) =>
    values.every((row, index) => textOf(row[column]) === textOf(names[index]?.[0])),
  );

const textOf = (value: unknown): string => String(value).trim().toUpperCase();

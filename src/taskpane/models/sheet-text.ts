import type { NewCell } from '../../app/host';
import { DATE_FORMAT, TIME_FORMAT } from '../../core/calendar/dates';
import { parseA1 } from '../../core/sheet';
import { haveNumbers, orNoData } from './formulas';

/**
 * A cell of a model. Its value is a text's key, another word, a number or a date. In its formula {fx.look} is a text as
 * a string, {A} are the list's cells in a column, A# is the cell in the formula's own row, and {other} is one of the
 * sheet's names. {fx.look:other=B7} fills a text with another expression.
 */
export interface DraftCell extends Omit<NewCell, 'value'> {
  readonly value?: string;
  /** What the inputs on its left may be. */
  readonly rule?: string;
}

/** A hole leaves its cell unchanged. */
export interface DraftRow {
  readonly row: number;
  readonly column: number;
  readonly cells: readonly (DraftCell | undefined)[];
}

/**
 * The rows of a sheet, each a line of cells: "A5 | label | [input] as 0.0% | ? rule". A line without an address stands
 * below the one before, and one with "A5:9" in each of these rows.
 */
export function rowsIn(text: string): DraftRow[] {
  let [row, column] = [0, 0];
  return linesIn(text).flatMap(([address = '', ...cells]) => {
    const [first = '', last] = address.split(':');
    if (first === '') row++;
    else ({ row, column } = parseA1(first, '')!);
    const count = last === undefined ? 1 : Number(last) - row;
    return Array.from({ length: count }, (_, down) => ({ row: row + down, column, cells: cells.map(cellIn) }));
  });
}

export const linesIn = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));

const STYLES = { '##': 'title', '#': 'heading', '~': 'note', '*': 'total' } as const;
/** A formula that is a text alone. */
const IS_TEXT = /^=\{\w+\.\w+[^}]*\}$/;

/**
 * "fx.pair" is a label, "# fx.pair" a heading, "## fx.title" a title, "~ fx.note" a note, "[5]" a value for the modeller
 * to change, "[]" a place for one, "=A5" a formula, "* =A5" a total, "? …" a rule, "each: A#" a formula in a row of the
 * list, which is blank beside a blank entry and no data on an error, "each BC: A#" the same, and no data without numbers
 * in B and C. At its end is how it looks: "as 0.0%" or another number format, "as date", "as time", "as words" in the
 * middle, "as right". That alone is for a spill.
 */
export function cellIn(text: string): DraftCell | undefined {
  if (text === '') return undefined;
  const [, mark, content = '', look] = /^((?:##?|[~*?])(?= |$))?\s*(.*?)\s*(?:(?<=^|\s)as (\S.*))?$/.exec(text)!;
  if (mark === '?') return { rule: content, style: 'note' };
  const entry = /^\[(.*)\]$/.exec(content)?.[1];
  const formula = formulaIn(content);
  const value = formula === undefined ? (entry ?? content) : '';
  const isLabel = formula === undefined ? value !== '' : IS_TEXT.test(formula);
  const plain = entry !== undefined ? 'input' : isLabel ? 'label' : undefined;
  const style = mark ? STYLES[mark as keyof typeof STYLES] : plain;
  return {
    ...(style && { style }),
    ...(formula !== undefined && { formula }),
    ...((value !== '' || text === '#') && { value }),
    ...(look !== undefined && lookIn(look)),
  };
}

function formulaIn(content: string): string | undefined {
  const [, letters, text] = /^each ?([A-Z]*): (.*)$/.exec(content) ?? [];
  if (text === undefined) return content.startsWith('=') ? content : undefined;
  return `=${orNoData(`IF($A#="","",${letters === '' ? text : haveNumbers(letters!, text)})`)}`;
}

const FORMATS: Readonly<Record<string, string>> = { date: DATE_FORMAT, time: TIME_FORMAT };

/** Numbers and the words in their place are aligned right. */
function lookIn(look: string): Pick<NewCell, 'align' | 'format'> {
  if (look === 'words') return { align: 'center' };
  return look === 'right' ? { align: 'right' } : { format: FORMATS[look] ?? look, align: 'right' };
}

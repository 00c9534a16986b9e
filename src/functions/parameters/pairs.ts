import { gridOf } from '../../core/arguments';
import type { BasicValue } from '../../core/data-types';
import { CellError, wrongArgument } from '../../core/errors';
import type { Parameter } from '../define';
import { UNSENDABLE, LIST } from './values';

/** A name and its value; a text by itself has no name. */
export interface Pair {
  /** Empty if there is none. */
  readonly name: string;
  readonly value: string | number;
}

/**
 * Names and values: one text such as "country=us; type=etf", a column of such texts, or a range of two columns. A pair
 * without a value is skipped. Empty if the argument is omitted or empty.
 * @param separator between the pairs of a text
 */
export const pairs = (separator: RegExp): Parameter<readonly Pair[]> => ({
  ...LIST,
  input: 'text',
  read(argument, name) {
    const { items, height, width } = gridOf(argument);
    if (width > 2)
      throw new CellError(
        '#VALUE!',
        `${name}: a range of ${height} × ${width} cells is not names and values; give two columns, or a text such as "name=value"`,
      );
    const cells = items.map((raw) => checkValue(raw, name));
    const all =
      width === 2
        ? Array.from({ length: height }, (_, row): Pair => ({
            name: textOf(cells[row * 2]),
            value: cells[row * 2 + 1] ?? '',
          }))
        : cells.flatMap((cell) => textOf(cell).split(separator).map(pairOf));
    return all.filter((pair) => pair.value !== '' && (pair.name !== '' || pair.value !== 0));
  },
});

function pairOf(text: string): Pair {
  const equals = text.indexOf('=');
  return { name: text.slice(0, Math.max(0, equals)).trim(), value: text.slice(equals + 1).trim() };
}

/** Some desktop versions of Excel pass an empty cell as 0. 0 is never a name, but may be an intended value. */
const textOf = (cell: string | number | undefined): string => (cell === undefined || cell === 0 ? '' : String(cell));

function checkValue(raw: BasicValue, name: string): string | number {
  if (raw instanceof CellError) throw raw;
  if (raw === null) return '';
  if (typeof raw === 'number') return raw;
  const text = String(raw).trim();
  if (UNSENDABLE.test(text)) throw wrongArgument(name, raw, 'a text that the service can take');
  return text;
}

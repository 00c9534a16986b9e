import type { AnyDeclaration } from '../define';
import { callsIn } from '../../app/workbook/formulas';
import { MS_PER_DAY, MS_PER_MINUTE } from '../../core/calendar/dates';

/** Cells that a formula may refer to: "A2:A4" → rows. */
export type Ranges = Readonly<Record<string, readonly (readonly unknown[])[]>>;

/** The part of a function that says how its arguments are passed. */
type Signature = Pick<AnyDeclaration, 'id'> & { readonly dimensionalities: readonly ('scalar' | 'matrix')[] };

export const signatureOf = ({ id, parameters }: AnyDeclaration): Signature => ({
  id,
  dimensionalities: Object.values(parameters).map(({ dimensionality }) => dimensionality),
});

/**
 * The arguments of an example such as =MD.HOURS("XNYS",,TRUE,A2:A4), as a spreadsheet passes them: rows for ranges and
 * matrix parameters, null for omitted ones. Supports what examples use: texts, numbers, flags, arrays, ranges, TODAY,
 * NOW, DATE.
 * @param nowMs the computer's clock, in milliseconds since 1970
 */
export function exampleArguments(
  formula: string,
  { id, dimensionalities }: Signature,
  ranges: Ranges = {},
  nowMs = Date.now(),
): unknown[] {
  const [call] = callsIn(formula);
  if (call?.name !== `MD.${id}`) throw new SyntaxError(`Not a formula of MD.${id}: ${formula}`);
  const written = call.arguments;
  if (written.length > dimensionalities.length) throw new SyntaxError(`Too many arguments: ${formula}`);
  return dimensionalities.map((dimensionality, index) => {
    const value = valueOf(written[index] ?? '', ranges, nowMs);
    if (value === null) return null;
    const rows = Array.isArray(value) ? (value as unknown[][]) : [[value]];
    if (dimensionality === 'matrix') return rows;
    // A spreadsheet would call the function once for each cell.
    if (rows.length * rows[0]!.length > 1) throw new SyntaxError(`Several calls: ${formula}`);
    return rows[0]![0];
  });
}

function valueOf(text: string, ranges: Ranges, nowMs: number): unknown {
  if (text === '') return null;
  if (/^"(?:[^"]|"")*"$/.test(text)) return text.slice(1, -1).replaceAll('""', '"');
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (text === 'TRUE' || text === 'FALSE') return text === 'TRUE';
  if (/^\{(?:[^"{}]|"(?:[^"]|"")*")*\}$/.test(text))
    return text
      .slice(1, -1)
      .split(';')
      .map((row) => cellsOfRow(row).map((cell) => valueOf(cell, ranges, nowMs)));
  const range = ranges[text];
  if (range) return range;
  const call = /^(TODAY|NOW|DATE)\(([-\d, ]*)\)$/.exec(text);
  if (call) return serial(call[1]!, cellsOfRow(call[2]!).map(Number), nowMs);
  throw new SyntaxError(`An example cannot be written with "${text}"`);
}

const cellsOfRow = (row: string): readonly string[] => callsIn(`ROW(${row})`)[0]!.arguments;

function serial(name: string, [year = 0, month = 0, day = 0]: readonly number[], nowMs: number): number {
  const ms =
    name === 'DATE' ? Date.UTC(year, month - 1, day) : nowMs - new Date(nowMs).getTimezoneOffset() * MS_PER_MINUTE;
  const days = ms / MS_PER_DAY + 25_569;
  return name === 'NOW' ? days : Math.floor(days);
}

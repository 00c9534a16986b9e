import type { KeptCell } from './snapshot-part';
import type { Match } from './match-cells';

/** A result with a line, which is a row or a column, for each of its names; headings may stand before them. */
interface Lines {
  readonly along: 'rows' | 'columns';
  /** By line; undefined for the headings. */
  readonly names: readonly (string | undefined)[];
}

/** Lists whose symbols are in another order, or partly others. */
export interface PairedLines {
  readonly along: Lines['along'];
  readonly kept: Lines['names'];
  readonly now: Lines['names'];
  /** By kept line: the line of the same name now. */
  readonly nowOf: readonly (number | undefined)[];
}

interface Size {
  readonly rows: number;
  readonly columns: number;
}

export const sizeOf = (rows: readonly (readonly unknown[])[]): Size => ({
  rows: rows.length,
  columns: rows[0]?.length ?? 0,
});

/** Undefined unless both results have one line for each of their names. */
export function pairLines({ kept, keptAsked, nowAsked }: Match, now: Size): PairedLines | undefined {
  const before = linesOf(sizeOf(kept.values), keptAsked.names);
  const after = linesOf(now, nowAsked?.names ?? []);
  if (!before || before.along !== after?.along) return undefined;
  const free = new Map<string | undefined, number[]>();
  for (const [line, name] of after.names.entries())
    if (before.names[line] !== name) free.set(name, [...(free.get(name) ?? []), line]);
  const isInPlace = (name: string | undefined, line: number): boolean =>
    line < after.names.length && after.names[line] === name;
  return {
    along: before.along,
    kept: before.names,
    now: after.names,
    nowOf: before.names.map((name, line) => (isInPlace(name, line) ? line : free.get(name)?.shift())),
  };
}

function linesOf({ rows, columns }: Size, names: readonly string[]): Lines | undefined {
  if (names.length < 2) return undefined;
  for (const [along, count] of [
    ['rows', rows],
    ['columns', columns],
  ] as const) {
    const headings = count - names.length;
    if (headings === 0 || headings === 1) return { along, names: [...Array<undefined>(headings), ...names] };
  }
  return undefined;
}

type KeptValues = Pick<KeptCell, 'values' | 'formats'>;

/**
 * The kept values as the formula's cells can show them now: those of a list in the order of its symbols now, with blanks
 * for symbols that it did not have. Undefined if the cell asks for something else: a value would stand beside the wrong
 * name.
 */
export function showable(match: Match): KeptValues | undefined {
  const { kept, now, difference } = match;
  if (!now) return undefined;
  if (difference === undefined || difference === 'unknown') return kept;
  const paired = difference === 'symbol' ? pairLines(match, now.spill) : undefined;
  if (!paired) return undefined;
  const keptOf = new Map(paired.nowOf.map((line, index) => [line, index]));
  const order = paired.now.map((_, line) => keptOf.get(line));
  const arranged = <T>(rows: readonly (readonly T[])[], missing: T): T[][] =>
    paired.along === 'rows'
      ? order.map((line) => (line === undefined ? (rows[0] ?? []).map(() => missing) : [...(rows[line] ?? [])]))
      : rows.map((row) => order.map((line) => (line === undefined ? missing : (row[line] ?? missing))));
  return { values: arranged(kept.values, ''), formats: arranged(kept.formats, 'General') };
}

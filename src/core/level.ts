export type LevelSide = 'below' | 'above';

/** Undefined at the level itself, and for an error, a text and a blank cell, which are on no side. */
export function sideOf(value: unknown, level: number): LevelSide | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value === level) return undefined;
  return value < level ? 'below' : 'above';
}

/** Whether a value that was on this side has reached the level, or is beyond it. */
export const hasCrossed = (value: unknown, level: number, from: LevelSide): boolean =>
  value === level || (sideOf(value, level) ?? from) !== from;

/** A level, and the side of it on which the value is still plain. */
export interface LevelMark {
  readonly level: number;
  readonly from: LevelSide;
}

/** A number format can have two conditions. */
const MAX_MARKS = 2;

/** How a mark begins in a number format. */
const CONDITION = /\[Red\]\[[<>]=[^\]]*\]/g;

/** The condition of a mark in the number format. Without the sign of an exponent, which conditions do not allow. */
const conditionOf = ({ level, from }: LevelMark): string =>
  `[Red][${from === 'below' ? '>=' : '<='}${level.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 15 })}]`;

/** The format of plain values. */
const plainOf = (format: string): string =>
  format.split(';')[0]!.replace(/\[(?:black|blue|cyan|green|magenta|red|white|yellow|colou?r ?\d+)\]/gi, '');

/**
 * The number format that shows a value in red from each level on: the spreadsheet itself applies it, even while the
 * add-in does not run. Undefined if the format has conditions or a plus sign of its own, or there are too many levels.
 */
export function markedFormat(format: string, marks: readonly LevelMark[]): string | undefined {
  const [first = ''] = format.split(';');
  if (/\[[<>=]/.test(format) || /["\\@]|(?<!E)\+/.test(first) || marks.length > MAX_MARKS) return undefined;
  return withConditions(plainOf(format), marks.map(conditionOf));
}

/**
 * Spreadsheets write no minus sign in a section for negative numbers alone. The last of two sections counts as one
 * after a condition below zero; the last of three does not.
 */
function withConditions(plain: string, all: readonly string[]): string {
  const sections = all.map((one) => `${one}${one.includes('<=-') ? '-' : ''}${plain};`).join('');
  return sections + (all.length === 1 && sections.includes('=-') ? `[>0]${plain};` : '') + plain;
}

export const hasLevelMark = (format: string, mark: LevelMark): boolean => format.includes(conditionOf(mark));

/** Whether a format has the mark of any level. */
export const hasMarks = (format: string): boolean => format.match(CONDITION) !== null;

/** The plain format of one that differs from it by marks alone; undefined for any other. */
export const withoutMarks = (format: string): string | undefined =>
  /^(?:\[Red\]\[[<>]=[^\]]*\]-?([^;]*);){1,2}(?:\[>0\]\1;)?\1$/.exec(format)?.[1];

/** The format without a mark; once none is left, the one from before the marks, unless it was changed since. */
export function withoutMark(format: string, mark: LevelMark, before: string): string {
  if (!hasLevelMark(format, mark)) return format;
  const left = format.match(CONDITION)!.filter((one) => one !== conditionOf(mark));
  const plain = format.slice(format.lastIndexOf(';') + 1);
  return left.length === 0 && plain === plainOf(before) ? before : withConditions(plain, left);
}

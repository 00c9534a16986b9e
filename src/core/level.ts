export type LevelSide = 'below' | 'above';

/** Undefined at the level itself, and for an error, a text and a blank cell, which are on no side. */
export function sideOf(value: unknown, level: number): LevelSide | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value === level) return undefined;
  return value < level ? 'below' : 'above';
}

/** Whether a value that was on this side has reached the level, or is beyond it. */
export const hasCrossed = (value: unknown, level: number, from: LevelSide): boolean =>
  value === level || (sideOf(value, level) ?? from) !== from;

/**
 * The number format that shows a value in red from the level on: the spreadsheet itself applies it, even while the
 * add-in does not run. Undefined if the format has conditions of its own.
 */
export function colouredBeyond(format: string, level: number, from: LevelSide): string | undefined {
  const [plain = ''] = format.split(';');
  if (/\[[<>=]/.test(format) || /["\\]/.test(plain)) return undefined;
  const usual = plain.replace(/\[(?:black|blue|cyan|green|magenta|red|white|yellow|colou?r ?\d+)\]/gi, '');
  // Without the sign of an exponent, which conditions do not allow.
  const limit = level.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 15 });
  return `[Red][${from === 'below' ? '>=' : '<='}${limit}]${usual};${usual}`;
}

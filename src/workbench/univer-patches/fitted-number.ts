import { CLOCK } from '../../core/last-value-mark';

const MAX_SIGNIFICANT = 6;
const MIN_ROUNDED = 1e-4;

/**
 * How a number is shown in a column that is too narrow for it, as Excel does: one without a format loses decimals, then
 * goes over to powers of ten; one with a format, such as a date or an amount, is never cut, since what is left would be
 * another number. A last value keeps its clock and loses the time after it.
 *
 * @param text the number as it would be shown in full
 */
export function fittedNumber(text: string, hasFormat: boolean, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const shorter = hasFormat ? withoutTime(text) : shorterForms(text);
  return shorter.find(fits) ?? hashSigns(fits);
}

function withoutTime(text: string): string[] {
  const clockAt = text.indexOf(CLOCK);
  return clockAt === -1 ? [] : [text.slice(0, clockAt + CLOCK.length)];
}

function shorterForms(text: string): string[] {
  const value = Number(text);
  if (!Number.isFinite(value)) return [];
  const decimals = /^-?\d+\.(\d+)$/.exec(text)?.[1]?.length ?? 0;
  const rounded = Array.from({ length: decimals }, (_, dropped) => value.toFixed(decimals - 1 - dropped));
  const powers = Array.from({ length: MAX_SIGNIFICANT }, (_, dropped) =>
    scientific(value, MAX_SIGNIFICANT - 1 - dropped),
  );
  // Rounded to fewer decimals, a small number would be another one, or nothing.
  return [...rounded.filter((short) => Math.abs(Number(short)) >= MIN_ROUNDED).map(withoutZeros), ...powers];
}

const withoutZeros = (decimal: string): string => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);

/** "3.2E+09". */
function scientific(value: number, decimals: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(decimals).split('e');
  return `${withoutZeros(mantissa)}E${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}

/** As many signs as there is room for. */
export function hashSigns(fits: (text: string) => boolean): string {
  let signs = '#';
  while (fits(`${signs}#`)) signs += '#';
  return signs;
}

/**
 * The package by which the engine reads what is typed, pasted and calculated with, under the product's rule for dates. The page
 * is built with this file in its place.
 */
import { parseDate as readDate } from 'numfmt';

export * from 'numfmt';

/** How the package tells what it has read: with the year first, or with the name of a month. */
const CERTAIN = /^yyyy-mm?-d|mmm/;

/** Of "1.12.2026" nobody knows which number is the month: it stays a text. */
export function parseDate(text: string): ReturnType<typeof readDate> {
  const found = readDate(text);
  return CERTAIN.test(found?.z ?? '') ? found : null;
}

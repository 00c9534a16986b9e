/**
 * Mends: the engine takes "1.12.2026" for a date, although nobody knows which number is the month. This file stands for
 * the package with which the engine parses typed, pasted and calculated texts, restricted by the product's rule for
 * dates; the page's build replaces the package with it.
 *
 * Can go when test/unit/workbench/univer-patches/patches.test.ts says that the package itself reads no such text. How
 * dates should be read is discussed in https://github.com/dream-num/univer/issues/1313.
 */
import { parseDate as readDate } from 'numfmt';

export * from 'numfmt';

/** Formats of certain dates: with the year first, or with the month's name. */
const UNAMBIGUOUS = /^yyyy([-/])mm?\1d|mmm/;

/** As Japanese and Chinese write dates; the parser knows them with slashes. */
const WITH_CHARACTERS = /^(\d{4})年(\d{1,2})月(\d{1,2})日(?= |$)/;

/**
 * The engine asks for every text that it draws, pastes or lists: most are formulas or have no digit, and need no
 * parser.
 */
const MAY_BE_DATE = /^[^=].*[\d０-９]|^[\d０-９]/;

/** In "1.12.2026" nobody knows which number is the month, so it stays a text. */
export function parseDate(text: string): ReturnType<typeof readDate> {
  if (!MAY_BE_DATE.test(text)) return null;
  const parsed = readDate(text.normalize('NFKC').replace(WITH_CHARACTERS, '$1/$2/$3'));
  return UNAMBIGUOUS.test(parsed?.z ?? '') ? parsed : null;
}

/**
 * Mends: the engine brings three packages along for one line each, together a seventh of what a first visit loads. This
 * file stands for them; the page's build replaces them with it.
 *
 * - cjk-regex computes three patterns, when the page starts, from every table of Unicode. The browser has these tables.
 * - franc-min guesses the language of each text for hyphens, which no cell has.
 * - opentype.js reads font files, which the engine never does.
 *
 * Each can go when the engine no longer imports its package: test/unit/workbench/univer-patches/source-changes.test.ts, "are
 * three packages, each imported for one purpose", says so.
 */

const LETTERS = String.raw`(?=[\p{Lo}\p{Nl}\p{So}\p{Lm}])[\p{sc=Han}\p{sc=Katakana}\p{sc=Hiragana}\p{sc=Hangul}\p{sc=Bopomofo}]`;

/** Whole blocks, some of whose characters are letters. */
const BLOCKS = String.raw`[\u2ff0-\u303f\u30a0-\u30ff\u3190-\u319f\u31c0-\u31ef\u3200-\u33ff\ufe10-\ufe1f\ufe30-\ufe6f\uff00-\uffef]`;

const pattern = (source: string) => () => ({ toRegExp: (): RegExp => new RegExp(source, 'u') });

export const letters = pattern(LETTERS);
export const punctuations = pattern(`(?!${LETTERS})${BLOCKS}`);
export const all = pattern(`${LETTERS}|${BLOCKS}`);

/** "und" stands for an unknown language. */
export const franc = (): string => 'und';

export function parse(): never {
  throw new Error('Font files are not read');
}

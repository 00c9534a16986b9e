import { localFormula } from './typed';
import { type Translation, withEnglishNames } from '../../app/workbook/translate';
import type { Language } from './language';
/**
 * The formula as this user would type it, or why there is none.
 * @param typed as it was typed: in a sentence, its functions keep the names of the country
 */
export function translationText({ after }: Translation, language: Language, listSeparator: string, typed = ''): string {
  if (typeof after === 'string') return localFormula(after, listSeparator);
  const { key, what, instead = '' } = after;
  const names = new Map(
    [...typed.matchAll(/[\p{L}.]+(?=\()/gu)].map(([name]) => [withEnglishNames(`=${name}(`).slice(1, -1), name]),
  );
  return language.fill(language.texts.translate[key], {
    what: what.replaceAll(/[A-Z.]+(?=\()/g, (name) => names.get(name) ?? name),
    instead: localFormula(instead, listSeparator),
  });
}

/** A field mid, by itself or in a list. */
const MID = /[",]mid[",]/i;
/** A history by itself, with more than its last row: within another function it fills no cells. */
const FILLS_CELLS = /^=MD\.TICKS\((?!.*,-1,[^()]*,FALSE,"\w+"\)$)/;

/** A cell or name whose symbol is not adapted to ours: the pair of a currency in a cell is. */
const SYMBOL_IN_CELL = /MD\.\w+\((?!"|SUBSTITUTE\(|LET\(code,|IF\(ISNUMBER\(MATCH\()[^&,]*,/;

/** Notes to read before these translations are written. */
export function translationHints(translations: readonly Translation[], language: Language): string[] {
  const { lastPrice, history, inCells } = language.texts.translate;
  const written = translations.flatMap(({ before, after }) => (typeof after === 'string' ? [{ before, after }] : []));
  return [
    ...(written.some(({ before, after }) => MID.test(after) && !/MID/i.test(before)) ? [lastPrice] : []),
    ...(written.some(({ after }) => SYMBOL_IN_CELL.test(after)) ? [inCells] : []),
    ...(written.some(({ after }) => FILLS_CELLS.test(after)) ? [history] : []),
  ];
}

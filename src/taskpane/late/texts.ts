import { localFormula } from '../../app/workbook/formulas';
import type { Translation } from '../../app/workbook/translate';
import type { Language, Text } from '../texts/language';
import de from './texts/de.json';
import en from './texts/en.json';
import es from './texts/es.json';
import fr from './texts/fr.json';
import ja from './texts/ja.json';
import zh from './texts/zh.json';

type InLanguage<Section> = { readonly [Key in keyof Section]: Section[Key] extends string ? string : Text };
export type ToolTexts = { readonly [Section in keyof typeof en]: InLanguage<(typeof en)[Section]> };

/**
 * By language: all come with the script, as they are few texts.
 *
 * @internal
 */
export const TOOL_TEXTS: Record<string, ToolTexts> = { de, en, es, fr, ja, zh };

/** English for a language without texts. */
export const textsOfTools = ({ code }: Pick<Language, 'code'>): ToolTexts => TOOL_TEXTS[code] ?? en;

/** The formula as this user would type it, or why there is none. */
export function translationText({ after }: Translation, language: Language, listSeparator: string): string {
  if (typeof after === 'string') return localFormula(after, listSeparator);
  const { key, what, instead = '' } = after;
  return language.fill(textsOfTools(language).translate[key], { what, instead: localFormula(instead, listSeparator) });
}

/** A field mid, by itself or in a list. */
const MID = /[",]mid[",]/i;
/** A history by itself, with more than its last row: within another function it fills no cells. */
const FILLS_CELLS = /^=MD\.TICKS\((?!.*,-1,[^()]*,FALSE,"\w+"\)$)/;

/** What to know before these translations are written. */
export function translationHints(translations: readonly Translation[], language: Language): string[] {
  const { lastPrice, history } = textsOfTools(language).translate;
  const written = translations.flatMap(({ before, after }) => (typeof after === 'string' ? [{ before, after }] : []));
  return [
    ...(written.some(({ before, after }) => MID.test(after) && !/MID/i.test(before)) ? [lastPrice] : []),
    ...(written.some(({ after }) => FILLS_CELLS.test(after)) ? [history] : []),
  ];
}

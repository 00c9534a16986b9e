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

import en from '../../src/taskpane/texts/en.json';
import lateEn from '../../src/taskpane/texts/late/en.json';
import type { Languages, LateTexts } from '../../src/taskpane/texts/language';

/**
 * A made-up language in which translatable texts are in brackets and half as long again. Any other text could not be
 * translated, such as the reasons of errors: they stand outside the brackets.
 */
export const pseudo = mark(en) as Awaited<ReturnType<Languages[string]>>;
/** Of what the pane loads late. */
export const latePseudo = mark(lateEn) as LateTexts;

function mark(value: unknown): unknown {
  if (typeof value === 'string')
    return `⟦${value.replace('{reason}', '⟧{reason}⟦')}${'~'.repeat(Math.ceil(value.length / 2))}⟧`;
  return Object.fromEntries(Object.entries(value as object).map(([key, part]) => [key, mark(part)]));
}

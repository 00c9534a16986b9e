import en from '../../src/taskpane/texts/en.json';
import type { Texts } from '../../src/taskpane/texts/translation';

/** A language in which every text of the pane can be told from one that nobody could translate: in brackets, and half as long again. */
export const pseudo = mark(en) as Texts;

function mark(value: unknown): unknown {
  if (typeof value === 'string') return `⟦${value}${'~'.repeat(Math.ceil(value.length / 2))}⟧`;
  return Object.fromEntries(Object.entries(value as object).map(([key, part]) => [key, mark(part)]));
}

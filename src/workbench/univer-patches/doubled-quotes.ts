import { LexerTreeBuilder } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** What the engine has read after a character of a formula. */
type SequenceStep = Parameters<LexerTreeBuilder['getSequenceNode']>[0][number];

/**
 * Mends: the engine counts two quotes within a text as one. Behind them it took names and cells from wrong places of a
 * typed formula, `="a""b"&sum(a1)` became `="a""b"SUMma11)`, no cell could be picked there, and a copied or moved formula
 * lost a quote, and with it its meaning.
 *
 * Can go when test/unit/workbench/univer-patches/doubled-quotes.test.ts passes without it.
 */
export function countDoubledQuotes(sheet: Pick<Spreadsheet, 'serviceOf'>): void {
  const lexer = sheet.serviceOf(LexerTreeBuilder);
  const read = lexer.getSequenceNode.bind(lexer);
  lexer.getSequenceNode = (steps) => read(withEachQuote(steps));
}

function withEachQuote(steps: readonly SequenceStep[]): SequenceStep[] {
  const all: SequenceStep[] = [];
  /** What has been read of a word, and all of it. */
  let [read, word] = ['', ''];
  for (const step of steps) {
    // Only the second of two quotes is a step.
    if (step.cur > all.length) all.push({ ...step, segment: (word += '"') });
    word = step.segment.startsWith(read) ? word + step.segment.slice(read.length) : step.segment;
    read = step.segment;
    all.push({ ...step, segment: word });
  }
  return all;
}

import { quoted, sentence } from './sentence';
import { formula, label, note, type SheetDraft, title, total } from './sheet-draft';
import type { ModelTexts } from './texts/model-texts';

interface Head {
  readonly title: string;
  readonly note: string;
  /** What the missing are: "Pairs without data". */
  readonly missing: string;
  /** How many there are that something is missing of, as an expression. */
  readonly count: string;
  /** How many there are in all. */
  readonly all: string;
}

/** Where the number of what is missing stands in every model. */
export const MISSING = '$B$3';

/** The first rows of every model: what it is, how it is used, and whether all that it rests on is there. */
export function putHead(
  sheet: SheetDraft,
  { common }: ModelTexts,
  { missing, count, all, ...words }: Head,
): SheetDraft {
  const incomplete = sentence(common.incomplete, { count: MISSING, all });
  return sheet
    .put('A1', [[title(words.title)], [note(words.note)]])
    .put('A3', [
      [label(missing), total(`=${count}`, '0'), formula(`=IF(${MISSING}=0,${quoted(common.complete)},${incomplete})`)],
    ])
    .highlight('B3', 'good', 0)
    .highlight('B3', 'bad', 0, 'greater');
}

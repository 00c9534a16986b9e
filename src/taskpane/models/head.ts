import { quoted, sentence } from './sentence';
import { formula, label, note, type SheetDraft, title, total } from './sheet-draft';
import type { ModelTexts } from './texts/model-texts';

interface Head {
  readonly title: string;
  readonly note: string;
  /** A label for what is missing: "Pairs without data". */
  readonly missing: string;
  /** An expression for the number with missing data. */
  readonly count: string;
  /** The total number. */
  readonly all: string;
}

/** The cell with the number of missing items, in every model. */
export const MISSING = '$B$3';

/** The first rows of every model: what it is, how to use it, and whether all of its data is there. */
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

import { arePossible, type CheckedInput, firstImpossible } from './input-checks';
import { stringLiteral, sentence } from './sentence';
import { formula, label, note, type SheetDraft, title, total } from './sheet-draft';
import type { ModelTexts } from './texts/model-texts';

/** A model's own words. */
interface HeadTexts {
  readonly title: string;
  readonly note: string;
  /** A label for what is missing: "Pairs without data". */
  readonly missing: string;
}

interface Completeness {
  /** An expression: the number with missing data. */
  readonly missingCount: string;
  /** An expression: the total number. */
  readonly count: string;
  readonly inputs: readonly CheckedInput[];
}

/** The cell with the number of missing items, in every model. */
export const MISSING = '$B$3';

/**
 * The first rows of every model: what it is, how to use it, which input is impossible, and whether all of its data is
 * there.
 */
export function putHead(
  sheet: SheetDraft,
  { common }: ModelTexts,
  texts: HeadTexts,
  { missingCount, count, inputs }: Completeness,
): SheetDraft {
  const incomplete = sentence(common.incomplete, { count: MISSING, all: count });
  const impossible = sentence(common.correctFirst, { input: firstImpossible(inputs) });
  return sheet
    .put('A1', [[title(texts.title)], [note(texts.note)]])
    .put('A3', [
      [
        label(texts.missing),
        total(`=${missingCount}`, '0'),
        formula(
          `=IF(${arePossible(inputs)},IF(${MISSING}=0,${stringLiteral(common.complete)},${incomplete}),${impossible})`,
        ),
      ],
    ])
    .highlight('B3', 'good', 0)
    .highlight('B3', 'bad', 0, 'greater');
}

import { THRESHOLDS } from '../../core/score';
import { advice, anyNumber, arePossible, between, type CheckedInput, inputOfRow, type Rule } from './checks';
import type { ModelTexts } from './model';
import { input, label, note, sentence, stringLiteral } from './sheet-draft';
import type { NewCell } from '../../app/host';

/** Piotroski's score counts so many criteria. */
const CRITERIA = 9;

/** The three columns of scores, in the service's order, and the column with the zone of the second. */
interface ScoreColumns {
  readonly piotroski: string;
  readonly altman: string;
  readonly beneish: string;
  readonly zone: string;
}

/** How a row's scores are judged, in the models that judge them. Its thresholds stand in the rows 5 to 8. */
interface ScoreRules {
  readonly inputs: readonly CheckedInput[];
  /** Name, threshold and advice, a row each. */
  readonly rows: readonly (readonly NewCell[])[];
  /** Where the thresholds come from, a row each. */
  readonly sources: readonly (readonly NewCell[])[];
  /** Blank beside a blank name in the first column, and no data on one that is an error. */
  readonly unlessBlank: (row: number, otherwise: string) => string;
  /** An expression: TRUE if all of a row's scores are there and all of these inputs are possible. */
  readonly isKnown: (row: number, inputs: readonly CheckedInput[]) => string;
  /** A formula: safe, grey or distress. */
  readonly zone: (row: number) => string;
  /** An expression: how many scores are beyond their threshold. */
  readonly warnings: (row: number) => string;
  /** An expression: TRUE if a person has to look, although no score may be beyond its threshold. */
  readonly isNotSafe: (row: number) => string;
}

export function scoreRules({ credit, common }: ModelTexts, columns: ScoreColumns): ScoreRules {
  const [noData, safe, grey, distress] = [common.noData, credit.safe, credit.grey, credit.distress].map(stringLiteral);
  const { piotroski, altman, beneish, zone } = columns;
  const isBelow: Rule = {
    condition: 'AND(ISNUMBER(B6),IF(ISNUMBER(B7),B6<B7,TRUE))',
    advice: `IF(ISNUMBER(B7),${sentence(common.enterBelow, { limit: 'B7' })},${stringLiteral(common.enterNumber)})`,
  };
  const unlessBlank = (row: number, otherwise: string): string => `=IFERROR(IF($A${row}="","",${otherwise}),${noData})`;
  const threshold = (text: string, value: number, format: string, rule: Rule) => [
    label(text),
    input(value, format),
    advice(rule),
  ];
  return {
    inputs: [5, 6, 7, 8].map(inputOfRow),
    rows: [
      threshold(credit.piotroskiLeast, 5, '0', between('B5', [0, CRITERIA], common)),
      threshold(credit.altmanDistress, THRESHOLDS.altmanDistressBelow, '0.00', isBelow),
      threshold(credit.altmanSafe, THRESHOLDS.altmanSafeAbove, '0.00', anyNumber('B7', common)),
      threshold(credit.beneishAbove, THRESHOLDS.beneishAbove, '0.00', anyNumber('B8', common)),
    ],
    sources: [[note(credit.literature)], [note(credit.sources)]],
    unlessBlank,
    isKnown: (row, inputs) => `AND(COUNT($${piotroski}${row}:$${beneish}${row})=3,${arePossible(inputs)})`,
    zone: (row) =>
      unlessBlank(
        row,
        `IF(AND(ISNUMBER($${altman}${row}),$C$6&$C$7=""),IF(${altman}${row}<$B$6,${distress},IF(${altman}${row}>$B$7,${safe},${grey})),${noData})`,
      ),
    warnings: (row) => `(${piotroski}${row}<$B$5)+(${altman}${row}<$B$6)+(${beneish}${row}>$B$8)`,
    isNotSafe: (row) => `${zone}${row}<>${safe}`,
  };
}

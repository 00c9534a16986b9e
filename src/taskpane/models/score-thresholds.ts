import { THRESHOLDS } from '../../core/score';
import { anyNumber, between } from './checks';
import { besideEntry, centered, inputRow, note, onlyIf, type Rule } from './draft-cells';
import type { TextKey } from './model';

/** Piotroski's score counts so many criteria. */
const CRITERIA = 9;

const belowSafe: Rule = {
  condition: 'AND(ISNUMBER(B6),IF(ISNUMBER(B7),B6<B7,TRUE))',
  advice: 'IF(ISNUMBER(B7),{common.enterBelow},{common.enterNumber})',
  names: { limit: 'B7' },
};

/** The thresholds of scores, in the rows 5 to 8 of models that judge them. */
export const SCORE_THRESHOLDS = [
  inputRow('credit.piotroskiLeast', 5, '0', between([0, CRITERIA])),
  inputRow('credit.altmanDistress', THRESHOLDS.altmanDistressBelow, '0.00', belowSafe),
  inputRow('credit.altmanSafe', THRESHOLDS.altmanSafeAbove, '0.00', anyNumber),
  inputRow('credit.beneishAbove', THRESHOLDS.beneishAbove, '0.00', anyNumber),
];

/** Where the thresholds come from. */
export const SCORE_SOURCES = [[note('credit.literature')], [note('credit.sources')]];

/** The tones of zones and of verdicts beside them, from good to bad. */
export const scoreMarks = (zone: string, verdict: string, verdicts: readonly TextKey[]) =>
  (['good', 'caution', 'bad'] as const).flatMap((tone, index) => [
    [zone, tone, (['credit.safe', 'credit.grey', 'credit.distress'] as const)[index]!] as const,
    [verdict, tone, verdicts[index]!] as const,
  ]);

/**
 * How a row's three scores are judged, which stand from a column on in the service's order.
 *
 * @param zone the column with the zone of the second
 */
export function scoreRules([piotroski, altman, beneish]: readonly [string, string, string], zone: string) {
  const cell = `${altman}#`;
  const judged = `IF(${cell}<$B$6,{credit.distress},IF(${cell}>$B$7,{credit.safe},{credit.grey}))`;
  return {
    /** Safe, grey or distress. */
    zone: centered(besideEntry(onlyIf(`AND(ISNUMBER($${cell}),$C$6&$C$7="")`, judged))),
    /** An expression: TRUE if all of a row's scores are there and all inputs are possible. */
    areKnown: `AND(COUNT($${piotroski}#:$${beneish}#)=3,{arePossible})`,
    /** An expression: how many scores are beyond their threshold. */
    warnings: `(${piotroski}#<$B$5)+(${cell}<$B$6)+(${beneish}#>$B$8)`,
    /** An expression: TRUE if a person has to look, although no score may be beyond its threshold. */
    isNotSafe: `${zone}#<>{credit.safe}`,
  };
}

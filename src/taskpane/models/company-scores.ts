import { THRESHOLDS } from '../../core/score';
import { failing, onlyIf } from './formulas';
import { above, anyNumber, anyText, between } from './rules';
import { plannedModel } from './sheet-draft';

/** Piotroski's score counts so many criteria. */
const CRITERIA = 9;

const belowSafe =
  'AND(ISNUMBER(B6),IF(ISNUMBER(B7),B6<B7,TRUE)) → IF(ISNUMBER(B7),{common.enterBelow:limit=B7},{common.enterNumber})';

/** The thresholds of scores, in the rows 5 to 8 of models that judge them. */
const SCORE_THRESHOLDS = `
A5 | credit.piotroskiLeast | [5] as 0 | ? ${between(0, CRITERIA)}
   | credit.altmanDistress | [${THRESHOLDS.altmanDistressBelow}] as 0.00 | ? ${belowSafe}
   | credit.altmanSafe | [${THRESHOLDS.altmanSafeAbove}] as 0.00 | ? ${anyNumber}
   | credit.beneishAbove | [${THRESHOLDS.beneishAbove}] as 0.00 | ? ${anyNumber}`;

/** Where the thresholds come from. */
const SCORE_SOURCES = `
   | ~ credit.literature
   | ~ credit.sources`;

/** The tones of zones and of verdicts beside them, from good to bad. */
const scoreMarks = (zone: string, verdict: string, verdicts: readonly string[]) =>
  (['good', 'caution', 'bad'] as const).flatMap((tone, index) => [
    [zone, tone, ['credit.safe', 'credit.grey', 'credit.distress'][index]!] as const,
    [verdict, tone, verdicts[index]!] as const,
  ]);

/**
 * How a row's three scores are judged, which stand from a column on in the service's order.
 * @param zone the column with the zone of the second
 */
function scoreRules([piotroski, altman, beneish]: readonly [string, string, string], zone: string) {
  const cell = `${altman}#`;
  const judged = `IF(${cell}<$B$6,{credit.distress},IF(${cell}>$B$7,{credit.safe},{credit.grey}))`;
  return {
    /** Three columns with the scores, and one with the zone: safe, grey or distress. */
    columns: (width: number, zoneWidth: number): string => `
${width} | Piotroski F | as 0
${width} | Altman Z | as 0.00
${width} | Beneish M | as 0.00
${zoneWidth} | credit.zone | each: ${onlyIf(`AND(ISNUMBER($${cell}),$C$6&$C$7="")`, judged)} as words`,
    /** An expression: TRUE if all of a row's scores are there and all inputs are possible. */
    areKnown: `AND(COUNT($${piotroski}#:$${beneish}#)=3,{arePossible})`,
    /** An expression: how many scores are beyond their threshold. */
    warnings: `(${piotroski}#<$B$5)+(${cell}<$B$6)+(${beneish}#>$B$8)`,
    /** An expression: TRUE if a person has to look, although no score may be beyond its threshold. */
    isNotSafe: `${zone}#<>{credit.safe}`,
  };
}

/** Annual and quarterly reports, and those of companies from abroad. */
const REPORTS = '10-K,10-Q,20-F';

/** Three columns: the newest report of these types, which are an expression. */
const newestReport = (types: string): string => `
12 | filings.filingType | =IF($A#="","",MD.FILINGS($A#,${types},1,"filing_type,filing_date,period_of_report",FALSE)) as words
12 | filings.filedOn | as date
14 | filings.period | as words`;

const COMPANIES = ['AAPL', 'MSFT', 'NVDA', 'KO', 'PEP', 'XOM', 'CVX', 'BA', 'CAT', 'F', 'T', 'INTC', 'NKE', 'DIS'];
const scores = scoreRules(['B', 'C', 'D'], 'E');
/** No verdict on a company without scores, nor on any company if a threshold is impossible. */
const knowing = (text: string): string => `each: ${onlyIf(scores.areKnown, text)}`;
/** The grey zone does not pass: a person has to look. */
const verdict = knowing(`IF(F#>=2,{credit.avoid},IF(OR(F#=1,${scores.isNotSafe}),{credit.review},{credit.pass}))`);
/** How many companies have a verdict, of those that have all that it needs. */
const counted = (text: string): string => `=IF(COUNT({F})=0,{noData},COUNTIF({G},{${text}})) as 0`;
const basis = 'IF($A#="","",IF(ISNUMBER($K#),{credit.newestReport},{credit.noReport}))';

/**
 * Three financial health scores for a list of companies, compared with the thresholds in the literature, beside the
 * newest report of each: the service does not say which period a score is of.
 */
export const creditScreen = plannedModel({
  id: 'credit',
  names: {
    type: '$J#',
    period: '$L#',
    /** A date as a text that every language of Excel writes alike. */
    filed: 'YEAR($K#)&"-"&RIGHT("0"&MONTH($K#),2)&"-"&RIGHT("0"&DAY($K#),2)',
  },
  missing: failing('{G}<>{noData}', 'ISNUMBER({H})'),
  asking: ['{B}', '{H}', '{J}'],
  rows: `
A4 | credit.passes | ${counted('credit.pass')}
${SCORE_THRESHOLDS}
${SCORE_SOURCES}
E5 | credit.passes | ${counted('credit.pass')}
   | credit.reviews | ${counted('credit.review')}
   | credit.avoids | ${counted('credit.avoid')}
   | credit.withoutVerdict | =COUNTIF({G},{noData}) as 0
B12 | =MD.SCORE({A},"all") as 0
H12 | =MD.QUOTE({A},"mid,timestamp","stocks",2) as #,##0.00`,
  of: {
    first: 12,
    entries: COMPANIES.map((company) => [company]),
    columns: `
28 | credit.company | []
${scores.columns(12, 14)}
12 | credit.warnings | ${knowing(scores.warnings)} as 0
14 | credit.verdict | ${verdict} as words
14 | credit.price | as #,##0.00
20 | common.quotedUtc | as time
${newestReport(`"${REPORTS}"`)}
70 | credit.basis | =IFERROR(${basis},{credit.noReport})`,
    chart: { title: 'credit.chart', until: 'I', format: '0.0' },
    plotted: ['Altman Z', 'C'],
    print: 'M',
  },
  marks: [...scoreMarks('E', 'G', ['credit.pass', 'credit.review', 'credit.avoid']), ['EG', 'missing']],
});

const WEIGHT = '0.0%';
/** Between a report on a third quarter and the annual report after it lie four and a half months at most. */
const REPORT_AGE = 140;

const heldScores = scoreRules(['C', 'D', 'E'], 'F');
/** No verdict without scores, report and weight, nor on any holding if an input is impossible. */
const knowingHeld = (text: string): string =>
  `each: ${onlyIf(`AND(${heldScores.areKnown},ISNUMBER($J#),ISNUMBER($B#))`, onlyIf('$B#>=0', text))}`;
const heldVerdict = knowingHeld(
  `IF(K#>=2,{risk.atRisk},IF(OR(K#=1,${heldScores.isNotSafe}),{risk.watch},{risk.clear}))`,
);
const weightOf = (text: string): string =>
  `* =IF(OR({missing}>0,COUNT({K})=0),{noData},SUMIF({L},{${text}},{B})) as ${WEIGHT}`;

/**
 * The stocks of a portfolio with three financial health scores and the newest report of each, and what part of the
 * portfolio they put at risk.
 */
export const holdingsAtRisk = plannedModel({
  id: 'risk',
  missing: failing('ISNUMBER({K})'),
  asking: ['{C}', '{G}'],
  rows: `
A4 | risk.weightAtRisk | * =$G$5 as ${WEIGHT}
${SCORE_THRESHOLDS}
   | risk.reportAge | [${REPORT_AGE}] as 0 | ? ${above(0)}
   | risk.reports | [${REPORTS}] as right | ? ${anyText}
   | filings.asOf | =TODAY() as date
${SCORE_SOURCES}
E5 | risk.weightAtRisk | | ${weightOf('risk.atRisk')}
   | risk.weightToWatch | | ${weightOf('risk.watch')}
   | risk.weightClear | | ${weightOf('risk.clear')}
   | credit.withoutVerdict | | =COUNTIF({L},{noData}) as 0
C16 | =MD.SCORE({A},"all") as 0`,
  of: {
    first: 16,
    /** Each with its weight in the whole portfolio. */
    entries: [
      ['AAPL', 0.13],
      ['MSFT', 0.11],
      ['KO', 0.1],
      ['XOM', 0.07],
      ['BA', 0.06],
      ['INTC', 0.05],
      ['F', 0.04],
      ['NKE', 0.03],
    ],
    columns: `
28 | risk.holding | []
13 | portfolio.weight | [] as ${WEIGHT}
${heldScores.columns(11, 12)}
${newestReport('$B$10')}
12 | risk.daysOld | each: ${onlyIf('ISNUMBER($H#)', '$B$11-$H#')} as 0
12 | credit.warnings | ${knowingHeld(`${heldScores.warnings}+(J#>$B$9)`)} as 0
14 | credit.verdict | ${heldVerdict} as words`,
    chart: { title: 'credit.chart', until: 'I', format: '0.0' },
    plotted: ['Altman Z', 'D'],
    print: 'L',
  },
  marks: [
    ...scoreMarks('F', 'L', ['risk.clear', 'risk.watch', 'risk.atRisk']),
    ['FL', 'missing'],
    ['G5:G7', 'missing'],
  ],
});

import { DATE_FORMAT, TIME_FORMAT } from '../../core/calendar/dates';
import {
  besideEntry,
  type DraftRow,
  failing,
  formula,
  input,
  label,
  onlyIf,
  centered,
  spilled,
  wordFormula,
  inputRow,
  note,
  type Rule,
  figure,
  total,
  wordRow,
} from './draft-cells';
import type { TextKey } from './model';
import { plannedModel } from './sheet-draft';
import { THRESHOLDS } from '../../core/score';
import { anyNumber, between, above, anyText } from './checks';

/** Piotroski's score counts so many criteria. */
const CRITERIA = 9;

const belowSafe: Rule = {
  condition: 'AND(ISNUMBER(B6),IF(ISNUMBER(B7),B6<B7,TRUE))',
  advice: 'IF(ISNUMBER(B7),{common.enterBelow},{common.enterNumber})',
  names: { limit: 'B7' },
};

/** The thresholds of scores, in the rows 5 to 8 of models that judge them. */
const SCORE_THRESHOLDS = [
  inputRow('credit.piotroskiLeast', 5, '0', between([0, CRITERIA])),
  inputRow('credit.altmanDistress', THRESHOLDS.altmanDistressBelow, '0.00', belowSafe),
  inputRow('credit.altmanSafe', THRESHOLDS.altmanSafeAbove, '0.00', anyNumber),
  inputRow('credit.beneishAbove', THRESHOLDS.beneishAbove, '0.00', anyNumber),
];

/** Where the thresholds come from. */
const SCORE_SOURCES = [[note('credit.literature')], [note('credit.sources')]];

/** The tones of zones and of verdicts beside them, from good to bad. */
const scoreMarks = (zone: string, verdict: string, verdicts: readonly TextKey[]) =>
  (['good', 'caution', 'bad'] as const).flatMap((tone, index) => [
    [zone, tone, (['credit.safe', 'credit.grey', 'credit.distress'] as const)[index]!] as const,
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

/** Annual and quarterly reports, and those of companies from abroad. */
const REPORTS = '10-K,10-Q,20-F';

/** Three columns: the newest report of these types, which are an expression. */
const newestReport = (types: string) =>
  [
    [
      12,
      'filings.filingType',
      wordFormula(`=IF($A#="","",MD.FILINGS($A#,${types},1,"filing_type,filing_date,period_of_report",FALSE))`),
    ],
    [12, 'filings.filedOn', spilled(DATE_FORMAT)],
    [14, 'filings.period', spilled('words')],
  ] as const;

const COMPANIES = ['AAPL', 'MSFT', 'NVDA', 'KO', 'PEP', 'XOM', 'CVX', 'BA', 'CAT', 'F', 'T', 'INTC', 'NKE', 'DIS'];
const scores = scoreRules(['B', 'C', 'D'], 'E');
/** No verdict on a company without scores, nor on any company if a threshold is impossible. */
const knowing = (text: string, format?: string) => besideEntry(onlyIf(scores.areKnown, text), format);
/** How many companies have a verdict, of those that have all that it needs. */
const counted = (verdict: TextKey, name: TextKey): DraftRow => [
  label(name),
  formula(`=IF(COUNT({F})=0,{noData},COUNTIF({G},{${verdict}}))`, '0'),
];
/** A date as a text that every language of Excel writes alike. */
const isoOf = (cell: string): string => `YEAR(${cell})&"-"&RIGHT("0"&MONTH(${cell}),2)&"-"&RIGHT("0"&DAY(${cell}),2)`;

/**
 * Three financial health scores for a list of companies, compared with the thresholds in the literature, beside the
 * newest report of each: the service does not say which period a score is of.
 */
export const creditScreen = plannedModel({
  id: 'credit',
  names: { type: '$J#', period: '$L#', filed: isoOf('$K#') },
  missing: failing('{G}<>{noData}', 'ISNUMBER({H})'),
  asking: ['{B}', '{H}', '{J}'],
  result: counted('credit.pass', 'credit.passes'),
  cells: {
    A5: [...SCORE_THRESHOLDS, ...SCORE_SOURCES],
    E5: [
      counted('credit.pass', 'credit.passes'),
      counted('credit.review', 'credit.reviews'),
      counted('credit.avoid', 'credit.avoids'),
      [label('credit.withoutVerdict'), formula('=COUNTIF({G},{noData})', '0')],
    ],
    B12: [[formula('=MD.SCORE({A},"all")', '0')]],
    H12: [[formula('=MD.QUOTE({A},"mid,timestamp","stocks",2)', '#,##0.00')]],
  },
  of: {
    first: 12,
    entries: COMPANIES.map((company) => [company]),
    columns: [
      [28, 'credit.company', input()],
      [12, 'Piotroski F', spilled('0')],
      [12, 'Altman Z', spilled('0.00')],
      [12, 'Beneish M', spilled('0.00')],
      [14, 'credit.zone', scores.zone],
      [12, 'credit.warnings', knowing(scores.warnings, '0')],
      // The grey zone does not pass: a person has to look.
      [
        14,
        'credit.verdict',
        centered(knowing(`IF(F#>=2,{credit.avoid},IF(OR(F#=1,${scores.isNotSafe}),{credit.review},{credit.pass}))`)),
      ],
      [14, 'credit.price', spilled('#,##0.00')],
      [20, 'common.quotedUtc', spilled(TIME_FORMAT)],
      ...newestReport(`"${REPORTS}"`),
      [
        70,
        'credit.basis',
        formula('=IFERROR(IF($A#="","",IF(ISNUMBER($K#),{credit.newestReport},{credit.noReport})),{credit.noReport})'),
      ],
    ],
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
const knowingHeld = (text: string, format?: string) =>
  besideEntry(onlyIf(`AND(${heldScores.areKnown},ISNUMBER($J#),ISNUMBER($B#))`, onlyIf('$B#>=0', text)), format);
const weightOf = (verdict: TextKey, name: TextKey) =>
  figure(name, total(`=IF(OR({missing}>0,COUNT({K})=0),{noData},SUMIF({L},{${verdict}},{B}))`, WEIGHT));

/**
 * The stocks of a portfolio with three financial health scores and the newest report of each, and what part of the
 * portfolio they put at risk.
 */
export const holdingsAtRisk = plannedModel({
  id: 'risk',
  missing: failing('ISNUMBER({K})'),
  asking: ['{C}', '{G}'],
  result: [label('risk.weightAtRisk'), total('=$G$5', WEIGHT)],
  cells: {
    A5: SCORE_THRESHOLDS,
    A9: [
      inputRow('risk.reportAge', REPORT_AGE, '0', above(0)),
      wordRow('risk.reports', REPORTS, anyText),
      [label('filings.asOf'), formula('=TODAY()', DATE_FORMAT)],
      ...SCORE_SOURCES,
    ],
    E5: [
      weightOf('risk.atRisk', 'risk.weightAtRisk'),
      weightOf('risk.watch', 'risk.weightToWatch'),
      weightOf('risk.clear', 'risk.weightClear'),
      figure('credit.withoutVerdict', formula('=COUNTIF({L},{noData})', '0')),
    ],
    C16: [[formula('=MD.SCORE({A},"all")', '0')]],
  },
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
    columns: [
      [28, 'risk.holding', input()],
      [13, 'portfolio.weight', input(undefined, WEIGHT)],
      [11, 'Piotroski F', spilled('0')],
      [11, 'Altman Z', spilled('0.00')],
      [11, 'Beneish M', spilled('0.00')],
      [12, 'credit.zone', heldScores.zone],
      ...newestReport('$B$10'),
      [12, 'risk.daysOld', besideEntry(onlyIf('ISNUMBER($H#)', '$B$11-$H#'), '0')],
      [12, 'credit.warnings', knowingHeld(`${heldScores.warnings}+(J#>$B$9)`, '0')],
      [
        14,
        'credit.verdict',
        centered(knowingHeld(`IF(K#>=2,{risk.atRisk},IF(OR(K#=1,${heldScores.isNotSafe}),{risk.watch},{risk.clear}))`)),
      ],
    ],
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

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
} from './draft-cells';
import type { TextKey } from './model';
import { SCORE_SOURCES, SCORE_THRESHOLDS, scoreMarks, scoreRules } from './score-thresholds';
import { plannedModel } from './sheet-draft';

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
      // Annual and quarterly reports, and those of companies from abroad.
      [
        12,
        'filings.filingType',
        wordFormula(
          '=IF($A#="","",MD.FILINGS($A#,"10-K,10-Q,20-F",1,"filing_type,filing_date,period_of_report",FALSE))',
        ),
      ],
      [12, 'filings.filedOn', spilled(DATE_FORMAT)],
      [14, 'filings.period', spilled('words')],
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

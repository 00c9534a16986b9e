import { DATE_FORMAT } from '../../core/calendar/dates';
import { above, anyText } from './checks';
import {
  besideEntry,
  centered,
  failing,
  figure,
  formula,
  input,
  inputRow,
  label,
  onlyIf,
  spilled,
  total,
  wordFormula,
  wordRow,
} from './draft-cells';
import type { TextKey } from './model';
import { SCORE_SOURCES, SCORE_THRESHOLDS, scoreMarks, scoreRules } from './score-thresholds';
import { plannedModel } from './sheet-draft';

const WEIGHT = '0.0%';
/** Between a report on a third quarter and the annual report after it lie four and a half months at most. */
const REPORT_AGE = 140;
/** Annual and quarterly reports, and those of companies from abroad. */
const REPORTS = '10-K,10-Q,20-F';

const scores = scoreRules(['C', 'D', 'E'], 'F');
/** No verdict without scores, report and weight, nor on any holding if an input is impossible. */
const knowing = (text: string, format?: string) =>
  besideEntry(onlyIf(`AND(${scores.areKnown},ISNUMBER($J#),ISNUMBER($B#))`, onlyIf('$B#>=0', text)), format);
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
      [12, 'credit.zone', scores.zone],
      [
        12,
        'filings.filingType',
        wordFormula('=IF($A#="","",MD.FILINGS($A#,$B$10,1,"filing_type,filing_date,period_of_report",FALSE))'),
      ],
      [12, 'filings.filedOn', spilled(DATE_FORMAT)],
      [14, 'filings.period', spilled('words')],
      [12, 'risk.daysOld', besideEntry(onlyIf('ISNUMBER($H#)', '$B$11-$H#'), '0')],
      [12, 'credit.warnings', knowing(`${scores.warnings}+(J#>$B$9)`, '0')],
      [
        14,
        'credit.verdict',
        centered(knowing(`IF(K#>=2,{risk.atRisk},IF(OR(K#=1,${scores.isNotSafe}),{risk.watch},{risk.clear}))`)),
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

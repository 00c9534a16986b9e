import { DATE_FORMAT } from '../../core/calendar/dates';
import type { Model } from './model';
import {
  formula,
  heading,
  input,
  label,
  numberHeading,
  SheetDraft,
  spilled,
  total,
  wordFormula,
  wordHeading,
  stringLiteral,
  listRows,
} from './sheet-draft';
import { above, advice, inputOfRow, MISSING, putFirstRows, textRule } from './checks';
import { scoreRules } from './score-thresholds';

/** Each with its weight in the whole portfolio. */
const HOLDINGS: readonly (readonly [ticker: string, weight: number])[] = [
  ['AAPL', 0.13],
  ['MSFT', 0.11],
  ['KO', 0.1],
  ['XOM', 0.07],
  ['BA', 0.06],
  ['INTC', 0.05],
  ['F', 0.04],
  ['NKE', 0.03],
];
const LIST = listRows(16);
const { first: FIRST, column, failing } = LIST;
const WEIGHT = '0.0%';
/** Between a report on a third quarter and the annual report after it lie four and a half months at most. */
const REPORT_AGE = 140;
/** Annual and quarterly reports, and those of companies from abroad. */
const REPORTS = '10-K,10-Q,20-F';

/**
 * The stocks of a portfolio with three financial health scores and the newest report of each, and what part of the
 * portfolio they put at risk.
 */
export const holdingsAtRisk: Model = {
  id: 'risk',
  create(_, texts) {
    const { risk, credit, common, filings, portfolio } = texts;
    const [noData, atRisk, watch, clear] = [common.noData, risk.atRisk, risk.watch, risk.clear].map(stringLiteral);
    const scores = scoreRules(texts, { piotroski: 'C', altman: 'D', beneish: 'E', zone: 'F' });
    const inputs = [...scores.inputs, ...[9, 10].map(inputOfRow)];
    /** No verdict without scores, report and weight, nor on any holding if an input is impossible. */
    const knowing = (row: number, otherwise: string): string =>
      scores.unlessBlank(
        row,
        `IF(AND(${scores.isKnown(row, inputs)},ISNUMBER($J${row}),ISNUMBER($B${row})),IF($B${row}>=0,${otherwise},${noData}),${noData})`,
      );
    const verdict = (row: number): string =>
      knowing(row, `IF(K${row}>=2,${atRisk},IF(OR(K${row}=1,${scores.isNotSafe(row)}),${watch},${clear}))`);
    const report = (row: number): string =>
      `=IF($A${row}="","",MD.FILINGS($A${row},$B$10,1,"filing_type,filing_date,period_of_report",FALSE))`;
    const daysOld = (row: number): string => scores.unlessBlank(row, `IF(ISNUMBER($H${row}),$B$11-$H${row},${noData})`);
    const weightOf = (word: string, text: string) => [
      label(text),
      undefined,
      total(
        `=IF(OR(${MISSING}>0,COUNT(${column('K')})=0),${noData},SUMIF(${column('L')},${stringLiteral(word)},${column('B')}))`,
        WEIGHT,
      ),
    ];

    const sheet = putFirstRows(new SheetDraft(risk.sheet), texts, risk, {
      missingCount: failing(`ISNUMBER(${column('K')})`),
      of: LIST,
      inputs,
      asking: [column('C'), column('G')],
      result: [label(risk.weightAtRisk), total('=$G$5', WEIGHT)],
    })
      .put('A5', scores.rows)
      .put('A9', [
        [label(risk.reportAge), input(REPORT_AGE, '0'), advice(above('B9', 0, common))],
        [label(risk.reports), { ...input(REPORTS), align: 'right' }, advice(textRule('B10', common))],
        [label(filings.asOf), formula('=TODAY()', DATE_FORMAT)],
        ...scores.sources,
      ])
      .put('E5', [
        weightOf(risk.atRisk, risk.weightAtRisk),
        weightOf(risk.watch, risk.weightToWatch),
        weightOf(risk.clear, risk.weightClear),
        [label(credit.withoutVerdict), undefined, formula(`=COUNTIF(${column('L')},${noData})`, '0')],
      ])
      .columns('A', LIST, [
        [28, heading(risk.holding), (row) => input(HOLDINGS[row - FIRST]?.[0])],
        [13, numberHeading(portfolio.weight), (row) => input(HOLDINGS[row - FIRST]?.[1], WEIGHT)],
        [11, numberHeading('Piotroski F'), () => spilled('0')],
        [11, numberHeading('Altman Z'), () => spilled('0.00')],
        [11, numberHeading('Beneish M'), () => spilled('0.00')],
        [12, wordHeading(credit.zone), (row) => wordFormula(scores.zone(row))],
        [12, wordHeading(filings.filingType), (row) => wordFormula(report(row))],
        [12, numberHeading(filings.filedOn), () => spilled(DATE_FORMAT)],
        [14, wordHeading(filings.period), () => spilled('words')],
        [12, numberHeading(risk.daysOld), (row) => formula(daysOld(row), '0')],
        [
          12,
          numberHeading(credit.warnings),
          (row) => formula(knowing(row, `${scores.warnings(row)}+(J${row}>$B$9)`), '0'),
        ],
        [14, wordHeading(credit.verdict), (row) => wordFormula(verdict(row))],
      ])
      .put(`C${FIRST}`, [[formula(`=MD.SCORE(${column('A')},"all")`, '0')]]);
    const looks = [
      ['good', credit.safe, risk.clear],
      ['caution', credit.grey, risk.watch],
      ['bad', credit.distress, risk.atRisk],
      ['missing', common.noData, common.noData],
    ] as const;
    for (const [tone, ofZone, ofVerdict] of looks)
      sheet.highlight(column('F'), tone, ofZone).highlight(column('L'), tone, ofVerdict);
    return sheet
      .highlight('G5:G7', 'missing', common.noData)
      .frame(LIST, {
        chart: { title: credit.chart, until: 'I', format: '0.0' },
        series: [['Altman Z', 'D']],
        print: 'L',
      })
      .build();
  },
};

import { DATE_FORMAT } from '../../core/calendar/dates';
import type { Model } from './model';
import {
  filledBySpill,
  formula,
  heading,
  input,
  label,
  numberHeading,
  SheetDraft,
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
const { first: FIRST, last: LAST, rows: ROWS, column, failing } = LIST;
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
    const weightOf = (word: string, text: string) => [
      label(text),
      undefined,
      total(
        `=IF(OR(${MISSING}>0,COUNT(${column('K')})=0),${noData},SUMIF(${column('L')},${stringLiteral(word)},${column('B')}))`,
        WEIGHT,
      ),
    ];

    const sheet = putFirstRows(
      new SheetDraft(risk.sheet, [28, 13, 11, 11, 11, 12, 12, 12, 14, 12, 12, 14]),
      texts,
      risk,
      {
        missingCount: failing(`ISNUMBER(${column('K')})`),
        of: LIST,
        inputs,
        asking: [column('C'), column('G')],
        result: [label(risk.weightAtRisk), total('=$G$5', WEIGHT)],
      },
    )
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
      .put(`A${FIRST - 1}`, [
        [
          heading(risk.holding),
          numberHeading(portfolio.weight),
          numberHeading('Piotroski F'),
          numberHeading('Altman Z'),
          numberHeading('Beneish M'),
          wordHeading(credit.zone),
          wordHeading(filings.filingType),
          numberHeading(filings.filedOn),
          wordHeading(filings.period),
          numberHeading(risk.daysOld),
          numberHeading(credit.warnings),
          wordHeading(credit.verdict),
        ],
      ])
      .put(
        `A${FIRST}`,
        ROWS.map((row) => {
          const [ticker, weight] = HOLDINGS[row - FIRST] ?? [];
          return [
            input(ticker),
            input(weight, WEIGHT),
            ...filledBySpill('0', '0.00', '0.00'),
            wordFormula(scores.zone(row)),
            wordFormula(
              `=IF($A${row}="","",MD.FILINGS($A${row},$B$10,1,"filing_type,filing_date,period_of_report",FALSE))`,
            ),
            ...filledBySpill(DATE_FORMAT, 'words'),
            formula(scores.unlessBlank(row, `IF(ISNUMBER($H${row}),$B$11-$H${row},${noData})`), '0'),
            formula(knowing(row, `${scores.warnings(row)}+(J${row}>$B$9)`), '0'),
            wordFormula(verdict(row)),
          ];
        }),
      )
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
      .chart({
        title: LIST.charted.title(credit.chart),
        over: `A${LAST + 2}:I${LAST + 18}`,
        categories: LIST.charted.rows('A'),
        series: [{ name: 'Altman Z', values: LIST.charted.rows('D') }],
        format: '0.0',
      })
      .print({ area: `A1:L${LAST + 18}`, orientation: 'landscape', titleRows: `${FIRST - 1}:${FIRST - 1}` })
      .freeze(FIRST - 1)
      .build();
  },
};

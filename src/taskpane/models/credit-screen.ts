import { DATE_FORMAT, TIME_FORMAT } from '../../core/calendar/dates';
import type { NewCell } from '../../app/host';
import type { Model } from './model';
import {
  filledBySpill,
  formula,
  heading,
  input,
  label,
  numberHeading,
  SheetDraft,
  wordFormula,
  wordHeading,
  sentence,
  stringLiteral,
  listRows,
} from './sheet-draft';
import { putFirstRows } from './checks';
import { scoreRules } from './score-thresholds';

const COMPANIES = ['AAPL', 'MSFT', 'NVDA', 'KO', 'PEP', 'XOM', 'CVX', 'BA', 'CAT', 'F', 'T', 'INTC', 'NKE', 'DIS'];
const LIST = listRows(12);
const { first: FIRST, last: LAST, rows: ROWS, column, failing } = LIST;
/** Annual and quarterly reports, and those of companies from abroad. */
const REPORTS = '"10-K,10-Q,20-F"';
/** A date as a text that every language of Excel writes alike. */
const isoOf = (cell: string): string => `YEAR(${cell})&"-"&RIGHT("0"&MONTH(${cell}),2)&"-"&RIGHT("0"&DAY(${cell}),2)`;
/** How many companies have all that a verdict needs. */
const VERDICTS = `COUNT(${column('F')})`;

/**
 * Three financial health scores for a list of companies, compared with the thresholds in the literature, beside the
 * newest report of each: the service does not say which period a score is of.
 */
export const creditScreen: Model = {
  id: 'credit',
  create(_, texts) {
    const { credit, common, filings } = texts;
    const [noData, pass, review, avoid] = [common.noData, credit.pass, credit.review, credit.avoid].map(stringLiteral);
    const scores = scoreRules(texts, { piotroski: 'B', altman: 'C', beneish: 'D', zone: 'E' });
    /** No verdict on a company without scores, nor on any company if a threshold is impossible. */
    const knowing = (row: number, otherwise: string): string =>
      scores.unlessBlank(row, `IF(${scores.isKnown(row, scores.inputs)},${otherwise},${noData})`);
    /** The grey zone does not pass: a person has to look. */
    const verdict = (row: number): string =>
      knowing(row, `IF(F${row}>=2,${avoid},IF(OR(F${row}=1,${scores.isNotSafe(row)}),${review},${pass}))`);
    const noReport = stringLiteral(credit.noReport);
    const basis = (row: number): string =>
      sentence(credit.newestReport, { type: `$J${row}`, period: `$L${row}`, filed: isoOf(`$K${row}`) });
    const counted = (word: string, text: string): [NewCell, NewCell] => [
      label(text),
      formula(`=IF(${VERDICTS}=0,${noData},COUNTIF(${column('G')},${stringLiteral(word)}))`, '0'),
    ];

    const sheet = putFirstRows(
      new SheetDraft(credit.sheet, [28, 12, 12, 12, 14, 12, 14, 14, 20, 12, 12, 14, 70]),
      texts,
      credit,
      {
        missingCount: failing(`${column('G')}<>${noData}`, `ISNUMBER(${column('H')})`),
        of: LIST,
        inputs: scores.inputs,
        asking: [column('B'), column('H'), column('J')],
        result: counted(credit.pass, credit.passes),
      },
    )
      .put('A5', [...scores.rows, ...scores.sources])
      .put('E5', [
        counted(credit.pass, credit.passes),
        counted(credit.review, credit.reviews),
        counted(credit.avoid, credit.avoids),
        [label(credit.withoutVerdict), formula(`=COUNTIF(${column('G')},${noData})`, '0')],
      ])
      .put(`A${FIRST - 1}`, [
        [
          heading(credit.company),
          numberHeading('Piotroski F'),
          numberHeading('Altman Z'),
          numberHeading('Beneish M'),
          wordHeading(credit.zone),
          numberHeading(credit.warnings),
          wordHeading(credit.verdict),
          numberHeading(credit.price),
          numberHeading(common.quotedUtc),
          wordHeading(filings.filingType),
          numberHeading(filings.filedOn),
          wordHeading(filings.period),
          heading(credit.basis),
        ],
      ])
      .put(
        `A${FIRST}`,
        ROWS.map((row) => [
          input(COMPANIES[row - FIRST]),
          ...filledBySpill('0', '0.00', '0.00'),
          wordFormula(scores.zone(row)),
          formula(knowing(row, scores.warnings(row)), '0'),
          wordFormula(verdict(row)),
          ...filledBySpill('#,##0.00', TIME_FORMAT),
          wordFormula(
            `=IF($A${row}="","",MD.FILINGS($A${row},${REPORTS},1,"filing_type,filing_date,period_of_report",FALSE))`,
          ),
          ...filledBySpill(DATE_FORMAT, 'words'),
          formula(`=IFERROR(IF($A${row}="","",IF(ISNUMBER($K${row}),${basis(row)},${noReport})),${noReport})`),
        ]),
      )
      .put(`B${FIRST}`, [[formula(`=MD.SCORE(${column('A')},"all")`, '0')]])
      .put(`H${FIRST}`, [[formula(`=MD.QUOTE(${column('A')},"mid,timestamp","stocks",2)`, '#,##0.00')]]);
    const looks = [
      ['good', credit.safe, credit.pass],
      ['caution', credit.grey, credit.review],
      ['bad', credit.distress, credit.avoid],
      ['missing', common.noData, common.noData],
    ] as const;
    for (const [tone, ofZone, ofVerdict] of looks)
      sheet.highlight(column('E'), tone, ofZone).highlight(column('G'), tone, ofVerdict);
    return sheet
      .chart({
        title: LIST.charted.title(credit.chart),
        over: `A${LAST + 2}:I${LAST + 18}`,
        categories: LIST.charted.rows('A'),
        series: [{ name: 'Altman Z', values: LIST.charted.rows('C') }],
        format: '0.0',
      })
      .print({ area: `A1:M${LAST + 18}`, orientation: 'landscape', titleRows: `${FIRST - 1}:${FIRST - 1}` })
      .freeze(FIRST - 1)
      .build();
  },
};

import { DATE_FORMAT, TIME_FORMAT } from '../../core/calendar/dates';
import type { NewCell } from '../../app/host';
import type { Model } from './model';
import {
  formula,
  heading,
  input,
  label,
  numberHeading,
  SheetDraft,
  spilled,
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
const { first: FIRST, column, failing } = LIST;
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
    const report = (row: number): string =>
      `=IF($A${row}="","",MD.FILINGS($A${row},${REPORTS},1,"filing_type,filing_date,period_of_report",FALSE))`;
    const noReport = stringLiteral(credit.noReport);
    const basis = (row: number): string =>
      sentence(credit.newestReport, { type: `$J${row}`, period: `$L${row}`, filed: isoOf(`$K${row}`) });
    const counted = (word: string, text: string): [NewCell, NewCell] => [
      label(text),
      formula(`=IF(${VERDICTS}=0,${noData},COUNTIF(${column('G')},${stringLiteral(word)}))`, '0'),
    ];

    const sheet = putFirstRows(new SheetDraft(credit.sheet), texts, credit, {
      missingCount: failing(`${column('G')}<>${noData}`, `ISNUMBER(${column('H')})`),
      of: LIST,
      inputs: scores.inputs,
      asking: [column('B'), column('H'), column('J')],
      result: counted(credit.pass, credit.passes),
    })
      .put('A5', [...scores.rows, ...scores.sources])
      .put('E5', [
        counted(credit.pass, credit.passes),
        counted(credit.review, credit.reviews),
        counted(credit.avoid, credit.avoids),
        [label(credit.withoutVerdict), formula(`=COUNTIF(${column('G')},${noData})`, '0')],
      ])
      .columns('A', LIST, [
        [28, heading(credit.company), (row) => input(COMPANIES[row - FIRST])],
        [12, numberHeading('Piotroski F'), () => spilled('0')],
        [12, numberHeading('Altman Z'), () => spilled('0.00')],
        [12, numberHeading('Beneish M'), () => spilled('0.00')],
        [14, wordHeading(credit.zone), (row) => wordFormula(scores.zone(row))],
        [12, numberHeading(credit.warnings), (row) => formula(knowing(row, scores.warnings(row)), '0')],
        [14, wordHeading(credit.verdict), (row) => wordFormula(verdict(row))],
        [14, numberHeading(credit.price), () => spilled('#,##0.00')],
        [20, numberHeading(common.quotedUtc), () => spilled(TIME_FORMAT)],
        [12, wordHeading(filings.filingType), (row) => wordFormula(report(row))],
        [12, numberHeading(filings.filedOn), () => spilled(DATE_FORMAT)],
        [14, wordHeading(filings.period), () => spilled('words')],
        [
          70,
          heading(credit.basis),
          (row) => formula(`=IFERROR(IF($A${row}="","",IF(ISNUMBER($K${row}),${basis(row)},${noReport})),${noReport})`),
        ],
      ])
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
      .frame(LIST, {
        chart: { title: credit.chart, until: 'I', format: '0.0' },
        series: [['Altman Z', 'C']],
        print: 'M',
      })
      .build();
  },
};

import { DATE_FORMAT } from '../../core/calendar/dates';
import type { Model } from './model';
import {
  filledBySpill,
  formula,
  gap,
  heading,
  input,
  label,
  numberHeading,
  plotted,
  SheetDraft,
  total,
  wordFormula,
  wordHeading,
  stringLiteral,
  listRows,
} from './sheet-draft';
import { advice, between, dateRule, inputOfRow, textRule, putFirstRows } from './checks';

const TICKERS = ['AAPL', 'MSFT', 'NVDA', 'JPM', 'KO', 'XOM'];
const { first: FIRST, last: LAST, rows: ROWS, column, failing } = listRows(13, TICKERS.length, 2);
const DAYS_SINCE_REVIEW = 45;
/** What MD.FILINGS takes as a limit. */
const FILINGS_PER_COMPANY = [1, 100] as const;
/** Table rows with a link beside them: twelve filings per company. */
const LINKED_ROWS = ROWS.length * 12;
const TABLE_END = FIRST + LINKED_ROWS - 1;

/** The part of a column that the table of filings can fill. */
const filed = (letter: string): string => `$${letter}$${FIRST}:$${letter}$${TABLE_END}`;

/** A link if the cell holds an address, else a blank text. */
const linkIn = (cell: string, name: string): string =>
  `=IF(ISTEXT(${cell}),IF(LEFT(${cell},4)="http",HYPERLINK(${cell},${name}),""),"")`;

/** The newest filings of a list of companies, their age, and how many have appeared since the last review. */
export const filingsTracker: Model = {
  id: 'filings',
  create({ today }, texts) {
    const { filings, common } = texts;
    const noData = stringLiteral(common.noData);
    /**
     * Blank beside a blank ticker. No data if the service returned no filing of the company, which differs from having
     * no filing to read.
     */
    const from = (row: number, condition: string, value: string, format: string) =>
      formula(`=IFERROR(IF($A${row}="","",IF(${condition},IFERROR(${value},${noData}),${noData})),${noData})`, format);
    const inputs = [5, 6, 7, 9, 10].map(inputOfRow);
    /** Only if every company's filings are known; their ages and annual reports are beside the point. */
    const onceComplete = (value: string): string =>
      `=IF(COUNT(${column('D')})<COUNTA(${column('A')}),${noData},${value})`;
    const filedOf = (row: number, condition: string): string =>
      `COUNTIFS(${filed('I')},$A${row},${filed('K')},${condition})`;

    const sheet = putFirstRows(
      new SheetDraft(filings.sheet, [32, 14, 22, 10, 14, 20, 14, 10, 10, 10, 14, 16, 40, 12]),
      texts,
      filings,
      {
        missingCount: failing(...['C', 'D', 'G'].map((letter) => `ISNUMBER(${column(letter)})`)),
        count: `COUNTA(${column('A')})`,
        inputs,
      },
    )
      .put('A5', [
        [
          label(filings.type),
          { ...input('10-Q'), align: 'right' },
          advice(textRule('B5', common, { isOptional: true })),
          undefined,
          label(filings.toRead),
          undefined,
          total(onceComplete(`SUM(${column('D')})`), '0'),
        ],
        [
          label(filings.perCompany),
          input(4, '0'),
          advice(between('B6', FILINGS_PER_COMPANY, common)),
          undefined,
          label(filings.maybeMore),
          undefined,
          formula(onceComplete(`COUNTIF(${column('E')},${stringLiteral(filings.more)})`), '0'),
        ],
        [
          label(filings.reviewedUntil),
          input(today - DAYS_SINCE_REVIEW, DATE_FORMAT),
          // After a review in the future nothing would be left to read.
          advice(dateRule('B7', common, { until: { label: '$A$8', cell: 'B8' } })),
        ],
        [label(filings.asOf), formula('=TODAY()', DATE_FORMAT)],
        [label(filings.businessDaysOf), { ...input('XNYS'), align: 'right' }, advice(textRule('B9', common))],
        [label(filings.annualType), { ...input('10-K'), align: 'right' }, advice(textRule('B10', common))],
      ])
      .put(`A${FIRST - 1}`, [
        [
          heading(filings.ticker),
          numberHeading(filings.newest),
          numberHeading(filings.daysAgo),
          numberHeading(filings.unread),
          wordHeading(filings.atLimit),
          wordHeading(filings.annualOf),
          numberHeading(filings.annualFiled),
          numberHeading(common.plotted),
          wordHeading(filings.ticker),
          wordHeading(filings.filingType),
          numberHeading(filings.filedOn),
          wordHeading(filings.period),
          heading(filings.address),
          heading(filings.link),
        ],
      ])
      .put(
        `A${FIRST}`,
        ROWS.map((row) => [
          input(TICKERS[row - FIRST]),
          from(row, `${filedOf(row, '">0"')}>0`, `MAXIFS(${filed('K')},${filed('I')},$A${row})`, DATE_FORMAT),
          from(row, `ISNUMBER(B${row})`, `MD.NETWORKDAYS(B${row},$B$8,$B$9)-1`, '0'),
          from(row, `AND(ISNUMBER(B${row}),$C$6&$C$7="")`, filedOf(row, '">"&$B$7'), '0'),
          wordFormula(`=IF(AND(ISNUMBER(D${row}),$C$6=""),IF(D${row}>=$B$6,${stringLiteral(filings.more)},""),"")`),
          ...(row - FIRST < TICKERS.length
            ? [
                wordFormula(`=MD.FILINGS(A${row},$B$10,1,"period_of_report,filing_date",FALSE)`),
                ...filledBySpill(DATE_FORMAT),
              ]
            : gap(2)),
          plotted(`C${row}`, '0'),
        ]),
      )
      .put(
        `I${FIRST}`,
        Array.from({ length: LINKED_ROWS }, (_, index) => [
          ...filledBySpill('words', 'words', DATE_FORMAT, 'words', undefined),
          formula(linkIn(`M${FIRST + index}`, stringLiteral(filings.open))),
        ]),
      )
      .put(`I${FIRST}`, [
        [wordFormula(`=MD.FILINGS(${column('A')},B5,B6,"filing_type,filing_date,period_of_report,file_url",FALSE)`)],
      ]);
    for (const letter of ['B', 'C', 'D']) sheet.highlight(column(letter), 'missing', common.noData);
    return sheet
      .highlight(column('D'), 'good', 0)
      .highlight(column('E'), 'caution', filings.more)
      .highlight('G5', 'missing', common.noData)
      .chart({
        title: filings.chart,
        over: `A${LAST + 2}:G${LAST + 18}`,
        categories: column('A'),
        series: [{ name: filings.daysAgo, values: column('H') }],
        format: '0',
      })
      .print({ area: `A1:N${TABLE_END}`, orientation: 'landscape', titleRows: `${FIRST - 1}:${FIRST - 1}` })
      .freeze(FIRST - 1)
      .build();
  },
};

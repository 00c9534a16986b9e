import { DATE_FORMAT, TIME_FORMAT } from '../../core/calendar/dates';
import type { Model } from './model';
import {
  filledBySpill,
  figure,
  formula,
  heading,
  input,
  label,
  note,
  numberHeading,
  plotted,
  SheetDraft,
  spilled,
  total,
  wordFormula,
  wordHeading,
  stringLiteral,
  listRows,
} from './sheet-draft';
import { advice, between, dateRule, inputOfRow, textRule, putFirstRows } from './checks';

const TICKERS = ['AAPL', 'MSFT', 'NVDA', 'JPM', 'KO', 'XOM'];
const LIST = listRows(13);
const { first: FIRST, last: LAST, rows: ROWS, column, failing } = LIST;
const DAYS_SINCE_REVIEW = 45;
/** The maximum limit of MD.FILINGS. */
const FILINGS_PER_COMPANY = [1, 100] as const;
/** Table rows that have a format and a link beside them. All rows are counted. */
const LINKED_ROWS = 240;
/** Where the news stand, and how many: pages are read until that many are about the companies. */
const [NEWS, NEWS_ITEMS] = ['AB', 5];
const TABLE_END = FIRST + ROWS.length * FILINGS_PER_COMPANY[1] - 1;

/** The part of a column that the table of filings can fill. */
const filed = (letter: string): string => `$${letter}$${FIRST}:$${letter}$${TABLE_END}`;

/** Reports, each with the notice that it will be late, and how many of a company are enough for two years of them. */
const REPORTS = ['10-K', '10-Q', '20-F'] as const;
const NOTICES = REPORTS.map((type) => `NT ${type}`);
const REPORTS_PER_COMPANY = 12;
/**
 * A report counts as the same one a year later although it is filed so much earlier, such as after a year in which it
 * came late. Of quarterly reports the next one must not be taken for it.
 */
const EARLIER_DAYS: Readonly<Record<(typeof REPORTS)[number], number>> = { '10-K': 180, '10-Q': 45, '20-F': 180 };
/** Later than any report. */
const NEVER = 'DATE(9999,1,1)';

/** The part of a column that the table of reports can fill. */
const reported = (letter: string): string =>
  `$${letter}$${FIRST}:$${letter}$${FIRST + ROWS.length * REPORTS_PER_COMPANY - 1}`;

/**
 * A table of filings with the companies in its first column. MD.FILINGS leaves that column out if the list has only one.
 *
 * @param what its arguments after the tickers
 */
const tableOf = (what: string): string =>
  `=LET(table,MD.FILINGS(${column('A')},${what},FALSE),IF(${LIST.count}=1,HSTACK(IF(SEQUENCE(ROWS(table)),TEXTJOIN("",TRUE,${column('A')})),table),table))`;

/** An expression: the day of a company's newest filing of a type; 0 if it has none. */
const newestOf = (row: number, type: string): string =>
  `MAXIFS(${reported('Z')},${reported('X')},$A${row},${reported('Y')},"${type}")`;

/**
 * An expression: the day a year after the filing of that type that followed the newest one's predecessor, when the next
 * one is filed if it is filed as last year. What the rules demand is not known.
 *
 * @param newest the cell with the day of the newest one
 */
const asLastYear = (row: number, type: (typeof REPORTS)[number], newest: string): string =>
  `IF(ISNUMBER(${newest}),EDATE(MINIFS(${reported('Z')},${reported('X')},$A${row},${reported('Y')},"${type}",${reported('Z')},">"&(EDATE(${newest},-12)+${EARLIER_DAYS[type]})),12),${NEVER})`;

/** A link if the cell holds an address, else a blank text. */
const linkIn = (cell: string, name: string): string =>
  `=IF(ISTEXT(${cell}),IF(LEFT(${cell},4)="http",HYPERLINK(${cell},${name}),""),"")`;

/**
 * The newest filings of a list of companies, their age, how many have appeared since the last review, and whose reports
 * are later than a year ago.
 */
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
    const inputs = [5, 6, 7, 9, 10, 11].map(inputOfRow);
    /** Only if every company's filings are known; their ages and annual reports are beside the point. */
    const onceComplete = (value: string): string => `=IF(${LIST.isWhole('D')},${value},${noData})`;
    /** The table has the filings of a company as often as the list has the company. */
    const filedOf = (row: number, condition: string): string =>
      `COUNTIFS(${filed('I')},$A${row},${filed('K')},${condition})/COUNTIF(${column('A')},$A${row})`;
    const hasReports = (row: number): string => `COUNTIFS(${reported('X')},$A${row},${reported('Z')},">0")>0`;
    /** Of a company that stands in the list twice only once. */
    const sumOnce = (letter: string): string =>
      `SUMPRODUCT(IFERROR(${column(letter)}*(MATCH(${column('A')},${column('A')},0)=ROW(${column('A')})-${FIRST - 1}),0))`;

    const sheet = putFirstRows(new SheetDraft(filings.sheet), texts, filings, {
      missingCount: failing(...['C', 'D', 'G'].map((letter) => `ISNUMBER(${column(letter)})`)),
      of: LIST,
      inputs,
      asking: [`I${FIRST}`, `X${FIRST}`, column('F'), `${NEWS}${FIRST}`],
      result: [label(filings.toRead), total('=$G$5', '0')],
    })
      .put('A5', [
        [
          label(filings.type),
          { ...input('10-Q'), align: 'right' },
          advice(textRule('B5', common, { isOptional: true })),
        ],
        [label(filings.perCompany), input(4, '0'), advice(between('B6', FILINGS_PER_COMPANY, common))],
        [
          label(filings.reviewedUntil),
          input(today - DAYS_SINCE_REVIEW, DATE_FORMAT),
          // After a review in the future nothing would be left to read.
          advice(dateRule('B7', common, { until: { label: '$A$8', cell: 'B8' } })),
        ],
        [label(filings.asOf), formula('=TODAY()', DATE_FORMAT)],
        [label(filings.businessDaysOf), { ...input('XNYS'), align: 'right' }, advice(textRule('B9', common))],
        [label(filings.annualType), { ...input('10-K'), align: 'right' }, advice(textRule('B10', common))],
        [label(filings.newsAtMost), input(NEWS_ITEMS, '0'), advice(between('B11', [0, 100], common))],
      ])
      .put('E5', [
        figure(label(filings.toRead), total(onceComplete(sumOnce('D')), '0')),
        figure(
          label(filings.maybeMore),
          formula(onceComplete(`COUNTIF(${column('E')},${stringLiteral(filings.more)})`), '0'),
        ),
      ])
      .columns('A', LIST, [
        [26, heading(filings.ticker), (row) => input(TICKERS[row - FIRST])],
        [
          13,
          numberHeading(filings.newest),
          (row) => from(row, `${filedOf(row, '">0"')}>0`, `MAXIFS(${filed('K')},${filed('I')},$A${row})`, DATE_FORMAT),
        ],
        [
          17,
          numberHeading(filings.daysAgo),
          (row) => from(row, `ISNUMBER(B${row})`, `MD.NETWORKDAYS(B${row},$B$8,$B$9)-1`, '0'),
        ],
        [
          9,
          numberHeading(filings.unread),
          (row) => from(row, `AND(ISNUMBER(B${row}),$C$6&$C$7="")`, filedOf(row, '">"&$B$7'), '0'),
        ],
        [
          10,
          wordHeading(filings.atLimit),
          (row) =>
            wordFormula(`=IF(AND(ISNUMBER(D${row}),$C$6=""),IF(D${row}>=$B$6,${stringLiteral(filings.more)},""),"")`),
        ],
        [
          15,
          wordHeading(filings.annualOf),
          (row) => wordFormula(`=IF($A${row}="","",MD.FILINGS($A${row},$B$10,1,"period_of_report,filing_date",FALSE))`),
        ],
        [12, numberHeading(filings.annualFiled), () => spilled(DATE_FORMAT)],
        [10, numberHeading(common.plotted), (row) => plotted(`C${row}`, '0')],
        [10, wordHeading(filings.ticker)],
        [10, wordHeading(filings.filingType)],
        [14, numberHeading(filings.filedOn)],
        [16, wordHeading(filings.period)],
        [40, heading(filings.address)],
        [12, heading(filings.link)],
        [4],
      ])
      .put(
        `I${FIRST}`,
        Array.from({ length: LINKED_ROWS }, (_, index) => [
          ...filledBySpill('words', 'words', DATE_FORMAT, 'words', undefined),
          formula(linkIn(`M${FIRST + index}`, stringLiteral(filings.open))),
        ]),
      )
      .put(`P${FIRST - 2}`, [[note(filings.lateNote)]])
      .columns('P', LIST, [
        [10, heading(filings.ticker), (row) => formula(`=IFERROR(IF($A${row}="","",$A${row}),${noData})`)],
        ...REPORTS.map(
          (type) =>
            [
              14,
              numberHeading(type),
              (row: number) =>
                from(row, hasReports(row), `IF(${newestOf(row, type)}=0,"",${newestOf(row, type)})`, DATE_FORMAT),
            ] as const,
        ),
        [
          16,
          numberHeading(filings.asLastYear),
          (row) =>
            from(
              row,
              `COUNT($Q${row}:$S${row})>0`,
              `MIN(${REPORTS.map((type, index) => asLastYear(row, type, `$${'QRS'[index]!}${row}`)).join()})`,
              DATE_FORMAT,
            ),
        ],
        [22, numberHeading(filings.daysLater), (row) => from(row, `ISNUMBER($T${row})`, `MAX(0,$B$8-$T${row})`, '0')],
        [
          16,
          numberHeading(filings.notice),
          (row) => {
            const notice = `MAX(${NOTICES.map((type) => newestOf(row, type)).join()})`;
            return from(row, hasReports(row), `IF(${notice}>MAX($Q${row}:$S${row}),${notice},"")`, DATE_FORMAT);
          },
        ],
        [4],
        [10, wordHeading(filings.ticker), () => spilled('words')],
        [10, wordHeading(filings.filingType), () => spilled('words')],
        [14, numberHeading(filings.filedOn), () => spilled(DATE_FORMAT)],
        [4],
        [18, numberHeading(filings.newsAt), () => spilled(TIME_FORMAT)],
        [16, heading(filings.newsAbout)],
        [90, heading(filings.news)],
      ])
      .put(`${NEWS}${FIRST - 2}`, [[note(filings.newsNote)]])
      .put(`${NEWS}${FIRST}`, [
        [
          formula(
            `=IF(OR(${LIST.count}=0,$C$11<>"",N($B$11)=0),"",MD.NEWS("stocks",$B$11,"timestamp,tickets,content",FALSE,${column('A')}))`,
            TIME_FORMAT,
          ),
        ],
      ])
      .put(`X${FIRST}`, [
        [wordFormula(tableOf(`"${[...REPORTS, ...NOTICES].join()}",${REPORTS_PER_COMPANY},"filing_type,filing_date"`))],
      ])
      .put(
        `Z${LAST + 1}`,
        Array.from({ length: ROWS.length * (REPORTS_PER_COMPANY - 1) }, () => filledBySpill(DATE_FORMAT)),
      )
      .put(`I${FIRST}`, [[wordFormula(tableOf('B5,B6,"filing_type,filing_date,period_of_report,file_url"'))]]);
    for (const letter of ['B', 'C', 'D', 'U']) sheet.highlight(column(letter), 'missing', common.noData);
    return sheet
      .highlight(column('D'), 'good', 0)
      .highlight(column('E'), 'caution', filings.more)
      .highlight(column('U'), 'caution', 0, 'greater')
      .highlight('G5', 'missing', common.noData)
      .frame(LIST, {
        chart: { title: filings.chart, until: 'G', format: '0' },
        series: [[filings.daysAgo, 'H']],
        print: 'A:V',
      })
      .build();
  },
};

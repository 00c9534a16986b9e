import { DATE_FORMAT, TIME_FORMAT } from '../../core/calendar/dates';
import { anyText, between, dateUntil, optionalText } from './checks';
import {
  besideEntry,
  failing,
  figure,
  formula,
  input,
  inputRow,
  label,
  note,
  onceWhole,
  onlyIf,
  plotted,
  repeated,
  spilled,
  total,
  wordFormula,
  wordRow,
} from './draft-cells';
import { plannedModel, ROOM } from './sheet-draft';

const TICKERS = ['AAPL', 'MSFT', 'NVDA', 'JPM', 'KO', 'XOM'];
const FIRST = 13;
const DAYS_SINCE_REVIEW = 45;
/** The maximum limit of MD.FILINGS. */
const FILINGS_PER_COMPANY = [1, 100] as const;
/** Table rows that have a format and a link beside them. All rows are counted. */
const LINKED_ROWS = 240;
/** How many news: pages are read until that many are about the companies. */
const NEWS_ITEMS = 5;

/** The part of a column that the table of filings can fill. */
const filed = (letter: string): string => `$${letter}$${FIRST}:$${letter}$${FIRST + ROOM * FILINGS_PER_COMPANY[1] - 1}`;

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
const reported = (letter: string): string => `$${letter}$${FIRST}:$${letter}$${FIRST + ROOM * REPORTS_PER_COMPANY - 1}`;

/**
 * A table of filings with the companies in its first column. MD.FILINGS leaves that column out if the list has only one.
 * @param what its arguments after the tickers
 */
const tableOf = (what: string) =>
  wordFormula(
    `=LET(table,MD.FILINGS({A},${what},FALSE),IF({count}=1,HSTACK(IF(SEQUENCE(ROWS(table)),TEXTJOIN("",TRUE,{A})),table),table))`,
  );

/** An expression: the day of a company's newest filing of a type; 0 if it has none. */
const newestOf = (type: string): string => `MAXIFS(${reported('Z')},${reported('X')},$A#,${reported('Y')},"${type}")`;

/**
 * An expression: the day a year after the filing of that type that followed the newest one's predecessor, when the next
 * one is filed if it is filed as last year. What the rules demand is not known.
 * @param newest the cell with the day of the newest one
 */
const asLastYear = (type: (typeof REPORTS)[number], newest: string): string =>
  `IF(ISNUMBER(${newest}),EDATE(MINIFS(${reported('Z')},${reported('X')},$A#,${reported('Y')},"${type}",${reported('Z')},">"&(EDATE(${newest},-12)+${EARLIER_DAYS[type]})),12),${NEVER})`;

/** The table has the filings of a company as often as the list has the company. */
const filedOf = (condition: string): string =>
  `COUNTIFS(${filed('I')},$A#,${filed('K')},${condition})/COUNTIF({A},$A#)`;
const hasReports = `COUNTIFS(${reported('X')},$A#,${reported('Z')},">0")>0`;
const newestNotice = `MAX(${NOTICES.map(newestOf).join()})`;
/** Only if every company's filings are known; their ages and annual reports are beside the point. */
const whole = (text: string): string => onceWhole('D', text);

/**
 * The newest filings of a list of companies, their age, how many have appeared since the last review, and whose reports
 * are later than a year ago. It has no data of a company of which the service returned no filing, which differs from
 * having no filing to read.
 */
export const filingsTracker = plannedModel({
  id: 'filings',
  missing: failing('ISNUMBER({C})', 'ISNUMBER({D})', 'ISNUMBER({G})'),
  asking: ['I13', 'X13', '{F}', 'AB13'],
  result: [label('filings.toRead'), total('=$G$5', '0')],
  cells: {
    A5: [
      wordRow('filings.type', '10-Q', optionalText),
      inputRow('filings.perCompany', 4, '0', between(FILINGS_PER_COMPANY)),
      // After a review in the future nothing would be left to read.
      inputRow('filings.reviewedUntil', (dates) => dates.today - DAYS_SINCE_REVIEW, DATE_FORMAT, dateUntil(8)),
      [label('filings.asOf'), formula('=TODAY()', DATE_FORMAT)],
      wordRow('filings.businessDaysOf', 'XNYS', anyText),
      wordRow('filings.annualType', '10-K', anyText),
      inputRow('filings.newsAtMost', NEWS_ITEMS, '0', between([0, 100])),
    ],
    E5: [
      figure(
        'filings.toRead',
        // Of a company that stands in the list twice only once.
        total(whole(`SUMPRODUCT(IFERROR({D}*(MATCH({A},{A},0)=ROW({A})-${FIRST - 1}),0))`), '0'),
      ),
      figure('filings.maybeMore', formula(whole('COUNTIF({E},{filings.more})'), '0')),
    ],
    I13: repeated(LINKED_ROWS, [
      ...['words', 'words', DATE_FORMAT, 'words', undefined].map(spilled),
      formula('=IF(ISTEXT(M#),IF(LEFT(M#,4)="http",HYPERLINK(M#,{filings.open}),""),"")'),
    ]),
    $I$13: [[tableOf('B5,B6,"filing_type,filing_date,period_of_report,file_url"')]],
    P11: [[note('filings.lateNote')]],
    X13: [[tableOf(`"${[...REPORTS, ...NOTICES].join()}",${REPORTS_PER_COMPANY},"filing_type,filing_date"`)]],
    [`Z${FIRST + ROOM}`]: repeated(ROOM * (REPORTS_PER_COMPANY - 1), [spilled(DATE_FORMAT)]),
    AB11: [[note('filings.newsNote')]],
    AB13: [
      [
        formula(
          '=IF(OR({count}=0,$C$11<>"",N($B$11)=0),"",MD.NEWS("stocks",$B$11,"timestamp,tickets,content",FALSE,{A}))',
          TIME_FORMAT,
        ),
      ],
    ],
  },
  of: {
    first: FIRST,
    entries: TICKERS.map((ticker) => [ticker]),
    columns: [
      [26, 'filings.ticker', input()],
      [
        13,
        'filings.newest',
        besideEntry(onlyIf(`${filedOf('">0"')}>0`, `MAXIFS(${filed('K')},${filed('I')},$A#)`), DATE_FORMAT),
      ],
      [17, 'filings.daysAgo', besideEntry(onlyIf('ISNUMBER(B#)', 'MD.NETWORKDAYS(B#,$B$8,$B$9)-1'), '0')],
      [9, 'filings.unread', besideEntry(onlyIf('AND(ISNUMBER(B#),$C$6&$C$7="")', filedOf('">"&$B$7')), '0')],
      [10, 'filings.atLimit', wordFormula('=IF(AND(ISNUMBER(D#),$C$6=""),IF(D#>=$B$6,{filings.more},""),"")')],
      [
        15,
        'filings.annualOf',
        wordFormula('=IF($A#="","",MD.FILINGS($A#,$B$10,1,"period_of_report,filing_date",FALSE))'),
      ],
      [12, 'filings.annualFiled', spilled(DATE_FORMAT)],
      [10, 'common.plotted', plotted('C', '0')],
      [10, 'filings.ticker', spilled('words')],
      [10, 'filings.filingType', spilled('words')],
      [14, 'filings.filedOn', spilled(DATE_FORMAT)],
      [16, 'filings.period', spilled('words')],
      [40, 'filings.address'],
      [12, 'filings.link'],
      [4],
      [10, 'filings.ticker', besideEntry('$A#')],
      ...REPORTS.map(
        (type) =>
          [
            14,
            type,
            besideEntry(onlyIf(hasReports, `IF(${newestOf(type)}=0,"",${newestOf(type)})`), DATE_FORMAT),
          ] as const,
      ),
      [
        16,
        'filings.asLastYear',
        besideEntry(
          onlyIf(
            'COUNT($Q#:$S#)>0',
            `MIN(${REPORTS.map((type, index) => asLastYear(type, `$${'QRS'[index]!}#`)).join()})`,
          ),
          DATE_FORMAT,
        ),
      ],
      [22, 'filings.daysLater', besideEntry(onlyIf('ISNUMBER($T#)', 'MAX(0,$B$8-$T#)'), '0')],
      [
        16,
        'filings.notice',
        besideEntry(onlyIf(hasReports, `IF(${newestNotice}>MAX($Q#:$S#),${newestNotice},"")`), DATE_FORMAT),
      ],
      [4],
      [10, 'filings.ticker', spilled('words')],
      [10, 'filings.filingType', spilled('words')],
      [14, 'filings.filedOn', spilled(DATE_FORMAT)],
      [4],
      [18, 'filings.newsAt', spilled(TIME_FORMAT)],
      [16, 'filings.newsAbout'],
      [90, 'filings.news'],
    ],
    chart: { title: 'filings.chart', until: 'G', format: '0' },
    plotted: ['filings.daysAgo', 'H'],
    print: 'A:V',
  },
  marks: [
    ['BCDU', 'missing'],
    ['D', 'good', 0],
    ['E', 'caution', 'filings.more'],
    ['U', 'caution', 0, 'greater'],
    ['G5', 'missing'],
  ],
});

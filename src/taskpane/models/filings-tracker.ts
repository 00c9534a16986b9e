import { failing, onceWhole, onlyIf, plotted } from './formulas';
import { anyText, between, dateUntil, optionalText } from './rules';
import { plannedModel, ROOM } from './sheet-draft';

const TICKERS = ['AAPL', 'MSFT', 'NVDA', 'JPM', 'KO', 'XOM'];
const FIRST = 13;
/** The maximum limit of MD.FILINGS. */
const MOST_PER_COMPANY = 100;

/** The part of a column that the table of filings can fill. */
const filed = (letter: string): string => `$${letter}$${FIRST}:$${letter}$${FIRST + ROOM * MOST_PER_COMPANY - 1}`;

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
const LAST_REPORT = FIRST + ROOM * REPORTS_PER_COMPANY - 1;
const reported = (letter: string): string => `$${letter}$${FIRST}:$${letter}$${LAST_REPORT}`;

/**
 * A table of filings with the companies in its first column. MD.FILINGS leaves that column out if the list has only one.
 * @param what its arguments after the tickers
 */
const tableOf = (what: string): string =>
  `=LET(table,MD.FILINGS({A},${what},FALSE),` +
  'IF({count}=1,HSTACK(IF(SEQUENCE(ROWS(table)),TEXTJOIN("",TRUE,{A})),table),table)) as words';

/** An expression: the day of a company's newest filing of a type; 0 if it has none. */
const newestOf = (type: string): string => `MAXIFS(${reported('Z')},${reported('X')},$A#,${reported('Y')},"${type}")`;

/**
 * An expression: the day a year after the filing of that type that followed the newest one's predecessor, when the next
 * one is filed if it is filed as last year. What the rules demand is not known.
 * @param newest the cell with the day of the newest one
 */
const asLastYear = (type: (typeof REPORTS)[number], newest: string): string => {
  const after = `">"&(EDATE(${newest},-12)+${EARLIER_DAYS[type]})`;
  const next = `MINIFS(${reported('Z')},${reported('X')},$A#,${reported('Y')},"${type}",${reported('Z')},${after})`;
  return `IF(ISNUMBER(${newest}),EDATE(${next},12),${NEVER})`;
};
const firstAsLastYear = `MIN(${REPORTS.map((type, index) => asLastYear(type, `$${'QRS'[index]!}#`)).join()})`;

/** The table has the filings of a company as often as the list has the company. */
const filedOf = (condition: string): string =>
  `COUNTIFS(${filed('I')},$A#,${filed('K')},${condition})/COUNTIF({A},$A#)`;
const newest = onlyIf(`${filedOf('">0"')}>0`, `MAXIFS(${filed('K')},${filed('I')},$A#)`);
const hasReports = `COUNTIFS(${reported('X')},$A#,${reported('Z')},">0")>0`;
const newestReport = (type: string): string =>
  `each: ${onlyIf(hasReports, `IF(${newestOf(type)}=0,"",${newestOf(type)})`)} as date`;
const newestNotice = `MAX(${NOTICES.map(newestOf).join()})`;
const notice = onlyIf(hasReports, `IF(${newestNotice}>MAX($Q#:$S#),${newestNotice},"")`);
/** Only if every company's filings are known; their ages and annual reports are beside the point. */
const whole = (text: string): string => onceWhole('D', text);
/** Of a company that stands in the list twice only once. */
const toRead = whole(`SUMPRODUCT(IFERROR({D}*(MATCH({A},{A},0)=ROW({A})-${FIRST - 1}),0))`);
const link = '=IF(ISTEXT(M#),IF(LEFT(M#,4)="http",HYPERLINK(M#,{filings.open}),""),"")';
/** Pages are read until as many are about the companies. */
const news = '=IF(OR({count}=0,$C$11<>"",N($B$11)=0),"",MD.NEWS("stocks",$B$11,"timestamp,tickets,content",FALSE,{A}))';

/**
 * The newest filings of a list of companies, their age, how many have appeared since the last review, and whose reports
 * are later than a year ago. It has no data of a company of which the service returned no filing, which differs from
 * having no filing to read.
 */
export const filingsTracker = plannedModel({
  id: 'filings',
  missing: failing('ISNUMBER({C})', 'ISNUMBER({D})', 'ISNUMBER({G})'),
  asking: ['I13', 'X13', '{F}', 'AB13'],
  // After a review in the future nothing would be left to read. 240 rows of the table have a format and a link beside
  // them; all rows are counted.
  rows: `
A4 | filings.toRead | * =$G$5 as 0
A5 | filings.type | [10-Q] as right | ? ${optionalText}
   | filings.perCompany | [4] as 0 | ? ${between(1, MOST_PER_COMPANY)}
   | filings.reviewedUntil | [today-45] as date | ? ${dateUntil(8)}
   | filings.asOf | =TODAY() as date
   | filings.businessDaysOf | [XNYS] as right | ? ${anyText}
   | filings.annualType | [10-K] as right | ? ${anyText}
   | filings.newsAtMost | [5] as 0 | ? ${between(0, 100)}
E5 | filings.toRead | | * =${toRead} as 0
   | filings.maybeMore | | =${whole('COUNTIF({E},{filings.more})')} as 0
I13:252 | as words | as words | as date | as words | | ${link}
I13 | ${tableOf('B5,B6,"filing_type,filing_date,period_of_report,file_url"')}
P11 | ~ filings.lateNote
X13 | ${tableOf(`"${[...REPORTS, ...NOTICES].join()}",${REPORTS_PER_COMPANY},"filing_type,filing_date"`)}
Z${FIRST + ROOM}:${LAST_REPORT} | as date
AB11 | ~ filings.newsNote
AB13 | ${news} as time`,
  of: {
    first: FIRST,
    entries: TICKERS.map((ticker) => [ticker]),
    columns: `
26 | filings.ticker | []
13 | filings.newest | each: ${newest} as date
17 | filings.daysAgo | each: ${onlyIf('ISNUMBER(B#)', 'MD.NETWORKDAYS(B#,$B$8,$B$9)-1')} as 0
9 | filings.unread | each: ${onlyIf('AND(ISNUMBER(B#),$C$6&$C$7="")', filedOf('">"&$B$7'))} as 0
10 | filings.atLimit | =IF(AND(ISNUMBER(D#),$C$6=""),IF(D#>=$B$6,{filings.more},""),"") as words
15 | filings.annualOf | =IF($A#="","",MD.FILINGS($A#,$B$10,1,"period_of_report,filing_date",FALSE)) as words
12 | filings.annualFiled | as date
10 | common.plotted | =${plotted('C')} as 0
10 | filings.ticker | as words
10 | filings.filingType | as words
14 | filings.filedOn | as date
16 | filings.period | as words
40 | filings.address |
12 | filings.link |
4 | |
10 | filings.ticker | each: $A#
${REPORTS.map((type) => `14 | ${type} | ${newestReport(type)}`).join('\n')}
16 | filings.asLastYear | each: ${onlyIf('COUNT($Q#:$S#)>0', firstAsLastYear)} as date
22 | filings.daysLater | each: ${onlyIf('ISNUMBER($T#)', 'MAX(0,$B$8-$T#)')} as 0
16 | filings.notice | each: ${notice} as date
4 | |
10 | filings.ticker | as words
10 | filings.filingType | as words
14 | filings.filedOn | as date
4 | |
18 | filings.newsAt | as time
16 | filings.newsAbout |
90 | filings.news |`,
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

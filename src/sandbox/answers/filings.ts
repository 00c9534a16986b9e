import { isoFromDay, MS_PER_DAY } from '../../core/calendar/dates';
import type { AnswerHandlers } from '../answer';
import { yearOf } from '../../core/calendar/trading-days';
import { type Company, stockOf, type YearEnd } from '../instruments/instruments';
import { notFound } from '../refusal';
import { dayOf } from '../calendar/holiday-rules';
import { sessionOf } from '../calendar/sessions';
import { exchangeOf } from '../exchanges/exchanges';
import { hashText, hash } from '../random';
import { weekdayOf } from '../../core/calendar/iso-dates';
import { THRESHOLDS } from '../../core/score';

const YEARS = 10;
const DEFAULT_LIMIT = 20;
const FILINGS_PER_YEAR = 100;

function filing(ticker: string, cik: number, year: number, { type, filed, reported, ordinal, period }: Draft) {
  const number = (year % 10) * FILINGS_PER_YEAR + ordinal;
  const accession = [String(cik).padStart(10, '0'), isoFromDay(filed).slice(2, 4), String(number).padStart(6, '0')];
  const file = `${ticker.toLowerCase().replace('.', '')}-${isoFromDay(reported).replaceAll('-', '')}.htm`;
  return {
    accession_number: accession.join('-'),
    filing_type: type,
    filing_date: isoFromDay(filed),
    report_date: isoFromDay(reported),
    period_of_report: period ?? isoFromDay(reported),
    file_url: `https://filings.example.com/Archives/edgar/data/${cik}/${accession.join('')}/${file}`,
  };
}

/** Everything filed in the last ten years, newest first. */
function filingsOf(ticker: string, company: Company, seed: number, nowMs: number) {
  const key = hashText(ticker, seed);
  const today = Math.floor(nowMs / MS_PER_DAY);
  const [first, last] = [yearOf(today) - YEARS, yearOf(today) + 1];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    .flatMap((year) => draftsOf(company, key, year).map((draft) => ({ year, draft })))
    .filter(({ draft }) => draft.filed <= today)
    .sort((a, b) => b.draft.filed - a.draft.filed || b.year - a.year || b.draft.ordinal - a.draft.ordinal)
    .map(({ year, draft }) => filing(ticker, company.cik, year, draft));
}

export const FILINGS: AnswerHandlers = {
  'GET /stocks/filings': (query, { seed, nowMs }) => {
    const stock = stockOf(query.textOf('ticker') ?? '');
    if (!stock) throw notFound(`Ticker ${query.textOf('ticker') ?? ''}`);
    const { company } = stock;
    const type = query.textOf('type')?.toUpperCase();
    const filings = company
      ? filingsOf(stock.symbol, company, seed, nowMs).filter((each) => !type || each.filing_type === type)
      : [];
    return { ticker: stock.symbol, filings: filings.slice(0, query.numberOf('limit') ?? DEFAULT_LIMIT) };
  },
};

interface Draft {
  readonly type: string;
  readonly filed: number;
  readonly reported: number;
  /** "FY 2026", "Q3 2026"; undefined for a filing about a single day. */
  readonly period?: string;
  /** Unique within the fiscal year. */
  readonly ordinal: number;
}

const DAYS_PER_QUARTER = 91;
/**
 * Large companies have 60 days for the annual report and 40 for a quarterly one; proxy statements follow three and a
 * half months after the year.
 */
const [ANNUAL_LAG, QUARTERLY_LAG, FOREIGN_ANNUAL_LAG, PROXY_LAG] = [29, 27, 52, 105];
const LAG_SPREAD = 12;
/**
 * One report in LATE_ONE_IN of a company in distress comes after its due day: a notice of that follows the due day, and
 * the report comes at least LATE_LEAST days after it.
 */
const LATE_ONE_IN = 6;
const [ANNUAL_DUE, QUARTERLY_DUE, LATE_LEAST, LATE_SPREAD] = [60, 40, 12, 30];
const EVENTS_PER_QUARTER = 2;
const TRADES_PER_QUARTER = 3;

const DECEMBER: YearEnd = { month: 12 };

/** The last day of the fiscal year that ends in `year`. */
function fiscalYearEnd({ month, weekday, isNearest }: YearEnd, year: number): number {
  const monthEnd = dayOf(year, month + 1, 1) - 1;
  if (weekday === undefined) return monthEnd;
  const before = (weekdayOf(monthEnd) - weekday + 7) % 7;
  return isNearest && before > 3 ? monthEnd - before + 7 : monthEnd - before;
}

/** The ends of the fiscal year's quarters; the fourth is the year's end. */
function quarterEnds({ yearEnd = DECEMBER }: Company, year: number): readonly number[] {
  const [last, before] = [fiscalYearEnd(yearEnd, year), fiscalYearEnd(yearEnd, year - 1)];
  const inner = [1, 2, 3].map((quarter) =>
    yearEnd.weekday === undefined
      ? dayOf(year - 1, yearEnd.month + quarter * 3 + 1, 1) - 1
      : before + quarter * DAYS_PER_QUARTER,
  );
  return [...inner, last];
}

/**
 * The day itself if New York trades, otherwise the next trading day: the SEC accepts filings on nearly the same days.
 */
function businessDay(day: number): number {
  const newYork = exchangeOf('XNYS');
  let next = day;
  while (newYork && !sessionOf(newYork, next)) next += 1;
  return next;
}

/**
 * What a company files about one fiscal year: reports, results, events in between, the proxy statement, insider trades.
 */
function draftsOf(company: Company, key: number, year: number): readonly Draft[] {
  const { isForeign, altmanZ = Infinity } = company;
  const habit = hash(key) % LAG_SPREAD;
  const current = isForeign ? '6-K' : '8-K';
  let ordinal = 0;
  const draft = (type: string, reported: number, filed: number, period?: string): Draft => ({
    type,
    reported,
    filed: businessDay(filed),
    ordinal: ++ordinal,
    ...(period === undefined ? {} : { period }),
  });
  const drafts = quarterEnds(company, year).flatMap((end, index) => {
    const isAnnual = index === 3;
    const random = (salt: number, count: number): number => hash(key, year * 4 + index, salt) % count;
    const isLate = !isForeign && altmanZ < THRESHOLDS.altmanDistressBelow && random(60, LATE_ONE_IN) === 0;
    const due = isAnnual ? ANNUAL_DUE : QUARTERLY_DUE;
    const usual = (isAnnual ? (isForeign ? FOREIGN_ANNUAL_LAG : ANNUAL_LAG) : QUARTERLY_LAG) + habit + random(0, 3);
    const lag = isLate ? due + LATE_LEAST + random(61, LATE_SPREAD) : usual;
    const period = isAnnual ? `FY ${year}` : `Q${index + 1} ${year}`;
    const results = businessDay(end + lag - 1);
    const report = isAnnual ? (isForeign ? '20-F' : '10-K') : isForeign ? current : '10-Q';
    const events = Array.from({ length: EVENTS_PER_QUARTER }, (_, event) => {
      const happened = businessDay(end - 80 + event * 40 + random(10 + event, 25));
      return draft(current, happened, happened + 1 + random(20 + event, 4));
    });
    const trades = Array.from({ length: isForeign ? 0 : TRADES_PER_QUARTER }, (_, trade) => {
      const traded = businessDay(end - 75 + trade * 26 + random(30 + trade, 20));
      return draft('4', traded, traded + 1 + random(40 + trade, 2));
    });
    const notices = isLate ? [draft(`NT ${report}`, end, end + due + 1, period)] : [];
    return [
      ...events,
      ...trades,
      draft(current, results, results),
      draft(report, end, results + 1, period),
      ...notices,
    ];
  });
  const yearEnd = fiscalYearEnd(company.yearEnd ?? DECEMBER, year);
  const holders = dayOf(yearOf(yearEnd) + 1, 2, 10) + (hash(key, year, 50) % 5);
  return [
    ...drafts,
    ...(isForeign ? [] : [draft('DEF 14A', yearEnd, yearEnd + PROXY_LAG + (hash(key, year, 51) % 8))]),
    draft('SC 13G', dayOf(yearOf(holders) - 1, 12, 31), holders),
  ];
}

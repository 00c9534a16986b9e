import { isoFromDay, MS_PER_DAY } from '../../core/calendar/dates';
import type { AnswerHandlers } from '../answer';
import { yearOf } from '../../core/calendar/trading-days';
import { COMPANIES, type Company } from '../instruments/companies';
import { stockOf } from '../instruments/stocks';
import { hashText } from '../noise';
import { notFound } from '../refusal';
import { type Draft, draftsOf } from './filing-years';

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
    const stock = stockOf(query.text('ticker') ?? '');
    if (!stock) throw notFound(`Ticker ${query.text('ticker') ?? ''}`);
    const company = COMPANIES.get(stock.symbol);
    const type = query.text('type')?.toUpperCase();
    const filings = company
      ? filingsOf(stock.symbol, company, seed, nowMs).filter((each) => !type || each.filing_type === type)
      : [];
    return { ticker: stock.symbol, filings: filings.slice(0, query.number('limit') ?? DEFAULT_LIMIT) };
  },
};

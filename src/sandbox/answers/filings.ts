import { isoFromDay, MS_PER_DAY } from '../../core/dates';
import type { Answers } from '../answer';
import { dayOf, weekdayOf } from '../calendar/days';
import { stockOf } from '../instruments/stocks';
import { hash, hashText, pick } from '../noise';
import { notFound } from '../refusal';

const YEARS = 10;
const DEFAULT_LIMIT = 20;
const OCCASIONAL = ['8-K', '8-K', '8-K', '4', 'DEF 14A', 'S-8', 'SC 13G', '144'] as const;
const OCCASIONAL_PER_QUARTER = 4;

interface Draft {
  readonly type: string;
  readonly filed: number;
  readonly reported: number;
  /** Unlike any other of the company. */
  readonly ordinal: number;
}

const notWeekend = (day: number): number => (weekdayOf(day) === 6 ? day + 2 : weekdayOf(day) === 0 ? day + 1 : day);

const ordinalOf = (year: number, quarter: number, index: number): number => (year % 100) * 100 + quarter * 10 + index;

/** What a company filed on one quarter: its report, and what happened meanwhile. */
function draftsOf(key: number, year: number, quarter: number): readonly Draft[] {
  const quarterEnd = dayOf(year, quarter * 3 + 1, 1) - 1;
  const isYearEnd = quarter === 4;
  const report = {
    type: isYearEnd ? '10-K' : '10-Q',
    reported: quarterEnd,
    ordinal: ordinalOf(year, quarter, 0),
    filed: notWeekend(quarterEnd + (isYearEnd ? 40 : 28) + (hash(key, year, quarter) % 12)),
  };
  const others = Array.from({ length: OCCASIONAL_PER_QUARTER }, (_, index) => {
    const event = quarterEnd - 88 + index * 22 + (hash(key, year * 4 + quarter, index + 10) % 20);
    return {
      type: pick(OCCASIONAL, key, year * 4 + quarter, index + 20),
      reported: event,
      ordinal: ordinalOf(year, quarter, index + 1),
      filed: notWeekend(event + 1 + (hash(key, year * 4 + quarter, index + 30) % 4)),
    };
  });
  return [report, ...others];
}

function periodOf({ type, reported }: Draft): string {
  const [year = '', month = ''] = isoFromDay(reported).split('-');
  if (type === '10-K') return `FY ${year}`;
  return type === '10-Q' ? `Q${Math.ceil(Number(month) / 3)} ${year}` : isoFromDay(reported);
}

function filing(ticker: string, key: number, draft: Draft) {
  const [filerNumber, filed] = [1_000_000 + (key % 900_000), isoFromDay(draft.filed)];
  const accession = [String(filerNumber).padStart(10, '0'), filed.slice(2, 4), String(draft.ordinal).padStart(6, '0')];
  const file = `${ticker.toLowerCase().replace('.', '')}-${isoFromDay(draft.reported).replaceAll('-', '')}.htm`;
  return {
    accession_number: accession.join('-'), filing_type: draft.type, filing_date: filed, report_date: isoFromDay(draft.reported),
    period_of_report: periodOf(draft), file_url: `https://filings.example.com/Archives/edgar/data/${filerNumber}/${accession.join('')}/${file}`,
  };
}

/** Everything filed in the ten years up to now, newest first. */
function filingsOf(ticker: string, seed: number, nowMs: number) {
  const key = hashText(ticker, seed);
  const today = Math.floor(nowMs / MS_PER_DAY);
  const thisYear = new Date(nowMs).getUTCFullYear();
  const years = Array.from({ length: YEARS + 1 }, (_, index) => thisYear - YEARS + index);
  return years
    .flatMap((year) => [1, 2, 3, 4].flatMap((quarter) => draftsOf(key, year, quarter)))
    .filter(({ filed }) => filed <= today)
    .sort((a, b) => b.filed - a.filed || b.ordinal - a.ordinal)
    .map((draft) => filing(ticker, key, draft));
}

export const FILINGS: Answers = {
  'GET /stocks/filings': (query, { seed, nowMs }) => {
    const stock = stockOf(query.text('ticker') ?? '');
    if (!stock) throw notFound(`Ticker ${query.text('ticker') ?? ''}`);
    const type = query.text('type')?.toUpperCase();
    const filings = filingsOf(stock.symbol, seed, nowMs).filter((each) => !type || each.filing_type === type);
    return { ticker: stock.symbol, filings: filings.slice(0, query.number('limit') ?? DEFAULT_LIMIT) };
  },
};

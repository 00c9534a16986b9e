import type { Cell } from '../../src/core/cell';
import { MARKETS, MODELS, filingCount } from './facts';
import { ABSENT, type Fault, REFUSED, UNKNOWN } from './faults';

type Item = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly body: unknown;
  readonly values: ReadonlyMap<string, readonly Cell[]>;
}

/** What a request asks for, and how the service answers it. */
export interface Asked {
  readonly questions: readonly string[];
  /** What may be pending only once: the names of a list, or the request as a whole. */
  readonly keys: readonly string[];
  /** What the service says to it at all times. */
  readonly always?: Fault | undefined;
  readonly answer: (fault: Fault, newValue: () => number) => Answer;
}

/** Reads a request as the interface document describes it. */
export function readRequest({ pathname, searchParams, search }: URL): Asked {
  const [, area = '', name = ''] = pathname.split('/');
  const get = (parameter: string): string => searchParams.get(parameter) ?? '';
  if (pathname.endsWith('/quotes')) return readQuotes(area, get('symbols').split(','), get('precision'));
  if (pathname === '/stocks/markets/hours')
    return readHours(searchParams.get('mic')?.split(','), get('start'), get('end'));
  if (pathname === '/stocks/markets') return readMarkets(get('mic').split(','));
  if (pathname === '/stocks/filings')
    return readFilings(get('ticker'), get('filing_type'), Number(get('limit')), pathname + search);
  return readScores(name, get('name'), pathname + search);
}

const alwaysTo = (names: readonly string[]): Fault | undefined =>
  names.includes('GONE') ? UNKNOWN : names.includes('REFUSED') ? REFUSED : undefined;

function readQuotes(area: string, symbols: readonly string[], precision: string): Asked {
  const questions = symbols.map((symbol) => `quote ${area} ${symbol} ${precision}`);
  return {
    questions,
    keys: questions,
    always: alwaysTo(symbols),
    answer(fault, newValue) {
      const present = presentUnder(fault, symbols);
      const quotes = present.map((symbol) => ({ symbol, ask: 2, bid: 1, mid: newValue(), timestamp: 1_790_000_000 }));
      const values = new Map(quotes.map(({ symbol, mid }) => [`quote ${area} ${symbol} ${precision}`, [mid]]));
      const odd = fault.name === 'repeated' ? quotes.map((quote) => ({ ...quote, mid: newValue() })) : [];
      const unasked =
        fault.name === 'unasked' ? [{ symbol: 'UNASKED', ask: 2, bid: 1, mid: newValue(), timestamp: 1 }] : [];
      return { body: { items: [...unasked, ...disguised(fault, [...quotes], 'symbol'), ...odd] }, values };
    },
  };
}

function readHours(mics: readonly string[] | undefined, start: string, end: string): Asked {
  const markets = mics ?? MARKETS;
  const questionOf = (mic: string): string => `hours ${mic} ${start} ${end}`;
  const questions = [...markets.map(questionOf), ...(mics ? [] : [questionOf('*')])];
  const days = [...new Set([start, end])];
  return {
    questions,
    keys: mics ? questions : [questionOf('*')],
    answer(fault, newValue) {
      const present = presentUnder(fault, markets).filter((mic) => mic !== 'GONE');
      const sessions = present.flatMap((mic) =>
        days.map((date) => ({
          mic,
          date,
          day_of_week: 'Monday',
          is_early_close: false,
          holiday_name: `session ${newValue()}`,
          open_time: `${date}T09:30:00-05:00`,
          close_time: `${date}T16:00:00-05:00`,
        })),
      );
      const namesOf = (mic: string): string[] =>
        sessions.filter((one) => one.mic === mic).map((one) => one.holiday_name);
      const values = new Map(present.map((mic) => [questionOf(mic), namesOf(mic)]));
      if (!mics) values.set(questionOf('*'), sessions.map((one) => one.holiday_name).sort());
      const unasked =
        fault.name === 'unasked' && mics ? [{ ...sessions[0], mic: 'XXXX', holiday_name: 'unasked' }] : [];
      const odd = fault.name === 'repeated' ? sessions : [];
      return { body: [...unasked, ...disguised(fault, [...sessions], 'mic'), ...odd], values };
    },
  };
}

/** Asked to tell a market without sessions from one that nobody knows. */
function readMarkets(mics: readonly string[]): Asked {
  const known = mics.filter((mic) => mic !== 'GONE');
  const questions = mics.map((mic) => `market ${mic}`);
  return {
    questions,
    keys: questions,
    answer: () => ({ body: known.map((mic) => ({ mic, name: `Exchange ${mic}` })), values: new Map() }),
  };
}

function readFilings(ticker: string, type: string, limit: number, key: string): Asked {
  const question = `filings ${ticker} ${type} ${limit}`;
  return {
    questions: [question],
    keys: [key],
    always: alwaysTo([ticker]),
    answer(fault, newValue) {
      const filings = Array.from({ length: fault === ABSENT ? 0 : filingCount(ticker, limit) }, (_, index) => ({
        accession_number: `filing ${newValue()}`,
        filing_type: '10-K',
        filing_date: `2026-0${9 - index}-01`,
        report_date: '2026-06-30',
        period_of_report: '2026-06-30',
        file_url: 'https://filings.test/1',
      }));
      const values = new Map(filings.length > 0 ? [[question, filings.map((filing) => filing.accession_number)]] : []);
      const odd = fault.name === 'repeated' ? filings : [];
      return { body: { ticker, filings: [...disguised(fault, [...filings]), ...odd] }, values };
    },
  };
}

function readScores(symbol: string, model: string, key: string): Asked {
  const questions = (model === 'all' ? MODELS : [model]).map((one) => `score ${symbol} ${one}`);
  return {
    questions,
    keys: [key],
    always: alwaysTo([symbol]),
    answer(fault, newValue) {
      const values = new Map(presentUnder(fault, questions).map((question) => [question, [newValue()]]));
      const scores = [...values].map(([question, [value]]) => [question.split(' ')[2]!, value]);
      return {
        body: { symbol, data: model === 'all' ? Object.fromEntries(scores) : (scores[0]?.[1] ?? null) },
        values,
      };
    },
  };
}

const presentUnder = (fault: Fault, names: readonly string[]): readonly string[] =>
  fault === ABSENT ? names.slice(1) : names;

function disguised(fault: Fault, items: Item[], name?: string): Item[] {
  if (fault.name === 'reordered') return items.reverse();
  return fault.name === 'lower-case' && name
    ? items.map((item) => ({ ...item, [name]: String(item[name]).toLowerCase() }))
    : items;
}

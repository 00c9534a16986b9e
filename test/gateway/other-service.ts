import { KEY_HEADER, QUOTE_FIELDS } from '../support/published-fields';

/**
 * A service written from the interface's documents alone: it shares no code with the product, and has symbols and
 * exchanges of its own. It agrees with the documents unless a test plants a difference.
 */
export interface Differences {
  /** @default 50 */
  readonly maxListLength?: number;
  /** The reason for a list that is too long. @default as the documents' framework words it */
  readonly listReason?: string;
  /** The largest number that each operation takes as its limit or size, by path. */
  readonly maxLimits?: Readonly<Record<string, number>>;
  /** Operations that send fewer records than asked, without a word, by path. */
  readonly cutsAt?: Readonly<Record<string, number>>;
  /** Other names of query parameters, by path and the documents' name. */
  readonly names?: Readonly<Record<string, string>>;
  /** Changes a record before it is sent. */
  readonly record?: (path: string, record: Row, index: number) => Row;
  /** The status of an operation, by path. */
  readonly statuses?: Readonly<Record<string, number>>;
  readonly isWithoutCors?: boolean;
  /** Serves this at /openapi.json. @default nothing there */
  readonly description?: unknown;
}

type Row = Readonly<Record<string, unknown>>;

const DAY_MS = 86_400_000;
const AREAS: Readonly<Record<string, readonly string[]>> = {
  currencies: ['SEKNOK', 'PLNCZK', 'HUFRON', 'CHFSEK', 'NZDSGD', 'THBMYR', 'MXNCLP', 'TRYZAR', 'ILSAED', 'KWDBHD'],
  crypto: ['SOL-USDT', 'DOT-BTC', 'ADA-EUR', 'XMR-USD', 'LTC-USD', 'ATOM-USD'],
  indices: ['AEX25', 'OMXS30', 'WIG20', 'BUX', 'PX50', 'ATX'],
  stocks: ['ASML', 'NESN', 'NOVO', 'SAND', 'TELIA', 'ORK'],
  commodities: ['GOLD', 'BRENT', 'WHEAT', 'COPPER', 'NATGAS'],
};
const EXCHANGES = ['XAMS', 'XSTO', 'XOSL', 'XWAR'];

const invalid = (place: string, name: string, message: string, type: string): Response =>
  Response.json({ detail: [{ loc: [place, name], msg: message, type }] }, { status: 422 });

export function createOtherService(differences: Differences = {}, nowMs = Date.now()) {
  const { maxListLength = 50, maxLimits = {}, cutsAt = {}, names = {}, statuses = {} } = differences;
  const asked: string[] = [];

  function answer(url: URL): Response {
    const { pathname } = url;
    if (pathname === '/openapi.json')
      return differences.description === undefined
        ? Response.json({ detail: 'Not Found' }, { status: 404 })
        : Response.json(differences.description);
    const parts = pathname.split('/').slice(1);
    const [area = '', second = ''] = parts;
    const own = AREAS[area] ?? [];
    const get = (name: string): string | undefined =>
      url.searchParams.get(names[`${pathname} ${name}`] ?? names[`* ${name}`] ?? name) ?? undefined;
    const missing = (name: string): Response =>
      invalid('query', names[`${pathname} ${name}`] ?? name, 'Field required', 'missing');
    if (statuses[pathname] !== undefined) return Response.json({ detail: 'no' }, { status: statuses[pathname] });

    const records = (rows: readonly Row[]): readonly Row[] =>
      rows.map((row, index) => differences.record?.(pathname, row, index) ?? row);
    const sizeOf = (name: string, standard: number, max = Infinity): number | Response => {
      const size = Number(get(name) ?? standard);
      const most = Math.min(max, maxLimits[pathname] ?? Infinity);
      if (size > most)
        return invalid('query', name, `Input should be less than or equal to ${most}`, 'less_than_equal');
      return Math.min(size, cutsAt[pathname] ?? Infinity);
    };
    const page = (rows: readonly Row[], size: number | Response): Response => {
      if (size instanceof Response) return size;
      const from = Number(atob(get('cursor') ?? btoa('0')));
      const last = from + size;
      return Response.json({
        items: records(rows.slice(from, last)),
        total: null,
        current_page: btoa(String(from)),
        current_page_backwards: null,
        previous_page: null,
        next_page: last < rows.length ? btoa(String(last)) : null,
      });
    };
    const quote = (symbol: string): Row => {
      const mid = 1 + (symbol.charCodeAt(0) % 7) / 8;
      const others = Object.fromEntries(QUOTE_FIELDS.map((name) => [name, mid]));
      return { ...others, symbol, ask: mid + 0.0625, bid: mid - 0.0625, timestamp: Math.floor(nowMs / 1000) };
    };

    if (pathname === '/account/usage') {
      const limit = sizeOf('limit', 24, 168);
      if (limit instanceof Response) return limit;
      const hour = Math.floor(nowMs / 3_600_000) * 3_600;
      return Response.json(
        Object.fromEntries(
          Array.from({ length: limit }, (_, index) => [
            hour - index * 3_600,
            { requests: 3, data: { request: 100, response: 2_000 } },
          ]),
        ),
      );
    }
    if (second === 'markets') return markets(parts[2]);
    if (second === 'symbols' && area !== 'algo') {
      const rows = Array.from({ length: 3 }, () => own)
        .flat()
        .map((symbol, index) => ({
          symbol: index < own.length ? symbol : `${symbol}${Math.floor(index / own.length)}`,
          name: `The ${symbol}`,
          ...(area === 'stocks' && { country: 'se', description: '' }),
        }));
      // Only the first of them are quoted.
      return page(rows.slice(0, own.length), sizeOf('size', 50));
    }
    if (second === 'quotes') {
      const list = get('symbols');
      if (list === undefined) return missing('symbols');
      if (list.length > maxListLength)
        return invalid(
          'query',
          'symbols',
          differences.listReason ?? `String should have at most ${maxListLength} characters`,
          'string_too_long',
        );
      const known = list.split(',').filter((symbol) => own.includes(symbol));
      if (known.length === 0) return Response.json({ detail: 'Not found' }, { status: 404 });
      return Response.json({ items: records(known.map(quote)) });
    }
    if (second === 'quote') {
      const symbol = get('symbol');
      if (symbol === undefined) return missing('symbol');
      return own.includes(symbol)
        ? Response.json(records([quote(symbol)])[0])
        : Response.json({ detail: 'Not found' }, { status: 404 });
    }
    if (second === 'news') {
      const rows = Array.from({ length: 120 }, (_, index) => ({
        timestamp: Math.floor(nowMs / 1000) - index * 60,
        content: `Item ${index}`,
        meta_data: { markets: [], tickets: [], hashtags: ['x'] },
      }));
      return page(rows, sizeOf('size', 50));
    }
    if (second === 'convert') {
      const [, , from, to] = parts as [string, string, string, string];
      const isKnown = own.some((symbol) => symbol.includes(from) && symbol.includes(to));
      if (!isKnown) return Response.json({ detail: 'Not found' }, { status: 404 });
      const amount = Number(get('amount') ?? 10);
      return Response.json(
        records([
          {
            info: { timestamp: Math.floor(nowMs / 1000), rate: 2 },
            query: { from, to, amount, precision: 5 },
            result: amount * 2,
          },
        ])[0],
      );
    }
    if (pathname === '/commodities/types') return Response.json({ items: records([{ symbol: 'metal' }]) });
    if (pathname === '/stocks/countries')
      return Response.json({ items: records([{ symbol: 'se' }, { symbol: 'no' }]) });
    if (pathname === '/crypto/exchanges')
      return Response.json({
        items: records([
          { id: 'k', name: 'Kraken', year_established: 2011, country: 'us', website: 'https://k.test' },
          { id: 'b', name: 'B', year_established: null, country: null, website: 'https://b.test' },
        ]),
      });
    if (pathname === '/algo/symbols')
      return Response.json({ items: records([{ symbol: 'OMXS30', earliest: 1_000_000_000, latest: 1_700_000_000 }]) });
    if (pathname === '/stocks/filings') return filings();
    if (second !== '' && parts[2] === 'scores') {
      if (!AREAS.stocks!.includes(second)) return Response.json({ detail: 'Not found' }, { status: 404 });
      const all = { piotroski: 7, 'altman-z': 3.1, 'beneish-m': -2.4 };
      const model = (get('name') ?? 'all') as 'all' | keyof typeof all;
      return Response.json({ symbol: second, data: model === 'all' ? all : { [model]: all[model] } });
    }
    if (parts[2] === 'ticks') {
      const [start, end] = [Number(get('start')), Number(get('end'))];
      if (!AREAS.indices!.includes(second)) return Response.json({ detail: 'Not found' }, { status: 404 });
      const rows = Array.from({ length: 500 }, (_, index) => ({
        time: new Date(Math.floor(start + ((end - start) * index) / 500) * 1000).toISOString(),
        ask: 100.5,
        bid: 99.5,
        mid: 100,
      }));
      return page(rows, sizeOf('limit', 100));
    }
    return Response.json({ detail: 'Not Found' }, { status: 404 });

    function filings(): Response {
      const ticker = get('ticker');
      if (ticker === undefined) return missing('ticker');
      const limit = sizeOf('limit', 20, 100);
      if (limit instanceof Response) return limit;
      if (!AREAS.stocks!.includes(ticker)) return Response.json({ detail: 'Not found' }, { status: 404 });
      const type = get('filing_type');
      const rows = Array.from({ length: 130 }, (_, index) => ({
        accession_number: `${ticker}-${index}`,
        filing_type: ['8-K', '10-Q', '8-K', '10-K'][index % 4],
        filing_date: new Date(nowMs - index * DAY_MS).toISOString().slice(0, 10),
        report_date: new Date(nowMs - index * DAY_MS).toISOString().slice(0, 10),
        period_of_report: '2026-Q3',
        file_url: 'https://filings.test/x',
      })).filter(({ filing_type: own }) => type === undefined || own === type);
      return Response.json({ ticker, filings: records(rows.slice(0, limit)) });
    }

    function markets(kind: string | undefined): Response {
      const wanted = get('mic')?.split(',') ?? EXCHANGES;
      const mics = EXCHANGES.filter((mic) => wanted.includes(mic));
      if (kind === undefined)
        return Response.json(
          records(
            mics.map((mic) => ({
              mic,
              exchange: `Exchange ${mic}`,
              acronym: null,
              lei: '1',
              url: 'https://x.test',
              city: 'A',
              country: 'B',
              country_code: 'SE',
              flag: 'F',
              currency_name: 'Krona',
              currency_code: 'SEK',
              currency_symbol: 'kr',
              region: 'Europe',
              timezone: 'Europe/Stockholm',
              timezone_abbr: 'CET',
              utc_offset: '+0100',
              dst: false,
              previous_dst_transition: null,
              next_dst_transition: '2027-03-28',
              working_days: ['Monday'],
              open_time: '09:00',
              close_time: '17:30',
              early_close_time: null,
            })),
          ),
        );
      const day = { day_of_week: 'Monday', is_early_close: false, holiday_name: null };
      if (kind === 'status')
        return Response.json(
          records(
            mics.map((mic) => ({
              ...{ mic, ...day, is_weekend: false, is_business_day: true, status: 'Open' },
              ...{ local_time: '2026-11-20T10:00:00+01:00', open_time: null, close_time: null },
            })),
          ),
        );
      // The reference requires both dates.
      const [start, end] = [get('start'), get('end')];
      if (start === undefined || end === undefined) {
        const detail = ['start', 'end'].map((name) => ({
          loc: ['query', names[`${pathname} ${name}`] ?? name],
          msg: 'Field required',
          type: 'missing',
        }));
        return Response.json({ detail }, { status: 422 });
      }
      const days =
        kind === 'holidays'
          ? [start, end]
          : Array.from(
              { length: (Date.parse(end) - Date.parse(start)) / DAY_MS + 1 },
              (_, index) => new Date(Date.parse(start) + index * DAY_MS),
            )
              .filter((day) => day.getUTCDay() % 6 !== 0)
              .map((day) => day.toISOString().slice(0, 10));
      return Response.json(
        records(
          mics.flatMap((mic) =>
            days.map((date) => ({
              ...{ mic, date, ...day, open_time: `${date}T09:00:00+01:00`, close_time: `${date}T17:30:00+01:00` },
              ...(kind === 'holidays' && {
                ...{ exchange: `Exchange ${mic}`, flag: 'F', is_weekend: false, is_business_day: false },
                holiday_name: 'A day',
              }),
            })),
          ),
        ),
      );
    }
  }

  return {
    asked,
    fetch(request: Request): Response {
      const url = new URL(request.url);
      asked.push(`${request.method} ${url.pathname}${url.search}`);
      const cors = differences.isWithoutCors
        ? {}
        : { 'access-control-allow-origin': '*', 'access-control-allow-headers': KEY_HEADER };
      if (request.method === 'OPTIONS') return new Response(null, { headers: cors });
      const isPublic = url.pathname === '/openapi.json';
      if (!isPublic && request.headers.get(KEY_HEADER) === null)
        return Response.json({ detail: 'key' }, { status: 401 });
      return answer(url);
    },
  };
}

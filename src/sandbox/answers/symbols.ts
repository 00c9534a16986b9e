import { type Area } from '../../api/interface/operation';
import { areasWith } from '../../api/operations';
import type { AnswerHandlers } from '../answer';
import { CRYPTO_EXCHANGES, COMMODITY_TYPES, INSTRUMENTS } from '../instruments/instruments';
import type { Instrument } from '../instruments/instrument';
import { invalid } from '../refusal';
import type { Query } from '../parameters';
import { sourceOfList, pageOf } from '../pagination';

const DEFAULT_SIZE = 50;
/** Larger sizes are answered with a page of this size. */
const MAX_PAGE_SIZE = 100;
const EVERYTHING = 'all';

const STOCK_TYPES = ['stock', 'etf'] as const;
/** Countries of stocks, in the service's abbreviations. */
const STOCK_COUNTRIES = ['fr', 'us', 'de', 'nz', 'nl', 'uk', 'es', 'cn', 'ch', 'gr', 'be', 'pt', 'it'] as const;

const FILTERS = ['type', 'country'] as const;
const ALLOWED: Readonly<Partial<Record<Area, Readonly<Partial<Record<(typeof FILTERS)[number], readonly string[]>>>>>> =
  {
    commodities: { type: COMMODITY_TYPES },
    stocks: { type: STOCK_TYPES, country: STOCK_COUNTRIES },
    indices: { country: [...new Set(INSTRUMENTS.indices.flatMap(({ country }) => country ?? []))] },
  };

const record = (area: Area, { symbol, name, country = '', description = '' }: Instrument) =>
  area === 'stocks' ? { symbol, name, country, description } : { symbol, name };

function filtered(area: Area, query: Query): readonly Instrument[] {
  return FILTERS.reduce<readonly Instrument[]>((left, filter) => {
    const allowed = ALLOWED[area]?.[filter];
    const value = allowed && query.textOf(filter)?.toLowerCase();
    if (!value || value === EVERYTHING) return left;
    if (!allowed.includes(value))
      throw invalid({
        loc: ['query', filter],
        msg: `Input should be ${[...allowed, EVERYTHING].join(', ')}`,
        type: 'enum',
      });
    return left.filter((instrument) => instrument[filter] === value);
  }, INSTRUMENTS[area]);
}

const symbolsOf = (area: Area): AnswerHandlers => ({
  [`GET /${area}/symbols`]: (query) => {
    const records = filtered(area, query).map((instrument) => record(area, instrument));
    return pageOf(
      sourceOfList(records),
      query.textOf('cursor'),
      Math.min(query.numberOf('size') ?? DEFAULT_SIZE, MAX_PAGE_SIZE),
    );
  },
});

const bare = (symbols: readonly string[]) => ({ items: symbols.map((symbol) => ({ symbol })) });

export const SYMBOLS: AnswerHandlers = {
  ...(Object.assign({}, ...areasWith('symbols').map(symbolsOf)) as AnswerHandlers),
  'GET /commodities/types': () => bare(COMMODITY_TYPES),
  'GET /stocks/countries': () => bare(STOCK_COUNTRIES),
  'GET /crypto/exchanges': () => ({
    items: CRYPTO_EXCHANGES.map(([id, name, year_established, country, website]) => ({
      id,
      name,
      year_established,
      country,
      website,
    })),
  }),
};

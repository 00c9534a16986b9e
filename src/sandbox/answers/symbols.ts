import type { Area } from '../../api/operation';
import { AREAS } from '../../api/operation';
import type { Answers } from '../answer';
import { COMMODITY_TYPES } from '../instruments/commodities';
import { CRYPTO_EXCHANGES } from '../instruments/crypto';
import type { Instrument } from '../instruments/instrument';
import { INSTRUMENTS } from '../instruments/instruments';
import { listed, pageOf } from '../page';
import type { Query } from '../query';
import { invalid } from '../refusal';

const DEFAULT_SIZE = 50;
/** A greater size is answered with a page of this one. */
const LARGEST_SIZE = 100;
const EVERYTHING = 'all';

/** Countries of stocks, as the service abbreviates them. */
const STOCK_COUNTRIES = ['fr', 'us', 'de', 'nz', 'nl', 'uk', 'es', 'cn', 'ch', 'gr', 'be', 'pt', 'it'] as const;

const ALLOWED: Readonly<Partial<Record<Area, { readonly filter: 'type' | 'country'; readonly values: readonly string[] }>>> = {
  commodities: { filter: 'type', values: COMMODITY_TYPES },
  stocks: { filter: 'country', values: STOCK_COUNTRIES },
  indices: { filter: 'country', values: [...new Set(INSTRUMENTS.indices.flatMap(({ country }) => country ?? []))] },
};

const record = (area: Area, { symbol, name, country = '', description = '' }: Instrument) =>
  area === 'stocks' ? { symbol, name, country, description } : { symbol, name };

function filtered(area: Area, query: Query): readonly Instrument[] {
  const allowed = ALLOWED[area];
  const wanted = allowed && query.text(allowed.filter)?.toLowerCase();
  if (!wanted || wanted === EVERYTHING) return INSTRUMENTS[area];
  if (!allowed.values.includes(wanted)) {
    throw invalid({ loc: ['query', allowed.filter], msg: `Input should be ${[...allowed.values, EVERYTHING].join(', ')}`, type: 'enum' });
  }
  return INSTRUMENTS[area].filter((instrument) => instrument[allowed.filter] === wanted);
}

const symbolsOf = (area: Area): Answers => ({
  [`GET /${area}/symbols`]: (query) => {
    const records = filtered(area, query).map((instrument) => record(area, instrument));
    return pageOf(listed(records), query.text('cursor'), Math.min(query.number('size') ?? DEFAULT_SIZE, LARGEST_SIZE));
  },
});

const bare = (symbols: readonly string[]) => ({ items: symbols.map((symbol) => ({ symbol })) });

export const SYMBOLS: Answers = {
  ...(Object.assign({}, ...AREAS.map(symbolsOf)) as Answers),
  'GET /commodities/types': () => bare(COMMODITY_TYPES),
  'GET /stocks/countries': () => bare(STOCK_COUNTRIES),
  'GET /crypto/exchanges': () => ({
    items: CRYPTO_EXCHANGES.map(([id, name, year_established, country, website]) => ({ id, name, year_established, country, website })),
  }),
};

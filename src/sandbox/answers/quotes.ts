import { type Area, AREAS } from '../../api/interface/operation';
import { defaultPrecision } from '../../api/interface/quote-rows';
import type { AnswerHandlers, Scene } from '../answer';
import { type Instrument, pricedAtMs, quotedPriceOf, type Leg, midOf } from '../instruments/instrument';
import { instrumentOf, currencyLeg, currencyOf, cryptoLeg } from '../instruments/instruments';
import { notFound } from '../refusal';
import type { Query } from '../parameters';

const round = (value: number, precision: number): number => Number(value.toFixed(Math.min(precision, 15)));

function convert(
  query: Query,
  { nowMs, seed }: Scene,
  legOf: (code: string) => Leg | undefined,
  usualPrecision: number,
) {
  const [from, to] = [(query.textOf('from') ?? '').toUpperCase(), (query.textOf('to') ?? '').toUpperCase()];
  const [over, under] = [legOf(from), legOf(to)];
  if (!over || !under) throw notFound(`Symbol ${over ? to : from}`);
  const pair = { symbol: '', name: '', over, under, spread: 0 };
  const timestamp = Math.floor(pricedAtMs(pair, nowMs) / 1000);
  const [amount, precision] = [query.numberOf('amount') ?? 10, query.numberOf('precision') ?? usualPrecision];
  const rate = midOf(pair, seed, timestamp);
  return {
    info: { timestamp, rate: round(rate, precision) },
    query: { from, to, amount, precision },
    result: round(amount * rate, precision),
  };
}

const moneyLeg = (code: string): Leg | undefined => {
  const currency = currencyOf(code);
  return currency && currencyLeg(currency);
};

/** Prices do not change while the market is closed; coins trade all the time. */
function quote(instrument: Instrument, precision: number, { nowMs, seed }: Scene) {
  const timestamp = Math.floor(pricedAtMs(instrument, nowMs) / 1000);
  return { symbol: instrument.symbol, ...quotedPriceOf(instrument, seed, timestamp, precision), timestamp };
}

const answersOf = (area: Area): AnswerHandlers => ({
  [`GET /${area}/quote`]: (query, scene) => {
    const symbol = query.textOf('symbol') ?? '';
    const instrument = instrumentOf(area, symbol);
    if (!instrument) throw notFound(`Symbol ${symbol}`);
    return quote(instrument, query.numberOf('precision') ?? defaultPrecision(area), scene);
  },
  [`GET /${area}/quotes`]: (query, scene) => {
    const precision = query.numberOf('precision') ?? defaultPrecision(area);
    const items = (query.namesOf('symbols') ?? []).flatMap((symbol) => {
      const instrument = instrumentOf(area, symbol);
      if (!instrument) scene.unknownNames.push(symbol);
      return instrument ? [quote(instrument, precision, scene)] : [];
    });
    return { items };
  },
});

/** Latest quotes of every area, single and in lists, and amounts converted at them. */
export const QUOTES: AnswerHandlers = {
  ...(Object.assign({}, ...AREAS.map(answersOf)) as AnswerHandlers),
  'GET /currencies/convert/{from}/{to}': (query, scene) => convert(query, scene, moneyLeg, 5),
  'GET /crypto/convert/{from}/{to}': (query, scene) =>
    convert(query, scene, (code) => cryptoLeg(code) ?? moneyLeg(code), 8),
};

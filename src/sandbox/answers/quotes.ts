import { type Area, AREAS } from '../../api/interface/operation';
import { defaultPrecision } from '../../api/interface/quote-rows';
import type { AnswerHandlers, Scene } from '../answer';
import { type Instrument, pricedAtMs, quotedPriceOf } from '../instruments/instrument';
import { instrumentOf } from '../instruments/instruments';
import { notFound } from '../refusal';

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

/** Latest quotes of every area, single and in lists. */
export const QUOTES: AnswerHandlers = Object.assign({}, ...AREAS.map(answersOf)) as AnswerHandlers;

import { type Area, AREAS, defaultPrecision } from '../../api/interface/operation';
import type { AnswerHandlers, Scene } from '../answer';
import { type Instrument, quotedPriceOf } from '../instruments/instrument';
import { instrumentOf } from '../instruments/instruments';
import { lastTradeMs } from '../instruments/trading-times';
import { notFound } from '../refusal';

/** Prices stand still while nobody trades; coins trade all the time. */
function quote(area: Area, instrument: Instrument, precision: number, { nowMs, seed }: Scene) {
  const timestamp = Math.floor(lastTradeMs(area, instrument, nowMs) / 1000);
  return { symbol: instrument.symbol, ...quotedPriceOf(instrument, seed, timestamp, precision), timestamp };
}

const answersOf = (area: Area): AnswerHandlers => ({
  [`GET /${area}/quote`]: (query, scene) => {
    const symbol = query.text('symbol') ?? '';
    const instrument = instrumentOf(area, symbol);
    if (!instrument) throw notFound(`Symbol ${symbol}`);
    return quote(area, instrument, query.number('precision') ?? defaultPrecision(area), scene);
  },
  [`GET /${area}/quotes`]: (query, scene) => {
    const precision = query.number('precision') ?? defaultPrecision(area);
    const items = (query.names('symbols') ?? []).flatMap((symbol) => {
      const instrument = instrumentOf(area, symbol);
      if (!instrument) scene.unknownNames.push(symbol);
      return instrument ? [quote(area, instrument, precision, scene)] : [];
    });
    return { items };
  },
});

/** Latest quotes of every area, single and in lists. */
export const QUOTES: AnswerHandlers = Object.assign({}, ...AREAS.map(answersOf)) as AnswerHandlers;

import type { Area } from '../../api/operation';
import { AREAS } from '../../api/operation';
import type { Answers, Scene } from '../answer';
import type { Instrument } from '../instruments/instrument';
import { priceOf } from '../instruments/instrument';
import { instrumentOf } from '../instruments/instruments';
import { notFound } from '../refusal';

const defaultPrecision = (area: Area): number => (area === 'crypto' ? 8 : 5);

/** The sandbox never closes: prices move on weekends too, so that there is always something to watch. */
function quote(instrument: Instrument, precision: number, { nowMs, seed }: Scene) {
  const timestamp = Math.floor(nowMs / 1000);
  return { symbol: instrument.symbol, ...priceOf(instrument, seed, timestamp, precision), timestamp };
}

const answersOf = (area: Area): Answers => ({
  [`GET /${area}/quote`]: (query, scene) => {
    const symbol = query.text('symbol') ?? '';
    const instrument = instrumentOf(area, symbol);
    if (!instrument) throw notFound(`Symbol ${symbol}`);
    return quote(instrument, query.number('precision') ?? defaultPrecision(area), scene);
  },
  [`GET /${area}/quotes`]: (query, scene) => {
    const precision = query.number('precision') ?? defaultPrecision(area);
    const items = (query.names('symbols') ?? []).flatMap((symbol) => {
      const instrument = instrumentOf(area, symbol);
      if (!instrument) scene.unknownNames.push(symbol);
      return instrument ? [quote(instrument, precision, scene)] : [];
    });
    return { items };
  },
});

/** Last quotes, one by one and in lists, of every area. */
export const QUOTES: Answers = Object.assign({}, ...AREAS.map(answersOf)) as Answers;

import type { AnswerHandlers, Scene } from '../answer';
import { cryptoLeg } from '../instruments/crypto';
import { currencyLeg, currencyOf } from '../instruments/currencies';
import { type Leg, midOf, pricedAtMs } from '../instruments/instrument';
import { notFound } from '../refusal';
import type { Query } from '../parameters';

const round = (value: number, precision: number): number => Number(value.toFixed(Math.min(precision, 15)));

function convert(
  query: Query,
  { nowMs, seed }: Scene,
  legOf: (code: string) => Leg | undefined,
  defaultPrecision: number,
) {
  const [from, to] = [(query.textOf('from') ?? '').toUpperCase(), (query.textOf('to') ?? '').toUpperCase()];
  const [over, under] = [legOf(from), legOf(to)];
  if (!over || !under) throw notFound(`Symbol ${over ? to : from}`);
  const pair = { symbol: '', name: '', over, under, spread: 0 };
  const timestamp = Math.floor(pricedAtMs(pair, nowMs) / 1000);
  const [amount, precision] = [query.numberOf('amount') ?? 10, query.numberOf('precision') ?? defaultPrecision];
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

export const CONVERT: AnswerHandlers = {
  'GET /currencies/convert/{from}/{to}': (query, scene) => convert(query, scene, moneyLeg, 5),
  'GET /crypto/convert/{from}/{to}': (query, scene) =>
    convert(query, scene, (code) => cryptoLeg(code) ?? moneyLeg(code), 8),
};

import type { AnswerHandlers } from '../answer';
import { type Stock, stockOf } from '../instruments/instruments';
import { notFound } from '../refusal';
import { hashText, unit } from '../random';
import written from './tables.json';
import { MS_PER_DAY } from '../../core/calendar/dates';

/** Reports change once a quarter, and scores with them. */
const QUARTER_MS = 91 * MS_PER_DAY;

const CRITERIA = written.scores.criteria;

/** What each part contributes to the sum. */
const ALTMAN = written.scores.altman as unknown as readonly (readonly [name: string, weight: number, part: number])[];
const [DISTRESS_BELOW, SAFE_ABOVE] = [1.81, 2.99];

/** Weight of each index, and how far the index strays from 1. */
const BENEISH = written.scores.beneish as unknown as readonly (readonly [
  name: string,
  weight: number,
  stray: number,
])[];
const [BENEISH_CONSTANT, BENEISH_ACCRUALS_WEIGHT, MANIPULATOR_ABOVE] = [-4.84, 4.679, -1.78];

const round = (value: number, decimals = 2): number => Math.round(value * 10 ** decimals) / 10 ** decimals;

type Random = (index: number) => number;

/** The approximate Altman Z of a company for which the sandbox has no data. */
const altmanLevel = (stock: Stock, random: Random): number => stock.company?.altmanZ ?? 1.5 + 4 * random(70);

/** Companies in distress meet fewer of Piotroski's criteria. */
function piotroski(random: Random, stock: Stock) {
  const level = stock.isFinancial ? SAFE_ABOVE : altmanLevel(stock, random);
  const chance = level > SAFE_ABOVE ? 0.74 : level >= DISTRESS_BELOW ? 0.6 : 0.42;
  const criteria = Object.fromEntries(CRITERIA.map((name, index) => [name, random(index) < chance]));
  return { score: Object.values(criteria).filter(Boolean).length, criteria };
}

function altman(random: Random, stock: Stock) {
  if (stock.isFinancial) return { score: null, zone: null, reason: 'The model does not apply to financial companies' };
  const level = altmanLevel(stock, random) * (0.97 + 0.06 * random(20));
  const ratios = Object.fromEntries(ALTMAN.map(([name, weight, part]) => [name, round((level * part) / weight, 3)]));
  const score = round(ALTMAN.reduce((sum, [name, weight]) => sum + weight * ratios[name]!, 0));
  return { score, zone: score > SAFE_ABOVE ? 'safe' : score >= DISTRESS_BELOW ? 'grey' : 'distress', ratios };
}

function beneish(random: Random) {
  const weighted = BENEISH.map(([name, weight, stray], index) => ({
    name,
    weight,
    value: round(1 + stray * (2 * random(index + 40) - 1), 3),
  }));
  const tata = round(0.1 * (random(60) - 0.6), 3);
  const sum = weighted.reduce(
    (total, { weight, value }) => total + weight * value,
    BENEISH_CONSTANT + BENEISH_ACCRUALS_WEIGHT * tata,
  );
  const indices = { ...Object.fromEntries(weighted.map(({ name, value }) => [name, value])), tata };
  return { score: round(sum), is_likely_manipulator: round(sum) > MANIPULATOR_ABOVE, indices };
}

export const SCORES: AnswerHandlers = {
  'GET /stocks/{symbol}/scores': (query, { seed, nowMs }) => {
    const stock = stockOf(query.textOf('symbol') ?? '');
    // A fund has no accounts to score.
    if (!stock || stock.type === 'etf') throw notFound(`Symbol ${query.textOf('symbol') ?? ''}`);
    const random: Random = (index) => unit(hashText(stock.symbol, seed), Math.floor(nowMs / QUARTER_MS), index);
    const all = {
      piotroski: piotroski(random, stock),
      'altman-z': altman(random, stock),
      'beneish-m': beneish(random),
    };
    const model = query.textOf('model') ?? 'all';
    return { data: model === 'all' ? all : all[model as keyof typeof all], symbol: stock.symbol };
  },
};

import { packNames } from '../../src/core/packing';
import { excelFunction, instantService, openSession, quoteCells, recalculate } from './cells';
import type { Figure } from './figure';
import { fewestLists } from '../support/fewest-lists';
import { currencyPairs, seededNames, seededRandom, spread } from './pairs';

const LONGEST_LIST = 50;

/** How many requests a recalculation sends, against the fewest that are possible. */
export async function quoteRequests(): Promise<Figure[]> {
  const mixed = seededNames(1_000, 3, 14, 1);
  const lowerBound = Math.ceil(mixed.reduce((sum, name) => sum + name.length + 1, 0) / (LONGEST_LIST + 1));
  return [
    {
      name: 'quote.requests',
      ours: await countRequests(spread(currencyPairs(170), 10_000)),
      baseline: 25,
      unit: 'requests',
      against: '10,000 cells over 170 pairs; the exact optimum',
      goal: 1,
    },
    {
      name: 'quote.requests mixed',
      ours: await countRequests(mixed),
      baseline: lowerBound,
      unit: 'requests',
      against: '1,000 symbols of 3 to 14 letters; ceil(sum(length + 1) / 51)',
      goal: 1.02,
    },
    smallSets(),
  ];
}

async function countRequests(symbols: readonly string[]): Promise<number> {
  const service = instantService();
  const session = await openSession('https://service.example', { fetch: service.fetch });
  await recalculate(excelFunction('QUOTE', session), quoteCells(symbols));
  return service.count();
}

function smallSets(): Figure {
  const random = seededRandom(2);
  let ours = 0;
  let baseline = 0;
  for (let round = 0; round < 300; round++) {
    const names = seededNames(1 + Math.floor(random() * 12), 3, 30, round + 10);
    ours += packNames(names, LONGEST_LIST).length;
    baseline += fewestLists(names, LONGEST_LIST);
  }
  return {
    name: 'quote.requests small',
    ours,
    baseline,
    unit: 'requests',
    against: '300 random sets of up to 12 symbols; brute force',
    goal: 1,
  };
}

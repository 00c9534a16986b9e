import { packNames } from '../../src/core/packing';
import { createSandbox } from '../../src/sandbox/app';
import { excelFunction, instantService, openSession, quoteCells, recalculate } from './cells';
import type { Figure } from './figure';
import { askAgain } from '../support/ask-again';
import { fewestLists } from '../support/fewest-lists';
import { currencyPairs, seededNames, seededRandom, spread } from './pairs';

const MAX_LIST_LENGTH = 50;
/** Of six letters, with a comma between. */
const PAIRS_IN_A_LIST = 7;
const FEWEST_OF_170 = 25;

/** How many requests a recalculation sends, against the fewest that are possible. */
export async function quoteRequests(): Promise<Figure[]> {
  const mixed = seededNames(1_000, 3, 14, 1);
  const lowerBound = Math.ceil(mixed.reduce((sum, name) => sum + name.length + 1, 0) / (MAX_LIST_LENGTH + 1));
  return [
    {
      name: 'quote.requests',
      ours: await countRequests(spread(currencyPairs(170), 10_000)),
      baseline: FEWEST_OF_170,
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
    ...(await shortPrices()),
  ];
}

async function countRequests(symbols: readonly string[]): Promise<number> {
  const service = instantService();
  const session = await openSession('https://service.example', { fetch: service.fetch });
  await recalculate(excelFunction('QUOTE', session), quoteCells(symbols));
  return service.count();
}

/**
 * With the simulated service, whose prices have a fixed number of decimals: some have too few digits and are asked for
 * again, and from then on at once with more decimals, in lists that others cannot share.
 */
async function shortPrices(): Promise<Figure[]> {
  const sandbox = createSandbox();
  const asked: URL[] = [];
  const session = await openSession('https://service.example', {
    fetch: (input) => {
      asked.push(new URL((input as Request).url));
      return Promise.resolve(sandbox.fetch(input as Request));
    },
  });
  const quote = excelFunction('QUOTE', session);
  const cells = quoteCells(spread(currencyPairs(170), 10_000));
  await recalculate(quote, cells);
  const first = asked.splice(0);
  const again = new Set(first.filter(hasPrecision).flatMap((url) => url.searchParams.get('symbols')?.split(',') ?? []));
  askAgain(session);
  await recalculate(quote, cells);
  const learned = asked.filter(({ pathname }) => pathname.endsWith('/quotes'));
  const unit = 'requests';
  return [
    {
      name: 'quote.requests short',
      ours: first.length,
      baseline: FEWEST_OF_170 + Math.ceil(again.size / PAIRS_IN_A_LIST),
      unit,
      against: `the same, ${again.size} of 170 prices with too few digits; the optimum and one more for each ${PAIRS_IN_A_LIST} of them`,
      goal: 1.1,
    },
    {
      name: 'quote.requests learned',
      ours: learned.length,
      baseline: FEWEST_OF_170,
      unit,
      against: 'the same once the decimals are known; the optimum if all were asked with the most decimals',
      goal: 1.2,
    },
  ];
}

const hasPrecision = ({ searchParams }: URL): boolean => searchParams.has('precision');

function smallSets(): Figure {
  const random = seededRandom(2);
  let ours = 0;
  let baseline = 0;
  for (let round = 0; round < 300; round++) {
    const names = seededNames(1 + Math.floor(random() * 12), 3, 30, round + 10);
    ours += packNames(names, MAX_LIST_LENGTH).length;
    baseline += fewestLists(names, MAX_LIST_LENGTH);
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

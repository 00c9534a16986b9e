import { CURRENCY_PAIRS } from '../../../src/sandbox/instruments/instruments';
import type { Formula } from '../../excel/emulator/invocations';
import { seededNames, spread } from '../pairs';

export interface Workload {
  readonly name: string;
  readonly formulas: readonly Formula[];
  /** Faults of the service, as the sandbox's flags spell them. */
  readonly faults?: string;
  /** Every how many symbols one has a price such as 0.00070412, which the service rounds to 0.0007. */
  readonly shortPriceEvery?: number;
  /** How often Excel takes results from an add-in: newer ones every 200 ms. */
  readonly intervalMs: 500 | 200;
  /** Whether those that send a request for every cell are left out: what they do has been seen by then. */
  readonly isForBatches?: true;
  /**
   * What has happened before the clock starts: the page is open, or has just shown the same cells, or is still to be
   * loaded.
   */
  readonly before: 'open' | 'shown' | 'nothing';
  /** How many cells can be right. */
  readonly cells: number;
}

const PAIRS = CURRENCY_PAIRS.slice(0, 170).map(({ symbol }) => symbol);
const BAD_SYMBOL = 'NOPEXX';

const quotes = (symbols: readonly string[]): Formula[] =>
  symbols.map((symbol) => ({ name: 'QUOTE', args: [[[symbol]], null] }));

const column = (symbols: readonly string[], fields: string): Formula => ({
  name: 'QUOTE',
  args: [symbols.map((symbol) => [symbol]), fields],
});

const of = (name: string, formulas: readonly Formula[], extras: Partial<Workload> = {}): Workload => ({
  name,
  formulas,
  before: 'open',
  intervalMs: 500,
  cells: formulas.length,
  ...extras,
});

const TWO_THOUSAND = quotes(spread(PAIRS, 2_000));
const TEN_THOUSAND = quotes(spread(PAIRS, 10_000));
const SEVEN_HUNDRED = CURRENCY_PAIRS.slice(0, 699).map(({ symbol }) => symbol);

const SPREAD_WIDE = seededNames(1_000, 3, 14, 1);
const SPILL = [
  column(
    CURRENCY_PAIRS.slice(0, 200).map(({ symbol }) => symbol),
    'symbol,bid,ask,mid',
  ),
];
const NEWER = { intervalMs: 200, isForBatches: true } as const;

/** All prices have five digits but where it is said, so that every contender asks for the same. */
export const WORKLOADS: readonly Workload[] = [
  of('2,000 cells over 170 pairs', TWO_THOUSAND),
  of('10,000 cells over 170 pairs', TEN_THOUSAND),
  of('1,000 cells of as many symbols, 3 to 14 letters', quotes(SPREAD_WIDE)),
  of('a spill of 200 × 4', SPILL, { cells: 800 }),
  of('2,000 cells once more, warm', TWO_THOUSAND, { before: 'shown' }),
  of('2,000 cells, 20 requests a second', TWO_THOUSAND, { faults: 'limit:20/1' }),
  of('700 cells, one bad symbol', quotes([...SEVEN_HUNDRED.slice(0, 350), BAD_SYMBOL, ...SEVEN_HUNDRED.slice(350)]), {
    faults: 'reject-batch:404',
  }),
  of('2,000 cells, page still to be loaded', TWO_THOUSAND, { before: 'nothing' }),
  of('2,000 cells, one price in eight such as 0.00070412', TWO_THOUSAND, { shortPriceEvery: 8, isForBatches: true }),
  of('2,000 cells over 170 pairs, newer Excel', TWO_THOUSAND, NEWER),
  of('10,000 cells over 170 pairs, newer Excel', TEN_THOUSAND, NEWER),
  of('1,000 cells of as many symbols, newer Excel', quotes(SPREAD_WIDE), NEWER),
  of('a spill of 200 × 4, newer Excel', SPILL, { ...NEWER, cells: 800 }),
];

/** The mid of a symbol as the service knows it, before it is rounded. */
export function exactMid(symbol: string, shortPriceEvery = Infinity): number {
  const hash = Buffer.from(symbol).reduce((sum, byte) => (sum * 31 + byte) % 9_973, 7);
  return hash % shortPriceEvery === 0 ? 0.00070412 : 1 + (hash * 10 + 1) / 1e5;
}

/**
 * Whether a cell of a formula shows what it should: a value, with a mid's five digits, or for the bad symbol an error.
 */
export function isRight({ args: [symbols] }: Formula, value: unknown, { shortPriceEvery }: Workload): boolean {
  const names = [symbols].flat(2) as string[];
  if (names.includes(BAD_SYMBOL)) return isError(value);
  if (names.length > 1 || typeof value !== 'number') return value !== null && value !== '' && !isError(value);
  return Math.abs(value / exactMid(names[0]!, shortPriceEvery) - 1) < 1e-4;
}

const isError = (cell: unknown): boolean =>
  cell === undefined || (typeof cell === 'object' && cell !== null && 'type' in cell && cell.type === 'Error');

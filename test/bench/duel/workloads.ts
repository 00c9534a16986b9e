import { CURRENCY_PAIRS } from '../../../src/sandbox/instruments/currencies';
import type { Formula } from '../../excel/emulator/invocations';
import { seededNames, spread } from '../pairs';

export interface Workload {
  readonly name: string;
  readonly formulas: readonly Formula[];
  /** Faults of the service, as the sandbox's flags spell them. */
  readonly faults?: string;
  readonly hasAllSymbols?: true;
  /** What has happened before the clock starts: the page is open, or has just shown the same cells, or is still to be loaded. */
  readonly before: 'open' | 'shown' | 'nothing';
  /** How many cells can be right. */
  readonly cells: number;
}

const PAIRS = CURRENCY_PAIRS.slice(0, 170).map(({ symbol }) => symbol);
const BAD_SYMBOL = 'NOPEXX';

const quotes = (symbols: readonly string[]): Formula[] =>
  symbols.map((symbol) => ({ name: 'QUOTE', given: [[[symbol]], null] }));

const column = (symbols: readonly string[], fields: string): Formula => ({
  name: 'QUOTE',
  given: [symbols.map((symbol) => [symbol]), fields],
});

const of = (name: string, formulas: readonly Formula[], extras: Partial<Workload> = {}): Workload => ({
  name,
  formulas,
  before: 'open',
  cells: formulas.length,
  ...extras,
});

const TWO_THOUSAND = quotes(spread(PAIRS, 2_000));
const SEVEN_HUNDRED = CURRENCY_PAIRS.slice(0, 699).map(({ symbol }) => symbol);

export const WORKLOADS: readonly Workload[] = [
  of('2,000 cells over 170 pairs', TWO_THOUSAND),
  of('10,000 cells over 170 pairs', quotes(spread(PAIRS, 10_000))),
  of('1,000 cells of as many symbols, 3 to 14 letters', quotes(seededNames(1_000, 3, 14, 1)), { hasAllSymbols: true }),
  of(
    'a spill of 200 × 4',
    [
      column(
        CURRENCY_PAIRS.slice(0, 200).map(({ symbol }) => symbol),
        'symbol,bid,ask,mid',
      ),
    ],
    {
      cells: 800,
    },
  ),
  of('2,000 cells once more, warm', TWO_THOUSAND, { before: 'shown' }),
  of('2,000 cells, 20 requests a second', TWO_THOUSAND, { faults: 'limit:20/1' }),
  of('700 cells, one bad symbol', quotes([...SEVEN_HUNDRED.slice(0, 350), BAD_SYMBOL, ...SEVEN_HUNDRED.slice(350)]), {
    faults: 'reject-batch:404',
  }),
  of('2,000 cells, page still to be loaded', TWO_THOUSAND, { before: 'nothing' }),
];

/** Whether a cell shows what it should: a value, or for the bad symbol an error. */
export const isRight = (formula: Formula, isValue: boolean): boolean =>
  isValue !== JSON.stringify(formula.given).includes(BAD_SYMBOL);

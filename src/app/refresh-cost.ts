import { groupBy } from '../api/group';
import { AREAS } from '../api/operation';
import { parameterOf } from '../api/operations';
import { blockIn, literalIn, mdCallsIn } from '../core/formula';
import { packNames } from '../core/packing';
import { CellValues } from './cell-values';
import type { MdCell } from './cells';
import type { Session } from './session';

/** What the cells ask for at least: what their formulas do not tell counts as one symbol, and one request for each function. */
export interface Cost {
  readonly symbolCount: number;
  readonly requestCount: number;
}

type Kind = 'packed' | 'each' | 'merged' | 'shared' | 'alone';

/** Which functions take symbols first, and how their requests add up. Those left out need a request for each different call. */
const KINDS: Readonly<Record<string, Kind>> = {
  QUOTE: 'packed', SCORE: 'each', FILINGS: 'each', TICKS: 'alone', HOURS: 'merged', HOLIDAYS: 'merged', MARKETS: 'merged', STATUS: 'merged',
  ISOPEN: 'shared', WORKDAY: 'shared', NETWORKDAYS: 'shared',
};
const TAKES_SYMBOLS: ReadonlySet<string> = new Set(['QUOTE', 'SCORE', 'FILINGS', 'TICKS']);

/** A call with what its arguments hold; undefined where that is not known. */
interface Question {
  readonly name: string;
  readonly given: readonly (readonly unknown[] | undefined)[];
}

export async function countCost(session: Session, cells: readonly MdCell[]): Promise<Cost> {
  const questions = await readQuestions(session, cells);
  const symbols = new Set<string>();
  let requestCount = 0;
  for (const asked of groupBy(questions, ({ name }) => name)) {
    const { name } = asked[0]!;
    const kind = KINDS[name] ?? 'alone';
    requestCount += kind === 'packed' ? packedRequests(asked, session.settings.area) : Math.max(1, differentCalls(asked, kind));
    if (TAKES_SYMBOLS.has(name)) for (const symbol of symbolsOf(asked)) symbols.add(symbol);
  }
  const asksUnknown = questions.some(({ name, given: [first] }) => TAKES_SYMBOLS.has(name) && first === undefined);
  return { symbolCount: Math.max(symbols.size, asksUnknown ? 1 : 0), requestCount };
}

async function readQuestions({ host: { workbook } }: Session, cells: readonly MdCell[]): Promise<Question[]> {
  const calls = cells.flatMap(({ cell, formula }) => mdCallsIn(formula).map((call) => ({ ...call, sheet: cell.sheet })));
  const blockOf = new Map<string, ReturnType<typeof blockIn>>();
  for (const { arguments: all, sheet } of calls) for (const one of all) blockOf.set(`${sheet} ${one}`, blockIn(one, sheet));
  const values = await CellValues.read(workbook, [...blockOf.values()].filter((block) => block !== undefined));
  return calls.map(({ name, arguments: all, sheet }) => ({
    name,
    given: all.map((one) => {
      if (one === '') return [];
      const block = blockOf.get(`${sheet} ${one}`);
      const literal = literalIn(one);
      return block ? values.of(block) : literal === undefined ? undefined : [literal];
    }),
  }));
}

const namesIn = (values: readonly unknown[] | undefined): string[] =>
  (values ?? []).flatMap((value) => (typeof value === 'string' ? value.split(',') : [])).map((name) => name.trim().toUpperCase()).filter((name) => name !== '');

const symbolsOf = (asked: readonly Question[]): string[] => asked.flatMap(({ given: [first] }) => namesIn(first));

/** Packed as the client will, by area and decimals. */
function packedRequests(asked: readonly Question[], standard: string): number {
  const groups = new Map<string, Set<string>>();
  for (const { given: [symbols, , area, precision] } of asked) {
    for (const name of namesIn(symbols)) {
      const [own, symbol = ''] = name.includes(':') ? name.split(':', 2).map((part) => part.trim()) : [undefined, name];
      const key = `${(own ?? namesIn(area)[0] ?? standard).toLowerCase()} ${JSON.stringify(precision)}`;
      groups.set(key, (groups.get(key) ?? new Set()).add(symbol));
    }
  }
  const packs = [...groups.values()].map((names) => packNames([...names].filter((name) => name.length <= longestList()), longestList()).length);
  return Math.max(1, packs.reduce((sum, count) => sum + count, 0));
}

const longestList = (): number => parameterOf(`GET /${AREAS[0]}/quotes`, 'symbols').maxLength!;

/** Calls that cannot share a request, of those whose arguments are known. */
function differentCalls(asked: readonly Question[], kind: Kind): number {
  if (kind === 'shared') return 1;
  if (kind === 'each') return new Set(symbolsOf(asked)).size;
  const known = asked.filter(({ given }) => given.every((argument) => argument !== undefined));
  return new Set(known.map(({ given }) => JSON.stringify(kind === 'merged' ? given.slice(1, 3) : given))).size;
}

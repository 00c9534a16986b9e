import type { Area, Operation, OperationParameter } from '../../api/interface/operation';
import { MAX_SYMBOL_LIST_LENGTH } from '../../api/interface/quote-rows';
import { areasWith, type OperationId, operationOf } from '../../api/operations';
import { fillList } from '../cache/list-cache';
import type { Row } from '../../core/columns';
import { MS_PER_DAY, SECONDS_PER_DAY } from '../../core/calendar/dates';
import { type ParameterValues, requestPath, decode } from '../../api/transport/wire';

export interface Probe {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

export type ProbeService = (path: string, init?: RequestInit) => Promise<Probe>;

/** Asked first if the service has them: they surely have a price, filings and a score. */
const WELL_KNOWN: readonly string[] = [
  ...['EURUSD', 'GBPUSD', 'BTCUSD', 'ETHUSD', 'SPX', 'DAX', 'AAPL', 'MSFT', 'XAUUSD'],
  ...['EUR/USD', 'BTC/USD', 'BTC-USD', 'XNYS', 'XLON'],
];
/** The second half of a pair without a separator. */
const SECOND_HALF = /^(.{2,}?)(USDT|USDC|USD|EUR|GBP|JPY|BTC|ETH)$/;
const SEPARATED = /^([A-Z0-9]{2,})[^A-Z0-9]([A-Z0-9]{2,})$/;
const [HOURS_DAYS, HOLIDAYS_DAYS, TICKS_DAYS] = [6, 365, 7];
const AMOUNT = 100;

type Answer = ParameterValues[string];
type Value = (operation: Operation, index: number, parameter: OperationParameter) => Answer | Promise<Answer>;

/** No name is assumed to exist. Each list is requested once, when it is first needed. */
export class Samples {
  readonly #names = new Map<string, Promise<readonly string[]>>();

  readonly #byRole: Readonly<Partial<Record<NonNullable<OperationParameter['role']>, Value>>> = {
    symbols: async ({ area }) => fillList([], MAX_SYMBOL_LIST_LENGTH, await this.symbols(area!)),
    symbol: async ({ area }, index) => atIndex(await this.symbols(area!), index),
    'first-currency': async ({ area }) => (await this.#pair(area!)).from,
    'second-currency': async ({ area }) => (await this.#pair(area!)).to,
    amount: () => AMOUNT,
    exchanges: async ({ kind }) => (kind === 'markets' ? undefined : (await this.mics()).slice(0, 2)),
    start: ({ kind }) => this.#ends(kind).start,
    end: ({ kind }) => this.#ends(kind).end,
    size: (_, __, { max, default: usual }) => max ?? usual,
  };

  constructor(
    private readonly ask: ProbeService,
    readonly nowMs: number,
  ) {}

  /** The records of a list that has already been requested. */
  noteNames({ id, kind }: Operation, rows: readonly Row[]): void {
    const field = kind === 'markets' ? 'mic' : kind === 'symbols' ? 'symbol' : undefined;
    if (field !== undefined && rows.length > 0) this.#names.set(id, Promise.resolve(namesIn(rows, field)));
  }

  mics(): Promise<readonly string[]> {
    return this.#namesOf('GET /stocks/markets', 'mic');
  }

  /** Empty for an area without a list of symbols. */
  symbols(area: Area): Promise<readonly string[]> {
    const listed = areasWith('symbols').find((one) => one === area);
    return listed === undefined ? Promise.resolve([]) : this.#namesOf(`GET /${listed}/symbols`, 'symbol');
  }

  async #pair(area: Area): Promise<{ readonly from: string; readonly to: string }> {
    for (const symbol of await this.symbols(area)) {
      const halves =
        SEPARATED.exec(symbol) ??
        (area === 'currencies' && symbol.length === 6
          ? ['', symbol.slice(0, 3), symbol.slice(3)]
          : SECOND_HALF.exec(symbol));
      if (halves) return { from: halves[1], to: halves[2] };
    }
    return { from: area === 'crypto' ? 'BTC' : 'EUR', to: 'USD' };
  }

  /** Each as large as the add-in sends it. @param index which of the possible symbols, if the first have nothing */
  async valuesFor(operation: Operation, index = 0): Promise<ParameterValues> {
    const values = await Promise.all(
      operation.parameters.map(async (parameter) => [
        parameter.name,
        await this.#byRole[parameter.role!]?.(operation, index, parameter),
      ]),
    );
    return Object.fromEntries(values) as ParameterValues;
  }

  #ends(kind: Operation['kind']): Readonly<Record<'start' | 'end', string | number>> {
    if (kind === 'ticks') {
      const end = Math.floor(this.nowMs / 1000);
      return { start: end - TICKS_DAYS * SECONDS_PER_DAY, end };
    }
    const days = kind === 'hours' ? HOURS_DAYS : HOLIDAYS_DAYS;
    return { start: dateOf(this.nowMs), end: dateOf(this.nowMs + days * MS_PER_DAY) };
  }

  #namesOf(id: OperationId, field: string): Promise<readonly string[]> {
    const names = this.#names.get(id) ?? this.#read(id, field);
    this.#names.set(id, names);
    return names;
  }

  async #read(id: OperationId, field: string): Promise<readonly string[]> {
    const operation = operationOf(id);
    const { status, body } = await this.ask(requestPath(operation, await this.valuesFor(operation)));
    try {
      return status === 200 ? namesIn(decode(operation, body).rows, field) : [];
    } catch {
      return [];
    }
  }
}

/** Whether a name for testing it is known: some areas have no list of their symbols. */
export const hasSamples = ({ area, parameters }: Operation): boolean =>
  !parameters.some(({ role }) => role === 'symbol' || role === 'symbols') ||
  areasWith('symbols').some((one) => one === area);

const dateOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

const atIndex = (names: readonly string[], index: number): string | undefined => names[index % names.length];

function namesIn(rows: readonly Row[], field: string): readonly string[] {
  const names = rows.map((row) => row[field]).filter((name) => typeof name === 'string' && name !== '') as string[];
  return [...WELL_KNOWN.filter((name) => names.includes(name)), ...names.filter((name) => !WELL_KNOWN.includes(name))];
}

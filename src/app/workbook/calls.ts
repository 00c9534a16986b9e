import { TRAITS } from '../generated/function-traits';
import { readBlock } from './block-contents';
import type { Session } from '../session';
import { maxListLengthOf } from '../settings';
import type { FunctionTraits, ParameterRole } from '../function-traits';
import { mapInPieces } from '../../core/pauses';
import { errorIn, type MdCell } from './cells';
import { blockIn, literalIn, mdCallsIn } from './formulas';
import type { CellValue, Workbook } from '../host';
import { type Block, columnsIn } from '../../core/sheet';
import { groupBy } from '../../core/basics';
import { packNames } from '../../core/packing';
import { symbolParts } from '../../core/names/symbol-parts';
import { MAX_SYMBOL_LIST_LENGTH } from '../../api/interface/quote-rows';

/** A cell whose formula is counted: it may be of a sheet that is not inserted yet. */
export type CountedCell = Pick<MdCell, 'cell' | 'formula' | 'names' | 'price'>;

type CountingSession = Pick<Session, 'settings' | 'gateway'> & {
  readonly host: { readonly workbook: Pick<Workbook, 'read'> };
};

export interface MdCall<Cell extends CountedCell = MdCell> {
  readonly cell: Cell;
  readonly traits: FunctionTraits;
  /** In the order of the formula; undefined if the values are not known. */
  readonly values: readonly (readonly unknown[] | undefined)[];
}

/** @param meaning what a formula on a sheet is read as. @default as it is written */
export async function readCalls<Cell extends CountedCell>(
  { host: { workbook } }: Pick<CountingSession, 'host'>,
  cells: readonly Cell[],
  meaning = (formula: string, _sheet: string): string => formula,
): Promise<MdCall<Cell>[]> {
  const perCell = await mapInPieces(cells, (mdCell) =>
    [mdCell, ...(mdCell.names ?? [])]
      .flatMap(({ formula }) => mdCallsIn(meaning(formula, mdCell.cell.sheet)))
      .flatMap(({ name, arguments: all, isItself = false }) => {
        const traits = TRAITS.find(({ id }) => id === name);
        return traits ? [{ cell: mdCell, traits, arguments: all, isItself, sheet: mdCell.cell.sheet }] : [];
      }),
  );
  const calls = perCell.flat();
  const blockOf = new Map<string, ReturnType<typeof blockIn>>();
  await mapInPieces(calls, ({ arguments: all, sheet }) => {
    for (const one of all) blockOf.set(`${sheet} ${one}`, blockIn(one, sheet));
  });
  const values = await CellValues.read(
    workbook,
    [...blockOf.values()].filter((block) => block !== undefined),
  );
  return mapInPieces(calls, ({ cell, traits, arguments: all, isItself, sheet }) => ({
    cell,
    traits,
    // Another function calls this one and chooses its arguments.
    values: (isItself ? traits.parameters : [])
      .map((): readonly unknown[] | undefined => undefined)
      .concat(
        all.map((one) => {
          if (one === '') return [];
          const block = blockOf.get(`${sheet} ${one}`);
          const literal = literalIn(one);
          return block ? values.of(block) : literal === undefined ? undefined : [literal];
        }),
      ),
  }));
}

/** The names in cells, without errors. Tickers of some countries are numbers; a blank cell may be read as 0. */
export const namesIn = (values: readonly unknown[]): string[] =>
  values
    .filter((value) => (typeof value === 'string' || typeof value === 'number') && value !== 0 && !errorIn(value))
    .flatMap((value) => String(value).split(','))
    .map((name) => name.trim().toUpperCase())
    .filter((name) => name !== '');

/** The values of the parameters with that role: empty if they are omitted, undefined if not known. */
export const valuesOf = ({ traits, values }: MdCall<CountedCell>, wantedRole: ParameterRole) =>
  traits.parameters.flatMap(({ role }, index) =>
    role === wantedRole ? [index < values.length ? values[index] : []] : [],
  );

export const takesSymbols = ({ parameters }: FunctionTraits): boolean =>
  parameters.some(({ role }) => role === 'symbols');

/** Empty if the function takes none; undefined if not known. */
function symbolsOf(call: MdCall<CountedCell>): string[] | undefined {
  const [values] = takesSymbols(call.traits) ? valuesOf(call, 'symbols') : [[]];
  return values && namesIn(values);
}

/** Longer than any user's list; rows beyond it count as not known. */
const MAX_ROWS = 20_000;

/** The values of many small blocks, read column by column: thousands of formulas refer to cells beside them. */
export class CellValues {
  readonly #columns = new Map<string, { readonly firstRow: number; readonly values: readonly CellValue[] }>();

  static async read(workbook: Pick<Workbook, 'read'>, blocks: readonly Block[]): Promise<CellValues> {
    const all = new CellValues();
    const byKey = new Map<string, Block>();
    for (const block of blocks.filter(({ rows, columns }) => rows * columns <= MAX_ROWS)) {
      for (const column of columnsIn(block))
        byKey.set(keyOf(column), union(byKey.get(keyOf(column)) ?? column, column));
    }
    await Promise.all(
      [...byKey]
        .filter(([, { rows }]) => rows <= MAX_ROWS)
        .map(async ([key, column]) => {
          const rows = await readBlock(workbook, column).catch(() => undefined);
          if (rows) all.#columns.set(key, { firstRow: column.row, values: rows.map(([cell]) => cell?.value ?? '') });
        }),
    );
    return all;
  }

  /** Column by column; undefined if they could not be read. */
  of(block: Block): readonly CellValue[] | undefined {
    const columns = columnsIn(block).map((column) => {
      const stored = this.#columns.get(keyOf(column));
      return stored?.values.slice(block.row - stored.firstRow, block.row - stored.firstRow + block.rows);
    });
    return columns.some((values) => values === undefined) ? undefined : columns.flatMap((values) => values ?? []);
  }
}

const keyOf = ({ sheet, column }: Block): string => `${column} ${sheet}`;

function union(one: Block, other: Block): Block {
  const row = Math.min(one.row, other.row);
  return { ...one, row, rows: Math.max(one.row + one.rows, other.row + other.rows) - row };
}

/** The minimum that the cells request: an unknown argument counts as one symbol and one request per function. */
interface Cost {
  readonly symbolCount: number;
  readonly requestCount: number;
}

export async function countCost(session: CountingSession, cells: readonly CountedCell[]): Promise<Cost> {
  const calls = await readCalls(session, cells);
  const symbols = new Set<string>();
  const areUnknown = await mapInPieces(calls, (call) => {
    const own = symbolsOf(call);
    for (const name of own ?? []) symbols.add(symbolParts(name).symbol);
    return own === undefined && takesSymbols(call.traits);
  });
  // Cells that wait for permission have stated their need; equal formulas wait for the same requests.
  const others = calls.filter(({ cell }) => cell.price === undefined);
  const waiting = groupBy(cells, ({ cell, formula }) => `${cell.sheet} ${formula}`).map(([first]) => first?.price ?? 0);
  const counts = await Promise.all(sharing(others).map((some) => countRequests(session, some)));
  return {
    symbolCount: Math.max(symbols.size, areUnknown.includes(true) ? 1 : 0),
    requestCount: [...counts, ...waiting].reduce((sum, count) => sum + count, 0),
  };
}

/** Calls that may share requests: those of one function, or of all that read whole years of a calendar. */
export const sharing = (calls: readonly MdCall<CountedCell>[]): MdCall<CountedCell>[][] =>
  groupBy(calls, ({ traits }) => (traits.requests === 'year' ? 'year' : traits.id));

/** The minimum number of requests of each cell by itself, regardless of sharing. */
export async function costOfEach(session: Session, cells: readonly MdCell[]): Promise<ReadonlyMap<MdCell, number>> {
  const calls = await readCalls(session, cells);
  const costs = new Map<MdCell, number>();
  await Promise.all(
    calls.map(async (call) => {
      const count = await countRequests(session, [call]);
      costs.set(call.cell, (costs.get(call.cell) ?? 0) + count);
    }),
  );
  return costs;
}

/** The minimum number of requests for calls that may share them; at least one for unknown arguments. */
export async function countRequests(session: CountingSession, calls: readonly MdCall<CountedCell>[]): Promise<number> {
  const { traits } = calls[0]!;
  if (!asksService(traits)) return 0;
  if (traits.requests === 'packed') return packedRequests(calls, session);
  const questions = calls.map(questionsOf);
  return Math.max(new Set(questions.flatMap((some) => some ?? [])).size, questions.includes(undefined) ? 1 : 0);
}

/** Whether a function has operations, or its formulas choose one by path. */
export const asksService = ({ sources, takesPath }: FunctionTraits): boolean =>
  sources.length > 0 || takesPath === true;

/** What a call asks the service, equal for calls that share the answer; undefined if its arguments do not tell. */
function questionsOf(call: MdCall<CountedCell>): readonly string[] | undefined {
  switch (call.traits.requests) {
    case 'each': {
      const types = valuesOf(call, 'filing-type').flatMap((values) => namesIn(values ?? []));
      const symbols = symbolsOf(call)?.map((name) => symbolParts(name).symbol);
      const limit = JSON.stringify(valuesOf(call, 'quantity'));
      return symbols?.flatMap((symbol) =>
        (types.length === 0 ? [''] : types).map((type) => `${symbol} ${type} ${limit}`),
      );
    }
    case 'year':
      return [''];
    case 'merged':
      return questionAbout(valuesOf(call, 'date'));
    case 'pair': {
      const [from, to] = valuesOf(call, 'currency').map((values) => values && namesIn(values).join());
      const [area = 'CURRENCIES'] = namesIn(valuesOf(call, 'area')[0] ?? []);
      return from !== undefined && from === to ? [] : questionAbout([from, to, area]);
    }
    default:
      return questionAbout(call.values.filter((_, index) => !SHOWING.has(call.traits.parameters[index]?.name ?? '')));
  }
}

/** These arguments choose the displayed part of an answer, so calls that differ in them may share it. */
const SHOWING: ReadonlySet<string> = new Set(['fields', 'filter', 'headers', 'limit', 'pick', 'fill']);

const questionAbout = (values: readonly unknown[]): readonly string[] | undefined =>
  values.includes(undefined) ? undefined : [JSON.stringify(values)];

/** Packed as the client does it, by area and decimals. */
async function packedRequests(calls: readonly MdCall<CountedCell>[], session: CountingSession): Promise<number> {
  const groups = new Map<string, Set<string>>();
  const areUnknown = await mapInPieces(calls, (call) => {
    for (const { area, symbol } of symbolsInAreas(call, session)) {
      const key = `${area} ${JSON.stringify(valuesOf(call, 'decimals'))}`;
      groups.set(key, (groups.get(key) ?? new Set()).add(symbol));
    }
    return symbolsOf(call) === undefined;
  });
  const lists = [...groups].map(([key, symbols]) =>
    packNames([...symbols], maxListLengthOf(session, key.slice(0, key.indexOf(' ')))),
  );
  const count = lists.flat().length;
  return Math.max(count, areUnknown.includes(true) ? 1 : 0);
}

/**
 * The symbols of a call that are requested, each with its area in lower case. Longer ones are refused without a
 * request.
 */
export function symbolsInAreas(
  call: MdCall<CountedCell>,
  session: Pick<CountingSession, 'settings' | 'gateway'>,
): { readonly area: string; readonly symbol: string }[] {
  const [callArea = session.settings.area] = namesIn(valuesOf(call, 'area')[0] ?? []);
  return (symbolsOf(call) ?? [])
    .map(symbolParts)
    .map(({ area = callArea, symbol }) => ({ area: area.toLowerCase(), symbol }))
    .filter(({ area, symbol }) => symbol.length <= Math.min(MAX_SYMBOL_LIST_LENGTH, maxListLengthOf(session, area)));
}

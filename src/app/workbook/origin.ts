import { ANY_AGE } from '../../api/lookup/ask';
import { operationOf } from '../../api/operations';
import type { Call, CallTrace, KeptAnswer, RequestRecord, RequestTime } from '../../core/call';
import { DATE_FORMAT, type DateSystem, daysFromSerial, isSerial, MS_PER_DAY } from '../../core/calendar/dates';
import { Cancellation } from '../../core/cancellation';
import { a1WithSheet, type Block, cellOf, isSingleCell, overlaps, parseA1, runsOf } from '../../core/sheet';
import { groupBy, isRecord } from '../../core/basics';
import { findScore, SCORE_MODELS } from '../../core/score';
import type { FunctionTraits } from '../function-traits';
import type { CellValue, FormulaInCell, OnProgress, Workbook } from '../host';
import type { Session } from '../session';
import { readBlocks, readCell } from './block-contents';
import { asksService, type MdCall, readCalls, takesSymbols, valuesOf } from './calls';
import { askedBy, knownResult, type MdCell, priceTimeOf, scanCells, sourceOf } from './cells';
import { blocksIn, callsIn, isOperator, tokensIn } from './formulas';
import { type FrozenBlock, frozenBlocks } from './freeze';

/** The interface to the functions, which belong to another module. */
export interface OriginFunctions {
  readonly catalog: readonly OriginFunction[];
  /** Evaluates a function without a cell. Never rejects. */
  readonly run: (id: string, values: readonly unknown[], call: Call) => unknown;
}

interface OriginFunction {
  readonly id: string;
  readonly parameters: Readonly<
    Record<string, { readonly default?: CellValue | undefined; readonly dimensionality: 'scalar' | 'matrix' }>
  >;
}

/** The origin of a cell's value, down to the requests. Never contains the key. */
export interface Origin {
  readonly cell: Block;
  readonly value: CellValue;
  /** When it was traced, in ms since 1970. */
  readonly at: number;
  /** The cell's own formula, or the formula whose result fills it; empty for typed values. */
  readonly formula: string;
  /** The formulas between the cell and the requesting ones, in the order in which they are found. */
  readonly steps: readonly (FormulaInCell & { readonly value: CellValue })[];
  /** The prices and other answers behind the cell, oldest price first; answers without a time come last. */
  readonly answers: readonly OriginAnswer[];
  readonly requests: readonly RequestRecord[];
  /** The frozen formulas whose values are behind the cell. */
  readonly frozen: readonly FrozenBlock[];
  /** The addresses of numbers that were typed rather than calculated. */
  readonly typed: readonly string[];
  /** The parts that could not be followed: names, tables, other workbooks, and functions that create references. */
  readonly notFollowed: readonly string[];
  /** The origin of the service; empty if not known. */
  readonly source: string;
}

export interface OriginAnswer {
  /** The subject of the question, such as "EURUSD"; the function's name if it is unknown. */
  readonly name: string;
  /** The fields that the formula shows; empty if they are not known. */
  readonly fields: readonly (readonly [name: string, value: unknown])[];
  readonly pricedAtMs: number | undefined;
  /** When it was asked for, in ms; undefined if this session has not asked. */
  readonly askedAtMs: number | undefined;
  readonly request: RequestRecord | undefined;
  /** The sentence behind an error. */
  readonly problem: string | undefined;
  /** The formulas that show it. The first one shows how it was requested. */
  readonly cells: readonly FormulaInCell[];
  readonly arguments: readonly (readonly [name: string, values: readonly unknown[] | undefined])[];
  /** How long such an answer stays fresh, in ms; Infinity: until it is refreshed. */
  readonly freshMs: number | undefined;
}

/** Follows the first cell of a block to the requests that its value is made of. Sends none itself. */
export async function traceOrigin(
  session: Session,
  { sheet, row, column }: Block,
  functions: OriginFunctions,
  onProgress: OnProgress = () => undefined,
  signal = new AbortController().signal,
): Promise<Origin> {
  const cell = cellOf(sheet, row, column);
  const { workbook } = session.host;
  const { formula, value, format } = await readCell(workbook, cell);
  const sources = {
    dateSystem: session.dateSystem,
    mdCells: await scanCells(session),
    frozen: await frozenBlocks(session),
  };
  const { steps, partsOf, frozen, typed, notFollowed } = await follow(workbook, cell, sources, signal);
  const answers = await answersOf(session, partsOf, functions, onProgress, signal);
  const [first = [...partsOf.keys()][0] ?? frozen.find(({ isEdited }) => !isEdited)] = steps;
  return {
    cell,
    value: shownIn(format, value, session.dateSystem),
    at: session.now(),
    formula: formula === '' ? (first?.formula ?? '') : formula,
    steps: steps.filter((step) => a1WithSheet(step.cell) !== a1WithSheet(cell)),
    answers: answers.toSorted(({ pricedAtMs: one = AFTER_ALL }, { pricedAtMs: other = AFTER_ALL }) => one - other),
    requests: [...new Set(answers.flatMap(({ request }) => request ?? []))].toSorted((a, b) => a.at - b.at),
    frozen,
    typed,
    notFollowed,
    source: sourceOf(session),
  };
}

/** Where answers without a time of their prices are sorted. */
const AFTER_ALL = Number.MAX_SAFE_INTEGER;

/** What fills cells that have no formula of their own. */
interface Sources {
  readonly mdCells: readonly MdCell[];
  readonly frozen: readonly FrozenBlock[];
  readonly dateSystem: DateSystem;
}

/** Dates as text: nobody reads their serials. */
function shownIn<T>(format: string, value: T, system: DateSystem): T | string {
  const isDate = /[yd]/i.test(format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, ''));
  if (!isDate || typeof value !== 'number' || !isSerial(value, system)) return value;
  const text = new Date(Math.round(daysFromSerial(value, system) * MS_PER_DAY)).toISOString();
  return text.slice(0, -1).replace('T', ' ').replace('.000', '').replace(' 00:00:00', '');
}

/** Follows references level by level, so that neighbouring cells are read together. */
async function follow(workbook: Workbook, cell: Block, { mdCells, frozen, dateSystem }: Sources, signal: AbortSignal) {
  const steps = new Map<string, Origin['steps'][number]>();
  /** The relevant parts of the results of requesting formulas. */
  const partsOf = new Map<MdCell, readonly Block[]>();
  const met = new Set<FrozenBlock>();
  const typed = new Set<string>();
  const notFollowed = new Set<string>();
  const seen = new Set<string>();
  const mdAddresses = new Set(mdCells.map((md) => a1WithSheet(md.cell)));
  let level: readonly Block[] = [cell];
  while (level.length > 0 && !signal.aborted) {
    const next: Block[] = [];
    const go = (formula: string, from: Block): void => {
      for (const word of unfollowedIn(formula)) notFollowed.add(word);
      next.push(...referredBy(formula, from.sheet, mdCells));
    };
    for (const md of mdCells) {
      const parts = level.filter((block) => overlaps(md.spill, block));
      if (parts.length === 0) continue;
      if (!partsOf.has(md)) for (const { formula } of [md, ...(md.names ?? [])]) go(formula, md.cell);
      partsOf.set(md, [...(partsOf.get(md) ?? []), ...parts]);
    }
    for (const one of frozen) if (level.some((block) => isOfFrozen(one, block))) met.add(one);
    const pieces = level.flatMap(piecesOf);
    const contents = await readBlocks(workbook, pieces, (block) => block);
    for (const [block, rows] of contents) {
      const plain: string[] = [];
      let hasOther = false;
      for (const [down, line] of rows.entries())
        for (const [across, { formula, value, format }] of line.entries()) {
          if (value === '' && formula === '') continue;
          const at = cellOf(block.sheet, block.row + down, block.column + across);
          const address = a1WithSheet(at);
          if (formula !== '') {
            if (steps.has(address) || mdAddresses.has(address)) continue;
            steps.set(address, { cell: at, formula, value: shownIn(format, value, dateSystem) });
            go(formula, at);
          } else if (!mdCells.some(({ spill }) => overlaps(spill, at))) {
            hasOther = true;
            // Of a block that was edited since, nobody knows which values are typed.
            const isFrozen = frozen.some((one) => !one.isEdited && isOfFrozen(one, at));
            if (typeof value === 'number' && !isFrozen) plain.push(address);
          }
        }
      // A value without a formula may have been typed, or be part of a spill.
      const beside = hasOther ? await workbook.spillsInto(block) : [];
      const others = beside.filter((one) => !mdAddresses.has(a1WithSheet(one.cell)));
      if (others.length === 0) for (const address of plain) typed.add(address);
      next.push(...others.map(({ cell: anchor }) => anchor));
    }
    level = newIn(next, seen);
  }
  return {
    steps: [...steps.values()],
    partsOf,
    frozen: [...met],
    typed: [...typed],
    notFollowed: [...notFollowed],
  };
}

const isOfFrozen = ({ block: own }: FrozenBlock, block: Block): boolean => own !== undefined && overlaps(own, block);

/** Joins single cells into few runs, and lists every block once. */
function newIn(blocks: readonly Block[], seen: Set<string>): readonly Block[] {
  const fresh = blocks.filter((block) => {
    const address = a1WithSheet(block);
    return !seen.has(address) && seen.add(address);
  });
  return [...runsOf(fresh.filter(isSingleCell)), ...fresh.filter((block) => !isSingleCell(block))];
}

/** The references of a formula; "A1#" is the whole spill of A1. */
function referredBy(formula: string, sheet: string, mdCells: readonly MdCell[]): readonly Block[] {
  const tokens = tokensIn(formula);
  const spills = tokens.flatMap(({ text }, index) => {
    const after = tokens[index + 1];
    const anchor = after && isOperator(after, '#') ? parseA1(text, sheet) : undefined;
    return anchor ? mdCells.filter(({ cell }) => overlaps(cell, anchor)).map(({ spill }) => spill) : [];
  });
  return [...blocksIn(formula, sheet), ...spills];
}

/** Functions that return a reference that the formula's text does not show. */
const MAKES_REFERENCES: ReadonlySet<string> = new Set(['INDIRECT', 'OFFSET']);

function unfollowedIn(formula: string): readonly string[] {
  const calls = callsIn(formula).map(({ name }) => name);
  const hasOwnNames = calls.some((name) => name === 'LET' || name === 'LAMBDA');
  const words = tokensIn(formula).filter(
    ({ type, text }) =>
      type === 'structured' ||
      (type === 'range_named' && !hasOwnNames) ||
      (type.startsWith('range') && /[[\]]/.test(text)),
  );
  return [...words.map(({ text }) => text), ...calls.filter((name) => MAKES_REFERENCES.has(name))];
}

/**
 * The number of rows that are read together, and the number that is read of a whole column: below its MD cells hardly
 * anything is calculated.
 */
const [ROWS_OF_PIECE, MOST_ROWS, MOST_COLUMNS] = [2_000, 20_000, 256];

function piecesOf(block: Block): readonly Block[] {
  const rows = Math.min(block.rows, MOST_ROWS);
  const columns = Math.min(block.columns, MOST_COLUMNS);
  return Array.from({ length: Math.ceil(rows / ROWS_OF_PIECE) }, (_, index) => ({
    ...block,
    row: block.row + index * ROWS_OF_PIECE,
    rows: Math.min(ROWS_OF_PIECE, rows - index * ROWS_OF_PIECE),
    columns,
  }));
}

/** Used while more cells with the same answer may follow. */
interface GatheredAnswer extends OriginAnswer {
  readonly fields: (readonly [name: string, value: unknown])[];
  readonly cells: FormulaInCell[];
}

type KnownAnswer = Pick<OriginAnswer, 'name' | 'fields' | 'pricedAtMs' | 'askedAtMs' | 'request' | 'problem'>;

/**
 * The answers behind these formulas. Cells do not keep them: each formula is evaluated again, symbol by symbol, from
 * the cache alone, and reports the answers that it takes. An answer that is newer than the cell's value does not count.
 */
async function answersOf(
  session: Session,
  partsOf: ReadonlyMap<MdCell, readonly Block[]>,
  { catalog, run }: OriginFunctions,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<readonly OriginAnswer[]> {
  const written = (await readCalls(session, [...partsOf.keys()])).filter(({ traits: one }) => asksService(one));
  const calls = groupBy(written, ({ cell }) => a1WithSheet(cell.cell)).flatMap((ofCell) =>
    withPassedValues(session, ofCell),
  );
  const figures = await figuresOf(session.host.workbook, calls);
  const cache = new CacheReading(session, run);
  const all = new Map<unknown, GatheredAnswer>();
  try {
    for (const [index, call] of calls.entries()) {
      if (signal.aborted) break;
      if (index % ROWS_OF_PIECE === 0) onProgress(index, calls.length);
      const { cell } = call;
      const declaration = catalog.find(({ id }) => id === call.traits.id)!;
      const args = argumentsOf(call, declaration, session.dateSystem);
      const names = namesOf(call, partsOf.get(cell)!);
      const result = knownResult(session, cell);
      for (const name of names?.shown ?? [undefined]) {
        const taken = await cache.takenBy(call, declaration, name);
        const shown = taken.filter(
          (one) =>
            (call.traits.isStreaming ?? isOf(one, result?.readAt, (names?.count ?? 1) === 1)) &&
            fieldsOf(one.value, args).every(([, value]) => figures.get(cell)?.has(value) ?? true),
        );
        const asked: readonly (KnownAnswer & { readonly id: unknown })[] =
          shown.length > 0
            ? shown.map(({ key, value, requested }) => ({
                // The scores of several models come in one answer.
                id: scoreOf(key, value).length > 0 ? `${requested.at} ${requested.request?.what ?? key}` : requested,
                name: name ?? key,
                fields: [...fieldsOf(value, args), ...scoreOf(key, value)],
                pricedAtMs: pricedAtMsOf(value),
                askedAtMs: sentAtMs(requested),
                request: requested.request,
                problem: undefined,
              }))
            : [
                {
                  id: `${call.traits.id} ${a1WithSheet(cell.cell)} ${name ?? ''}`,
                  ...ofCellAlone(session, call, name),
                },
              ];
        for (const { id, ...one } of asked) {
          const here = { cell: cell.cell, formula: cell.formula };
          const before = all.get(id);
          if (before) {
            if (before.cells.at(-1)?.cell !== here.cell) before.cells.push(here);
            before.fields.push(...one.fields.filter(([field]) => !before.fields.some(([known]) => known === field)));
          } else
            all.set(id, {
              ...one,
              fields: [...one.fields],
              cells: [here],
              arguments: args,
              freshMs: freshMsOf(session, call.traits),
            });
        }
      }
    }
  } finally {
    cache.close();
  }
  return [...all.values()];
}

/**
 * The calls of one cell. Arguments that only the spreadsheet calculates are those that it passed last, if all calls of
 * the function are known.
 */
function withPassedValues(session: Session, calls: readonly MdCall[]): readonly MdCall[] {
  if (!calls.some(({ values }) => values.includes(undefined))) return calls;
  const all = (askedBy(session, calls[0]!.cell) ?? []).map(([id, ...passed]) => ({ id, values: passed.map(plainIn) }));
  const made = all.filter(
    ({ id }) => all.filter((one) => one.id === id).length === calls.filter(({ traits }) => traits.id === id).length,
  );
  return calls.map((call) => {
    const index = made.findIndex(({ id, values }) => id === call.traits.id && isMadeBy(call, values));
    const [one] = index < 0 ? [] : made.splice(index, 1);
    return one ? { ...call, values: call.values.map((written, at) => written ?? one.values[at]) } : call;
  });
}

/** Whether the values are equal as far as the formula shows them. */
const isMadeBy = ({ traits, values }: MdCall, passed: MdCall['values']): boolean =>
  traits.parameters.every((_, at) => {
    const written = at < values.length ? values[at] : [];
    return written === undefined || String(written) === String(at < passed.length ? passed[at] : []);
  });

/** Undefined for a value that is not plain, such as a long list. */
function plainIn(argument: unknown): readonly unknown[] | undefined {
  const values = [argument].flat(2).filter((value) => value !== null && value !== undefined);
  return values.some((value) => typeof value === 'object') ? undefined : values;
}

/** Of the answers that a cell received, only the time of the oldest is kept. */
const isOf = ({ requested }: Taken, oldestAt: number | undefined, isAlone: boolean): boolean =>
  oldestAt !== undefined && (isAlone ? requested.at === oldestAt : requested.at >= oldestAt);

/** The numbers in the spills of plain lists: the cache may have newer ones of some symbols. */
async function figuresOf(
  workbook: Workbook,
  calls: readonly MdCall[],
): Promise<ReadonlyMap<MdCell, ReadonlySet<unknown>>> {
  const lists = [...new Set(calls.map(({ cell }) => cell))].filter(
    ({ spill, formula }) => !isSingleCell(spill) && /^=MD\.\w+\([^()]*\)$/i.test(formula),
  );
  const contents = await readBlocks(workbook, lists, ({ spill }) => spill);
  return new Map([...contents].map(([cell, rows]) => [cell, new Set(rows.flat().map(({ value }) => value))]));
}

interface Taken extends KeptAnswer<object> {
  /** The name of its question, such as "EURUSD" or "altman-z AAPL". */
  readonly key: string;
}

/** Evaluates formulas from the cache, however old its answers are, without a request. */
class CacheReading {
  readonly #cancellation = new Cancellation();
  readonly #runs = new Map<string, Promise<readonly Taken[]>>();
  readonly close: () => void;

  constructor(
    session: Session,
    private readonly run: OriginFunctions['run'],
  ) {
    this.close = session.cells.watch({
      notBefore: (call) => (call.cancellation === this.#cancellation ? ANY_AGE : undefined),
    });
  }

  /**
   * The answers that a formula takes; none if its arguments are not known.
   * @param symbol replaces the formula's own list
   */
  takenBy({ traits, values }: MdCall, { parameters }: OriginFunction, symbol?: string): Promise<readonly Taken[]> {
    const all = values.map((value, index) =>
      symbol !== undefined && traits.parameters[index]?.role === 'symbols' ? [symbol] : value,
    );
    const key = JSON.stringify([traits.id, all]);
    const before = this.#runs.get(key);
    if (before) return before;
    const taken = all.some((one) => one === undefined)
      ? Promise.resolve([])
      : this.#take(
          traits.id,
          Object.values(parameters).map(({ dimensionality }, index) => {
            const given = all[index] ?? [];
            if (given.length === 0) return null;
            return dimensionality === 'matrix' ? given.map((one) => [one]) : given[0];
          }),
        );
    this.#runs.set(key, taken);
    return taken;
  }

  async #take(id: string, values: readonly unknown[]): Promise<readonly Taken[]> {
    const taken: Taken[] = [];
    const trace: CallTrace = {
      onKept: (key, kept) => taken.push({ ...kept, key }),
    };
    // Nothing is sent, so no permission is needed.
    const allowance = { max: Infinity, sent: 0, missing: 0 };
    await this.run(id, values, { isPreview: false, cancellation: this.#cancellation, trace, allowance });
    return taken;
  }
}

/** The known facts about a cell whose answer is missing in the cache, or replaced by a newer one. */
function ofCellAlone(session: Session, { cell, traits }: MdCall, name: string | undefined): KnownAnswer {
  const result = knownResult(session, cell);
  const isList = cell.rows !== undefined || !isSingleCell(cell.spill);
  const problem = (isList ? cell.partialError : undefined) ?? cell.lastError ?? cell.hiddenError;
  const requested = isList ? undefined : result?.requested;
  return {
    name: name ?? `MD.${traits.id}`,
    fields: [],
    pricedAtMs: isList || !result ? undefined : priceTimeOf(result, session.dateSystem)?.at,
    askedAtMs: requested && sentAtMs(requested),
    request: requested?.request,
    problem,
  };
}

/** A question waits a moment before it is sent. A gateway's answer is older than its request. */
const sentAtMs = ({ at, request }: RequestTime): number => (request && !request.ageMs ? Math.max(at, request.at) : at);

/** The symbols of a formula, as written, whose cells count; undefined if it takes none, or they are not known. */
function namesOf(call: MdCall, parts: readonly Block[]) {
  const { traits, cell } = call;
  const [written] = takesSymbols(traits) ? valuesOf(call, 'symbols') : [];
  if (!written || written.length === 0) return undefined;
  const names = written.flatMap((value) => String(value).split(',')).map((name) => name.trim());
  const { spill } = cell;
  // A list of quotes or scores down a column may have headers above it.
  const headers = spill.rows - names.length;
  const hasRowEach = traits.requests === 'packed' || traits.parameters.some(({ role }) => role === 'models');
  const isColumn = hasRowEach && (headers === 0 || headers === 1);
  const isShown = (index: number): boolean =>
    !isColumn || parts.some((part) => overlaps({ ...spill, row: spill.row + headers + index, rows: 1 }, part));
  return {
    count: names.filter((name) => name !== '').length,
    shown: names.filter((name, index) => name !== '' && isShown(index)),
  };
}

const argumentsOf = (
  { values, traits }: MdCall,
  { parameters }: OriginFunction,
  system: DateSystem,
): OriginAnswer['arguments'] =>
  traits.parameters.flatMap(({ name, role }, index): OriginAnswer['arguments'] => {
    const given = index < values.length ? values[index] : [];
    if (given === undefined) return [[name, undefined]];
    const all = given.length > 0 ? given : [parameters[name]?.default].filter((one) => one !== undefined);
    const format = role === 'date' || role === 'moment' ? DATE_FORMAT : '';
    return all.length === 0 ? [] : [[name, all.map((one) => shownIn(format, one, system))]];
  });

/** The part of a quote that the formula shows. */
function fieldsOf(value: object, args: OriginAnswer['arguments']): OriginAnswer['fields'] {
  const wanted = args.find(([name]) => name === 'fields' || name === 'field')?.[1] ?? [];
  return wanted
    .flatMap((one) => String(one).split(','))
    .map((one) => one.trim().toLowerCase())
    .flatMap((name) => {
      const field: unknown = (value as Record<string, unknown>)[name];
      const isFigure = typeof field === 'number' && name !== 'timestamp';
      return isFigure ? [[name, field] as const] : [];
    });
}

/** The number of a score by its model, which its question begins with: "altman-z AAPL". */
function scoreOf(key: string, value: object): OriginAnswer['fields'] {
  const model = SCORE_MODELS.find((one) => key.startsWith(`${one} `));
  if (model === undefined || !('data' in value)) return [];
  const found = findScore(value.data, model);
  return 'cell' in found && typeof found.cell === 'number' ? [[model, found.cell]] : [];
}

/** A quote and a conversion contain the time of their price. */
function pricedAtMsOf(value: object): number | undefined {
  const { timestamp, rows } = value as { readonly timestamp?: unknown; readonly rows?: readonly unknown[] };
  const [row] = rows ?? [];
  const info = isRecord(row) ? row.info : undefined;
  const seconds = timestamp ?? (isRecord(info) ? info.timestamp : undefined);
  return typeof seconds === 'number' ? seconds * 1_000 : undefined;
}

function freshMsOf(session: Session, { requests, sources }: FunctionTraits): number | undefined {
  if (requests === 'packed') return session.quotesFreshMs;
  const [source] = sources;
  return source === undefined ? undefined : operationOf(source).freshSeconds * 1_000;
}

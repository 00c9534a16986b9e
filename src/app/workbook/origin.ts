import { ANY_AGE } from '../../api/lookup/ask';
import type { Call, CallTrace, KeptAnswer, RequestRecord, RequestTime } from '../../core/call';
import { DATE_FORMAT, type DateSystem, daysFromSerial, isSerial, MS_PER_DAY } from '../../core/calendar/dates';
import { Cancellation } from '../../core/cancellation';
import { isFormatted, type Matrix, RichNumber } from '../../core/cell';
import { CellError } from '../../core/errors';
import { a1WithSheet, type Block, cellOf, isSingleCell, overlaps, parseA1, runsOf } from '../../core/sheet';
import { groupBy, isRecord } from '../../core/basics';
import { findScore, SCORE_MODELS } from '../../core/score';
import { isGivenUp, isMatrix } from '../cell-log';
import type { CellValue, FormulaInCell, OnProgress, Workbook } from '../host';
import type { Session } from '../session';
import { readBlocks, readCell } from './block-contents';
import { asksService, type MdCall, readCalls, takesSymbols, valuesOf } from './calls';
import { askedBy, knownResult, type MdCell, priceTimeOf, scanCells, sourceOf } from './cells';
import {
  blocksIn,
  isCalled,
  isOperator,
  literalIn,
  namesMeantIn,
  placesIn,
  tokensIn,
  withWords,
  WorkbookNames,
} from './formulas';
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
  /** The calls whose arguments alone decide their results, so that nothing is asked. */
  readonly unasked: readonly OriginAnswer[];
  /** The addresses of numbers that were typed rather than calculated, and the names of constant ones. */
  readonly typed: readonly string[];
  /** The parts that could not be followed: tables, other workbooks, functions that create references, and the like. */
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
  /** Whether nothing had to be asked. */
  readonly isUnasked?: boolean;
  /** The sentence behind an error. */
  readonly problem?: string | undefined;
  /** The formulas that show it. The first one shows how it was requested. */
  readonly cells: readonly FormulaInCell[];
  readonly arguments: readonly (readonly [name: string, values: readonly unknown[] | undefined])[];
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
    names: new WorkbookNames((await workbook.outline()).names.filter(({ formula }) => !isRelative(formula))),
  };
  const { steps, partsOf, frozen, typed, notFollowed } = await follow(workbook, cell, sources, signal);
  const all = await answersOf(session, partsOf, sources.names, functions, onProgress, signal);
  const answers = all.filter(({ isUnasked }) => !isUnasked);
  const [first = [...partsOf.keys()][0] ?? frozen.find(({ isEdited }) => !isEdited)] = steps;
  return {
    cell,
    value: shownIn(format, value, session.dateSystem),
    at: session.now(),
    formula: formula === '' ? (first?.formula ?? '') : formula,
    steps: steps.filter((step) => a1WithSheet(step.cell) !== a1WithSheet(cell)),
    answers: answers.toSorted(({ pricedAtMs: one = AFTER_ALL }, { pricedAtMs: other = AFTER_ALL }) => one - other),
    unasked: all.filter(({ isUnasked }) => isUnasked),
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
  readonly names: WorkbookNames;
}

/** Dates as text: nobody reads their serials. */
function shownIn<T>(format: string, value: T, system: DateSystem): T | string {
  const isDate = /[yd]/i.test(format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, ''));
  if (!isDate || typeof value !== 'number' || !isSerial(value, system)) return value;
  const text = new Date(Math.round(daysFromSerial(value, system) * MS_PER_DAY)).toISOString();
  return text.slice(0, -1).replace('T', ' ').replace('.000', '').replace(' 00:00:00', '');
}

/** Follows references level by level, so that neighbouring cells are read together. */
async function follow(workbook: Workbook, cell: Block, sources: Sources, signal: AbortSignal) {
  const { mdCells, frozen, dateSystem, names } = sources;
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
    const go = (formula: string, { sheet }: Block): void => {
      const own = { name: '', formula: withMeanings(formula, sheet, names), sheet };
      for (const { name, formula: meant, sheet: scope = sheet } of [own, ...names.usedIn(formula, sheet)]) {
        for (const word of unfollowedIn(meant, scope, names)) notFollowed.add(name === '' ? word : `${name} (${word})`);
        next.push(...referredBy(meant, scope, mdCells));
        if (name !== '' && typeof literalIn(meant.slice(1)) === 'number') typed.add(name);
      }
    };
    for (const md of mdCells) {
      const parts = level.filter((block) => overlaps(md.spill, block));
      if (parts.length === 0) continue;
      if (!partsOf.has(md)) go(md.formula, md.cell);
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

/** A formula with what its names stand for in their place, where that is one reference or constant. */
function withMeanings(formula: string, sheet: string, names: WorkbookNames): string {
  const meant = namesMeantIn(formula).map(({ name }) => name);
  return withWords(formula, ({ type, text }) => {
    const [word] = type === 'range_named' ? namesMeantIn(text) : [];
    const one = word && meant.includes(word.name) ? names.find(word, sheet) : undefined;
    const [, only, ...others] = tokensIn(one?.formula ?? '');
    return only && others.length === 0 && only.type !== 'range_named' ? only.text : text;
  });
}

/** Whether a name means other cells in each cell. */
const isRelative = (formula: string): boolean =>
  placesIn(formula, '').some(({ text }) => /(?:^|:)(?:\$?[A-Z]+\d|[A-Z]|\d)/i.test(text.replace(/.*!/, '')));

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

/** The words of a formula that stand for cells which nothing here finds. */
function unfollowedIn(formula: string, sheet: string, names: WorkbookNames): readonly string[] {
  const found = new Set(placesIn(formula, sheet).map(({ start }) => start));
  const unknown = namesMeantIn(formula).flatMap((one) =>
    names.find(one, sheet) || /^MD\./i.test(one.name) ? [] : one.name,
  );
  return tokensIn(formula).flatMap((token, index, all) => {
    const { type, text, start } = token;
    // Both return a reference that the formula's text does not show.
    if (isCalled(token)) return /^(?:INDIRECT|OFFSET)$/i.test(text) ? text.toUpperCase() : [];
    // A range up to what a function or a name gives.
    if (isOperator(token, ':')) return `${all[index - 1]?.text}:${all[index + 1]?.text}`;
    if (type === 'range_named')
      return unknown.includes(text.replace(/.*!/, '')) || /\.xl\w+'?!/i.test(text) ? text : [];
    return type === 'structured' || text === '#REF!' || (type.startsWith('range') && !found.has(start)) ? text : [];
  });
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

type KnownAnswer = Omit<OriginAnswer, 'cells' | 'arguments'>;

/**
 * The answers behind these formulas. Cells do not keep them: each formula is evaluated again, symbol by symbol, from
 * the cache alone, and reports the answers that it takes. An answer that is newer than the cell's value does not count.
 */
async function answersOf(
  session: Session,
  partsOf: ReadonlyMap<MdCell, readonly Block[]>,
  names: WorkbookNames,
  { catalog, run }: OriginFunctions,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<readonly OriginAnswer[]> {
  const all = await readCalls(session, [...partsOf.keys()], (formula, sheet) => withMeanings(formula, sheet, names));
  const written = all.filter(({ traits: one }) => asksService(one));
  const calls = groupBy(written, ({ cell }) => a1WithSheet(cell.cell)).flatMap((ofCell) =>
    withPassedValues(session, ofCell),
  );
  const figures = await figuresOf(session.host.workbook, calls);
  const cache = new CacheReading(session, run);
  const gathered = new Map<unknown, GatheredAnswer>();
  try {
    for (const [index, call] of calls.entries()) {
      if (signal.aborted) break;
      if (index % ROWS_OF_PIECE === 0) onProgress(index, calls.length);
      const { cell } = call;
      const declaration = catalog.find(({ id }) => id === call.traits.id)!;
      const args = argumentsOf(call, declaration, session.dateSystem);
      const symbols = namesOf(call, partsOf.get(cell)!);
      const result = knownResult(session, cell);
      for (const name of symbols?.shown ?? [undefined]) {
        const [taken, found] = await cache.takenBy(call, declaration, name);
        const shown = taken.filter(
          (one) =>
            (call.traits.isStreaming ?? isOf(one, result?.readAt, (symbols?.count ?? 1) === 1)) &&
            fieldsOf(one.value, args).every(([, value]) => figures.get(cell)?.has(value) ?? true),
        );
        const given = found && shown.length === taken.length ? resultIn(found, args, session.dateSystem) : undefined;
        const asked: readonly (KnownAnswer & { readonly id: unknown })[] =
          shown.length > 0
            ? shown.map(({ key, value, requested }) => {
                const [figures, scores] = [fieldsOf(value, args), scoreOf(key, value)];
                return {
                  // The scores of several models come in one answer.
                  id: scores.length > 0 ? `${requested.at} ${requested.request?.what ?? key}` : requested,
                  name: name ?? ((key.includes('/') ? '' : key.trim()) || `MD.${call.traits.id}`),
                  fields: figures.length + scores.length > 0 ? [...figures, ...scores] : (given ?? []),
                  pricedAtMs: pricedAtMsOf(value),
                  askedAtMs: sentAtMs(requested),
                  request: requested.request,
                };
              })
            : [{ ...ofCellAlone(session, call, name), fields: given ?? [], isUnasked: given !== undefined }];
        for (const { id, ...one } of asked) {
          const here = { cell: cell.cell, formula: cell.formula };
          const before = gathered.get(id);
          if (before) {
            if (before.cells.at(-1)?.cell !== here.cell) before.cells.push(here);
            before.fields.push(...one.fields.filter(([field]) => !before.fields.some(([known]) => known === field)));
          } else
            gathered.set(id, {
              ...one,
              fields: [...one.fields],
              cells: [here],
              arguments: args,
            });
        }
      }
    }
  } finally {
    cache.close();
  }
  return [...gathered.values()];
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

/** The result is undefined if it needs an argument or an answer that is not known. */
type Evaluated = readonly [taken: readonly Taken[], result: Matrix | undefined];

/** Evaluates formulas from the cache, however old its answers are, without a request. */
class CacheReading {
  readonly #cancellation = new Cancellation();
  readonly #runs = new Map<string, Promise<Evaluated>>();
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
   * What a formula takes and gives; nothing if its arguments are not known.
   * @param symbol replaces the formula's own list
   */
  takenBy({ traits, values }: MdCall, { parameters }: OriginFunction, symbol?: string): Promise<Evaluated> {
    const all = values.map((value, index) =>
      symbol !== undefined && traits.parameters[index]?.role === 'symbols' ? [symbol] : value,
    );
    const key = JSON.stringify([traits.id, all]);
    const before = this.#runs.get(key);
    if (before) return before;
    const evaluated = all.some((one) => one === undefined)
      ? Promise.resolve([[], undefined] as const)
      : this.#take(
          traits.id,
          Object.values(parameters).map(({ dimensionality }, index) => {
            const given = all[index] ?? [];
            if (given.length === 0) return null;
            return dimensionality === 'matrix' ? given.map((one) => [one]) : given[0];
          }),
        );
    this.#runs.set(key, evaluated);
    return evaluated;
  }

  async #take(id: string, values: readonly unknown[]): Promise<Evaluated> {
    const taken: Taken[] = [];
    const trace: CallTrace = {
      onKept: (key, kept) => taken.push({ ...kept, key }),
    };
    // Nothing is sent, so no permission is needed.
    const allowance = { max: Infinity, sent: 0, missing: 0 };
    const found = await this.run(id, values, { isPreview: false, cancellation: this.#cancellation, trace, allowance });
    const result = (isMatrix(found) ? found : [[found]]) as Matrix;
    return [taken, result.flat().some(isGivenUp) ? undefined : result];
  }
}

/** The known facts about a cell whose answer is missing in the cache, or replaced by a newer one. */
function ofCellAlone(session: Session, { cell, traits }: MdCall, name: string | undefined) {
  const result = knownResult(session, cell);
  const isList = cell.rows !== undefined || !isSingleCell(cell.spill);
  const problem = (isList ? cell.partialError : undefined) ?? cell.lastError ?? cell.hiddenError;
  const requested = isList ? undefined : result?.requested;
  return {
    id: `${traits.id} ${a1WithSheet(cell.cell)} ${name ?? ''}`,
    name: name ?? `MD.${traits.id}`,
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

/** A single value, with the rate of a conversion; otherwise the number of rows. */
function resultIn(rows: Matrix, args: OriginAnswer['arguments'], system: DateSystem): OriginAnswer['fields'] {
  const [[cell] = []] = rows;
  const hasHeaders = args.some(([name, values]) => name === 'headers' && values?.[0] === true);
  if (rows.flat().length !== 1) return [['rows', rows.length - (hasHeaders ? 1 : 0)]];
  if (cell instanceof CellError || cell === '') return [];
  const rate = cell instanceof RichNumber ? cell.properties.rate : undefined;
  const result = ['result', isFormatted(cell) ? shownIn(cell.format, cell.value, system) : cell] as const;
  return rate === undefined ? [result] : [['rate', rate], result];
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

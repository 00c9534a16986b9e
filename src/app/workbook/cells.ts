import { type DateSystem, daysFromSerial, MS_PER_DAY } from '../../core/calendar/dates';
import { isFormatted, MarkedNumber, type RichNumber } from '../../core/cell';
import { BlankError, CellError, type Fix, FixableError } from '../../core/errors';
import { missingOf, PriceError } from '../../api/price-error';
import { ServiceError } from '../../api/service-error';
import { mapInPieces } from '../../core/pauses';
import type { Session } from '../session';
import { type CellResult, errorsIn, isShown } from '../cell-calls';
import { type AddressNow, type CellWatcher, isGivenUp } from '../cell-log';
import { isSameValue, readBlocks, readCell } from './block-contents';
import type { Call } from '../../core/call';
import { RecentMap } from '../../core/basics';
import { callCountIn, callsMd, isOneCall, mdCallsIn, misnamedCall, namesMeantIn, MdNames } from './formulas';
import { mistakeIn } from './mistakes';
import { TRAITS } from '../generated/function-traits';
import type { CellValue, FormulaCell, FormulaInCell, Selections, Workbook } from '../host';
import { type Block, a1WithSheet, a1, cellOf, isSingleCell, overlaps } from '../../core/sheet';

/** An MD cell, with the session's knowledge about it. */
export interface MdCell extends FormulaCell {
  /** The MD functions that its formula calls, by their bare names, each once: "QUOTE". */
  readonly functions: readonly string[];
  /** Undefined unless it shows an old value, whose time is not known. */
  readonly oldness: Oldness | undefined;
  /** Request time of the oldest answer that it shows, in ms; undefined if not known. */
  readonly readAt: number | undefined;
  /** Undefined if it shows no price, or its time is not known. */
  readonly priceTime: PriceTime | undefined;
  /** The sentence behind the error in its own cell or another cell of its spill; undefined if none is known. */
  readonly lastError: string | undefined;
  /** The sentence behind an error that none of our functions gave. */
  readonly mistake?: string | undefined;
  /** The sentence behind the first error in its spill, such as one unknown symbol of many. */
  readonly partialError: string | undefined;
  /**
   * The sentence behind an error that its formula replaces with a value, as IFERROR does, or leaves out, as AGGREGATE
   * does; undefined if there is none.
   */
  readonly hiddenError: string | undefined;
  /** For a result of several cells with an error among them, its rows as the function returned them. */
  readonly rows: CellResult['rows'];
  /** Whether a value is missing, or an older one shown, because the service was not reached. */
  readonly isCutOff: boolean;
  /** The replacements for wrong names that its errors suggest. */
  readonly fixes: readonly Fix[];
  /** About how many requests it waits for permission to send; undefined if it does not wait. */
  readonly price?: number;
  /** Whether that is the most that it may need. */
  readonly isMostOfPrice?: boolean;
}

/**
 * A value from the saved workbook whose function was not called since; or a value that the spreadsheet still shows
 * although another was delivered.
 */
type Oldness = 'from-before' | 'not-shown';

/** Finds the workbook's MD cells. Nothing is known of a cell that moved to another address. */
export async function scanCells(session: Session): Promise<readonly MdCell[]> {
  const cells = await session.host.workbook.formulas();
  const now = session.now();
  const seen = session.part(SeenContents);
  const unshown = await unshownCells(
    session,
    cells.filter(({ error }) => !isWaiting(error)),
  );
  return mapInPieces(cells, (cell) => {
    const last = lastOf(session, cell);
    const oldness = unshown.has(cell) ? 'not-shown' : oldnessOf(session, cell, last);
    const cellResult = oldness === 'not-shown' ? undefined : seen.resultOf(last, cell, now);
    const isLeftOut =
      cellResult?.rows !== undefined && cell.error === undefined && !hasSizeOf(cell.spill, cellResult.rows);
    const partial = cellResult?.partial?.message;
    const ownError = cellResult?.error ?? cellResult?.failure;
    const mistake = ownError?.message || oldness ? undefined : mistakeIn(session, cell, last);
    return {
      ...cell,
      mistake,
      functions: [
        ...new Set(
          formulasOf(cell)
            .flatMap(mdCallsIn)
            .map(({ name }) => name),
        ),
      ],
      oldness,
      readAt: cellResult?.readAt,
      priceTime: cellResult && priceTimeOf(cellResult, session.dateSystem),
      lastError: mistake ?? (isLeftOut ? undefined : ownError?.message),
      partialError: isLeftOut ? undefined : partial,
      hiddenError: isLeftOut ? partial : cellResult?.hidden?.message,
      rows: cellResult?.rows,
      isCutOff: [cellResult?.error, cellResult?.failure, cellResult?.partial, cellResult?.hidden].some(isOfNetwork),
      fixes: cellResult ? fixesOf({ ...cellResult, error: cellResult.error ?? cellResult.hidden }) : [],
      ...(cellResult && !isWaiting(cell.error) && priceOf(last)),
    };
  });
}

const isOfNetwork = (error: CellError | undefined): boolean =>
  error instanceof ServiceError && error.kind === 'network';

const lastOf = (session: Session, cell: CalledCell): CellResult | undefined =>
  session.cells.lastAt(addressesOf(cell.cell), callCountOf(cell));

/** What a cell's calls asked, each as its function and its arguments; undefined if that is not known. */
export const askedBy = (session: Session, cell: CalledCell): readonly (readonly unknown[])[] | undefined =>
  session.cells.askedAt(addressesOf(cell.cell), callCountOf(cell));

const callCountOf = ({ formula, names }: CalledCell): number => (names ? Infinity : callCountIn(formula));

type CalledCell = Pick<FormulaCell, 'cell' | 'formula' | 'names'>;

/** The formula of the cell, and those of the names in it. */
const formulasOf = ({ formula, names = [] }: Pick<FormulaCell, 'formula' | 'names'>): readonly string[] => [
  formula,
  ...names.map((one) => one.formula),
];

/**
 * The cells that are known to show another value than their function delivered.
 * @param cells the cells that do not wait for their values
 */
export async function unshownCells<Cell extends Pick<FormulaCell, 'cell' | 'formula' | 'value' | 'spill'>>(
  session: Session,
  cells: readonly Cell[],
): Promise<ReadonlySet<Cell>> {
  const results = session.part(GivenResults);
  const compared = await mapInPieces(cells, (cell) => {
    const given = results.givenTo(addressesOf(cell.cell));
    return given && isOneCall(cell.formula) ? [{ cell, given }] : [];
  });
  const all = compared.flat();
  // A result that does not spill may be in an array formula with fewer cells.
  const spilled = all.filter(({ cell }) => !isSingleCell(cell.spill));
  const lasts = await readBlocks(session.host.workbook, spilled, ({ cell }) => lastCellOf(cell.spill));
  const unshown = all.filter((one) => {
    const { given, cell } = one;
    const last = lasts.get(one);
    const hasItsSize = !last || (cell.spill.rows === given.rows && cell.spill.columns === given.columns);
    return !hasItsSize || !showsGiven(given, cell.value, last ? last[0]![0]!.value : given.last);
  });
  return new Set(unshown.map(({ cell }) => cell));
}

/**
 * Whether the value was there before the add-in started. An empty-looking cell, as in rows that are not filled in yet,
 * or a waiting cell has no value.
 * @param last the cell's last result since then
 */
function oldnessOf(
  { host, cells }: Session,
  { value, error, ...called }: CalledCell & Pick<FormulaCell, 'value' | 'error'>,
  last: CellResult | undefined,
): Oldness | undefined {
  const isKnown = last !== undefined || host.opensWithValues !== true;
  if (isKnown || value === '' || error === '#NAME?' || isWaiting(error)) return undefined;
  // Excel does not say which cell a stream belongs to.
  const isStream = formulasOf(called)
    .flatMap(mdCallsIn)
    .some(({ name }) => cells.streams.has(name));
  return isStream || addressesOf(called.cell).some((address) => cells.wereCalculated.has(address))
    ? undefined
    : 'from-before';
}

/** Whether the cells show the rows unchanged: otherwise the formula calculates with them. */
const hasSizeOf = ({ rows, columns }: Block, all: NonNullable<CellResult['rows']>): boolean =>
  rows === all.length && columns === all[0]?.length;

/** A stopped formula may show the part that it has read. */
function priceOf(last: CellResult | undefined): Pick<MdCell, 'price' | 'isMostOfPrice'> {
  const errors = [last?.error, ...(last?.rows ?? []).flat()].flatMap(errorsIn);
  const allowances = errors.flatMap((error) =>
    error instanceof PriceError && !error.allowance.stopped ? [error.allowance] : [],
  );
  if (allowances.length === 0) return {};
  return { price: missingOf(allowances), isMostOfPrice: allowances.some((one) => (one.cell ?? one).isMost) };
}

/** The replacements that a cell's errors suggest, each once. */
function fixesOf({ error, failure, partial, rows = [] }: CellResult): readonly Fix[] {
  const fixes = new Map<string, Fix>();
  for (const one of [error, failure, partial, ...rows.flat()].flatMap(errorsIn))
    if (one instanceof FixableError) fixes.set(`${one.fix.parameter} ${one.fix.from}`, one.fix);
  return [...fixes.values()];
}

/**
 * Whether the cell or another cell of its spill shows an error, or its formula hides one, such as #NAME? within IFERROR.
 * A cell that still waits for its value has no error.
 */
export const isFaulty = ({ error, lastError, partialError, hiddenError, isUnnamed }: MdCell): boolean =>
  !isWaiting(error) &&
  (isUnnamed === true || [error, lastError, partialError, hiddenError].some((one) => one !== undefined));

/** The functions whose cells keep changing by themselves. */
export const STREAMS: ReadonlySet<string> = new Set(
  TRAITS.filter(({ isStreaming }) => isStreaming).map(({ id }) => id),
);

export const isWaiting = (error: string | undefined): boolean => error === '#BUSY!' || error === '#GETTING_DATA';

/** A cell that waits this long without being calculated was saved while it waited. */
const CALL_COMES_MS = 10_000;

/** Whether the cell waits although no function was called for it since the add-in started, and none is running. */
export const isLeftWaiting = (session: Session, cell: FormulaCell): boolean =>
  isWaiting(cell.error) &&
  lastOf(session, cell) === undefined &&
  (session.client?.pendingCount ?? 0) === 0 &&
  (session.cells.isUntouched || session.now() - session.part(SeenContents).since > CALL_COMES_MS);

export interface FilledCell extends Pick<MdCell, 'formula' | 'error' | 'oldness' | 'readAt' | 'priceTime'> {
  /** The formula's cell: the cell itself, or the first cell of its spill. */
  readonly anchor: Block;
  readonly isWaiting: boolean;
  /** The sentence behind its error or last value; undefined if not known. */
  readonly reason: string | undefined;
  /** The rate of a conversion; `at` is its time in ms, undefined if the service has not stated it. */
  readonly rate?: { readonly value: number; readonly at: number | undefined } | undefined;
}

export interface SelectedCell {
  readonly cell: Block;
  /** Its own, in English; empty if it has none. */
  readonly formula: string;
  /** Undefined if no MD formula fills the cell. */
  readonly filled: FilledCell | undefined;
}

const ERROR_CODE = /^#(?:N\/A|DIV\/0!|GETTING_DATA|[A-Z]+[!?])$/;

/** Reads the first cell of the selection. */
export async function selectedCell(session: Session): Promise<SelectedCell> {
  const { workbook } = session.host;
  const { sheet, row, column } = await workbook.selection();
  const cell = cellOf(sheet, row, column);
  const { formula, value } = await readCell(workbook, cell);
  const own = { cell, formula };
  const from = formula === '' ? await workbook.spillsInto(cell) : [own];
  const isMisnamed = errorIn(value) === '#NAME?' && misnamedCall(formula) !== undefined;
  const anchor = isMisnamed ? own : await anchorAmong(workbook, from);
  if (!anchor) return { ...own, filled: undefined };
  const first = isSameCell(anchor.cell, cell) ? value : (await readCell(workbook, anchor.cell)).value;
  const last = lastOf(session, anchor);
  const look = { ...anchor, value: first, error: errorIn(first) };
  const oldness = (await showsOther(session, anchor, first)) ? 'not-shown' : oldnessOf(session, look, last);
  const cellResult =
    oldness === 'not-shown' ? undefined : session.part(SeenContents).resultOf(last, look, session.now());
  const error = errorIn(value);
  return {
    ...own,
    filled: {
      anchor: anchor.cell,
      formula: anchor.formula,
      error,
      isWaiting: isWaiting(error),
      oldness: isWaiting(error) ? undefined : oldness,
      reason:
        (cellResult && reasonIn(cellResult, error, row - anchor.cell.row, column - anchor.cell.column)) ??
        (oldness ? undefined : mistakeIn(session, look, last)),
      readAt: cellResult?.readAt,
      rate: error === undefined ? rateIn(cellResult?.number?.properties, session.dateSystem) : undefined,
      priceTime: cellResult && priceTimeOf(cellResult, session.dateSystem),
    },
  };
}

/** The first of the formulas that calls an MD function. Names are read only if a formula may contain one. */
async function anchorAmong(workbook: Workbook, all: readonly FormulaInCell[]): Promise<CalledCell | undefined> {
  const direct = all.find(({ formula }) => callsMd(formula));
  if (direct || all.every(({ formula }) => namesMeantIn(formula).length === 0)) return direct;
  const mdNames = new MdNames((await workbook.outline()).names);
  for (const { cell, formula } of all) {
    const names = mdNames.usedIn(formula, cell.sheet);
    if (names.length > 0) return { cell, formula, names };
  }
  return undefined;
}

/** Whether a formula's cells show another value than its function delivered. */
async function showsOther(session: Session, { cell, formula }: FormulaInCell, first: CellValue): Promise<boolean> {
  const given = session.part(GivenResults).givenTo(addressesOf(cell));
  if (!given || isWaiting(errorIn(first)) || !isOneCall(formula)) return false;
  const spill = { ...cell, rows: given.rows, columns: given.columns };
  const isSpilled =
    !isSingleCell(spill) &&
    (await session.host.workbook.spillsInto(lastCellOf(spill))).some((anchor) => isSameCell(anchor.cell, cell));
  return (await unshownCells(session, [{ cell, formula, value: first, spill: isSpilled ? spill : cell }])).size > 0;
}

/** Whether the selection touches the block. */
export const isIn = ({ others = [], ...first }: Selections, block: Block): boolean =>
  [first, ...others].some((one) => overlaps(one, block));

export const isSameCell = (one: Block, other: Block): boolean => a1WithSheet(one) === a1WithSheet(other);

/** The error that a cell shows, such as "#N/A"; undefined for every other value. */
export const errorIn = (value: unknown): string | undefined =>
  typeof value === 'string' && ERROR_CODE.test(value) ? value : undefined;

function rateIn({ rate, asOf }: RichNumber['properties'] = {}, dateSystem: DateSystem): FilledCell['rate'] {
  if (typeof rate !== 'number') return undefined;
  return { value: rate, at: isFormatted(asOf) ? daysFromSerial(asOf.value, dateSystem) * MS_PER_DAY : undefined };
}

/**
 * In a spill with errors each cell has its own reason. For a formula that picks one value out of a result, the first
 * matching error counts.
 */
function reasonIn(
  cellResult: ShownResult,
  error: string | undefined,
  down: number,
  across: number,
): string | undefined {
  // Rows are kept if some of them failed. So a value beside failures is not a last value.
  if (error === undefined) return cellResult.rows ? undefined : cellResult.failure?.message;
  const own = cellResult.rows?.[down]?.[across];
  return [own, cellResult.error, cellResult.hidden, cellResult.partial].find(
    (one): one is CellError => one instanceof CellError && isShown(one, error) && one.message !== '',
  )?.message;
}

/** The known result of a formula; undefined if the formula may no longer show it. */
export const knownResult = (session: Session, cell: MdCell): CellResult | undefined =>
  cell.oldness === undefined
    ? session.part(SeenContents).resultOf(lastOf(session, cell), cell, session.now())
    : undefined;

interface ShownResult extends CellResult {
  /** An error that the formula replaces with a value. */
  readonly hidden?: CellError | undefined;
}

/** The cell when its result was first checked. */
interface SeenContent extends Pick<FormulaCell, 'formula' | 'value'> {
  readonly firstSeenAt: number;
}

/** How long a spreadsheet may take to show a result. */
const SHOWING_MS = 2_000;

/** The contents of cells, by their results. */
class SeenContents {
  /** When cells were first checked, in ms. */
  readonly since: number;
  readonly #seen = new WeakMap<CellResult, SeenContent>();

  constructor(session: Session) {
    this.since = session.now();
  }

  /** The result, as long as the cell looks unchanged: its address may hold another formula by now. */
  resultOf(
    result: CellResult | undefined,
    { formula, value, error }: Pick<FormulaCell, 'formula' | 'value' | 'error'>,
    now: number,
  ): ShownResult | undefined {
    if (result === undefined || isWaiting(error)) return undefined;
    const before = this.#seen.get(result);
    if (before === undefined || now - before.firstSeenAt < SHOWING_MS)
      this.#seen.set(result, { formula, value, firstSeenAt: before?.firstSeenAt ?? now });
    else if (before.formula !== formula || before.value !== value) return undefined;
    // A formula may replace an error of its function with a value, and have an error of its own.
    if (isShown(result.error, error)) return result;
    const isHidden = error === undefined && !(value === '' && result.error instanceof BlankError);
    return { ...result, error: undefined, hidden: isHidden ? result.error : undefined };
  }
}

/** The time of a price: a fresh answer may contain a price of last Friday. */
export interface PriceTime {
  /** In ms since 1970. */
  readonly at: number;
  /** Whether it is the oldest of several prices. */
  readonly isOldest: boolean;
}

export function priceTimeOf({ price, number }: CellResult, dateSystem: DateSystem): PriceTime | undefined {
  const { pricedAt, isOldest = true } = price ?? {};
  if (Number.isFinite(pricedAt)) return { at: pricedAt! * 1000, isOldest };
  // A single quote and a conversion have the time of the price as a property.
  const asOf = number?.properties.asOf;
  return isFormatted(asOf)
    ? { at: Math.round(daysFromSerial(asOf.value, dateSystem) * MS_PER_DAY), isOldest: false }
    : undefined;
}

/** The notations in which hosts write a cell's address. */
export const addressesOf = (cell: Block): readonly string[] => [
  ...new Set([a1WithSheet(cell), `${cell.sheet}!${a1(cell)}`, `'${cell.sheet.replaceAll("'", "''")}'!${a1(cell)}`]),
];

/**
 * The origin of the service that values come from; empty if not known. Never its path or query, because workbooks are
 * shared.
 */
export const sourceOf = ({ settings: { serviceAddress } }: Pick<Session, 'settings'>): string =>
  URL.canParse(serviceAddress) ? new URL(serviceAddress).origin : '';

/** The value that a function delivered for a cell; undefined for a value that hosts show in their own way. */
interface GivenResult {
  readonly first: CellValue | undefined;
  readonly last: CellValue | undefined;
  readonly rows: number;
  readonly columns: number;
}

const MAX_GIVEN = 100_000;

/**
 * The delivered results of each cell. A spreadsheet shows them a moment later, and Excel sometimes keeps an older value
 * (office-js #4152, #6930). That must not be listed with the time of the new one.
 */
export class GivenResults implements CellWatcher {
  readonly #given = new RecentMap<string, GivenResult>(MAX_GIVEN);

  endCall({ address, isPreview }: Call, _: unknown, result: unknown): void {
    if (address === undefined || isPreview || isGivenUp(result)) return;
    const rows = (Array.isArray(result) ? result : [[result]]) as readonly (readonly unknown[])[];
    const columns = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
    this.#given.set(address, {
      first: valueOf(rows[0]?.[0]),
      last: valueOf(rows.at(-1)?.[columns - 1]),
      rows: rows.length,
      columns,
    });
  }

  readdress(addressNow: AddressNow): void {
    this.#given.rename(addressNow);
  }

  /** @param addresses the cell's address in each notation that hosts use */
  givenTo(addresses: readonly string[]): GivenResult | undefined {
    return addresses.map((address) => this.#given.get(address)).find((given) => given);
  }
}

/** Excel shows longer texts as errors. */
const MAX_TEXT_LENGTH = 32_767;

function valueOf(cell: unknown): CellValue | undefined {
  // They may be shown as a blank, a number or a text.
  if (cell instanceof BlankError || cell instanceof MarkedNumber) return undefined;
  if (cell instanceof CellError) return cell.code;
  const value = isFormatted(cell) ? cell.value : cell;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string') return value.length <= MAX_TEXT_LENGTH ? value : undefined;
  return typeof value === 'boolean' ? value : undefined;
}

/** Whether a cell shows the delivered value. A result that is too large or cannot spill never shows values. */
export function showsValue(given: CellValue | undefined, shown: unknown): boolean {
  if (given === undefined || shown === '#SPILL!' || isSameValue(given, shown)) return true;
  // A host replaces errors that it does not accept with one of these two.
  return isError(given) && !TAKEN.has(given) && isError(shown);
}

const isError = (value: unknown): boolean => typeof value === 'string' && value.startsWith('#');

const TAKEN: ReadonlySet<CellValue> = new Set(['#N/A', '#VALUE!']);

const isTooLarge = ({ rows, columns }: GivenResult, shown: unknown): boolean =>
  rows * columns > 1 && shown === '#VALUE!';

/** Compares the first and the last of several cells: Excel keeps old values in whole or in part. */
const showsGiven = (given: GivenResult, first: unknown, last: unknown): boolean =>
  isTooLarge(given, first) || (showsValue(given.first, first) && showsValue(given.last, last));

const lastCellOf = ({ sheet, row, column, rows, columns }: Block): Block =>
  cellOf(sheet, row + rows - 1, column + columns - 1);

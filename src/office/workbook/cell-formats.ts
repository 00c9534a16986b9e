import type { CellWatcher } from '../../app/cell-log';
import type { Session } from '../../app/session';
import type { Call } from '../../core/call';
import { isFormatted, MarkedNumber } from '../../core/cell';
import { type Block, parseA1 } from '../../core/sheet';
import { inExcel, rangeOf, loadInPieces, withoutHiddenRows } from './run';
import { batchesOf, cut, isSameValue } from '../../app/workbook/block-contents';
import type { Features } from '../features';

/**
 * Where functions can return nothing but plain numbers, dates and prices get their number formats in another way, those
 * of results that ended before this code was loaded included.
 */
export function formatWhereNeeded(session: Session, features: Features): void {
  let stop: (() => void) | undefined;
  const follow = (): void => {
    const isNeeded = features.formattedAs === 'plain' && features.richValues !== 'off';
    const { early = [] } = session.cells;
    session.cells.early = undefined;
    if (isNeeded === (stop !== undefined)) return;
    stop?.();
    stop = isNeeded ? formatCells(session, early) : undefined;
  };
  session.onChange(follow);
  follow();
}

/**
 * Gives the cells of results their dates' and prices' number formats, where they have none of their own. Once Excel
 * refuses, no more is tried. Returns a function that stops it.
 *
 * @internal
 */
export function formatCells(session: Session, early: readonly (readonly [Call, unknown])[]): () => void {
  const cells = new CellFormats(() => {
    session.note(REFUSED);
  });
  for (const [call, result] of early) cells.end(call, undefined, result);
  const off = session.cells.watch(cells);
  return () => {
    off();
    cells.stop();
  };
}

const REFUSED = 'Excel does not let MD format cells in this workbook: choose number formats yourself';

/**
 * Excel shows a result a moment after it has left, and others come with it. A cell that shows something else by then is
 * looked at again.
 */
const WAITS_MS = [700, 2_000, 6_000];

interface WaitingFormat extends Formatting {
  readonly tries: number;
}

class CellFormats implements CellWatcher {
  /** Address → the number formats that its cells should get. */
  #waiting = new Map<string, WaitingFormat>();
  /** Address → the formats that its cells were given, or that were tried in vain. */
  readonly #done = new Map<string, Formats>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(private readonly onRefusal: () => void) {}

  end({ address }: Call, _: unknown, result: unknown): void {
    if (address === undefined || this.#isStopped) return;
    const rows = (Array.isArray(result) ? result : [[result]]) as readonly (readonly unknown[])[];
    const formats = formatsOf(rows);
    const block = parseA1(address, '');
    const before = this.#done.get(address);
    if (formats === undefined || block === undefined || isSame(formats, before)) this.#waiting.delete(address);
    else {
      const filled: Block = { ...block, rows: rows.length, columns: rows[0]!.length };
      const values = rows.map((row) => row.map(valueOf));
      this.#waiting.set(address, { block: filled, values, formats, before, tries: 0 });
      this.#schedule();
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#waiting.clear();
  }

  /** As long as what was tried least often may wait. */
  #schedule(): void {
    if (this.#timer !== undefined) return;
    const tries = Math.min(...[...this.#waiting.values()].map((one) => one.tries));
    this.#timer = setTimeout(() => {
      void this.#write();
    }, WAITS_MS[tries]);
  }

  async #write(): Promise<void> {
    const all = [...this.#waiting];
    this.#waiting.clear();
    try {
      const outcome = await inExcel((context) =>
        writeFormats(
          context,
          all.map(([, one]) => one),
        ),
      );
      this.#timer = undefined;
      if (this.#isStopped) return;
      if (outcome === 'read only') this.stop();
      else for (const [address, one] of all) this.#settle(address, one, outcome.get(one)!);
      if (this.#waiting.size > 0) this.#schedule();
    } catch {
      if (this.#isStopped) return;
      this.stop();
      this.onRefusal();
    }
  }

  /** Cells whose formula makes something else of the result never show it: at last they are left alone. */
  #settle(address: string, one: WaitingFormat, outcome: FormattingResult): void {
    const tries = one.tries + 1;
    // A newer result has taken its place.
    if (this.#waiting.has(address) || outcome === 'protected') return;
    if (outcome === 'done' || tries === WAITS_MS.length) this.#done.set(address, one.formats);
    else this.#waiting.set(address, { ...one, tries });
  }
}

/** Null for a cell that needs none; undefined where none does. */
function formatsOf(rows: readonly (readonly unknown[])[]): Formats | undefined {
  const formats = rows.map((row) =>
    row.map((cell) => {
      // Without data types a last value is shown as its error.
      const isShown = isFormatted(cell) && !(cell instanceof MarkedNumber) && Number.isFinite(cell.value);
      return isShown && cell.format !== 'General' ? cell.format : null;
    }),
  );
  return formats.some((row) => row.some((format) => format !== null)) ? formats : undefined;
}

const valueOf = (cell: unknown): unknown => (isFormatted(cell) ? cell.value : cell);

const isSame = (one: Formats, other: Formats | undefined): boolean =>
  one.length === other?.length &&
  one.every((row, down) => row.every((format, across) => format === other[down]![across]));

/** Row by row; null for a cell that needs none. */
type Formats = readonly (readonly (string | null)[])[];

/** The number formats that the cells of a result should get. */
interface Formatting {
  readonly block: Block;
  /** What they should show: other cells are not of this result. */
  readonly values: readonly (readonly unknown[])[];
  readonly formats: Formats;
  /** The formats that MD gave them before. */
  readonly before: Formats | undefined;
}

/** 'not shown': the cells do not show the result yet. 'protected': their sheet is protected. */
type FormattingResult = 'done' | 'not shown' | 'protected';

/** The formats of this many cells are well below Excel's limit of 5 MB for a message. */
const CELLS_PER_MESSAGE = 30_000;

interface FormatTarget {
  readonly one: Formatting;
  readonly value: unknown;
  readonly format: string;
  readonly before: string | null | undefined;
}

/**
 * Formats the cells that have no number format of their own, where they show their results and their sheets may be
 * changed.
 */
async function writeFormats(
  context: Excel.RequestContext,
  all: readonly Formatting[],
): Promise<ReadonlyMap<Formatting, FormattingResult> | 'read only'> {
  const { workbook } = context;
  workbook.load('readOnly');
  const sheets = workbook.worksheets.load('name,protection/protected');
  await context.sync();
  if (workbook.readOnly) return 'read only';
  const open = new Set(sheets.items.filter(({ protection }) => !protection.protected).map(({ name }) => name));
  const outcome = new Map<Formatting, FormattingResult>(
    all.map((one) => [one, open.has(one.block.sheet) ? 'done' : 'protected']),
  );
  const present = all.filter((one) => outcome.get(one) === 'done');
  const targets = targetsOf(present);
  const writings: WrittenFormats[] = [];
  const blocks = batchesOf(present, ({ block }) => block).map(({ block }) => block);
  await loadInPieces(context, blocks, 'values,numberFormat', ({ values, numberFormat }, piece) => {
    const formats = (numberFormat as string[][]).map((row, down) =>
      row.map((own, across) => {
        const target = targets.get(keyOf(piece.sheet, piece.row + down, piece.column + across));
        if (!target) return null;
        if (isSameValue(values[down]![across], target.value)) return isWanted(own, target) ? target.format : null;
        outcome.set(target.one, 'not shown');
        return null;
      }),
    );
    if (formats.some((row) => row.some((format) => format !== null))) writings.push({ ...piece, formats });
  });
  let cells = 0;
  for (const { of, piece } of await withoutHiddenRows(context, writings)) {
    rangeOf(context, piece).numberFormat = cut(of.formats, of, piece);
    cells += piece.rows * piece.columns;
    if (cells < CELLS_PER_MESSAGE) continue;
    await context.sync();
    cells = 0;
  }
  await context.sync();
  return outcome;
}

interface WrittenFormats extends Block {
  readonly formats: (string | null)[][];
}

const targetsOf = (all: readonly Formatting[]): ReadonlyMap<string, FormatTarget> =>
  new Map(
    all.flatMap((one) =>
      one.formats.flatMap((row, down) =>
        row.flatMap((format, across) =>
          format === null
            ? []
            : [
                [
                  keyOf(one.block.sheet, one.block.row + down, one.block.column + across),
                  { one, value: one.values[down]![across], format, before: one.before?.[down]?.[across] },
                ] as const,
              ],
        ),
      ),
    ),
  );

const keyOf = (sheet: string, row: number, column: number): string => `${row}:${column}:${sheet}`;

/** Our own format is replaced by one with more decimals; anybody else's format stays. */
const isWanted = (own: string, { format, before }: FormatTarget): boolean =>
  own === 'General' || (own === before && format.length > own.length);

import type { CellWatcher } from '../../app/cell-log';
import type { CellWriting } from '../../app/host';
import type { Session } from '../../app/session';
import type { Call } from '../../core/call';
import { isFormatted, MarkedNumber } from '../../core/cell';
import { type Block, parseA1 } from '../../core/sheet';
import { isSameValue, readBlocks, type Rows, writeBlocks } from '../../app/workbook/block-contents';
import type { Features } from '../features';
import { inExcel } from './run';

/**
 * Where functions can return only plain numbers, gives dates and prices their number formats. Results from before this
 * code was loaded get theirs too.
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
 * @internal
 */
export function formatCells(session: Session, early: readonly (readonly [Call, unknown])[]): () => void {
  const cells = new CellFormats(session);
  for (const [call, result] of early) cells.endCall(call, undefined, result);
  const off = session.cells.watch(cells);
  return () => {
    off();
    cells.stop();
  };
}

const REFUSED = 'Excel does not let MD format cells in this workbook: choose number formats yourself';

/** The sheets whose cells may be formatted. Cells of other sheets are looked at again with their next result. */
const sheetsToFormat = (): Promise<ReadonlySet<string>> =>
  inExcel(async (context) => {
    const workbook = context.workbook.load('readOnly');
    const sheets = context.workbook.worksheets.load('name,protection/protected');
    await context.sync();
    const open = sheets.items.filter(({ protection }) => !workbook.readOnly && !protection.protected);
    return new Set(open.map(({ name }) => name));
  });

/**
 * Excel shows a result a moment after it has left, and others come with it. A cell that shows something else by then is
 * looked at again.
 */
const WAITS_MS = [700, 2_000, 6_000];

/** Row by row; undefined for a cell that needs none. */
type Formats = readonly (readonly (string | undefined)[])[];

/** The number formats that the cells of a result should get. */
interface WaitingFormats {
  readonly address: string;
  readonly block: Block;
  /** What the cells should show: a cell that shows something else is not of this result. */
  readonly values: readonly (readonly unknown[])[];
  readonly formats: Formats;
  /** The formats that MD gave them before. */
  readonly before: Formats | undefined;
  readonly tries: number;
}

class CellFormats implements CellWatcher {
  #waiting = new Map<string, WaitingFormats>();
  /** Address → the formats that its cells were given, or that were tried in vain. */
  readonly #done = new Map<string, Formats>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(private readonly session: Session) {}

  endCall({ address }: Call, _: unknown, result: unknown): void {
    if (address === undefined || this.#isStopped) return;
    const rows = (Array.isArray(result) ? result : [[result]]) as readonly (readonly unknown[])[];
    const formats = rows.map((row) => row.map(formatOf));
    const block = parseA1(address, '');
    const before = this.#done.get(address);
    const isNeeded = formats.some((row) => row.some((format) => format !== undefined));
    if (!block || !isNeeded || JSON.stringify(formats) === JSON.stringify(before)) this.#waiting.delete(address);
    else {
      const filled: Block = { ...block, rows: rows.length, columns: rows[0]!.length };
      const values = rows.map((row) => row.map((cell) => (isFormatted(cell) ? cell.value : cell)));
      this.#waiting.set(address, { address, block: filled, values, formats, before, tries: 0 });
      this.#schedule();
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#waiting.clear();
  }

  /** Waits for the time of the result that was tried least often. */
  #schedule(): void {
    if (this.#timer !== undefined || this.#isStopped) return;
    const tries = Math.min(...[...this.#waiting.values()].map((one) => one.tries));
    this.#timer = setTimeout(() => void this.#write(), WAITS_MS[tries]);
  }

  async #write(): Promise<void> {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    try {
      const open = await sheetsToFormat();
      await this.#format(all.filter(({ block }) => open.has(block.sheet)));
    } catch {
      if (!this.#isStopped) this.session.note(REFUSED);
      this.stop();
    }
    this.#timer = undefined;
    if (this.#waiting.size > 0) this.#schedule();
  }

  /** Cells whose formula changes the result never show it: after the last try they are left alone. */
  async #format(all: readonly WaitingFormats[]): Promise<void> {
    const { workbook } = this.session.host;
    const contents = await readBlocks(workbook, all, ({ block }) => block);
    if (this.#isStopped) return;
    const shown = new Set(all.filter((one) => isShown(one, contents.get(one)!)));
    await writeBlocks(
      workbook,
      [...shown].map((one) => ({
        block: one.block,
        cells: contents
          .get(one)!
          .map((row, down) => row.map(({ format }, across) => writingOf(one, format, down, across))),
      })),
    );
    for (const one of all) {
      const tries = one.tries + 1;
      // A newer result has taken its place.
      if (this.#waiting.has(one.address)) continue;
      if (shown.has(one) || tries === WAITS_MS.length) this.#done.set(one.address, one.formats);
      else this.#waiting.set(one.address, { ...one, tries });
    }
  }
}

function formatOf(cell: unknown): string | undefined {
  // Without data types a last value is shown as its error.
  const isShownAsNumber = isFormatted(cell) && !(cell instanceof MarkedNumber) && Number.isFinite(cell.value);
  return isShownAsNumber && cell.format !== 'General' ? cell.format : undefined;
}

const isShown = ({ values, formats }: WaitingFormats, rows: Rows): boolean =>
  formats.every((row, down) =>
    row.every(
      (format, across) => format === undefined || isSameValue(rows[down]![across]!.value, values[down]![across]),
    ),
  );

/** Our own format is replaced by one with more decimals; anybody else's format stays. */
function writingOf(
  { formats, before }: WaitingFormats,
  own: string,
  down: number,
  across: number,
): CellWriting | undefined {
  const format = formats[down]![across];
  const isOurs = own === before?.[down]?.[across] && (format ?? '').length > own.length;
  return format !== undefined && (own === 'General' || isOurs) ? { format } : undefined;
}

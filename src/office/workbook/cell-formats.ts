import type { CellWatcher } from '../../app/cell-log';
import type { Session } from '../../app/session';
import type { Call } from '../../core/call';
import { isFormatted, MarkedNumber } from '../../core/cell';
import { type Block, parseA1 } from '../../core/sheet/a1';
import { inExcel } from './run';
import { type Formats, type FormattingResult, type Formatting, writeFormats } from './writing-formats';

/**
 * Excel shows a result a moment after it has left, and others come with it. A cell that shows something else by then is
 * looked at again.
 */
const WAITS_MS = [700, 2_000, 6_000];

const REFUSED = 'Excel does not let MD format cells in this workbook: choose number formats yourself';

/**
 * Gives the cells of results their dates' and prices' number formats, where they have none of their own. Once Excel
 * refuses, no more is tried. Returns a function that stops it.
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

interface WaitingFormat extends Formatting {
  /** How often they were looked at. */
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

  begin(): void {
    // What counts is the result.
  }

  notBefore(): undefined {
    return undefined;
  }

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

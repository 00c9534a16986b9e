import { ANY_AGE } from '../../api/lookup/ask';
import type { Call } from '../../core/call';
import type { CellWatcher } from '../cell-log';
import type { CellContent } from '../host';
import type { Session } from '../session';
import { a1WithSheet, type Block, parseA1 } from '../../core/sheet';
import { Emitter } from '../../core/basics';
import { isWaiting, scanCells, unshownCells, GivenResults, STREAMS } from './cells';
import { mdCallsIn } from './formulas';
import { readBlocks } from './block-contents';

/** If Excel has not shown a result this long after the last delivery, it never will. */
const PATIENCE_MS = 10_000;

const SAID =
  'Excel shows #BUSY! in cells whose values it has had for a while: refresh them under Cells, or press F2 and Enter';
const SAID_OF_OLD =
  'Excel goes on showing older values in cells that it has newer ones for: refresh them under Cells, or press F2 and Enter';

/**
 * Finds cells that still wait, or still show an older value, although their results were delivered: Excel has lost the
 * results. Such a cell is calculated again once, with the cached answer; if that does not help, it is listed.
 */
export class LostResults extends Emitter implements CellWatcher {
  /** The cells whose last call has ended since the last check, by the host's address. */
  #ended = new Set<string>();
  #endCount = 0;
  /** Cells that are being calculated again, with the time until which this may take. */
  #again: ReadonlySet<string> = new Set();
  #againUntil = 0;
  /** Cells that were calculated again and not yet confirmed. */
  #tried = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The cells that only a refresh or the user can repair. */
  cells: readonly Block[] = [];

  readonly #given: GivenResults;

  constructor(private readonly session: Session) {
    super();
    this.#given = session.part(GivenResults);
  }

  /** @param early calls that ended before this code was loaded: results at a workbook's start are lost most often */
  start(early: readonly Call[] = []): void {
    for (const call of early) this.endCall(call);
    this.session.cells.watch(this);
    this.session.cells.watch(this.#given);
  }

  endCall({ address, isPreview }: Call): void {
    if (address === undefined || isPreview) return;
    this.#ended.add(address);
    this.#endCount++;
    this.#timer ??= this.#waitForQuiet();
  }

  notBefore({ address }: Call): number | undefined {
    if (address === undefined || !this.#again.has(address)) return undefined;
    return this.session.now() < this.#againUntil ? ANY_AGE : undefined;
  }

  #waitForQuiet(): ReturnType<typeof setTimeout> {
    return setTimeout(this.#lookWhenQuiet, PATIENCE_MS, this.#endCount);
  }

  readonly #lookWhenQuiet = (seen: number): void => {
    const { client } = this.session;
    const isQuiet = this.#endCount === seen && (client?.pendingCount ?? 0) === 0;
    this.#timer = isQuiet ? undefined : this.#waitForQuiet();
    if (isQuiet) void this.#look().catch(() => undefined);
  };

  async #look(): Promise<void> {
    const addresses = [...this.#ended];
    this.#ended = new Set();
    const { workbook } = this.session.host;
    // A sheet may have been deleted or renamed meanwhile: reading its cells would make reading all others fail.
    const sheets = new Set((await workbook.outline()).sheets);
    const cells = addresses.flatMap((address) => {
      const cell = parseA1(address, '');
      return cell && sheets.has(cell.sheet) ? [{ address, cell }] : [];
    });
    const contents = await readBlocks(workbook, cells, ({ cell }) => cell);
    const filled = cells
      .map((one) => ({ ...one, content: contents.get(one)?.[0]?.[0] }))
      .filter(({ content }) => content?.formula);
    const unshown = await this.#unshown(filled);
    const stuck = filled.filter(({ address, content }) => isWaiting(String(content!.value)) || unshown.has(address));
    // Streams are listed, but not calculated again.
    const isStream = (formula: string): boolean => mdCallsIn(formula).some(({ name }) => STREAMS.has(name));
    const fresh = stuck.filter(({ address, content }) => !this.#tried.has(address) && !isStream(content!.formula));
    const lost = stuck.filter((one) => !fresh.includes(one));
    for (const { address } of cells) this.#tried.delete(address);
    for (const { address } of stuck) this.#tried.add(address);
    this.#list(cells, lost, unshown.size > 0 ? SAID_OF_OLD : SAID);
    if (fresh.length === 0) return;
    this.#again = new Set(fresh.map(({ address }) => address));
    this.#againUntil = this.session.now() + PATIENCE_MS;
    await workbook.calculate(fresh.map(({ cell }) => cell));
    // Excel may call the functions later, or not at all.
    for (const { address } of fresh) this.#ended.add(address);
    this.#timer ??= this.#waitForQuiet();
  }

  /**
   * The addresses of cells that show another value than the delivered one. The whole workbook is read only if the first
   * or last cell of a result differs: a formula may fill other cells than its function's result.
   */
  async #unshown(filled: readonly LookedAt[]): Promise<ReadonlySet<string>> {
    const shown = filled.flatMap(({ address, cell, content }) => {
      const { rows = 1, columns = 1 } = this.#given.givenTo([address]) ?? {};
      const { formula, value } = content!;
      return isWaiting(String(value)) ? [] : [{ address, cell, formula, value, spill: { ...cell, rows, columns } }];
    });
    const differ = [...(await unshownCells(this.session, shown))];
    if (differ.length === 0) return new Set();
    const unshown = new Set(
      (await scanCells(this.session)).flatMap(({ cell, oldness }) =>
        oldness === 'not-shown' ? [a1WithSheet(cell)] : [],
      ),
    );
    return new Set(differ.flatMap(({ address, cell }) => (unshown.has(a1WithSheet(cell)) ? [address] : [])));
  }

  /**
   * @param looked all checked cells, including the lost ones
   * @param said the note about the first lost cells
   */
  #list(looked: readonly { readonly cell: Block }[], lost: readonly { readonly cell: Block }[], said: string): void {
    const seen = new Set(looked.map(({ cell }) => a1WithSheet(cell)));
    const left = this.cells.filter((cell) => !seen.has(a1WithSheet(cell)));
    if (left.length === this.cells.length && lost.length === 0) return;
    if (this.cells.length === 0) this.session.note(said);
    this.cells = [...left, ...lost.map(({ cell }) => cell)];
    this.emitChange();
  }
}

interface LookedAt {
  readonly address: string;
  readonly cell: Block;
  readonly content: CellContent | undefined;
}

import { Emitter } from '../../core/emitter';
import { a1WithSheet, type Block } from '../../core/sheet/a1';
import type { Call } from '../../core/call';
import { addressesOf } from '../cell-addresses';
import type { CellWatcher, CellResult } from '../cell-log';

interface Marked {
  readonly cell: Block;
  readonly calls: Set<Call>;
  isAsked: boolean;
  cellResult: CellResult | undefined;
}

/**
 * The cells of one refresh, while the host evaluates them again: all their calls need answers from now on. If the host
 * does not tell which cell asks, any call stands for the next cell.
 */
export class RefreshTracker extends Emitter implements CellWatcher {
  readonly #marked: readonly Marked[];
  readonly #byAddress = new Map<string, Marked>();
  readonly #owners = new WeakMap<Call, Marked>();
  readonly #renewed = new WeakSet<Call>();
  #askedCount = 0;
  #waitingCount = 0;
  #next = 0;

  constructor(
    cells: readonly Block[],
    private readonly startedAt: number,
    /** The user knows how many requests the cells need, and agreed. */
    private readonly isPriceAccepted = false,
  ) {
    super();
    this.#marked = cells.map((cell) => ({ cell, calls: new Set(), isAsked: false, cellResult: undefined }));
    for (const marked of this.#marked) {
      for (const address of addressesOf(marked.cell)) this.#byAddress.set(address, marked);
    }
  }

  begin(call: Call): void {
    if (call.isPreview) return;
    const marked = this.#owners.get(call) ?? this.#ownerOf(call);
    if (marked !== undefined || call.address === undefined) this.#renewed.add(call);
    if (marked === undefined) return;
    this.#owners.set(call, marked);
    if (!marked.isAsked) this.#askedCount++;
    marked.isAsked = true;
    if (marked.calls.size === 0) this.#waitingCount++;
    marked.calls.add(call);
    this.emitChange();
  }

  /** Every call of a cell in the refresh needs answers requested since its start. */
  notBefore(call: Call): number | undefined {
    return this.#renewed.has(call) ? this.startedAt : undefined;
  }

  accepts(call: Call): boolean {
    return this.isPriceAccepted && this.#renewed.has(call);
  }

  end(call: Call, cellResult: CellResult | undefined): void {
    const marked = this.#owners.get(call);
    if (!marked?.calls.delete(call)) return;
    marked.cellResult = cellResult ?? marked.cellResult;
    if (marked.calls.size === 0) this.#waitingCount--;
    this.emitChange();
  }

  get askedCount(): number {
    return this.#askedCount;
  }

  get answeredCount(): number {
    return this.#askedCount - this.#waitingCount;
  }

  get areAllAsked(): boolean {
    return this.#askedCount === this.#marked.length;
  }

  get isWaiting(): boolean {
    return this.#waitingCount > 0;
  }

  isAsked(cell: Block): boolean {
    return this.#at(cell)?.isAsked === true;
  }

  /** The cell's result in this refresh; undefined while it waits. */
  givenTo(cell: Block): CellResult | undefined {
    const marked = this.#at(cell);
    return marked?.calls.size === 0 ? marked.cellResult : undefined;
  }

  #at(cell: Block): Marked | undefined {
    return this.#byAddress.get(a1WithSheet(cell));
  }

  #ownerOf({ address }: Call): Marked | undefined {
    if (address !== undefined) return this.#byAddress.get(address);
    while (this.#marked[this.#next]?.isAsked) this.#next++;
    return this.#marked[this.#next];
  }
}

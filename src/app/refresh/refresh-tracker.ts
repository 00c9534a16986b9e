import { Emitter } from '../../core/emitter';
import { a1WithSheet, type Block } from '../../core/sheet/a1';
import type { Call } from '../../core/call';
import { addressesOf } from '../cell-addresses';
import type { CellWatcher, CellResult } from '../cell-log';
import { mapInPieces } from '../pauses';

interface TrackedCell {
  readonly cell: Block;
  readonly calls: Set<Call>;
  /** It waits for permission to read on: what it has is not asked again. */
  readonly isWaiting: boolean;
  isAsked: boolean;
  cellResult: CellResult | undefined;
}

/**
 * The cells of one refresh, while the host evaluates them again: all their calls need answers from now on. If the host
 * does not tell which cell asks, any call stands for the next cell.
 */
export class RefreshTracker extends Emitter implements CellWatcher {
  readonly #tracked: readonly TrackedCell[];
  readonly #byAddress = new Map<string, TrackedCell>();
  readonly #owners = new WeakMap<Call, TrackedCell>();
  readonly #renewed = new WeakSet<Call>();
  #askedCount = 0;
  #waitingCount = 0;
  #next = 0;

  /** For cells whose addresses are collected without keeping the page busy. */
  static async of(
    cells: readonly Block[],
    startedAt: number,
    isPriceAccepted = false,
    waiting: ReadonlySet<Block> = new Set(),
  ): Promise<RefreshTracker> {
    const tracker = new RefreshTracker(cells, startedAt, isPriceAccepted, waiting);
    await mapInPieces(tracker.#tracked, (tracked) => {
      for (const address of addressesOf(tracked.cell)) tracker.#byAddress.set(address, tracked);
    });
    return tracker;
  }

  private constructor(
    cells: readonly Block[],
    private readonly startedAt: number,
    /** The user knows how many requests the cells need, and agreed. */
    private readonly isPriceAccepted: boolean,
    waiting: ReadonlySet<Block>,
  ) {
    super();
    this.#tracked = cells.map((cell) => ({
      cell,
      calls: new Set(),
      isWaiting: waiting.has(cell),
      isAsked: false,
      cellResult: undefined,
    }));
  }

  begin(call: Call): void {
    if (call.isPreview) return;
    const tracked = this.#owners.get(call) ?? this.#ownerOf(call);
    if (tracked !== undefined || call.address === undefined) this.#renewed.add(call);
    if (tracked === undefined) return;
    this.#owners.set(call, tracked);
    if (!tracked.isAsked) this.#askedCount++;
    tracked.isAsked = true;
    if (tracked.calls.size === 0) this.#waitingCount++;
    tracked.calls.add(call);
    this.emitChange();
  }

  /** Every call of a cell in the refresh needs answers requested since its start. */
  notBefore(call: Call): number | undefined {
    return this.#renewed.has(call) && this.#owners.get(call)?.isWaiting !== true ? this.startedAt : undefined;
  }

  accepts(call: Call): boolean {
    return this.isPriceAccepted && this.#renewed.has(call);
  }

  end(call: Call, cellResult: CellResult | undefined): void {
    const tracked = this.#owners.get(call);
    if (!tracked?.calls.delete(call)) return;
    tracked.cellResult = cellResult ?? tracked.cellResult;
    if (tracked.calls.size === 0) this.#waitingCount--;
    this.emitChange();
  }

  get askedCount(): number {
    return this.#askedCount;
  }

  get answeredCount(): number {
    return this.#askedCount - this.#waitingCount;
  }

  get areAllAsked(): boolean {
    return this.#askedCount === this.#tracked.length;
  }

  get isWaiting(): boolean {
    return this.#waitingCount > 0;
  }

  isAsked(cell: Block): boolean {
    return this.#at(cell)?.isAsked === true;
  }

  /** The cell's result in this refresh; undefined while it waits. */
  resultOf(cell: Block): CellResult | undefined {
    const tracked = this.#at(cell);
    return tracked?.calls.size === 0 ? tracked.cellResult : undefined;
  }

  #at(cell: Block): TrackedCell | undefined {
    return this.#byAddress.get(a1WithSheet(cell));
  }

  #ownerOf({ address }: Call): TrackedCell | undefined {
    if (address !== undefined) return this.#byAddress.get(address);
    while (this.#tracked[this.#next]?.isAsked) this.#next++;
    return this.#tracked[this.#next];
  }
}

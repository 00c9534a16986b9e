import { RefRangeService } from '@univerjs/preset-sheets-core';
import type { IDisposable, IRange, Nullable } from '@univerjs/core';
import type { Block } from '../../core/sheet/a1';
import { blockOf, rangeOf } from './ranges';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** A tracked block as saved; without a range, its cells have been deleted. */
export interface SavedBlock {
  readonly sheetId: string;
  readonly range?: IRange;
}

interface TrackedBlock {
  readonly sheetId: string;
  range: Nullable<IRange>;
  watch: IDisposable;
}

/**
 * Named blocks of the open workbook, which follow their cells wherever these are moved. The engine's own defined names
 * would follow too, but the engine suggests them to the user even if they are hidden.
 */
export class TrackedBlocks {
  readonly #sheet: Spreadsheet;
  readonly #onMove: () => void;
  readonly #blocks = new Map<string, TrackedBlock>();

  constructor(sheet: Spreadsheet, onMove: () => void) {
    this.#sheet = sheet;
    this.#onMove = onMove;
  }

  track(name: string, block: Block): void {
    this.#watch(name, { sheetId: this.#sheet.placeOf(block).sheetId, range: rangeOf(block) });
  }

  untrack(name: string): void {
    this.#blocks.get(name)?.watch.dispose();
    this.#blocks.delete(name);
  }

  startingWith(prefix: string): Map<string, Block | undefined> {
    const found = [...this.#blocks].filter(([name]) => name.startsWith(prefix));
    return new Map(
      found.map(([name, { sheetId, range }]) => {
        const worksheet = this.#sheet.workbook.getSheetBySheetId(sheetId);
        return [name, worksheet && range ? blockOf(worksheet.getName(), range) : undefined];
      }),
    );
  }

  save(): Record<string, SavedBlock> {
    return Object.fromEntries(
      [...this.#blocks].map(([name, { sheetId, range }]) => [name, range ? { sheetId, range } : { sheetId }]),
    );
  }

  /** Drops the previous workbook's blocks. */
  load(saved: Readonly<Record<string, SavedBlock>>): void {
    for (const name of [...this.#blocks.keys()]) this.untrack(name);
    for (const [name, block] of Object.entries(saved)) this.#watch(name, block);
  }

  #watch(name: string, { sheetId, range }: SavedBlock): void {
    this.untrack(name);
    const tracked: TrackedBlock = { sheetId, range, watch: { dispose: () => undefined } };
    this.#blocks.set(name, tracked);
    if (!range) return;
    tracked.watch = this.#sheet
      .get(RefRangeService)
      .watchRange(this.#sheet.workbook.getUnitId(), sheetId, range, (_before, after) => {
        tracked.range = after;
        this.#onMove();
      });
  }
}

import { RefRangeService } from '@univerjs/preset-sheets-core';
import type { IDisposable, IRange, Nullable } from '@univerjs/core';
import type { Tracked, TrackedName } from '../../app/host';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { blockOfEngineRange, engineRangeOf } from './cell-position';

/** A tracked block as saved; without a range, its cells have been deleted. */
export interface SavedBlock {
  readonly sheetId: string;
  readonly range?: IRange;
}

/** The blocks of a name as saved; a name used to have only one. */
export type SavedName = SavedBlock | readonly SavedBlock[];

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
  readonly #names = new Map<string, readonly TrackedBlock[]>();

  constructor(sheet: Spreadsheet, onMove: () => void) {
    this.#sheet = sheet;
    this.#onMove = onMove;
  }

  track({ name, blocks }: TrackedName): void {
    this.untrack(name);
    this.#names.set(
      name,
      blocks.map((block) =>
        this.#watch({ sheetId: this.#sheet.positionOf(block).sheetId, range: engineRangeOf(block) }),
      ),
    );
  }

  untrack(name: string): void {
    for (const { watch } of this.#names.get(name) ?? []) watch.dispose();
    this.#names.delete(name);
  }

  startingWith(prefix: string): Tracked {
    const matching = [...this.#names].filter(([name]) => name.startsWith(prefix));
    return new Map(
      matching.map(([name, blocks]) => [
        name,
        blocks.map(({ sheetId, range }) => {
          const worksheet = this.#sheet.workbook.getSheetBySheetId(sheetId);
          return worksheet && range ? blockOfEngineRange(worksheet.getName(), range) : undefined;
        }),
      ]),
    );
  }

  save(): Record<string, SavedName> {
    return Object.fromEntries(
      [...this.#names].map(([name, blocks]) => [
        name,
        blocks.map(({ sheetId, range }) => (range ? { sheetId, range } : { sheetId })),
      ]),
    );
  }

  /** Drops the previous workbook's blocks. */
  load(saved: Readonly<Record<string, SavedName>>): void {
    for (const name of [...this.#names.keys()]) this.untrack(name);
    for (const [name, blocks] of Object.entries(saved))
      this.#names.set(
        name,
        [blocks].flat().map((block) => this.#watch(block)),
      );
  }

  #watch({ sheetId, range }: SavedBlock): TrackedBlock {
    const tracked: TrackedBlock = { sheetId, range, watch: { dispose: () => undefined } };
    if (!range) return tracked;
    tracked.watch = this.#sheet
      .get(RefRangeService)
      .watchRange(this.#sheet.workbook.getUnitId(), sheetId, range, (_before, after) => {
        tracked.range = after;
        this.#onMove();
      });
    return tracked;
  }
}

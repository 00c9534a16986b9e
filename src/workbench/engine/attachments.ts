import type { Block } from '../../core/sheet/a1';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { type SavedBlock, TrackedBlocks } from './tracked-blocks';

/** The product's data in a saved workbook, in the engine's field for such data (`custom`). */
export interface SavedAttachments {
  readonly parts?: Readonly<Record<string, string>>;
  readonly tracked?: Readonly<Record<string, SavedBlock>>;
}

/** The product's data in the open workbook: blocks by name, and XML documents by namespace. */
export class Attachments {
  readonly tracked: TrackedBlocks;
  readonly #onChange: () => void;
  #parts = new Map<string, string>();

  constructor(sheet: Spreadsheet, onChange: () => void) {
    this.#onChange = onChange;
    this.tracked = new TrackedBlocks(sheet, onChange);
  }

  track(name: string, block: Block): void {
    this.tracked.track(name, block);
    this.#onChange();
  }

  untrack(names: readonly string[]): void {
    for (const name of names) this.tracked.untrack(name);
    this.#onChange();
  }

  part(namespace: string): string | undefined {
    return this.#parts.get(namespace);
  }

  setPart(namespace: string, xml: string | undefined): void {
    if (xml === undefined) this.#parts.delete(namespace);
    else this.#parts.set(namespace, xml);
    this.#onChange();
  }

  save(): Required<SavedAttachments> {
    return { parts: Object.fromEntries(this.#parts), tracked: this.tracked.save() };
  }

  /** Restores the data of an earlier state of this workbook. */
  restore(saved: SavedAttachments): void {
    this.load(saved);
    this.#onChange();
  }

  /** Loads the data of a workbook that was just opened, and drops the previous workbook's. */
  load({ parts = {}, tracked = {} }: SavedAttachments): void {
    this.#parts = new Map(Object.entries(parts));
    this.tracked.load(tracked);
  }
}

import type { Block } from '../../core/sheet/a1';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { type SavedBlock, TrackedBlocks } from './tracked-blocks';

/** What is saved with a workbook for the product, in the engine's place for such things (`custom`). */
export interface SavedAttachments {
  readonly parts?: Readonly<Record<string, string>>;
  readonly tracked?: Readonly<Record<string, SavedBlock>>;
}

/** What the open workbook keeps for the product: blocks by name, and XML documents by namespace. */
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

  /** Takes back those of an earlier moment of this workbook. */
  restore(saved: SavedAttachments): void {
    this.load(saved);
    this.#onChange();
  }

  /** Takes those of a workbook that has just been opened, and forgets the others. */
  load({ parts = {}, tracked = {} }: SavedAttachments): void {
    this.#parts = new Map(Object.entries(parts));
    this.tracked.load(tracked);
  }
}

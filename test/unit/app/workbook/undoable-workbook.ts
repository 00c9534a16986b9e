import { rowsIn } from '../../../support/memory-cells';
import { MemoryWorkbook } from '../../../support/memory-workbook';
import type { CellWriting, WrittenBlock } from '../../../../src/app/host';
import { type Block, overlaps, parseA1 } from '../../../../src/core/sheet';

type Rows = readonly (readonly CellWriting[])[];

/** All that the tests fill. */
const EVERYTHING = parseA1('A1:D60', 'Sheet1')!;

/** A change that can be taken back and made again; `undo` and `redo` return nothing but the cells to what they were. */
interface Step {
  undo(): Promise<void>;
  redo(): Promise<void>;
}

/**
 * A workbook whose user can undo, one write or clearing at a time, as Excel does: cells get back what they contained,
 * and rows move back with the names on them. What the workbook keeps in its parts stays as it is, and can be lost.
 */
export class UndoableWorkbook extends MemoryWorkbook {
  #done: Step[] = [];
  #undone: Step[] = [];
  readonly #namespaces = new Set<string>();
  /** Called when rows have moved, with how far those from `before` on did. */
  onMoved: (before: number, count: number) => void = () => undefined;

  override write(parts: readonly WrittenBlock[]): Promise<void> {
    return this.#asStep(
      parts.map(({ block }) => block),
      () => super.write(parts),
    );
  }

  /** Excel forgets what could be undone when the workbook is closed. */
  close(): void {
    this.#done = [];
    this.#undone = [];
  }

  async undo(): Promise<void> {
    await this.#move(this.#done, this.#undone, (step) => step.undo());
  }

  async redo(): Promise<void> {
    await this.#move(this.#undone, this.#done, (step) => step.redo());
  }

  async insert(before: number, count: number): Promise<void> {
    const insert = async (): Promise<void> => {
      this.insertRows('Sheet1', before, count);
      this.onMoved(before, count);
      // A result that spills over the new rows closes up again.
      await this.calculate((await this.formulas()).map(({ cell }) => cell));
      await this.settled();
    };
    await insert();
    this.#add({
      redo: insert,
      undo: async () => {
        await this.#removeRows(before, count);
        this.onMoved(before, -count);
      },
    });
  }

  override writePart(namespace: string, xml: string | undefined): Promise<void> {
    this.#namespaces.add(namespace);
    return super.writePart(namespace, xml);
  }

  async loseParts(): Promise<void> {
    for (const namespace of this.#namespaces) await super.writePart(namespace, undefined);
  }

  async #asStep(blocks: readonly Block[], change: () => Promise<void>): Promise<void> {
    const present = () => Promise.all(blocks.map(async (block) => ({ block, cells: await this.#contents(block) })));
    const before = await present();
    await change();
    let after: readonly WrittenBlock[] = [];
    this.#add({
      undo: async () => {
        after = await present();
        await super.write(before);
      },
      redo: () => super.write(after),
    });
  }

  #add(step: Step): void {
    this.#done.push(step);
    this.#undone = [];
  }

  async #move(from: Step[], to: Step[], act: (step: Step) => Promise<void>): Promise<void> {
    const step = from.pop();
    if (!step) return;
    await this.settled();
    await act(step);
    await this.settled();
    to.push(step);
  }

  /** What stands in the cells themselves; what spills over them does not. */
  async #contents(block: Block): Promise<Rows> {
    await this.settled();
    const spills = (await this.formulas()).map(({ spill }) => spill);
    const [shown] = await this.read([block]);
    return rowsIn(block).map((row, down) =>
      row.map((cell, across) => {
        const { formula, value } = shown![down]![across]!;
        if (formula !== '') return { formula };
        return { value: spills.some((spill) => overlaps(spill, cell)) ? '' : value };
      }),
    );
  }

  async #removeRows(before: number, count: number): Promise<void> {
    const contents = await this.#contents(EVERYTHING);
    const blank = contents.map((row) => row.map(() => ({ value: '' })));
    await super.write([{ block: EVERYTHING, cells: blank }]);
    const left = contents.filter((_, row) => row < before || row >= before + count);
    await super.write([{ block: { ...EVERYTHING, rows: left.length }, cells: left }]);
    const edge = (row: number): number => (row <= before ? row : Math.max(before, row - count));
    const moved = (block: Block | undefined): Block | undefined => {
      if (!block) return undefined;
      const [top, bottom] = [edge(block.row), edge(block.row + block.rows)];
      return bottom > top ? { ...block, row: top, rows: bottom - top } : undefined;
    };
    const names = [...(await this.tracked(''))].map(([name, blocks]) => ({ name, blocks: blocks.map(moved) }));
    await this.track(names as Parameters<MemoryWorkbook['track']>[0]);
  }
}

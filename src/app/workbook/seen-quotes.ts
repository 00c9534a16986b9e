import { RecentMap } from '../../core/basics';
import type { Block } from '../../core/sheet';
import type { Session } from '../session';
import { addressesOf } from './cells';

/** A price of a cell, when it came. */
export interface SeenValue {
  readonly at: number;
  readonly value: number | null;
}

const [MAX_POINTS, MAX_CELLS, MAX_SIZE] = [300, 5_000, 1_000];

interface SeenCell {
  readonly question: string;
  readonly results: readonly (readonly [at: number, result: readonly (readonly unknown[])[]])[];
}

/** What cells with MD.QUOTE have shown since the pane was opened. */
export class SeenQuotes {
  readonly #cells = new RecentMap<string, SeenCell>(MAX_CELLS);

  constructor(session: Session) {
    session.cells.watch({
      end: ({ address, asked }, _, result) => {
        if (address === undefined || asked?.[0] !== 'QUOTE') return;
        const matrix = isMatrix(result) ? result : [[result]];
        if (matrix.length > MAX_SIZE) return;
        const question = JSON.stringify(asked);
        const before = this.#cells.get(address);
        // Another question in the same cell is another line.
        const all = before?.question === question ? before.results : [];
        // Of what stays the same, the beginning and the end.
        const stays = all.at(-1)?.[1] === matrix && all.at(-2)?.[1] === matrix;
        const kept = all.slice(-MAX_POINTS, stays ? -1 : undefined);
        this.#cells.set(address, { question, results: [...kept, [session.now(), matrix]] });
      },
    });
  }

  /** @param anchor the formula's cell, in whose result the cell lies */
  seenIn(anchor: Block, { row, column }: Block): readonly SeenValue[] {
    const results = addressesOf(anchor).flatMap((address) => this.#cells.get(address)?.results ?? []);
    return results.map(([at, result]) => {
      const cell = result[row - anchor.row]?.[column - anchor.column];
      const value = (cell as { readonly value?: unknown } | undefined)?.value ?? cell;
      return { at, value: typeof value === 'number' ? value : null };
    });
  }
}

const isMatrix = (result: unknown): result is readonly (readonly unknown[])[] =>
  Array.isArray(result) && Array.isArray(result[0]);

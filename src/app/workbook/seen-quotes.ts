import { RecentMap } from '../../core/basics';
import type { Block } from '../../core/sheet';
import { isMatrix } from '../cell-log';
import type { Session } from '../session';
import { readBlock } from './block-contents';
import { addressesOf } from './cells';
import { blockIn, literalIn, mdCallsIn } from './formulas';

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

/** What cells with MD.QUOTE and MD.LIVE have shown since the pane was opened. */
export class SeenQuotes {
  /** By address or, of a live cell whose address the host does not tell, by its arguments. */
  readonly #cells = new RecentMap<string, SeenCell>(MAX_CELLS);

  constructor(private readonly session: Session) {
    session.cells.watch({
      endCall: ({ address, asked = [] }, _, result) => {
        if (address !== undefined && (asked[0] === 'QUOTE' || asked[0] === 'LIVE'))
          this.#note(address, JSON.stringify(asked), result);
      },
      readdress: (addressNow) => this.#cells.rename(addressNow),
    });
    session.cells.onStreamed = (values, result) => this.#note(keyOf(values), '', result);
  }

  #note(key: string, question: string, result: unknown): void {
    const matrix = isMatrix(result) ? result : [[result]];
    if (matrix.length > MAX_SIZE) return;
    const before = this.#cells.get(key);
    // Another question in the same cell is another line.
    const all = before?.question === question ? before.results : [];
    // Of what stays the same, the beginning and the end.
    const stays = all.at(-1)?.[1] === matrix && all.at(-2)?.[1] === matrix;
    const kept = all.slice(-MAX_POINTS, stays ? -1 : undefined);
    this.#cells.set(key, { question, results: [...kept, [this.session.now(), matrix]] });
  }

  /** @param anchor the formula's cell, in whose result the cell lies */
  async seenIn(anchor: Block, { row, column }: Block, formula: string): Promise<readonly SeenValue[]> {
    const keys = [...addressesOf(anchor), keyOf(await this.#argumentsIn(formula, anchor.sheet))];
    return keys
      .flatMap((key) => this.#cells.get(key)?.results ?? [])
      .map(([at, result]) => {
        const cell = result[row - anchor.row]?.[column - anchor.column];
        const value = (cell as { readonly value?: unknown } | undefined)?.value ?? cell;
        return { at, value: typeof value === 'number' ? value : null };
      });
  }

  /** The arguments of MD.LIVE as the spreadsheet passes them, as far as they are cells and literals. */
  #argumentsIn(formula: string, sheet: string): Promise<readonly unknown[]> {
    const all = mdCallsIn(formula).find(({ name }) => name === 'LIVE')?.arguments ?? [];
    return Promise.all(
      all.map(async (one) => {
        const block = blockIn(one, sheet);
        const rows = block && (await readBlock(this.session.host.workbook, block));
        return rows?.map((row) => row.map(({ value }) => value)) ?? literalIn(one) ?? one;
      }),
    );
  }
}

/** Equal for equal arguments. Arguments that were left out at the end do not count. */
const keyOf = (values: readonly unknown[]): string =>
  values
    .map((value) => [value].flat(2).join('\n'))
    .join('\t')
    .trimEnd();

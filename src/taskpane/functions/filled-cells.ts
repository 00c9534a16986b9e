import type { CellContent } from '../../app/workbook';
import type { Block } from '../../core/sheet/a1';

/** The nonblank cells of a block, as rectangles joined row by row. `cells` are the block's contents. */
export function filledBlocks(block: Block, cells: readonly (readonly CellContent[])[]): Block[] {
  const blocks: Block[] = [];
  cells.forEach((row, down) => {
    for (const [start, end] of filledRuns(row)) {
      const run: Block = {
        sheet: block.sheet,
        row: block.row + down,
        column: block.column + start,
        rows: 1,
        columns: end - start,
      };
      const above = blocks.findIndex(
        (one) => one.column === run.column && one.columns === run.columns && one.row + one.rows === run.row,
      );
      if (above < 0) blocks.push(run);
      else blocks[above] = { ...blocks[above]!, rows: blocks[above]!.rows + 1 };
    }
  });
  return blocks;
}

/** [first, after the last] of each run of nonblank cells. */
function filledRuns(row: readonly CellContent[]): [number, number][] {
  const runs: [number, number][] = [];
  row.forEach((cell, index) => {
    if (cell.formula === '' && cell.value === '') return;
    const last = runs.at(-1);
    if (last?.[1] === index) last[1]++;
    else runs.push([index, index + 1]);
  });
  return runs;
}

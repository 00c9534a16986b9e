import type { Block } from './a1';

/** Merges single cells into few blocks: vertical neighbours first, then equal columns side by side. */
export function runsOf(cells: readonly Block[]): Block[] {
  const byColumn = [...cells].sort(
    (one, other) => compare(one.sheet, other.sheet) || one.column - other.column || one.row - other.row,
  );
  const columns = joined(
    byColumn,
    (run, cell) => run.column === cell.column && run.row + run.rows === cell.row,
    'rows',
  );
  // Equal blocks keep the order of their columns.
  columns.sort((one, other) => compare(one.sheet, other.sheet) || one.row - other.row || one.rows - other.rows);
  return joined(
    columns,
    (run, next) => run.row === next.row && run.rows === next.rows && run.column + run.columns === next.column,
    'columns',
  );
}

function joined(
  sorted: readonly Block[],
  isNext: (run: Block, next: Block) => boolean,
  along: 'rows' | 'columns',
): Block[] {
  const runs: Block[] = [];
  for (const block of sorted) {
    const run = runs.at(-1);
    if (run?.sheet === block.sheet && isNext(run, block))
      runs[runs.length - 1] = { ...run, [along]: run[along] + block[along] };
    else runs.push(block);
  }
  return runs;
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

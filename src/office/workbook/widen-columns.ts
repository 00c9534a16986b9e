import type { Block } from '../../core/sheet/a1';
import { rangeOf } from './run';

/** Width of a character in the default font, and a cell's padding, in points, Excel's unit. */
const [CHARACTER_POINTS, PADDING_POINTS] = [5.25, 3.75];

/** Makes columns wide enough for their contents; none becomes narrower. */
export async function widenColumns(
  context: Excel.RequestContext,
  block: Block,
  characters: readonly number[],
): Promise<void> {
  const columns = characters.map((count, index) => ({
    points: count * CHARACTER_POINTS + PADDING_POINTS,
    format: rangeOf(context, { ...block, rows: 1, column: block.column + index, columns: 1 }).format.load(
      'columnWidth',
    ),
  }));
  await context.sync();
  for (const { points, format } of columns) if (format.columnWidth < points) format.columnWidth = points;
  await context.sync();
}

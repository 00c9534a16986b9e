import type { DrawnChart } from '../../app/host';
import type { Block } from '../../core/sheet';
import { rangeOf } from './run';

/** As many rows and columns as a chart covers, one column beside its cells. */
const [ROWS, COLUMNS] = [18, 8];

/** Adds one of Excel's own charts, which the user can edit, or gives the one that is there its new cells. */
export async function drawChart(context: Excel.RequestContext, block: Block, drawn: DrawnChart): Promise<void> {
  const { charts } = context.workbook.worksheets.getItem(block.sheet);
  const present = charts.getItemOrNullObject(drawn.name);
  await context.sync();
  if (present.isNullObject && drawn.title === undefined) {
    // The user has deleted it.
    context.workbook.names.getItemOrNullObject(drawn.name).delete();
  } else if (present.isNullObject) {
    draw(context, addChart(context, charts, block, drawn), drawn, drawn.kind === 'bars' ? drawn.series.length : 1);
  } else {
    const count = charts.getItem(drawn.name).series.getCount();
    await context.sync();
    draw(context, charts.getItem(drawn.name), drawn, count.value);
  }
  await context.sync();
}

/** @param count how many series the chart has */
function draw(context: Excel.RequestContext, chart: Excel.Chart, drawn: DrawnChart, count: number): void {
  for (const [index, { name, values }] of drawn.series.entries()) {
    const line = index < count ? chart.series.getItemAt(index) : chart.series.add(name);
    line.name = name;
    line.setValues(rangeOf(context, values));
    if (drawn.categories) line.setXAxisValues(rangeOf(context, drawn.categories));
  }
  for (let last = count - 1; last >= drawn.series.length; last--) chart.series.getItemAt(last).delete();
}

function addChart(
  context: Excel.RequestContext,
  charts: Excel.ChartCollection,
  block: Block,
  { name, title, kind, series }: DrawnChart,
): Excel.Chart {
  const source = { ...series[0]!.values, columns: kind === 'bars' ? series.length : 1 };
  const chart = charts.add(kind === 'bars' ? 'StockOHLC' : 'Line', rangeOf(context, source), 'Columns');
  chart.name = name;
  const corner = { ...block, column: block.column + block.columns + 1, rows: 1, columns: 1 };
  const end = { ...corner, row: corner.row + ROWS, column: corner.column + COLUMNS };
  chart.setPosition(rangeOf(context, corner), rangeOf(context, end));
  if (title !== undefined) chart.title.text = title;
  chart.legend.visible = kind === 'line' && series.length > 1;
  chart.displayBlanksAs = 'NotPlotted';
  return chart;
}

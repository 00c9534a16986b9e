import type { NewChart } from '../../app/new-sheet';

/** Adds one of Excel's own column charts, which the user can edit. */
export function addChart(sheet: Excel.Worksheet, { title, over, categories, series, format }: NewChart): void {
  const [first = over, last = first] = over.split(':');
  const [leading, ...others] = series;
  if (!leading) return;
  const chart = sheet.charts.add('ColumnClustered', sheet.getRange(leading.values), 'Columns');
  chart.setPosition(first, last);
  chart.title.text = title;
  chart.legend.visible = others.length > 0;
  if (format !== undefined) chart.axes.valueAxis.numberFormat = format;
  const drawn = [chart.series.getItemAt(0), ...others.map(({ name }) => chart.series.add(name))];
  for (const [index, { name, values }] of series.entries()) {
    const one = drawn[index]!;
    one.name = name;
    if (index > 0) one.setValues(sheet.getRange(values));
    one.setXAxisValues(sheet.getRange(categories));
  }
}

import type { Highlight, CellTone, NewChart, PrintSetup } from '../../app/host';

/** Text and fill colours that differ in lightness too, not just in hue. */
const TONES: Readonly<Record<CellTone, { readonly font: string; readonly fill: string }>> = {
  good: { font: '#14532d', fill: '#e3f1e5' },
  caution: { font: '#6b4e00', fill: '#fff3cd' },
  bad: { font: '#8f1d12', fill: '#fbdfdb' },
  missing: { font: '#4a5562', fill: '#e4e8ec' },
};

/** Adds conditional formats. Later ones take precedence. */
export function addHighlights(sheet: Excel.Worksheet, highlights: readonly Highlight[]): void {
  for (const { block, when, value, tone } of highlights) {
    const { cellValue } = sheet.getRange(block).conditionalFormats.add('CellValue');
    cellValue.rule = {
      formula1: typeof value === 'string' ? `="${value.replaceAll('"', '""')}"` : String(value),
      operator: when === 'equal' ? 'EqualTo' : 'GreaterThan',
    };
    cellValue.format.font.color = TONES[tone].font;
    cellValue.format.fill.color = TONES[tone].fill;
  }
}

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

/** As wide as the page, on as many pages as needed, each with the headings and its page number. */
export function setUpPrinting(sheet: Excel.Worksheet, { area, orientation, titleRows }: PrintSetup): void {
  const { pageLayout } = sheet;
  pageLayout.setPrintArea(area);
  pageLayout.orientation = orientation === 'landscape' ? 'Landscape' : 'Portrait';
  pageLayout.zoom = { horizontalFitToPages: 1 };
  pageLayout.setPrintTitleRows(`$${titleRows.replace(':', ':$')}`);
  pageLayout.headersFooters.defaultForAllPages.leftFooter = '&A';
  pageLayout.headersFooters.defaultForAllPages.rightFooter = '&P / &N';
}

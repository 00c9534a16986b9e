import { cellOf, runsOf, freeName } from '../../core/sheet';
import { rangeOf } from './run';
import type { NewCell, NewSheet, Highlight, CellTone, NewChart, PrintSetup } from '../../app/host';
import { writeParts } from './cells';

/** Adds the sheet after the others; returns its name. */
export async function addSheet(context: Excel.RequestContext, sheet: NewSheet): Promise<string> {
  const sheets = context.workbook.worksheets.load('name');
  const protection = context.workbook.protection.load('protected');
  await context.sync();
  // Excel's refusal is that of a protected sheet.
  if (protection.protected)
    throw new Error('The structure of the workbook is protected: unprotect it under Review, then try again');
  const name = freeName(
    sheet.name,
    sheets.items.map((one) => one.name),
  );
  const added = sheets.add(name);
  await writeParts(context, [{ block: cellOf(name, 0, 0), cells: sheet.rows }]);
  draw(context, name, sheet);
  for (const [column, characters] of sheet.columnWidths.entries())
    rangeOf(context, cellOf(name, 0, column)).format.columnWidth = points(characters);
  const { frozenRows = 0, frozenColumns = 0 } = sheet;
  if (frozenColumns > 0) added.freezePanes.freezeAt(added.getRangeByIndexes(0, 0, frozenRows, frozenColumns));
  else if (frozenRows > 0) added.freezePanes.freezeRows(frozenRows);
  if (sheet.highlights) addHighlights(added, sheet.highlights);
  if (sheet.chart) addChart(added, sheet.chart);
  if (sheet.print) setUpPrinting(added, sheet.print);
  await context.sync();
  return name;
}

interface CellLook {
  readonly font?: Partial<Pick<Excel.RangeFont, 'bold' | 'italic' | 'size' | 'color'>>;
  readonly line?: 'EdgeTop' | 'EdgeBottom';
  readonly align?: 'Left' | 'Center' | 'Right';
}

/** Modellers write inputs in blue; everything else is kept unobtrusive. */
const LOOKS: Readonly<Record<NonNullable<NewCell['style'] | NewCell['align']>, CellLook>> = {
  title: { font: { bold: true, size: 14 } },
  heading: { font: { bold: true }, line: 'EdgeBottom' },
  label: { font: { color: '#5b6673' } },
  input: { font: { color: '#0b45c4' } },
  note: { font: { italic: true, color: '#5b6673' } },
  total: { font: { bold: true }, line: 'EdgeTop' },
  left: { align: 'Left' },
  center: { align: 'Center' },
  right: { align: 'Right' },
};

/** Formats each run of equal cells at once. */
function draw(context: Excel.RequestContext, name: string, { rows }: NewSheet): void {
  for (const [look, { font, line, align }] of Object.entries(LOOKS)) {
    const cells = rows.flatMap((row, index) =>
      row.flatMap((cell, column) =>
        cell?.style === look || cell?.align === look ? [cellOf(name, index, column)] : [],
      ),
    );
    for (const run of runsOf(cells)) {
      const { format } = rangeOf(context, run);
      Object.assign(format.font, font);
      if (align) format.horizontalAlignment = align;
      if (line) Object.assign(format.borders.getItem(line), { style: 'Continuous', color: '#a9b4bf' });
    }
  }
}

/** A column of n characters is 7 n + 5 pixels wide in Excel's default font. */
const points = (characters: number): number => (characters * 7 + 5) * 0.75;

/** Text and fill colours that differ in lightness too, not just in hue. */
const TONES: Readonly<Record<CellTone, { readonly font: string; readonly fill: string }>> = {
  good: { font: '#14532d', fill: '#e3f1e5' },
  caution: { font: '#6b4e00', fill: '#fff3cd' },
  bad: { font: '#8f1d12', fill: '#fbdfdb' },
  missing: { font: '#4a5562', fill: '#e4e8ec' },
};

/** Adds conditional formats. Later ones take precedence. */
function addHighlights(sheet: Excel.Worksheet, highlights: readonly Highlight[]): void {
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
function addChart(sheet: Excel.Worksheet, { title, over, categories, series, format }: NewChart): void {
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
function setUpPrinting(sheet: Excel.Worksheet, { area, orientation, titleRows }: PrintSetup): void {
  const { pageLayout } = sheet;
  pageLayout.setPrintArea(area);
  pageLayout.orientation = orientation === 'landscape' ? 'Landscape' : 'Portrait';
  pageLayout.zoom = { horizontalFitToPages: 1 };
  pageLayout.setPrintTitleRows(`$${titleRows.replace(':', ':$')}`);
  pageLayout.headersFooters.defaultForAllPages.leftFooter = '&A';
  pageLayout.headersFooters.defaultForAllPages.rightFooter = '&P / &N';
}

import { cellOf } from '../../core/sheet/a1';
import { runsOf } from '../../core/sheet/runs';
import { isSetSupported } from '../features';
import { addChart, addHighlights, setUpPrinting } from './sheet-look';
import { rangeOf } from './run';
import { writeCells } from './writing';
import type { NewCell, NewSheet } from '../../app/host';

type Draw = (format: Excel.RangeFormat) => void;

/** Modellers write inputs in blue; everything else is kept unobtrusive. */
const STYLES: Readonly<Record<NonNullable<NewCell['style']>, Draw>> = {
  title: ({ font }) => {
    font.bold = true;
    font.size = 14;
  },
  heading: (format) => {
    format.font.bold = true;
    line(format, 'EdgeBottom');
  },
  label: ({ font }) => {
    font.color = '#5b6673';
  },
  input: ({ font }) => {
    font.color = '#0b45c4';
  },
  note: ({ font }) => {
    font.italic = true;
    font.color = '#5b6673';
  },
  total: (format) => {
    format.font.bold = true;
    line(format, 'EdgeTop');
  },
};

const ALIGNMENTS: Readonly<Record<NonNullable<NewCell['align']>, Draw>> = {
  left: (format) => {
    format.horizontalAlignment = 'Left';
  },
  center: (format) => {
    format.horizontalAlignment = 'Center';
  },
  right: (format) => {
    format.horizontalAlignment = 'Right';
  },
};

/**
 * Adds the sheet after the others; returns its name. Whatever this Excel is too old to show is omitted; all figures are
 * always there.
 */
export async function addSheet(context: Excel.RequestContext, sheet: NewSheet): Promise<string> {
  const sheets = context.workbook.worksheets.load('name');
  await context.sync();
  const name = freeName(
    sheet.name,
    sheets.items.map((one) => one.name),
  );
  const added = sheets.add(name);
  await writeCells(context, cellOf(name, 0, 0), sheet.rows);
  draw(context, name, sheet, STYLES, ({ style }) => style);
  draw(context, name, sheet, ALIGNMENTS, ({ align }) => align);
  for (const [column, characters] of sheet.columnWidths.entries()) {
    rangeOf(context, cellOf(name, 0, column)).format.columnWidth = points(characters);
  }
  if (sheet.frozenRows && isSetSupported('ExcelApi', '1.7')) added.freezePanes.freezeRows(sheet.frozenRows);
  if (sheet.highlights && isSetSupported('ExcelApi', '1.6')) addHighlights(added, sheet.highlights);
  if (sheet.chart && isSetSupported('ExcelApi', '1.8')) addChart(added, sheet.chart);
  if (sheet.print && isSetSupported('ExcelApi', '1.9')) setUpPrinting(added, sheet.print);
  await context.sync();
  return name;
}

/** Formats each run of equal cells at once. */
function draw<Look extends string>(
  context: Excel.RequestContext,
  name: string,
  { rows }: NewSheet,
  looks: Readonly<Record<Look, Draw>>,
  lookOf: (cell: NewCell) => Look | undefined,
): void {
  for (const [look, apply] of Object.entries<Draw>(looks)) {
    const cells = rows.flatMap((row, index) =>
      row.flatMap((cell, column) => (cell && lookOf(cell) === look ? [cellOf(name, index, column)] : [])),
    );
    for (const run of runsOf(cells)) apply(rangeOf(context, run).format);
  }
}

function line(format: Excel.RangeFormat, edge: 'EdgeTop' | 'EdgeBottom'): void {
  const border = format.borders.getItem(edge);
  border.style = 'Continuous';
  border.color = '#a9b4bf';
}

/** A column of n characters is 7 n + 5 pixels wide in Excel's default font. */
const points = (characters: number): number => (characters * 7 + 5) * 0.75;

const MAX_NAME_LENGTH = 31;

/** The title as a name that Excel accepts, numbered if that name is taken. */
function freeName(title: string, taken: readonly string[]): string {
  const clean =
    title
      .replace(/[:\\/?*[\]]/g, ' ')
      .replace(/^['\s]+|['\s]+$/g, '')
      .slice(0, MAX_NAME_LENGTH) || 'Sheet';
  const names = new Set(taken.map((name) => name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const name = clean.slice(0, MAX_NAME_LENGTH - suffix.length).trimEnd() + suffix;
    if (!names.has(name.toLowerCase())) return name;
  }
}

import type { NewCell, NewSheet } from '../app/workbook';
import { cellOf } from '../core/a1';
import { runsOf } from '../core/runs';
import { rangeOf } from './excel-run';
import { writeCells } from './excel-writing';

type Style = NonNullable<NewCell['style']>;

/** Modellers write what they typed in blue; everything else is only as loud as it needs to be. */
const DRAW: Readonly<Record<Style, (format: Excel.RangeFormat) => void>> = {
  title: ({ font }) => { font.bold = true; font.size = 14; },
  heading: (format) => { format.font.bold = true; line(format, 'EdgeBottom'); },
  label: ({ font }) => { font.color = '#5b6673'; },
  input: ({ font }) => { font.color = '#0b45c4'; },
  note: ({ font }) => { font.italic = true; font.color = '#5b6673'; },
  total: (format) => { format.font.bold = true; line(format, 'EdgeTop'); },
};

/** Adds the sheet behind the others; returns its name. */
export async function addSheet(context: Excel.RequestContext, { name: wanted, rows, columnWidths }: NewSheet): Promise<string> {
  const sheets = context.workbook.worksheets.load('name');
  await context.sync();
  const name = freeName(wanted, sheets.items.map((sheet) => sheet.name));
  sheets.add(name);
  await writeCells(context, cellOf(name, 0, 0), rows);
  for (const [style, draw] of Object.entries(DRAW)) {
    const styled = rows.flatMap((row, index) => row.flatMap((cell, column) => (cell?.style === style ? [cellOf(name, index, column)] : [])));
    for (const run of runsOf(styled)) draw(rangeOf(context, run).format);
  }
  for (const [column, characters] of columnWidths.entries()) {
    rangeOf(context, cellOf(name, 0, column)).format.columnWidth = points(characters);
  }
  await context.sync();
  return name;
}

function line(format: Excel.RangeFormat, edge: 'EdgeTop' | 'EdgeBottom'): void {
  const border = format.borders.getItem(edge);
  border.style = 'Continuous';
  border.color = '#a9b4bf';
}

/** A column of n characters is 7 n + 5 pixels wide under Excel's usual font. */
const points = (characters: number): number => (characters * 7 + 5) * 0.75;

const LONGEST_NAME = 31;

/** The name as Excel takes it, numbered when there is a sheet of that name. */
function freeName(wanted: string, taken: readonly string[]): string {
  const clean = wanted.replace(/[:\\/?*[\]]/g, ' ').replace(/^['\s]+|['\s]+$/g, '').slice(0, LONGEST_NAME) || 'Sheet';
  const names = new Set(taken.map((name) => name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const name = clean.slice(0, LONGEST_NAME - suffix.length).trimEnd() + suffix;
    if (!names.has(name.toLowerCase())) return name;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { SAMPLE_MODELS } from '../../src/taskpane/models/catalog';
import { type Model, modelDates } from '../../src/taskpane/models/model';
import en from '../../src/taskpane/texts/late/en.json';
import type { NewCell, NewSheet } from '../../src/app/host';
import { parseA1 } from '../../src/core/sheet';
import type { NodeWorkbench } from './node-workbench';

export type Value = string | number | boolean;
/** What a sheet shows, row by row. */
export type Rows = readonly (readonly Value[])[];

const WAITING = /^#(?:BUSY!|GETTING_DATA|CALC!)$/;

export const draft = (id: Model['id'], now = Date.now()): NewSheet =>
  SAMPLE_MODELS.find((model) => model.id === id)!.create(modelDates(new Date(now), '1900'), en);

export const place = (cell: string) => parseA1(cell, '')!;

/** The model with another entry in a cell. Charts and formats are beside the point. */
export function withEntry(model: NewSheet, name: string, cell: string, entry: NewCell): NewSheet {
  const { row, column } = place(cell);
  const rows = Array.from({ length: Math.max(model.rows.length, row + 1) }, (_, down) => [...(model.rows[down] ?? [])]);
  const { style, format, align } = rows[row]![column] ?? {};
  rows[row]![column] = { ...entry, ...(style && { style }), ...(format && { format }), ...(align && { align }) };
  return { name, rows, columnWidths: [] };
}

/** What sheets show, by their names and cell by cell, once no cell waits. */
export async function shown(bench: NodeWorkbench, sheets: readonly NewSheet[]): Promise<ReadonlyMap<string, Rows>> {
  const added: string[] = [];
  for (const sheet of sheets) added.push(await bench.workbook.addSheet(sheet));
  const read = async (): Promise<Value[][][]> => {
    const blocks = await bench.workbook.read(added.map((sheet) => ({ sheet, ...WHOLE })));
    return blocks.map((rows) => rows.map((row) => row.map(({ value }) => value)));
  };
  let all: Value[][][];
  do {
    await bench.settled();
    all = await read();
  } while (!all.every(isReady));
  // What depends on the last answer may be calculated in a turn after it.
  for (let before = ''; before !== JSON.stringify(all);) {
    before = JSON.stringify(all);
    await sleep(50);
    all = await read();
  }
  // So that nothing is calculated again for other tests.
  bench.openNew();
  return new Map(all.map((values, index) => [sheets[index]!.name, values]));
}

const WHOLE = { row: 0, column: 0, rows: 90, columns: 26 };

/** The third row says something as soon as a sheet has been calculated. */
const isReady = (values: Rows): boolean =>
  values[2]![2] !== '' && !values.flat().some((value) => WAITING.test(String(value)));

/** Sheets with other entries in one model, by what is tried. */
export async function trying(
  bench: NodeWorkbench,
  id: Model['id'],
  entries: Readonly<Record<string, Readonly<Record<string, NewCell>>>>,
) {
  const sheets = Object.entries(entries).map(([name, cells]) =>
    Object.entries(cells).reduce((sheet, [cell, entry]) => withEntry(sheet, name, cell, entry), {
      ...draft(id, bench.now()),
      name,
    }),
  );
  const all = await shown(bench, sheets);
  const at = (name: string, cell: string): Value | undefined => all.get(name)![place(cell).row]?.[place(cell).column];
  return Object.assign(at, { rows: (name: string): Rows => all.get(name)! });
}

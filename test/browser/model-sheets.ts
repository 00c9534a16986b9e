import { SAMPLE_MODELS } from '../../src/taskpane/models/catalog';
import { type Model, modelDates } from '../../src/taskpane/models/model';
import en from '../../src/taskpane/models/texts/en.json';
import type { NewCell, NewSheet } from '../../src/app/host';
import { parseA1 } from '../../src/core/sheet';
import type { WorkbenchPage } from './workbench-page';

export type Value = string | number | boolean;
/** What a sheet shows, row by row. */
export type Rows = readonly (readonly Value[])[];

const WAITING = /^#(?:BUSY!|GETTING_DATA|CALC!)$/;

export const draft = (id: Model['id']): NewSheet =>
  SAMPLE_MODELS.find((model) => model.id === id)!.create(modelDates(new Date(), '1900'), en);

export const place = (cell: string) => parseA1(cell, '')!;

/** The model with another entry in a cell. Charts and formats are beside the point. */
export function withEntry(model: NewSheet, name: string, cell: string, entry: NewCell): NewSheet {
  const { row, column } = place(cell);
  const rows = Array.from({ length: Math.max(model.rows.length, row + 1) }, (_, down) => [...(model.rows[down] ?? [])]);
  const { style, format, align } = rows[row]![column] ?? {};
  rows[row]![column] = { ...entry, ...(style && { style }), ...(format && { format }), ...(align && { align }) };
  return { name, rows, columnWidths: [] };
}

/** What sheets show, by their names and cell by cell, as soon as two looks are alike and no cell waits. */
export async function shown(bench: WorkbenchPage, sheets: readonly NewSheet[]): Promise<ReadonlyMap<string, Rows>> {
  // Looked at in the page: thousands of cells on their way to the test cost more than what calculates them.
  const { names, rows } = await bench.page.evaluate(
    async ([all, waiting]) => {
      const { workbook } = window.workbench!.session.host;
      const added: string[] = [];
      for (const sheet of JSON.parse(all) as NewSheet[]) added.push(await workbook.addSheet(sheet));
      const read = (sheet: string) =>
        workbook.read([{ sheet, row: 0, column: 0, rows: 90, columns: 26 }]).then(([rows]) => rows!);
      const look = async (): Promise<Value[][][]> =>
        (await Promise.all(added.map(read))).map((cells) => cells.map((row) => row.map(({ value }) => value)));
      const isWaiting = new RegExp(waiting);
      // The third row says something as soon as a sheet has been calculated.
      const isReady = (values: Value[][]): boolean =>
        values[2]![2] !== '' && !values.flat().some((value) => isWaiting.test(String(value)));
      for (let before = ''; ;) {
        const now = await look();
        const text = JSON.stringify(now);
        if (text === before && now.every(isReady)) return { names: added, rows: text };
        before = text;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    },
    [JSON.stringify(sheets), WAITING.source] as const,
  );
  await bench.empty(...names);
  return new Map((JSON.parse(rows) as Value[][][]).map((values, index) => [sheets[index]!.name, values]));
}

/** Sheets with other entries in one model, by what is tried. */
export async function trying(
  bench: WorkbenchPage,
  id: Model['id'],
  entries: Readonly<Record<string, Readonly<Record<string, NewCell>>>>,
) {
  const sheets = Object.entries(entries).map(([name, cells]) =>
    Object.entries(cells).reduce((sheet, [cell, entry]) => withEntry(sheet, name, cell, entry), { ...draft(id), name }),
  );
  const all = await shown(bench, sheets);
  const at = (name: string, cell: string): Value | undefined => all.get(name)![place(cell).row]?.[place(cell).column];
  return Object.assign(at, { rows: (name: string): Rows => all.get(name)! });
}

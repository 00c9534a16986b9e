import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { utils, write } from '@e965/xlsx';
import { excelLayout } from '../support/excel-layout';
import { HAS_LIBRE_OFFICE_AT_NIGHT, throughLibreOffice } from '../support/libre-office';
import { useWorkbench } from './use-workbench';
import { button, changed, openFile, partOf, readBook, saveFile, useFolder } from './workbook-files';

const bench = useWorkbench();
const folder = useFolder();
const saved = path.join(folder, 'saved.xlsx');
const SHEET = 'xl/worksheets/sheet1.xml';

const isNumber = (value: unknown): boolean => typeof value === 'number';

async function open(name: string, content: Uint8Array): Promise<void> {
  writeFileSync(path.join(folder, name), content);
  await openFile(bench, path.join(folder, name));
}

describe('a file with a filter', () => {
  const FILTER =
    '<autoFilter ref="A1:C6"><filterColumn colId="0"><filters blank="1"><filter val="EURUSD"/><filter val="GBPUSD"/></filters></filterColumn><filterColumn colId="1"><customFilters and="1"><customFilter operator="greaterThan" val="5"/><customFilter operator="lessThan" val="100"/></customFilters></filterColumn><filterColumn colId="2"><filters><dateGroupItem year="2026" month="11" dateTimeGrouping="month"/></filters></filterColumn></autoFilter>';

  beforeAll(async () => {
    const date = (day: number) => ({ t: 'n' as const, v: day, z: 'yyyy-mm-dd' });
    const rows = [
      ['EURUSD', 10, 46_329],
      ['USDJPY', 20, 46_330],
      ['GBPUSD', 30, 46_299],
      ['GBPUSD', 200, 46_331],
      ['EURUSD', 50, 46_332],
    ] as const;
    const sheet = {
      ...utils.aoa_to_sheet([
        ['Pair', 'Amount', 'Day'],
        ...rows.map(([pair, amount, day]) => [pair, amount, date(day)]),
      ]),
      E1: { t: 'n' as const, v: 0, f: 'SUBTOTAL(109,B2:B6)' },
      '!ref': 'A1:E6',
      '!rows': [{}, {}, { hidden: true }, { hidden: true }, { hidden: true }, {}],
    };
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Deals');
    const bytes = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    await open('deals.xlsx', changed(bytes, [[SHEET, '</sheetData>', `</sheetData>${FILTER}`]]));
    await bench.page.waitForFunction(() => document.title.startsWith('deals'));
  });

  it('is open with the filter, of which nothing is lost', async () => {
    await bench.shows('E1', (value) => value === 60);
    expect(await bench.page.getByRole('dialog').count()).toBe(0);
  });

  it('has the filter in a download, with the rows that it hides', async () => {
    await saveFile(bench, saved);
    const xml = partOf(readBook(saved), SHEET);
    expect(xml).toContain(
      FILTER.replace(
        '<dateGroupItem year="2026" month="11" dateTimeGrouping="month"/>',
        [3, 4, 5, 6]
          .map((day) => `<dateGroupItem year="2026" month="11" day="${day}" dateTimeGrouping="day"/>`)
          .join(''),
      ),
    );
    expect([...xml.matchAll(/<row r="(\d+)" hidden="1" ht="15"/g)].map(([, row]) => row)).toEqual(['3', '4', '5']);
    expect(partOf(readBook(saved), 'xl/workbook.xml')).toContain(
      '<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">Deals!$A$1:$C$6</definedName>',
    );
  });

  (HAS_LIBRE_OFFICE_AT_NIGHT ? it : it.skip)('has it in LibreOffice too (at night, where it is installed)', () => {
    const book = readBook(throughLibreOffice(saved, folder), { cellStyles: true });
    expect(book.Sheets.Deals!['!rows']?.map((row) => row.hidden ?? false).slice(0, 6)).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
    ]);
    expect(partOf(book, SHEET)).toMatch(/<autoFilter ref="A1:C6"><filterColumn colId="0".*<filter val="EURUSD"\/>/);
  });

  it('has it at a later visit, and shows all rows once it is taken away', async () => {
    await bench.enter('E2', 'changed');
    await bench.remembered();
    await bench.page.reload();
    await bench.shows('E1', (value) => value === 60);
    await button(bench, 'Filter').click();
    await bench.shows('E1', (value) => value === 310);
    await saveFile(bench, saved);
    const xml = partOf(readBook(saved), SHEET);
    expect(xml).not.toMatch(/autoFilter|hidden="1"/);
  });
});

test('a filter hides rows, and no cell asks again', async () => {
  await button(bench, 'Reset model').click();
  await bench.shows('Model!N12', isNumber);
  await bench.openScratch();
  await bench.paste('A1', [
    ['Pair', 'Bid', 'Amount'],
    ['EURUSD', '=MD.QUOTE(A2,"bid")', '10'],
    ['GBPUSD', '=MD.QUOTE(A3,"bid")', '20'],
    ['USDJPY', '=MD.QUOTE(A4,"bid")', '40'],
  ]);
  await bench.enter('E1', '=SUBTOTAL(109,C2:C4)');
  for (const row of [2, 3, 4]) await bench.shows(`B${row}`, isNumber);
  await bench.shows('E1', (value) => value === 70);
  const rounds = (): Promise<string | undefined> => bench.page.evaluate(() => document.body.dataset.rounds);
  const before = await rounds();
  await bench.select('A2');
  await bench.page.keyboard.press('Control+Shift+L');
  await bench.page.locator('#filter[aria-pressed="true"]').waitFor();
  await bench.select('A2');
  await bench.page.keyboard.press('Alt+ArrowDown');
  const panel = bench.page.locator('[data-u-comp="sheets-filter-panel"]').first();
  await panel.getByPlaceholder('keywords').focus();
  for (const key of ['Tab', 'Tab', 'Tab']) await bench.page.keyboard.press(key);
  await panel.getByRole('checkbox', { name: 'GBPUSD' }).press('Space');
  await panel.getByRole('button', { name: 'Confirm' }).press('Enter');
  await bench.shows('E1', (value) => value === 50);
  // Calculated after whatever the filter has had calculated.
  await bench.enter('E2', '=1+1');
  await bench.shows('E2', (value) => value === 2);
  expect(await rounds()).toBe(before);
  await bench.press('Control+z', 'E2', (value) => value === null);
  await bench.press('Control+z', 'E1', (value) => value === 70);
});

test('a table keeps its filter, and what the engine does not know of one is said', async () => {
  const criteria = '<filterColumn colId="0"><filters><filter val="EURUSD"/></filters></filterColumn>';
  const rank = '<filterColumn colId="1"><top10 val="2"/></filterColumn>';
  await open(
    'tables.xlsx',
    changed(excelLayout(), [
      ['xl/tables/table1.xml', '<autoFilter ref="A1:C4"/>', `<autoFilter ref="A1:C4">${criteria}${rank}</autoFilter>`],
      [SHEET, '<row r="3" ', '<row r="3" hidden="1" '],
      [SHEET, '<row r="4" ', '<row r="4" hidden="1" '],
    ]),
  );
  await bench.page.getByRole('button', { name: 'Discard changes' }).click();
  const dialog = bench.page.getByRole('dialog', { name: 'tables.xlsx is open in part' });
  await dialog.getByText('a download will not have them: filters by colour, rank or period.').waitFor();
  await bench.page.keyboard.press('Enter');
  await saveFile(bench, saved);
  const book = readBook(saved);
  expect(partOf(book, 'xl/tables/table1.xml')).toContain(`<autoFilter ref="A1:C4">${criteria}</autoFilter>`);
  expect(partOf(book, SHEET)).not.toContain('autoFilter');
  expect(partOf(book, SHEET)).toMatch(/<row r="3" hidden="1".*<row r="4" hidden="1"/);
});

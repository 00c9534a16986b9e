import { readBlock } from '../../src/app/workbook/block-contents';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { WorkBook } from '@e965/xlsx';
import type { Locator } from 'playwright-core';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { HAS_LIBRE_OFFICE, HAS_LIBRE_OFFICE_AT_NIGHT, throughLibreOffice } from '../support/libre-office';
import { isWaiting, scanCells } from '../../src/app/workbook/cells';
import { frozenBlocks, thaw, freeze } from '../../src/app/workbook/freeze';
import { leaveSnapshot, snapshots, takeSnapshot } from '../../src/app/workbook/snapshot';
import { compareSnapshot, showSnapshot } from '../../src/app/workbook/snapshot-match';
import { a1WithSheet, type Block } from '../../src/core/sheet';
import { sessionOnPage } from './page-workbook';
import { useWorkbench } from './use-workbench';
import { button, openFile, readBook, saveFile, useFolder } from './workbook-files';

const bench = useWorkbench();
const folder = useFolder();
const session = sessionOnPage(bench);
const { workbook } = session.host;

beforeAll(async () => {
  await session.ready;
});

describe('freezing', () => {
  test('freezing keeps the values of the sample model, and thawing restores the formulas', async () => {
    const cells = await workbook.formulas();
    const shown = (): Promise<unknown[]> =>
      Promise.all(
        cells.map(async ({ spill }) => (await readBlock(workbook, spill)).map((row) => row.map(({ value }) => value))),
      );
    const before = await shown();
    expect(cells.some(({ spill }) => spill.rows > 1)).toBe(true);
    expect(await freeze(session, 'workbook')).toEqual({
      frozenCount: cells.length,
      errorCount: 0,
      hasSpills: true,
      skipped: [],
    });
    expect(await workbook.formulas()).toEqual([]);
    expect(await shown()).toEqual(before);
    const frozen = await frozenBlocks(session);
    expect(frozen.filter(({ isEdited }) => isEdited)).toEqual([]);
    expect(await thaw(session, frozen)).toEqual({
      thawedCount: cells.length,
      skipped: [],
    });
    const namesOf = (all: typeof cells): string[] => all.map(({ cell, formula }) => `${a1WithSheet(cell)} ${formula}`);
    expect(namesOf(await workbook.formulas())).toEqual(namesOf(cells));
    expect(await frozenBlocks(session)).toEqual([]);
  });

  test('frozen values cannot be sorted, but the cells that their formula refers to can, and all once it is thawed', async () => {
    await bench.openScratch();
    await bench.paste('A2', [['GBPUSD'], ['EURUSD'], ['AUDUSD']]);
    await bench.enter('B2', '=MD.QUOTE(A2:A4)');
    await bench.shows('B4', (value) => typeof value === 'number');
    await freeze(session, 'workbook');
    const refusal = await sort('A2:B4', 'Nothing was sorted');
    await refusal.getByText('B2:B4 is frozen').waitFor();
    await bench.page.keyboard.press('Escape');
    await refusal.waitFor({ state: 'detached' });
    await (await sort('A2:A4', 'Sort Scratch!A2:A4')).getByRole('button', { name: 'Cancel' }).click();
    await thaw(session, await frozenBlocks(session));
    await (await sort('A2:A4', 'Sort Scratch!A2:A4')).getByRole('button', { name: 'Sort', exact: true }).click();
    await bench.shows('A2', (value) => value === 'AUDUSD');
    await bench.openSample();
  });

  async function sort(address: string, title: string): Promise<Locator> {
    await bench.select(address);
    await bench.choose('Sort…');
    const dialog = bench.page.getByRole('dialog', { name: title });
    await dialog.waitFor();
    return dialog;
  }

  (HAS_LIBRE_OFFICE_AT_NIGHT ? test : test.skip)(
    'what is frozen comes back from a file that LibreOffice has saved (at night, where it is installed)',
    async () => {
      const nameOf = ({ cell, formula }: { cell: Block; formula: string }): string => `${a1WithSheet(cell)} ${formula}`;
      await bench.shows('Model!N12', (value) => typeof value === 'number');
      await bench.shows('Model!H30', (value) => value === '10-K');
      const before = (await workbook.formulas()).map(nameOf).sort();
      await freeze(session, 'workbook');
      const file = path.join(folder, 'frozen.xlsx');
      await saveFile(bench, file);
      await openFile(bench, throughLibreOffice(file, folder));
      await bench.page.waitForFunction(() => document.title.includes('frozen'));
      const frozen = await frozenBlocks(session);
      expect(frozen.map(({ block, formula }) => nameOf({ cell: firstOf(block!), formula })).sort()).toEqual(before);
      const edited = frozen.filter(({ isEdited }) => isEdited).map(({ formula }) => formula);
      expect(edited).toEqual([]);
      const { thawedCount } = await thaw(session, frozen);
      expect(thawedCount).toBe(before.length);
      expect((await workbook.formulas()).map(nameOf).sort()).toEqual(before);
    },
  );

  const firstOf = (block: Block): Block => ({ ...block, rows: 1, columns: 1 });
});

describe('a snapshot', () => {
  const file = path.join(folder, 'Memo.xlsx');

  beforeAll(async () => {
    await bench.openSample();
    await everyCellHasItsValue();
  });

  async function everyCellHasItsValue(): Promise<void> {
    while ((await scanCells(session)).some(({ error }) => isWaiting(error)));
  }

  async function reopen(): Promise<void> {
    await bench.choose('New');
    await bench.page.waitForFunction(() => document.title === 'New workbook – MD workbench');
    await openFile(bench, file);
    await bench.shows('Model!N12', (value) => typeof value === 'number');
    await everyCellHasItsValue();
  }

  test('a snapshot survives a download: the reopened file can compare it and show its values', async () => {
    const { id } = await takeSnapshot(session, 'Memo');
    const [then, below] = [(await bench.cell('Model!C6')).value, (await bench.cell('Model!C7')).value];
    await saveFile(bench, file);
    await reopen();

    expect(await snapshots(session)).toEqual([expect.objectContaining({ id, name: 'Memo', isShown: false })]);
    // Another pair, so that there is something to tell.
    await bench.type('Model!B6', 'USDJPY');
    await bench.shows('Model!C6', (value) => Number(value) > 50);
    const { changes } = await compareSnapshot(session, id);
    const change = changes.find(({ block }) => a1WithSheet(block) === 'Model!C6');
    expect(change).toMatchObject({
      older: then,
      newer: (await bench.cell('Model!C6')).value,
      change: undefined,
      difference: 'symbol',
      olderNames: ['EURUSD'],
      newerNames: ['USDJPY'],
    });

    await showSnapshot(session, id);
    // Nothing was kept of the other pair, and the value of the first one must not stand beside it.
    expect((await bench.cell('Model!C6')).value ?? '').toBe('');
    expect((await bench.cell('Model!C7')).value).toBe(below);
    expect((await snapshots(session))[0]?.isShown).toBe(true);
    await leaveSnapshot(session, id);
    await bench.shows('Model!C6', (value) => Number(value) > 50);
  });
});

describe('a file that is handed on', () => {
  const file = path.join(folder, 'Friday.xlsx');

  /** A new workbook with two balances, their rates and a total, of which “Friday” is kept and written as a sheet. */
  beforeAll(async () => {
    const { page } = bench;
    await bench.openNew();
    const amounts = { sheet: 'Sheet1', row: 1, column: 1, rows: 2, columns: 1 };
    await session.host.workbook.write([{ block: amounts, cells: [[{ value: 1000 }], [{ value: 2000 }]] }]);
    for (const [address, text] of [
      ['A1', 'Account'],
      ['B1', 'Amount'],
      ['C1', 'Rate'],
      ['D1', 'Dollars'],
      ['A2', 'Euro'],
      ['A3', 'Sterling'],
      ['A5', 'Total'],
      ['C2', '=MD.QUOTE("EURUSD")'],
      ['C3', '=MD.QUOTE("GBPUSD")'],
      ['D2', '=B2*C2'],
      ['D3', '=B3*C3'],
      ['D5', '=D2+D3'],
    ] as const)
      await bench.enter(`Sheet1!${address}`, text);
    await bench.shows('Sheet1!D5', (value) => typeof value === 'number');
    await page.getByRole('tab', { name: 'Cells' }).click();
    await page.getByText('Snapshots', { exact: true }).click();
    await bench.select('B2:D5');
    await button(bench, 'Mark the selection').click();
    await page.getByRole('list', { name: 'Results to keep too' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Friday');
    await button(bench, 'Take a snapshot').click();
    await page.getByText('“Friday” keeps 2 formulas.').first().waitFor();
    await page.getByRole('button', { name: 'Write “Friday” as a sheet' }).click();
    await page.getByText('The sheet “Friday” holds plain values').first().waitFor();
    await saveFile(bench, file);
  });

  /** The table's rows: what is in each cell, and how it is formatted. */
  const tableOf = (book: WorkBook) =>
    Array.from({ length: 12 }, (_, row) =>
      Array.from('ABCDEFGHIJ', (column) => {
        const { v, z, f } = (book.Sheets.Friday![`${column}${row + 1}`] ?? {}) as {
          v?: unknown;
          z?: string;
          f?: string;
        };
        return { value: v, format: z, formula: f };
      }),
    );

  const valuesOf = (book: WorkBook) => tableOf(book).map((row) => row.map(({ value }) => value ?? ''));

  const names = (rows: unknown[][]) => rows.slice(5).map((row) => row.slice(0, 4));

  const LINES = [
    ['Sheet1!B2', 'Euro · Amount', '', ''],
    ['Sheet1!C2', 'Euro · Rate', 'EURUSD', 'mid'],
    ['Sheet1!D2', 'Euro · Dollars', '', ''],
    ['Sheet1!B3', 'Sterling · Amount', '', ''],
    ['Sheet1!C3', 'Sterling · Rate', 'GBPUSD', 'mid'],
    ['Sheet1!D3', 'Sterling · Dollars', '', ''],
    ['Sheet1!D5', 'Total · Dollars', '', ''],
  ];

  test('the file has the table as plain values, dates as numbers with a format', async () => {
    const table = tableOf(readBook(file));
    expect(names(valuesOf(readBook(file)))).toEqual(LINES);
    expect(table.flat().filter(({ formula }) => formula !== undefined)).toEqual([]);
    const [, rate] = table.slice(5);
    expect(rate![4]!.value).toBe((await bench.cell('Sheet1!C2')).value);
    for (const time of [rate![5]!, rate![6]!]) {
      expect(time.value).toEqual(expect.any(Number));
      expect(time.format).toBe('yyyy-mm-dd hh:mm:ss');
    }
    expect(rate![8]!.value).toBe('=MD.QUOTE("EURUSD")');
  });

  (HAS_LIBRE_OFFICE ? describe : describe.skip)('after LibreOffice has saved the file', () => {
    let saved = '';

    beforeAll(() => {
      saved = throughLibreOffice(file, folder);
    });

    test('the table is the same, to the 15 digits that LibreOffice writes', () => {
      const rounded = (book: WorkBook) =>
        valuesOf(book).map((row) => row.map((value) => (typeof value === 'number' ? value.toPrecision(15) : value)));
      expect(rounded(readBook(saved))).toEqual(rounded(readBook(file)));
      const { format } = tableOf(readBook(saved))[6]![5]!;
      expect(format?.replaceAll('\\', '')).toBe('yyyy-mm-dd hh:mm:ss');
    });

    test('can still compare its snapshots when it is opened again', async () => {
      await openFile(bench, saved);
      await bench.shows('Sheet1!D5', (value) => typeof value === 'number');
      expect(await comparedIn('Sheet1')).toEqual(LINES.map(([, label]) => label).sort());
    });
  });

  /** The labels of all cells that a comparison with “Friday” finds on a sheet. */
  async function comparedIn(sheet: string): Promise<string[]> {
    const kept = await snapshots(session);
    expect(kept.map(({ name, resultCount }) => [name, resultCount])).toEqual([['Friday', 5]]);
    const { all } = await compareSnapshot(session, kept[0]!.id);
    return all
      .filter(({ block, older, newer }) => block.sheet === sheet && older !== undefined && newer !== undefined)
      .map(({ label }) => label)
      .sort();
  }

  test('still finds its cells after its sheets were renamed and moved', async () => {
    const parts = unzipSync(new Uint8Array(readFileSync(file)));
    const name = 'xl/workbook.xml';
    const renamed = strFromU8(parts[name]!)
      .replaceAll('Sheet1', 'Cash')
      .replace(/(<sheet [^>]*name="Cash"[^>]*\/>)(<sheet .*?\/>)/, '$2$1')
      .replaceAll(/localSheetId="(\d)"/g, (_, index) => `localSheetId="${1 - Number(index)}"`);
    expect(renamed.indexOf('name="Cash"')).toBeGreaterThan(renamed.indexOf('name="Friday"'));
    const moved = path.join(folder, 'moved.xlsx');
    writeFileSync(moved, zipSync({ ...parts, [name]: strToU8(renamed) }));
    await openFile(bench, moved);
    await bench.shows('Cash!D5', (value) => typeof value === 'number');
    expect(await comparedIn('Cash')).toEqual(LINES.map(([, label]) => label).sort());
  });
});

describe('undo', () => {
  beforeAll(async () => {
    await bench.openSample();
    await bench.openScratch();
  });

  const press = (key: string, address: string, satisfies: (value: unknown) => boolean): Promise<void> =>
    bench.press(key, address, satisfies);

  const tracked = (): Promise<number | undefined> =>
    bench.page.evaluate(async () => (await window.workbench?.session.host.workbook.tracked('MD_frozen_'))?.size);

  test('a change made in one step is undone in one step, with the names and parts that came with it', async () => {
    await bench.paste('B2', [['=MD.QUOTE("EURUSD")'], ['text']]);
    await bench.shows('B2', (value) => typeof value === 'number');
    await bench.page.evaluate(async () => {
      const { workbook } = window.workbench!.session.host;
      const block = { sheet: 'Scratch', row: 1, column: 1, rows: 1, columns: 1 };
      await workbook.asOneStep(async () => {
        await workbook.track([{ name: 'MD_frozen_1', blocks: [block] }]);
        await workbook.writePart('urn:test', '<a xmlns="urn:test"/>');
        await workbook.write([{ block: block }]);
        await workbook.write([{ block: block, cells: [[{ value: 1.5, format: '0.00' }]] }]);
      });
    });
    expect((await bench.shows('B2', (value) => value === 1.5)).text).toBe('1.50');
    expect(await tracked()).toBe(1);
    await press('Control+z', 'B2', (value) => typeof value === 'number' && value !== 1.5);
    expect(await tracked()).toBe(0);
    expect(
      await bench.page.evaluate(() => window.workbench?.session.host.workbook.readPart('urn:test')),
    ).toBeUndefined();
    await press('Control+y', 'B2', (value) => value === 1.5);
    expect(await tracked()).toBe(1);
    // So is an insertion, which first deletes what it replaces.
    await bench.page.evaluate(async () => {
      const block = { sheet: 'Scratch', row: 1, column: 1, rows: 1, columns: 1 };
      await window.workbench!.session.host.workbook.write([{ block }, { block, cells: [[{ value: 2 }]] }]);
    });
    await bench.shows('B2', (value) => value === 2);
    await press('Control+z', 'B2', (value) => value !== 2);
    expect((await bench.cell('B2')).value).toBe(1.5);
  });

  test('a deleted sheet comes back in one step, with the values of formulas that refer to it', async () => {
    const { page } = bench;
    const sheets = (): Promise<unknown> =>
      page.evaluate(async () => (await window.workbench!.session.host.workbook.outline()).sheets);
    await page.evaluate(() => {
      window.workbench?.setFormula('Scratch!K1', 'kept');
      window.workbench?.setFormula('Model!T1', '=Scratch!K1&"!"');
    });
    await bench.shows('Model!T1', (value) => value === 'kept!');
    await page.getByText('Scratch', { exact: true }).click({ button: 'right' });
    await page.getByText('Delete', { exact: true }).click();
    // What that means for others is said before.
    const question = page.getByRole('dialog', { name: 'Delete Scratch?' });
    await question.getByText('What refers to it becomes #REF!: Model!T1.').waitFor();
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await bench.shows('Model!T1', (value) => value === '#REF!');
    expect(await sheets()).toEqual(['Model']);
    await press('Control+z', 'Model!T1', (value) => value === 'kept!');
    expect(await sheets()).toEqual(['Model', 'Scratch']);
    await press('Control+y', 'Model!T1', (value) => value === '#REF!');
    expect(await sheets()).toEqual(['Model']);
    await press('Control+z', 'Model!T1', (value) => value === 'kept!');
    expect(await bench.texts('Scratch!K1')).toEqual(['kept']);
  });

  test('cells that records are about are found again when the deletion of their row, or of their sheet, is undone', async () => {
    const { page } = bench;
    const place = (): Promise<string> =>
      page.evaluate(async () => {
        const [block] = (await window.workbench!.session.host.workbook.tracked('MD_found')).get('MD_found')!;
        return block ? `${block.sheet} ${block.row} ${block.column}` : 'nowhere';
      });
    await page.evaluate(async () => {
      window.workbench?.setFormula('Scratch!K6', 'kept');
      window.workbench?.setFormula('Model!T1', '=Scratch!K6&"!"');
      const block = { sheet: 'Scratch', row: 5, column: 10, rows: 1, columns: 1 };
      await window.workbench!.session.host.workbook.track([{ name: 'MD_found', blocks: [block] }]);
    });
    await bench.shows('Model!T1', (value) => value === 'kept!');
    await bench.openScratch();
    // Its first rows are where the mouse expects them.
    await bench.select('A1');
    await bench.deleteRow(6);
    await bench.shows('Model!T1', (value) => value === '#REF!');
    expect(await place()).toBe('nowhere');
    await press('Control+z', 'Model!T1', (value) => value === 'kept!');
    expect(await place()).toBe('Scratch 5 10');
    await press('Control+y', 'Model!T1', (value) => value === '#REF!');
    expect(await place()).toBe('nowhere');
    await press('Control+z', 'Model!T1', (value) => value === 'kept!');
    await page.getByText('Scratch', { exact: true }).click({ button: 'right' });
    await page.getByText('Delete', { exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Delete Scratch?' })
      .getByRole('button', { name: 'Delete', exact: true })
      .click();
    await bench.shows('Model!T1', (value) => value === '#REF!');
    expect(await place()).toBe('nowhere');
    await press('Control+z', 'Model!T1', (value) => value === 'kept!');
    expect(await place()).toBe('Scratch 5 10');
  });
});

describe('a long history', () => {
  const FORMULA = '=MD.TICKS("CAC","2024-11-18","2024-11-20",,,,"day")';
  /** Some hours, with fewer requests. */
  const OTHERS = {
    H1: '=MD.TICKS("CAC","2024-11-12 12:00","2024-11-12 15:00",,,,"hour")',
    O1: '=MD.TICKS("CAC","2024-11-13 12:00","2024-11-13 15:00",,,,"hour")',
  } as const;

  const tickRequests = (): Promise<number> =>
    bench.page.evaluate(
      () => window.workbench!.session.activity.requests.filter(({ what }) => what.includes('/ticks')).length,
    );

  /** With the limit above which a formula waits. */
  const enter = (formulas: Readonly<Record<string, string>>, maxRequests: number): Promise<void> =>
    bench.page.evaluate(
      async ([all, limit]) => {
        await window.workbench!.session.save({ maxRequests: limit });
        for (const [address, formula] of Object.entries(all)) window.workbench!.setFormula(address, formula);
      },
      [formulas, maxRequests] as const,
    );

  test('a costly formula waits and shows its cost, can be fetched in the pane, alone or with all others, and sends no requests after a reload', async () => {
    await bench.openSample();
    await bench.openScratch();
    await enter({ A1: FORMULA }, 150);
    const { message } = await bench.shows('A1', (value) => value === '#N/A');
    expect(message).toMatch(/^(?:About|Up to) \d+ more requests: allow it in the MD pane/);
    expect(await tickRequests()).toBeLessThanOrEqual(150);
    // A larger page than usual is tried once.
    bench.expectComplaint('422');

    const { page } = bench;
    await page.getByRole('tab', { name: 'Cells' }).click();
    const waiting = page.getByRole('list', { name: 'Waiting for you' });
    await waiting.getByText(/(?:about|up to) \d+ requests/).waitFor();
    await waiting.getByRole('button', { name: 'Fetch Scratch!A1' }).click();
    await bench.shows('F2', (value) => typeof value === 'number' && value > 1_000);
    await waiting.waitFor({ state: 'detached' });

    // Nearly all of the 34 that each needs: what is left lies in many gaps, and each gap costs a request or two.
    await enter(OTHERS, 30);
    for (const address of ['H1', 'O1']) await bench.shows(address, (value) => value === '#N/A');
    await waiting.getByRole('listitem').nth(1).waitFor();
    const fetchAll = page.getByRole('button', { name: /^Fetch all: (?:about|up to) \d+ requests?$/ });
    await fetchAll.click();
    // What a survey of so few requests says may fall short: then a person presses again. A busy button does nothing.
    while (await waiting.isVisible()) await fetchAll.click({ timeout: 1_000 }).catch(() => undefined);
    for (const address of ['M2', 'T2']) await bench.shows(address, (value) => typeof value === 'number');
    await enter({ H1: '', O1: '' }, 100);
    const shown = await bench.texts('A2', 'B2', 'F3');

    await bench.remembered();
    await page.reload();
    await page.waitForFunction(() => window.workbench);
    await bench.openScratch();
    await bench.shows('F3', (value) => typeof value === 'number');
    await page.evaluate(() => {
      window.workbench?.recalculate();
    });
    await page.waitForFunction(() => window.workbench!.session.activity.counts.cells > 0);
    expect(await bench.texts('A2', 'B2', 'F3')).toEqual(shown);
    expect(await tickRequests()).toBe(0);

    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByText(/^0\.\d MB are kept\.$/).waitFor();
    await page.getByRole('button', { name: 'Clear history' }).click();
    await page.getByText('0 MB are kept.', { exact: true }).waitFor();
  });
});

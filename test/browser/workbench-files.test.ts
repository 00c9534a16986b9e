import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { read, utils, type WorkBook, type WorkSheet, write } from '@e965/xlsx';
import { useWorkbench } from './use-workbench';
import { button, openFile, partOf, readBook, saveFile, useFolder } from './workbook-files';

const PART = '<views xmlns="urn:test">ü</views>';

const bench = useWorkbench();
const folder = useFolder();
const saved = path.join(folder, 'Sample model.xlsx');

const title = () => bench.page.title();

/** What the product has left with the workbook. */
const kept = () =>
  bench.page.evaluate(async () => {
    const workbook = window.workbench?.session.host.workbook;
    return [
      await workbook?.readPart('urn:test'),
      [...((await workbook?.tracked('MD_frozen_')) ?? [])],
      (await workbook?.outline())?.sheets,
    ];
  });
const EVERYTHING = [
  PART,
  [['MD_frozen_1', [{ sheet: 'Model', row: 4, column: 2, rows: 21, columns: 4 }]]],
  ['Model', 'Scratch'],
];

describe('a saved workbook', () => {
  let book: WorkBook;

  beforeAll(async () => {
    await bench.page.evaluate(async (part) => {
      const workbook = window.workbench?.session.host.workbook;
      await workbook?.writePart('urn:test', part);
      await workbook?.track([
        { name: 'MD_frozen_1', blocks: [{ sheet: 'Model', row: 4, column: 2, rows: 21, columns: 4 }] },
      ]);
    }, PART);
  });

  it('shows unsaved changes before, and none afterwards', async () => {
    expect(await title()).toBe('• Sample model – MD workbench');
    expect(await saveFile(bench, saved, () => bench.page.keyboard.press('Control+s'))).toBe('Sample model.xlsx');
    await bench.page.waitForFunction(() => document.title === 'Sample model – MD workbench');
    book = readBook(saved, { cellStyles: true });
  });

  it('keeps fonts, fills, frozen rows and heights', () => {
    const model = book.Sheets.Model!;
    expect(model.B1).toMatchObject({ s: { fgColor: { rgb: '17324D' } } });
    // 34 pixels on the screen.
    expect(model['!rows']?.[0]?.hpt).toBe(25.5);
    expect(partOf(book, 'xl/worksheets/sheet1.xml')).toContain(
      '<sheetView showGridLines="0" workbookViewId="0"><pane ySplit="2"',
    );
    expect(partOf(book, 'xl/styles.xml')).toContain(
      '<font><b/><sz val="15"/><color rgb="FFFFFFFF"/><name val="Arial"/></font>',
    );
  });

  it('has its present value on the first screen of a phone, and its last column beside the pane at 1440 pixels', () => {
    const model = book.Sheets.Model!;
    const pixels = model['!cols']!.map(({ width }) => Math.round(width! * 7));
    const endOf = (letter: string): number =>
      pixels.slice(0, letter.charCodeAt(0) - 64).reduce((sum, width) => sum + width, 46);
    expect(model.E2).toMatchObject({ f: 'N12', v: model.N12!.v });
    expect(endOf('E')).toBeLessThan(390);
    // The pane has 340 pixels, the scroll bar lies over the last 20 of the grid.
    expect(endOf('N')).toBeLessThan(1440 - 340 - 20);
  });

  it('has a bid below the mid and an ask above it for every pair, and discounts cash flows by the days until their dates', () => {
    const at = (cell: string): number => book.Sheets.Model![cell].v as number;
    for (let row = 6; row <= 25; row++) {
      const quote = ['C', 'E', 'D'].map((letter) => at(`${letter}${row}`).toFixed(row === 10 ? 3 : 5)).map(Number);
      expect([...new Set(quote)].sort((one, other) => one - other)).toEqual(quote);
    }
    const now = new Date();
    const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
    const daysTo = (years: number): number => (Date.UTC(now.getFullYear() + years, 11, 31) - today) / 86_400_000;
    const worth = ['I', 'J', 'K', 'L'].reduce(
      (sum, letter, index) => sum + at(`${letter}7`) / 1.08 ** (daysTo(index + 1) / 365),
      0,
    );
    expect(at('N7')).toBeCloseTo(worth * at('M7'), 8);
  });

  it('keeps sheets, formulas, values, formats and widths in the file', () => {
    expect(book.SheetNames).toEqual(['Model', 'Scratch']);
    const model = book.Sheets.Model!;
    expect(model.C6).toMatchObject({
      f: '_xldudf_MD_QUOTE(B6:B25,"bid,ask,mid,timestamp",,10)',
      v: expect.any(Number),
      F: 'C6:F25',
      D: true,
    });
    expect(model.M7).toMatchObject({
      f: expect.stringContaining('_xlfn.XLOOKUP('),
      v: expect.any(Number),
      z: '0.00000',
    });
    expect(model.C6).toMatchObject({ v: expect.any(Number), z: '[>=20]#,##0.000;0.00000' });
    expect(model.I16).toMatchObject({ v: expect.any(Number), z: 'yyyy-mm-dd' });
    expect(model.D32).toMatchObject({ t: 'e', w: '#N/A' });
    expect(model['!cols']?.[5]?.width).toBeCloseTo(146 / 7, 2);
  });

  it('has tracked blocks as hidden names, and the custom part where Excel expects it', () => {
    expect(book.Workbook?.Names).toContainEqual({ Name: 'MD_frozen_1', Ref: 'Model!$C$5:$F$25', Hidden: true });
    expect(partOf(book, 'customXml/item1.xml')).toBe(PART);
    expect(partOf(book, 'xl/_rels/workbook.xml.rels')).toContain('Target="../customXml/item1.xml"');
  });
});

describe('a new workbook', () => {
  it('replaces a saved one without a question', async () => {
    await bench.choose('New');
    await bench.page.waitForFunction(() => document.title === 'New workbook – MD workbench');
    expect(await kept()).toEqual([undefined, [], ['Sheet1']]);
    await bench.enter('B2', '=MD.QUOTE("EURUSD")');
    expect((await bench.shows('B2', (value) => typeof value === 'number')).value).toBeGreaterThan(0.5);
  });

  it('does not replace an unsaved one before the user agrees', async () => {
    await bench.choose('New');
    const dialog = bench.page.getByRole('dialog', { name: 'New workbook' });
    await dialog.getByText('“New workbook” has changes that are in no file yet.').waitFor();
    await bench.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect((await bench.cell('B2')).value).toBeGreaterThan(0.5);
  });

  it('has none of the settings of the workbook before', async () => {
    await bench.page.evaluate(() =>
      window.workbench?.session.host.workbook.writePart(
        'urn:md-for-excel:settings',
        '<settings xmlns="urn:md-for-excel:settings" area="stocks"/>',
      ),
    );
    await bench.openNew();
    await bench.enter('B2', '=MD.QUOTE("EURUSD")');
    expect((await bench.shows('B2')).value).toBeGreaterThan(0.5);
  });
});

describe('an opened workbook', () => {
  it.each([
    ['a text', 'notes.xlsx', Buffer.from('a,b\n1,2'), 'it is not an Excel workbook (.xlsx)'],
    [
      'a damaged file',
      'broken.xlsx',
      Buffer.from('PK\u0003\u0004 and nothing more'),
      'it is damaged, or not an Excel workbook (.xlsx)',
    ],
  ])('is refused with a sentence if it is %s, and nothing is lost', async (_, name, content, reason) => {
    writeFileSync(path.join(folder, name), content);
    await openFile(bench, path.join(folder, name));
    await bench.page.getByText(`${name} cannot be opened: ${reason}. Your workbook is as it was.`).waitFor();
    await bench.page.keyboard.press('Enter');
    await bench.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await bench.cell('B2')).value).toBeGreaterThan(0.5);
  });

  it('may be dropped on the page, but not on a question', async () => {
    const before = await title();
    const session = await bench.page.context().newCDPSession(bench.page);
    const data = { items: [], files: [saved], dragOperationsMask: 1 };
    const drop = async (): Promise<void> => {
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await session.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data });
    };
    await drop();
    const dialogs = bench.page.getByRole('dialog');
    await bench.page.getByRole('dialog', { name: 'Open Sample model.xlsx' }).waitFor();
    await drop();
    expect(await dialogs.count()).toBe(1);
    await bench.page.keyboard.press('Escape');
    await dialogs.waitFor({ state: 'detached' });
    expect(await title()).toBe(before);
  });

  it('has everything that was saved with it', async () => {
    await openFile(bench, saved);
    await bench.page.getByRole('dialog', { name: 'Open Sample model.xlsx' }).waitFor();
    await bench.page.keyboard.press('Tab');
    await bench.page.keyboard.press('Enter');
    await bench.shows('Model!N12', (value) => typeof value === 'number');
    expect(await kept()).toEqual(EVERYTHING);
    expect(await title()).toBe('Sample model – MD workbench');
    expect((await bench.cell('Model!K16')).text).toMatch(/^\d\d:\d\d$/);
    const before = readBook(saved);
    await saveFile(bench, saved);
    const after = readBook(saved);
    for (const file of ['xl/styles.xml', 'xl/workbook.xml', 'customXml/item1.xml'])
      expect(partOf(after, file)).toBe(partOf(before, file));
  });

  it('may come from another program, with names of its own', async () => {
    const book = utils.book_new();
    const sheetWith = (v: number): WorkSheet => ({
      '!ref': 'A1:B1',
      A1: { t: 'n', v },
      B1: { t: 'n', v: 0, f: 'Rate*2' },
    });
    utils.book_append_sheet(book, sheetWith(21), 'Rates');
    utils.book_append_sheet(book, sheetWith(5), 'Own');
    book.Workbook = {
      Names: [
        { Name: 'Rate', Ref: 'Rates!$A$1' },
        { Name: 'Rate', Ref: 'Own!$A$1', Sheet: 1 },
      ],
    };
    writeFileSync(path.join(folder, 'Rates.xlsx'), write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
    await openFile(bench, path.join(folder, 'Rates.xlsx'));
    await bench.shows('Rates!B1', (value) => value === 42);
    await bench.shows('Own!B1', (value) => value === 10);
  });

  it('calculates formulas by its own names, even if the workbook before it had the same formulas', async () => {
    for (const [index, name] of ['First', 'Second'].entries()) {
      const book = utils.book_new();
      const [doubled, tripled] = ['Rate*2', '_xlfn.LET(_xlpm.x,Rate,_xlpm.x*3)'].map((f) => ({
        t: 'n' as const,
        v: 0,
        f,
      }));
      const cells = { '!ref': 'A1:A4', A1: { t: 'n', v: 7 }, A2: { t: 'n', v: 8 }, A3: doubled, A4: tripled };
      utils.book_append_sheet(book, cells, name);
      book.Workbook = { Names: [{ Name: 'Rate', Ref: `${name}!$A$${index + 1}` }] };
      writeFileSync(path.join(folder, `${name}.xlsx`), write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
      await openFile(bench, path.join(folder, `${name}.xlsx`));
      const isCalculated = (value: unknown) => value !== null && value !== 0;
      const shown = [await bench.shows(`${name}!A3`, isCalculated), await bench.shows(`${name}!A4`, isCalculated)];
      expect(shown.map(({ value }) => value)).toEqual([2 * (7 + index), 3 * (7 + index)]);
    }
  });
});

describe('a workbook with unsupported features', () => {
  it('opens with a note on what is not shown', async () => {
    const book = utils.book_new();
    const sheet: WorkSheet = {
      '!ref': 'A1:C3',
      '!protect': {},
      '!autofilter': { ref: 'A1:B3' },
      '!cols': [{}, { hidden: true }],
      '!rows': [{}, {}, { hidden: true }],
      A1: { t: 's', v: 'here', l: { Target: 'https://example.com' } },
      B2: { t: 'n', v: 7 },
      C3: { t: 'n', v: 0, f: 'B2*2' },
    };
    utils.book_append_sheet(book, sheet, 'Given');
    utils.book_append_sheet(book, { '!ref': 'A1', A1: { t: 'n', v: 0, f: '_xldudf_MD_QUOTE("EURUSD")' } }, 'Back');
    book.Workbook = { Sheets: [{}, { Hidden: 1 }] };
    writeFileSync(path.join(folder, 'Given.xlsx'), write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
    await openFile(bench, path.join(folder, 'Given.xlsx'));
    const dialog = bench.page.getByRole('dialog', { name: 'Given.xlsx is open in part' });
    await dialog
      .getByText(
        'Without effect here: protection, links (they do not open). A download keeps them; a copy of a sheet has none.',
      )
      .waitFor();
    const isSavedByBrowser = await dialog.evaluate((open) =>
      open.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true, cancelable: true })),
    );
    expect(isSavedByBrowser).toBe(false);
    await bench.page.keyboard.press('Enter');
    await bench.shows('Given!C3', (value) => value === 14);
  });

  it('keeps its hidden rows and columns', async () => {
    const file = path.join(folder, 'Given again.xlsx');
    await saveFile(bench, file);
    const { '!cols': columns, '!rows': rows } = read(file, { type: 'file', cellStyles: true }).Sheets.Given!;
    expect([columns?.[1]?.hidden, rows?.[2]?.hidden]).toEqual([true, true]);
    expect([columns?.[0]?.hidden ?? false, rows?.[0]?.hidden ?? false]).toEqual([false, false]);
  });

  it('does not offer protection, which the file could not keep', async () => {
    await bench.page.locator('#grid').getByText('Given', { exact: true }).click({ button: 'right' });
    await bench.page.getByText('Rename').waitFor();
    expect(await bench.page.getByText('Protect').count()).toBe(0);
    await bench.page.keyboard.press('Escape');
  });

  it('does not show a cell of a hidden sheet, and says why', async () => {
    await bench.page.getByRole('tab', { name: 'Cells' }).click();
    await button(bench, 'Back!A1').click();
    await bench.page.getByText('Back!A1 could not be selected: The sheet "Back" is hidden: unhide it first').waitFor();
  });

  it('updates the tabs of the pane to its own formulas', async () => {
    await bench.page.getByText('1 cell, 0 with an error').waitFor();
    await bench.choose('Reset model');
    await bench.page.getByText('4 cells, 1 with an error').waitFor();
  });
});

describe('a download while values are still to come', () => {
  const waiting = () => bench.page.getByRole('dialog', { name: 'The download begins when everything is calculated' });
  const written = (file: string): unknown => readBook(file).Sheets.Sheet1?.B1?.t;

  // Each time another one, and none of the sample: what was answered before is kept for a moment.
  const symbols = ['AUDCAD', 'NZDJPY', 'CHFJPY', 'CADCHF'];

  beforeEach(async () => {
    await bench.openNew();
    bench.server.setFaults([{ kind: 'latency', ms: 6_000 }]);
    await bench.enter('B1', `=MD.QUOTE("${symbols.pop()!}")*2`);
  });
  afterEach(() => bench.server.setFaults([]));
  afterAll(() => saveFile(bench, path.join(folder, 'Last.xlsx')));

  test('waits for them', async () => {
    const file = path.join(folder, 'Waited.xlsx');
    await Promise.all([saveFile(bench, file), waiting().waitFor({ timeout: 20_000 })]);
    expect(await waiting().count()).toBe(0);
    expect(written(file)).toBe('n');
  });

  test('waits for a formula that was entered just before', async () => {
    const file = path.join(folder, 'Entered.xlsx');
    await saveFile(bench, file, () =>
      bench.page.evaluate(() => {
        window.workbench!.setFormula('B1', '=MD.QUOTE("NZDCAD")*2');
        document.getElementById('download')!.click();
      }),
    );
    expect(written(file)).toBe('n');
  });

  test('may be had at once, and says that values are missing', async () => {
    const file = path.join(folder, 'Hurried.xlsx');
    await saveFile(bench, file, async () => {
      await bench.choose('Download');
      await waiting().getByRole('button', { name: 'Download now' }).click({ timeout: 20_000 });
    });
    expect(written(file)).toBe('e');
    expect(await bench.page.locator('#status').textContent()).toContain('values are missing');
  });

  test('may be cancelled', async () => {
    await bench.choose('Download');
    await waiting().getByRole('button', { name: 'Cancel' }).click({ timeout: 20_000 });
    await bench.shows('B1', (value) => typeof value === 'number');
    expect(await bench.page.title()).toContain('• ');
  });
});

describe('a later visit to the workbench', () => {
  it('finds the workbook unchanged, with everything that belongs to it', async () => {
    await openFile(bench, saved);
    await bench.shows('Model!N12', (value) => typeof value === 'number');
    await bench.openScratch();
    await bench.enter('A1', '=MD.QUOTE("EURUSD","symbol")');
    await bench.remembered();
    await bench.page.reload();
    expect((await bench.shows('Scratch!A1')).value).toBe('EURUSD');
    expect(await kept()).toEqual(EVERYTHING);
    expect(await title()).toBe('• Sample model – MD workbench');
  });

  it('finds even the last typed text', async () => {
    for (const text of process.env.MD_TESTS === 'night' ? ['first', 'second', 'third'] : ['first']) {
      await bench.openScratch();
      await bench.type('B9', text);
      await bench.page.reload();
      expect((await bench.shows('Scratch!B9')).value).toBe(text);
    }
  });

  it('finds a text that the database did not take before the page ended', async () => {
    await bench.openScratch();
    await bench.page.evaluate(() => {
      IDBObjectStore.prototype.put = () => ({}) as IDBRequest<IDBValidKey>;
    });
    await bench.type('B9', 'left');
    await bench.page.reload();
    expect((await bench.shows('Scratch!B9')).value).toBe('left');
    await bench.remembered();
    expect(await bench.page.evaluate(() => localStorage.getItem('md-workbench:copy'))).toBeNull();
  });

  it('finds the sample again after a reset', async () => {
    await bench.choose('Reset model');
    await bench.page.getByRole('button', { name: 'Discard changes' }).click();
    await bench.page.waitForFunction(() => document.title === 'Sample model – MD workbench');
    await bench.shows('Model!N12', (value) => typeof value === 'number');
    expect(await kept()).toEqual([undefined, [], ['Model', 'Scratch']]);
    await bench.remembered();
    await bench.page.reload();
    await bench.shows('Model!N12', (value) => typeof value === 'number');
    expect((await bench.cell('Scratch!A1')).value).toBeNull();
  });

  it('loses the workbook if the disk is full, which is reported once, until there is room again', async () => {
    await bench.remembered();
    await bench.page.evaluate(() => {
      const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put')!;
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The disk is full', 'QuotaExceededError');
      };
      Object.assign(window, { makeRoom: () => Object.defineProperty(IDBObjectStore.prototype, 'put', put) });
    });
    await bench.openScratch();
    await bench.type('B9', 'large');
    const dialog = bench.page.getByRole('dialog', { name: 'Your workbook' });
    await dialog.getByText('This browser cannot keep the workbook: download it.').waitFor();
    await bench.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await bench.page.evaluate('makeRoom(), undefined');
    await bench.type('B9', 'small');
    await bench.remembered();
    expect(await dialog.count()).toBe(0);
  });

  it('finds the sample and a message if the stored workbook is of another version, which stays stored', async () => {
    await bench.remembered();
    await bench.page.evaluate(
      () =>
        new Promise((resolve) => {
          const request = indexedDB.open('md-workbench');
          request.onsuccess = () => {
            const transaction = request.result.transaction('workbook', 'readwrite');
            transaction
              .objectStore('workbook')
              .put({ version: 0, data: {} }, sessionStorage.getItem('md-workbench:place')!);
            transaction.oncomplete = resolve;
          };
        }),
    );
    for (let visit = 0; visit < 2; visit++) {
      await bench.page.reload();
      await bench.shows('Model!N12', (value) => typeof value === 'number');
      await bench.page
        .getByRole('dialog', { name: 'Your last workbook' })
        .getByText('The sample model is open instead.')
        .waitFor();
      await bench.remembered();
    }
  });
});

import { readBlock } from '../../src/app/workbook/block-contents';
import { at } from './addresses';
import { type OpenOptions, useOffice } from './opened';
import { RemoteWorkbook, loadCode, openWorkbook } from './workbook-code';
import { a1WithSheet } from '../../src/core/sheet';
import { describeWorkbook } from '../support/workbook-contract';
import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import type { EmulatedExcel } from './emulator/emulated-excel';

const office = useOffice();

describeWorkbook(
  'Excel',
  async () => {
    const { excel, book, workbook } = await openWorkbook(office);
    const evaluate = book.evaluate!;
    let evaluations = 0;
    book.evaluate = (...call) => {
      evaluations++;
      return evaluate(...call);
    };
    return {
      workbook,
      sheets: ['Model', 'My data'],
      settled: () => book.settled(),
      userSelects: (block) => excel.select(a1WithSheet(block)),
      watchSelection: () => workbook.watchSelection(),
      insertRow: (row) => book.moveRows('Model', row, 1),
      deleteRow: (row) => book.moveRows('Model', row, -1),
      evaluations: () => evaluations,
      protect: (sheet) => (book.sheet(sheet).isProtected = true),
      addTable: (block) => book.tables.push({ name: 'Table', block }),
    };
  },
  { hasTables: true, protectsSheets: true },
);

describe('the workbook, through the Excel JavaScript API', () => {
  const open = (options?: OpenOptions) => openWorkbook(office, options);

  describe('the selection', () => {
    test('consists of the selected cells: the first area of several, and the others', async () => {
      const { excel, workbook } = await open();
      await excel.select("'My data'!B2:C5", "'My data'!E1");
      expect(await workbook.selection()).toEqual({ ...at("'My data'!B2:C5"), others: [at("'My data'!E1")] });
    });

    test('gives an error that says what to do if no cells are selected', async () => {
      const { excel, workbook } = await open();
      await excel.select();
      await expect(workbook.selection()).rejects.toThrow('Select one or more cells, then try again');
    });

    test.each(['Hidden', 'VeryHidden'] as const)(
      'cannot be set on a sheet that is %s, and the error says why',
      async (visibility) => {
        const { book, workbook } = await open();
        book.sheet('My data').visibility = visibility;
        await expect(workbook.select(at("'My data'!D4"))).rejects.toThrow(
          'The sheet "My data" is hidden: unhide it first',
        );
      },
    );
  });

  describe('cells', () => {
    test('are asked for the formula that fills them only if they are not blank', async () => {
      const { book, excel, workbook } = await open();
      await excel.type('C5000', '=MD.QUOTE({"EURUSD";"GBPUSD"},"all")');
      expect(await workbook.spillsInto(at('H4000:J9000'))).toEqual([]);
      expect(book.askedForSpill).toEqual([]);
      expect(await workbook.spillsInto(at('D2:F9000'))).toEqual([
        { cell: at('C5000'), formula: '=MD.QUOTE({"EURUSD";"GBPUSD"},"all")' },
      ]);
      expect(book.askedForSpill).toHaveLength(3_000);
    });

    test('of text format take formulas and numbers as such, and texts as before', async () => {
      const { book, workbook } = await open();
      for (const row of [0, 1, 2]) book.sheet('Model').setFormat(row, 0, '@');
      await workbook.write([
        { block: at('A1'), cells: [[{ formula: '=MD.CONVERT(0,"EUR","USD")' }], [{ value: 1.5 }], [{ value: '007' }]] },
      ]);
      await workbook.write([{ block: at('B1'), cells: [[{ value: true, format: '@' }]] }]);
      await book.settled();
      expect(['A1', 'A2', 'A3', 'B1'].map((address) => book.cell(address))).toEqual([
        { value: 0, isError: false, formula: '=MD.CONVERT(0,"EUR","USD")' },
        { value: 1.5, isError: false },
        { value: '007', isError: false },
        { value: true, isError: false },
      ]);
      expect([0, 1, 2].map((row) => book.sheet('Model').format(row, 0))).toEqual(['General', 'General', '@']);
    });

    test('keep their own rows while a filter hides some: each gets its own content, or is cleared', async () => {
      const { book, workbook } = await open();
      book.foldRows('Model', 1, 2, true);
      const rows = Array.from({ length: 5 }, (_, row) => [{ value: row + 1, format: `0.${'0'.repeat(row)}` }]);
      const seen = (): unknown[] => book.valuesOf('A1:B5', 'Model').map((row) => row.join());
      await workbook.write([{ block: at('A1'), cells: rows }]);
      await workbook.write([
        { block: at('B1:B3'), cells: [[{ value: 'a' }], [{ value: 'b' }], [{ value: 'c' }]] },
        { block: at('B4:B5'), cells: [[{ value: 'd' }], [{ value: 'e' }]] },
      ]);
      expect(seen()).toEqual(['1,a', '2,b', '3,c', '4,d', '5,e']);
      expect(rows.map((_, row) => book.sheet('Model').format(row, 0))).toEqual(rows.map(([cell]) => cell!.format));
      await workbook.write([{ block: at('A1:A5') }]);
      expect(seen()).toEqual([',a', ',b', ',c', ',d', ',e']);
    });

    test('take a formula in the place of another and of constants below, which are cleared with it', async () => {
      const { book, excel, workbook } = await open();
      await excel.type('A1', '=MD.QUOTE({"EURUSD";"GBPUSD"})');
      book.type('A3', 'old');
      await workbook.write([
        { block: at('A1'), cells: [[{ formula: '=MD.QUOTE({"USDJPY";"USDCHF";"USDCAD"})' }]] },
        { block: at('A2:A3'), cells: [[{ value: '' }], [{ value: '' }]] },
      ]);
      await book.settled();
      expect(['A1', 'A2', 'A3'].map((address) => book.shown(address))).toEqual(Array(3).fill(expect.any(Number)));
    });

    test('are recalculated on request, neighbours together, and no others', async () => {
      const { excel, book, workbook } = await open();
      for (const address of ['A1', 'A2', 'B1', 'B2', 'D9']) await excel.type(address, '=MD.QUOTE("EURUSD")');
      await workbook.calculate(['A1', 'A2', 'B1', 'B2'].map(at));
      expect(book.calculated.map(a1WithSheet)).toEqual(['Model!A1:B2']);
    });
  });

  describe('custom parts', () => {
    const NAMESPACE = 'urn:md:test';
    const xml = (text: string): string => `<state xmlns="${NAMESPACE}">${text}</state>`;

    test('of other add-ins are left alone', async () => {
      const { book, workbook } = await open();
      book.parts.set('{part-9}', '<theirs xmlns="urn:other"/>');
      await workbook.writePart(NAMESPACE, xml('one'));
      await workbook.writePart(NAMESPACE, undefined);
      expect([...book.parts.values()]).toEqual(['<theirs xmlns="urn:other"/>']);
    });
  });

  test.each([
    ['.', ','],
    [',', ';'],
  ] as const)('the list separator with the decimal separator %j is %j', async (decimalSeparator, expected) => {
    const { workbook } = await open({ decimalSeparator });
    expect(await workbook.listSeparator()).toBe(expected);
    const thousands = decimalSeparator === ',' ? '.' : ',';
    expect(await workbook.numberMarks()).toEqual({ decimal: decimalSeparator, thousands });
  });
});

describe('the sheets of the workbook', () => {
  const open = (options?: OpenOptions) => openWorkbook(office, options);

  test('are not added where the structure of the workbook is protected, and the error says so', async () => {
    const { book, workbook } = await openWorkbook(office);
    book.isStructureProtected = true;
    await expect(workbook.addSheet({ name: 'New', rows: [[{ value: 1 }]], columnWidths: [] })).rejects.toThrow(
      'The structure of the workbook is protected: unprotect it under Review, then try again',
    );
  });

  test('can be added with content, formats, widths and simple styles', async () => {
    const { book, workbook } = await open();
    expect(
      await workbook.addSheet({
        name: 'Quotes',
        columnWidths: [20, 10],
        rows: [
          [{ value: 'Quotes of the day', style: 'title' }],
          [],
          [
            { value: 'EURUSD', style: 'input' },
            { formula: '=MD.QUOTE(A3)', format: '0.0000' },
            undefined,
            { value: 4 },
          ],
        ],
      }),
    ).toBe('Quotes');
    await book.settled();
    expect([
      book.shown('Quotes!A1'),
      book.shown('Quotes!B3'),
      book.shown('Quotes!C3'),
      book.shown('Quotes!D3'),
    ]).toEqual(['Quotes of the day', expect.any(Number), '', 4]);
    expect(book.sheet('Quotes').format(2, 1)).toBe('0.0000');
    expect(book.sheet('Quotes').drawn).toEqual([
      'A1 Font.Bold true',
      'A1 Font.Size 14',
      'A3 Font.Color #0b45c4',
      'A1 ColumnWidth 108.75',
      'B1 ColumnWidth 56.25',
    ]);
  });

  const MODEL = {
    name: 'Screen',
    columnWidths: [],
    rows: [
      [{ value: 'Company' }, { value: 'Score', align: 'right' }],
      [{ value: 'AAPL' }, { value: 5 }],
    ],
    frozenRows: 1,
    highlights: [
      { block: 'B2:B9', when: 'equal', value: 'no "data"', tone: 'missing' },
      { block: 'B2:B9', when: 'greater', value: 4, tone: 'good' },
    ],
    chart: {
      title: 'Scores',
      over: 'D1:H9',
      categories: 'A2:A9',
      series: [
        { name: 'Score', values: 'B2:B9' },
        { name: 'Before', values: 'C2:C9' },
      ],
      format: '0.0',
    },
    print: { area: 'A1:H9', orientation: 'landscape', titleRows: '1:1' },
  } as const;

  test('can have a chart of bars or closes beside their cells, which takes other cells when it is drawn again, and is not drawn again once it is deleted', async () => {
    const { book, workbook } = await open();
    await workbook.addSheet({ name: 'Bars', columnWidths: [], rows: [[]] });
    const column = (index: number, rows: number) => ({ sheet: 'Bars', row: 1, column: index, rows, columns: 1 });
    const draw = (names: readonly string[], rows: number) =>
      workbook.write([
        {
          block: { sheet: 'Bars', row: 0, column: 0, rows: rows + 1, columns: 6 },
          chart: {
            name: 'MD_chart_1',
            title: 'DAX',
            kind: names.length === 4 ? 'bars' : 'line',
            categories: column(0, rows),
            series: names.map((name, index) => ({ name, values: column(index + 1, rows) })),
          },
        },
      ]);
    const { drawn } = book.sheet('Bars');
    await draw(['open', 'high', 'low', 'close'], 9);
    expect(drawn.splice(0)).toEqual([
      ...['Chart StockOHLC B2:E10', 'Chart.SetPosition H1 P19', 'Chart.Title.Text DAX', 'Chart.Legend.Visible false'],
      'Chart.DisplayBlanksAs NotPlotted',
      ...['Series0.Name open', 'Series0.SetValues B2:B10', 'Series0.SetXAxisValues A2:A10'],
      ...['Series1.Name high', 'Series1.SetValues C2:C10', 'Series1.SetXAxisValues A2:A10'],
      ...['Series2.Name low', 'Series2.SetValues D2:D10', 'Series2.SetXAxisValues A2:A10'],
      ...['Series3.Name close', 'Series3.SetValues E2:E10', 'Series3.SetXAxisValues A2:A10'],
    ]);
    await draw(['close'], 12);
    expect(drawn.splice(0)).toEqual([
      ...['Series0.Name close', 'Series0.SetValues B2:B13', 'Series0.SetXAxisValues A2:A13'],
      ...['Series3.Delete', 'Series2.Delete', 'Series1.Delete'],
    ]);
    await draw(['SPX', 'DAX'], 3);
    expect(drawn.splice(0).filter((what) => /Chart |Name/.test(what))).toEqual([
      'Series0.Name SPX',
      'Series1.Name DAX',
    ]);
    await workbook.track([{ name: 'MD_chart_2', blocks: [column(0, 1)] }]);
    await workbook.write([
      {
        block: column(0, 1),
        chart: { name: 'MD_chart_2', title: undefined, kind: 'line', categories: undefined, series: [] },
      },
    ]);
    expect([drawn, (await workbook.tracked('MD_chart_')).size]).toEqual([[], 0]);
  });

  test('can be added with conditional formats, a chart that follows the cells, and a page layout', async () => {
    const { book, workbook } = await open();
    await workbook.addSheet(MODEL);
    expect(book.sheet('Screen').drawn).toEqual([
      'B1 HorizontalAlignment Right',
      'Freeze.FreezeRows 1',
      'B2:B9 If.Rule {"formula1":"=\\"no \\"\\"data\\"\\"\\"","operator":"EqualTo"}',
      'B2:B9 If.Font.Color #4a5562',
      'B2:B9 If.Fill.Color #e4e8ec',
      'B2:B9 If.Rule {"formula1":"4","operator":"GreaterThan"}',
      'B2:B9 If.Font.Color #14532d',
      'B2:B9 If.Fill.Color #e3f1e5',
      'Chart ColumnClustered B2:B9',
      'Chart.SetPosition D1 H9',
      'Chart.Title.Text Scores',
      'Chart.Legend.Visible true',
      'Chart.ValueAxis.NumberFormat 0.0',
      'Series0.Name Score',
      'Series0.SetXAxisValues A2:A9',
      'Series1.Name Before',
      'Series1.SetValues C2:C9',
      'Series1.SetXAxisValues A2:A9',
      'Page.SetPrintArea A1:H9',
      'Page.Orientation Landscape',
      'Page.Zoom {"horizontalFitToPages":1}',
      'Page.SetPrintTitleRows $1:$1',
      'Page.LeftFooter &A',
      'Page.RightFooter &P / &N',
    ]);
  });
});

/** Where a message may be smaller, smaller texts are too many for it; Excel's own limit is tried at night. */
const MAX_MESSAGE = process.env.MD_TESTS === 'night' ? 5_000_000 : 200_000;
const TEXTS_PER_MESSAGE = 160;

describe('the formulas of a workbook', () => {
  async function open(options?: OpenOptions) {
    const book = new EmulatedWorkbook('Model', 'Data');
    const excel = await (options ? office.open({ workbook: book, ...options }) : office.share(book));
    return { excel, book, workbook: await RemoteWorkbook.in(excel) };
  }

  test('include those whose functions are in a name, or are passed to another function', async () => {
    const { book, workbook } = await openWorkbook(office);
    book.defineName('Rate', '=MD.QUOTE("EURUSD")');
    book.defineName('MyScore', '=LAMBDA(s,MD.SCORE(s,"altman-z"))');
    book.defineName('Tax', '=ROUND(0.19,2)');
    const formulas = [
      '=Rate*2',
      '=MAP(D1:D2,MyScore)',
      '=MAP(D1:D2,MD.QUOTE)',
      '=Tax*2',
      '=[2]!_xldudf_MD_QUOTE("EURUSD")',
    ];
    for (const [row, formula] of formulas.entries()) book.loadSaved(`Model!A${row + 1}`, formula, 1);
    expect(
      (await workbook.formulas()).map(({ formula, names = [] }) => [formula, ...names.map(({ name }) => name)]),
    ).toEqual([
      ['=Rate*2', 'Rate'],
      ['=MAP(D1:D2,MyScore)', 'MyScore'],
      ['=MAP(D1:D2,MD.QUOTE)'],
      ['=MD.QUOTE("EURUSD")'],
    ]);
  });

  test('are found while another workbook is in front, when Excel refuses the names of single sheets', async () => {
    const { book, workbook } = await openWorkbook(office);
    // As on a German desktop.
    book.defineName('Rate', '=MD.QUOTE("EUR;USD";"bid")*1,5');
    book.loadSaved('Model!A1', '=Rate*2', 1);
    book.isInBack = true;
    expect((await workbook.formulas()).map(({ formula }) => formula)).toEqual(['=Rate*2']);
    expect(await workbook.outline()).toMatchObject({
      sheets: ['Model', 'My data'],
      names: [{ name: 'Rate', formula: '=MD.QUOTE("EUR;USD","bid")*1.5' }],
    });
  });

  test('are marked as locked on a protected sheet, cell by cell', async () => {
    const { excel, book, workbook } = await open();
    for (const address of ['Model!A1', 'Model!A2', 'Data!A1']) await excel.type(address, '=MD.CONVERT(0,"EUR","USD")');
    const sheet = book.sheet('Model');
    sheet.isProtected = true;
    sheet.unlocked.push(at('A2'));
    expect((await workbook.formulas()).map(({ isLocked }) => isLocked)).toEqual([true, false, false]);
  });

  test('are found in a workbook with more cells than a message can hold', async () => {
    const { excel, book, workbook } = await open({ maxMessage: MAX_MESSAGE });
    await excel.type('B1', '=MD.CONVERT(0,"EUR","USD")');
    const text = `'${'x'.repeat(MAX_MESSAGE / TEXTS_PER_MESSAGE)}`;
    for (let row = 2; row <= 400; row += 1) book.type(`A${row}`, text);
    await excel.type('B400', '=MD.CONVERT(0,"EUR","GBP")');
    expect((await workbook.formulas()).map(({ cell }) => cell)).toEqual([at('B1'), at('B400')]);
    expect((await readBlock(workbook, at('A2:A400'))).every(([cell]) => cell!.value === text.slice(1))).toBe(true);
  });

  test('are written in order, in pieces that fit a message', async () => {
    const { book, workbook } = await open();
    const rows = Array.from({ length: 300 }, (_, row) => [{ value: `${row} ${'y'.repeat(20_000)}` }, { value: row }]);
    await workbook.write([{ block: at('A1'), cells: rows }]);
    expect(book.valuesOf('B1:B300', 'Model')).toEqual(rows.map((_, row) => [row]));
    expect(book.shown('A300')).toBe(rows[299]![0]!.value);
  });
});

declare const window: Window & { mdInFrame: typeof import('./in-frame') };

const DATABASE = 'md-archive';

describe('history on this computer, in the database of a browser', () => {
  async function open(): Promise<EmulatedExcel> {
    const excel = await office.open();
    await loadCode(excel);
    return excel;
  }

  test('is read back unchanged, even by the next session', async () => {
    const excel = await open();
    const found = await excel.pane.evaluate(async () => {
      const { DiskArchive } = window.mdInFrame;
      const first = await DiskArchive.openArchive();
      await first.writeRecord('SPX 2026-11-20', { numbers: Float64Array.of(1, 2, 3) });
      const next = await DiskArchive.openArchive();
      const record = (await next.readRecord('SPX 2026-11-20')) as { numbers: Float64Array };
      return {
        names: await next.recordNames('SPX', 'SPY'),
        numbers: [...record.numbers],
        size: await next.sizeInBytes(),
      };
    });
    expect(found).toEqual({ names: ['SPX 2026-11-20'], numbers: [1, 2, 3], size: 224 });
  });

  test('stays below its size limit: the history that was unused for the longest time is removed first', async () => {
    const excel = await open();
    const left = await excel.pane.evaluate(async () => {
      const HOUR = 3_600_000;
      let now = 0;
      const archive = await window.mdInFrame.DiskArchive.openArchive('history', () => now, 5_000);
      const day = { numbers: new Float64Array(100) };
      for (const name of ['a', 'b', 'c', 'd']) {
        now += HOUR;
        await archive.writeRecord(name, day);
      }
      now += 2 * HOUR;
      await archive.readRecord('a');
      await archive.writeRecord('e', day);
      await archive.writeRecord('f', day);
      return { names: await archive.recordNames('', '~'), size: await archive.sizeInBytes() };
    });
    expect(left).toEqual({ names: ['a', 'd', 'e', 'f'], size: 4_000 });
  });

  test('takes at most 200 MB', async () => {
    const excel = await open();
    const sizes = await excel.pane.evaluate(async () => {
      const { DiskArchive } = window.mdInFrame;
      await DiskArchive.openArchive();
      // As if there were so much: the entries say what each record weighs.
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('md-archive');
        opening.onerror = () => reject(new Error('The database did not open'));
        opening.onsuccess = () => {
          const change = opening.result.transaction(['records', 'entries'], 'readwrite');
          for (let index = 0; index < 20; index++) {
            const name = `day ${String(index).padStart(2, '0')}`;
            change.objectStore('records').put({ index }, name);
            change.objectStore('entries').put({ name, bytes: 9_999_000, usedAt: index });
          }
          change.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      });
      const archive = await DiskArchive.openArchive();
      const full = await archive.sizeInBytes();
      await archive.writeRecord('day 20', { numbers: new Float64Array(10_000) });
      return { full, after: await archive.sizeInBytes(), names: await archive.recordNames('', '~') };
    });
    expect(sizes.full).toBe(199_980_000);
    expect(sizes.after).toBeLessThanOrEqual(180_000_000);
    expect(sizes.names).toEqual(Array.from({ length: 18 }, (_, index) => `day ${String(index + 3).padStart(2, '0')}`));
  });

  test.each([
    ['of another program', { version: 1, stores: ['photos'], entry: undefined }],
    ['of a later version', { version: 9, stores: ['records', 'entries'], entry: undefined }],
    [
      'whose entries cannot be read',
      { version: 1, stores: ['records', 'entries'], entry: { name: 'a', bytes: 'many' } },
    ],
  ])('starts with a new database if there is one %s', async (_, foreign) => {
    const excel = await open();
    const found = await excel.pane.evaluate(
      async ([database, { version, stores, entry }]) => {
        await new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open(database, version);
          opening.onupgradeneeded = () => {
            for (const name of stores)
              opening.result.createObjectStore(name, name === 'entries' ? { keyPath: 'name' } : {});
          };
          opening.onerror = () => reject(new Error('The database did not open'));
          opening.onsuccess = () => {
            const change = opening.result.transaction(stores, 'readwrite');
            if (stores.includes('records')) change.objectStore('records').put('not ours', 'a');
            if (entry) change.objectStore('entries').put(entry);
            change.oncomplete = () => {
              opening.result.close();
              resolve();
            };
          };
        });
        const archive = await window.mdInFrame.DiskArchive.openArchive();
        await archive.writeRecord('b', { numbers: Float64Array.of(1) });
        return { names: await archive.recordNames('', '~'), size: await archive.sizeInBytes() };
      },
      [DATABASE, foreign] as const,
    );
    expect(found).toEqual({ names: ['b'], size: 208 });
  });
});

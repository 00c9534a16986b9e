import { withExcelApi } from './emulator/app-context';
import { useOffice, type OpenOptions } from './opened';
import { openWorkbook } from './workbook-code';

describe('the sheets of the workbook', () => {
  const office = useOffice();

  const open = (options?: OpenOptions) => openWorkbook(office, options);

  test('are listed in their order', async () => {
    const { workbook } = await open();
    expect(await workbook.sheetNames()).toEqual(['Model', 'My data']);
  });

  test('can be added with content, formats, widths and simple styles', async () => {
    const { excel, book, workbook } = await open();
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
    await excel.close();
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

  test('can be added with conditional formats, a chart that follows the cells, and a page layout', async () => {
    const { excel, book, workbook } = await open();
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
    await excel.close();
  });

  test.each([
    [1.5, ['B1 HorizontalAlignment Right']],
    [1.6, ['B1 HorizontalAlignment Right', expect.stringMatching(/^B2:B9 If/)]],
  ])('omit features that an Excel with ExcelApi %d does not know', async (version, drawn) => {
    const { book, workbook } = await open(withExcelApi(version));
    await workbook.addSheet(MODEL);
    expect(book.sheet('Screen').drawn.slice(0, drawn.length)).toEqual(drawn);
    expect(book.sheet('Screen').drawn.filter((what) => /^(?:Chart|Page|Freeze)/.test(what))).toEqual([]);
    expect(book.shown('Screen!B2')).toBe(5);
  });

  test('get an unused and valid name', async () => {
    const { workbook } = await open();
    const name = (wanted: string): Promise<string> => workbook.addSheet({ name: wanted, columnWidths: [], rows: [] });
    expect(await name('model')).toBe('model (2)');
    expect(await name('model')).toBe('model (3)');
    expect(await name("'A/B: [x]?'")).toBe('A B   x');
    expect(await name('x'.repeat(40))).toBe('x'.repeat(31));
    expect(await name('x'.repeat(40))).toBe(`${'x'.repeat(27)} (2)`);
  });
});

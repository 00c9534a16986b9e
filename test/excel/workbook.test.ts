import { at } from './addresses';
import { useOffice, type OpenOptions } from './opened';
import { openWorkbook } from './workbook-code';
import { a1WithSheet } from '../../src/core/sheet';

const SELECTION = 'documentSelectionChanged';

describe('the workbook, through the Excel JavaScript API', () => {
  const office = useOffice();

  const open = (options?: OpenOptions) => openWorkbook(office, options);

  describe('the selection', () => {
    test('consists of the selected cells, or the first area of several', async () => {
      const { excel, workbook } = await open();
      await excel.select("'My data'!B2:C5", 'Model!A1');
      expect(await workbook.selection()).toEqual(at("'My data'!B2:C5"));
    });

    test('gives an error that says what to do if no cells are selected', async () => {
      const { excel, workbook } = await open();
      await excel.select();
      await expect(workbook.selection()).rejects.toThrow('Select one or more cells, then try again');
    });

    test('can be set to given cells', async () => {
      const { book, workbook } = await open();
      await workbook.select(at("'My data'!D4"));
      expect(book.selected).toEqual([at("'My data'!D4")]);
    });

    test('cannot be set on a deleted sheet', async () => {
      const { workbook } = await open();
      await expect(workbook.select(at('Gone!A1'))).rejects.toThrow('their sheet may have been deleted or renamed');
    });

    test('notifies a listener of other cells until it unsubscribes', async () => {
      const { excel, workbook } = await open();
      const watch = await workbook.watchSelection();
      expect(excel.listened).toContain(SELECTION);
      await excel.select('B2');
      await watch.called();
      await watch.stop();
      expect(excel.listened).not.toContain(SELECTION);
    });
  });

  describe('cells', () => {
    test('are read with formula, value and format', async () => {
      const { excel, book, workbook } = await open();
      await excel.type('A1', 'EURUSD');
      await excel.type('B1', '=MD.QUOTE(A1)');
      book.type('A2', "'=no formula");
      book.type('B2', true);
      book.sheet('Model').setFormat(1, 1, '@');
      expect(await workbook.read(at('A1:C2'))).toEqual([
        [
          { formula: '', value: 'EURUSD', format: 'General' },
          { formula: '=MD.QUOTE(A1)', value: expect.any(Number), format: expect.any(String) },
          { formula: '', value: '', format: 'General' },
        ],
        [
          { formula: '', value: '=no formula', format: 'General' },
          { formula: '', value: true, format: '@' },
          { formula: '', value: '', format: 'General' },
        ],
      ]);
    });

    test('are read as values without a formula within a spill', async () => {
      const { excel, workbook } = await open();
      await excel.type('A1', '=MD.QUOTE({"EURUSD";"GBPUSD"})');
      expect(await workbook.read(at('A1:A2'))).toMatchObject([
        [{ formula: '=MD.QUOTE({"EURUSD";"GBPUSD"})' }],
        [{ formula: '', value: expect.any(Number) }],
      ]);
    });

    test('are searched for formulas elsewhere that spill into them', async () => {
      const { excel, workbook } = await open();
      await excel.type('A1', '=MD.QUOTE({"EURUSD";"GBPUSD"},"all")');
      const anchor = { cell: at('A1'), formula: '=MD.QUOTE({"EURUSD";"GBPUSD"},"all")' };
      expect(await workbook.spillsInto(at('B2:C9'))).toEqual([anchor]);
      expect(await workbook.spillsInto(at('A1:E2'))).toEqual([]);
      expect(await workbook.spillsInto(at('A3:F9'))).toEqual([]);
    });

    test('are only checked for such formulas if they show a result', async () => {
      const { book, excel, workbook } = await open();
      await excel.type('C5000', '=MD.QUOTE({"EURUSD";"GBPUSD"},"all")');
      expect(await workbook.spillsInto(at('H4000:J9000'))).toEqual([]);
      expect(book.askedForSpill).toEqual([]);
      expect(await workbook.spillsInto(at('D2:F9000'))).toEqual([
        { cell: at('C5000'), formula: '=MD.QUOTE({"EURUSD";"GBPUSD"},"all")' },
      ]);
      expect(book.askedForSpill).toHaveLength(3_000);
    });

    test('in several blocks are written in one go', async () => {
      const { book, workbook } = await open();
      await workbook.writeAll([
        { block: at('A1:A2'), cells: [[{ value: '10-K' }], [{ formula: '=MD.QUOTE("EURUSD")' }]] },
        { block: at("'My data'!C3"), cells: [[{ formula: '=MD.QUOTE("GBPUSD")' }]] },
      ]);
      await book.settled();
      expect((await workbook.read(at('A1:A2'))).map(([cell]) => [cell!.formula, cell!.value])).toEqual([
        ['', '10-K'],
        ['=MD.QUOTE("EURUSD")', expect.any(Number)],
      ]);
      expect(await workbook.read(at("'My data'!C3"))).toMatchObject([[{ formula: '=MD.QUOTE("GBPUSD")' }]]);
    });

    test('accept constants, formulas and formats, and omitted cells stay unchanged', async () => {
      const { book, workbook } = await open();
      book.type('B1', 'kept');
      await workbook.write(at('A1'), [
        [{ value: 1.5, format: '0.00' }, undefined, { formula: '=MD.CONVERT(0,"EUR","USD")' }],
        [{ format: '0%' }],
        [{ value: false }, { value: '' }],
      ]);
      await book.settled();
      expect(['A1', 'B1', 'C1', 'A2', 'A3', 'B3'].map((address) => book.shown(address))).toEqual([
        1.5,
        'kept',
        0,
        '',
        false,
        '',
      ]);
      expect([
        book.sheet('Model').format(0, 0),
        book.sheet('Model').format(1, 0),
        book.sheet('Model').format(0, 1),
      ]).toEqual(['0.00', '0%', 'General']);
    });

    test('keep a text as it is, however Excel might interpret it', async () => {
      const texts = [
        '=1+1',
        '+1',
        '-x',
        '@me',
        "'quoted",
        '007',
        '1/2',
        '3 May',
        'TRUE',
        'wahr',
        ' 5',
        'plain words',
        'EURUSD',
        'Ω',
      ];
      const { book, workbook } = await open();
      await workbook.write(at('A1'), [texts.map((value) => ({ value }))]);
      expect(book.valuesOf('A1:N1', 'Model')).toEqual([texts]);
    });

    test('keep an error as an error', async () => {
      const { book, workbook } = await open();
      await workbook.write(at('A1'), [[{ value: '#N/A' }]]);
      expect(book.cell('A1')).toEqual({ value: '#N/A', isError: true });
    });

    test('can be cleared and keep their formats', async () => {
      const { excel, book, workbook } = await open();
      await excel.type('A1', '=MD.QUOTE({"EURUSD";"GBPUSD"})');
      book.sheet('Model').setFormat(0, 0, '0.00');
      await workbook.clear(at('A1'));
      expect([book.shown('A1'), book.shown('A2'), book.sheet('Model').format(0, 0)]).toEqual(['', '', '0.00']);
    });

    test('of a protected sheet are not written, and the error says why', async () => {
      const { book, workbook } = await open();
      book.sheet('Model').isProtected = true;
      await expect(workbook.write(at('A1'), [[{ value: 1 }]])).rejects.toThrow(
        'The sheet is protected: unprotect it, then try again',
      );
    });

    test('are recalculated on request, neighbours together, and no others', async () => {
      const { excel, book, workbook } = await open();
      for (const address of ['A1', 'A2', 'B1', 'B2', 'D9']) await excel.type(address, '=MD.QUOTE("EURUSD")');
      await workbook.calculate(['A1', 'A2', 'B1', 'B2'].map(at));
      expect(book.calculated.map(a1WithSheet)).toEqual(['Model!A1:B2']);
    });
  });

  describe('tracked names', () => {
    test('follow their cells when rows are inserted, and are hidden from users', async () => {
      const { book, workbook } = await open();
      await workbook.track([
        { name: '_md.one', blocks: [at("'My data'!B2:C3")] },
        { name: '_md.two', blocks: [at('B9'), at("'My data'!A1"), at('A1:B2')] },
      ]);
      expect([...book.names.values()].map(({ isVisible }) => isVisible)).toEqual([false, false]);
      book.moveRows('My data', 0, 5);
      expect(await workbook.tracked('_md.')).toEqual(
        new Map([
          ['_md.one', [at("'My data'!B7:C8")]],
          ['_md.two', [at('B9'), at("'My data'!A6"), at('A1:B2')]],
        ]),
      );
    });

    test('have no cells once those are deleted', async () => {
      const { book, workbook } = await open();
      await workbook.track([{ name: '_md.one', blocks: [at('B2:C3'), at('B9')] }]);
      book.moveRows('Model', 1, -2);
      expect(await workbook.tracked('_md.')).toEqual(new Map([['_md.one', [undefined, at('B7')]]]));
    });

    test('can be replaced, found by their prefix, and removed', async () => {
      const { book, workbook } = await open();
      await workbook.track([{ name: '_md.one', blocks: [at('A1')] }]);
      await workbook.track([
        { name: '_md.one', blocks: [at('A2')] },
        { name: 'other', blocks: [at('A3')] },
      ]);
      expect(await workbook.tracked('_md.')).toEqual(new Map([['_md.one', [at('A2')]]]));
      await workbook.untrack(['_md.one', '_md.never']);
      expect([...book.names.keys()]).toEqual(['other']);
    });
  });

  describe('custom parts', () => {
    const NAMESPACE = 'urn:md:test';
    const xml = (text: string): string => `<state xmlns="${NAMESPACE}">${text}</state>`;

    test('can be written, read, replaced and removed', async () => {
      const { book, workbook } = await open();
      expect(await workbook.readPart(NAMESPACE)).toBeUndefined();
      await workbook.writePart(NAMESPACE, xml('one'));
      await workbook.writePart(NAMESPACE, xml('two'));
      expect([...book.parts.values()]).toEqual([xml('two')]);
      expect(await workbook.readPart(NAMESPACE)).toBe(xml('two'));
      await workbook.writePart(NAMESPACE, undefined);
      expect(await workbook.readPart(NAMESPACE)).toBeUndefined();
    });

    test('of other add-ins are left alone', async () => {
      const { book, workbook } = await open();
      book.parts.set('{part-9}', '<theirs xmlns="urn:other"/>');
      await workbook.writePart(NAMESPACE, xml('one'));
      await workbook.writePart(NAMESPACE, undefined);
      expect([...book.parts.values()]).toEqual(['<theirs xmlns="urn:other"/>']);
    });
  });

  describe('the list separator', () => {
    test.each([
      ['.', ','],
      [',', ';'],
    ] as const)('with the decimal separator %j is %j', async (decimalSeparator, expected) => {
      const { workbook } = await open({ decimalSeparator });
      expect(await workbook.listSeparator()).toBe(expected);
      const thousands = decimalSeparator === ',' ? '.' : ',';
      expect(await workbook.numberMarks()).toEqual({ decimal: decimalSeparator, thousands });
    });
  });

  describe('dependents', () => {
    test('include the cells that depend on a block, also indirectly and on other sheets', async () => {
      const { book, workbook } = await open();
      book.type('Model!A1', 1);
      book.type('Model!B1', '=MD.QUOTE(A1)');
      book.type("'My data'!A1", '=MD.QUOTE(Model!B1:B9)');
      expect((await workbook.dependents([at('Model!A1')])).map(a1WithSheet)).toEqual(['Model!B1', "'My data'!A1"]);
    });

    test('are empty for a cell without any', async () => {
      const { workbook } = await open();
      expect(await workbook.dependents([at('Model!A1')])).toEqual([]);
    });
  });
});

import { readBlock, withoutBlocks } from '../../src/app/workbook/block-contents';
import type { CellContent, CellWriting, Culture, Workbook } from '../../src/app/host';
import { a1WithSheet, type Block, cellOf, parseA1 } from '../../src/core/sheet';

/** But for listeners and steps of work, which tests in a browser cannot hand over. */
type Door = Omit<Workbook, keyof Culture | 'on' | 'asOneStep'>;

/** A workbook whose functions have a service to ask, and what its user does to it. */
export interface OpenedWorkbook {
  readonly workbook: Door;
  /** Two sheets that nobody has used yet, in the order of the workbook: "Model", "My data", or names like these. */
  readonly sheets: readonly [string, string];
  /** Resolves when no formula waits for its value any more. */
  readonly settled: () => Promise<void>;
  readonly userSelects: (block: Block) => Promise<void>;
  readonly watchSelection: () => Promise<SelectionWatch>;
  /** Inserts a row before this one of the first sheet. */
  readonly insertRow: (row: number) => void | Promise<void>;
  readonly deleteRow: (row: number) => void | Promise<void>;
  /** How many results functions have been asked for so far. */
  readonly evaluations: () => number | Promise<number>;
  /** Absent if the host protects no sheets. */
  readonly protect?: (sheet: string) => void;
  /** Absent if the host has no tables. */
  readonly addTable?: (block: Block) => void;
}

export interface SelectionWatch {
  /** Resolves when the listener has been called. */
  readonly called: () => Promise<void>;
  readonly count: () => Promise<number>;
  readonly stop: () => void | Promise<void>;
}

/** What the host has beyond what every host has; what it has not is not tested. */
interface HostTraits {
  /** Whether a value brings its format along; others give the cell one a moment later. */
  readonly formatsValues?: boolean;
  readonly hasTables?: boolean;
  readonly protectsSheets?: boolean;
}

const TWO = '=MD.QUOTE("EURUSD,GBPUSD","symbol,bid")';
/** Three symbols, the fields of which fill one column more. */
const THREE = '=MD.QUOTE("EURUSD,GBPUSD,USDJPY","symbol,bid,ask")';
const PAIR = '=MD.CONVERT(2,"EUR","USD")';

/**
 * The agreement of app/host.ts, for whatever stands behind it. What one host does beyond this is tested beside it.
 *
 * @param open a workbook for each test
 */
export function describeWorkbook(host: string, open: () => Promise<OpenedWorkbook>, traits: HostTraits = {}): void {
  let opened: OpenedWorkbook;
  let workbook: Door;

  beforeEach(async () => {
    opened = await open();
    ({ workbook } = opened);
  });

  /** "B2:C3" on the first sheet, "2!B2:C3" on the second. */
  const at = (address: string): Block =>
    parseA1(address.replace(/^2!/, ''), opened.sheets[address.startsWith('2!') ? 1 : 0])!;

  const write = async (address: string, ...rows: readonly (readonly (CellWriting | undefined)[])[]): Promise<void> => {
    await workbook.write([
      {
        block: { ...at(address), rows: rows.length, columns: Math.max(...rows.map((row) => row.length)) },
        cells: rows,
      },
    ]);
    await opened.settled();
  };
  const enter = (address: string, ...rows: readonly (readonly CellContent['value'][])[]): Promise<void> =>
    write(
      address,
      ...rows.map((row) =>
        row.map((value) => (typeof value === 'string' && value.startsWith('=') ? { formula: value } : { value })),
      ),
    );
  const contents = async <Key extends keyof CellContent>(address: string, key: Key): Promise<CellContent[Key][][]> =>
    (await readBlock(workbook, at(address))).map((row) => row.map((cell) => cell[key]));
  const values = (address: string): Promise<CellContent['value'][][]> => contents(address, 'value');
  const formulas = async () => (await workbook.formulas()).filter(({ cell }) => opened.sheets.includes(cell.sheet));
  const sorted = (blocks: readonly Block[]): string[] => blocks.map(a1WithSheet).sort();

  describe(`the selection in ${host}`, () => {
    test('is what the user selects', async () => {
      await opened.userSelects(at('B2:C5'));
      expect(await workbook.selection()).toEqual(at('B2:C5'));
    });

    test('can be moved, to another sheet too', async () => {
      await workbook.select(at('2!D4'));
      expect(await workbook.selection()).toEqual(at('2!D4'));
    });

    test('is told to a listener until it unsubscribes', async () => {
      await workbook.select(at('A1'));
      const watch = await opened.watchSelection();
      await opened.userSelects(at('B2'));
      await watch.called();
      await watch.stop();
      const count = await watch.count();
      await opened.userSelects(at('C3'));
      expect(await workbook.selection()).toEqual(at('C3'));
      expect(await watch.count()).toBe(count);
    });
  });

  test(`what cells of ${host} contain is told as a selection is, whoever changes it`, async () => {
    const watch = await opened.watchSelection();
    await workbook.write([{ block: at('B2'), cells: [[{ value: 1 }]] }]);
    await watch.called();
    await watch.stop();
  });

  describe(`the sheets of ${host}`, () => {
    test('are listed in their order', async () =>
      expect((await workbook.outline()).sheets.slice(-2)).toEqual(opened.sheets));

    test('that are not there are errors that say so', async () => {
      const nowhere = cellOf('Nowhere', 0, 0);
      for (const attempt of [
        () => workbook.select(nowhere),
        () => readBlock(workbook, nowhere),
        () => workbook.spillsInto(nowhere),
        () => workbook.write([{ block: nowhere, cells: [[{ value: 1 }]] }]),
        () => workbook.write([{ block: nowhere }]),
      ])
        await expect(attempt()).rejects.toThrow(/sheet/);
    });

    test('can be added with formulas, values and formats, after the others', async () => {
      const name = await workbook.addSheet({
        name: 'Watch list',
        columnWidths: [20, 12],
        rows: [
          [{ value: 'pair', style: 'heading' }],
          [],
          [{ value: 'EURUSD', style: 'input' }, undefined, { formula: '=MD.QUOTE(A3)', format: '0.0000' }],
        ],
      });
      await opened.settled();
      expect((await workbook.outline()).sheets.at(-1)).toBe(name);
      expect(await readBlock(workbook, parseA1('A3:C3', name)!)).toEqual([
        [
          { formula: '', value: 'EURUSD', format: 'General' },
          { formula: '', value: '', format: 'General' },
          { formula: '=MD.QUOTE(A3)', value: expect.any(Number), format: '0.0000' },
        ],
      ]);
    });

    test('get names that no other has, in whatever letters', async () => {
      const add = (name: string): Promise<string> => workbook.addSheet({ name, columnWidths: [], rows: [] });
      await add('Quotes');
      await add('quotes');
      await add('QUOTES');
      const names = (await workbook.outline()).sheets.map((name) => name.toLowerCase());
      expect(new Set(names).size).toBe(names.length);
    });
  });

  describe(`cells that are read in ${host}`, () => {
    test('have a formula only where it stands, and the values of its result around it', async () => {
      await enter('A1', [TWO]);
      expect(await contents('A1:B3', 'formula')).toEqual([
        [TWO, ''],
        ['', ''],
        ['', ''],
      ]);
      expect(await values('A1:B3')).toEqual([
        ['EURUSD', expect.any(Number)],
        ['GBPUSD', expect.any(Number)],
        ['', ''],
      ]);
    });

    test('have a format of their own, if they have one', async () => {
      await write('A1', [{ formula: PAIR, format: '0.0' }]);
      expect(await contents('A1:B1', 'format')).toEqual([['0.0', 'General']]);
    });

    if (traits.formatsValues)
      test('have the format of their value without one of their own', async () => {
        await enter('A1', ['=MD.QUOTE("EURUSD","symbol,timestamp")']);
        expect(await contents('A1:B1', 'format')).toEqual([['General', expect.stringMatching(/^yyyy-mm-dd/)]]);
        expect(await contents('A1:B1', 'ownFormat')).toEqual([[undefined, 'General']]);
        await workbook.write([{ block: at('A1:B1') }]);
        expect(await contents('A1:B1', 'format')).toEqual([['General', 'General']]);
      });
  });

  describe(`cells that are written in ${host}`, () => {
    test('keep values as they are, however a user might mean them', async () => {
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
        'two words',
        'Ω',
      ];
      await write(
        'A1',
        texts.map((value) => ({ value })),
        [{ value: 1.5 }, { value: true }, { value: false }, { value: '' }],
      );
      expect(await values('A1:M1')).toEqual([texts]);
      expect(await values('A2:D2')).toEqual([[1.5, true, false, '']]);
      expect((await contents('A1:M2', 'formula')).flat().filter((formula) => formula !== '')).toEqual([]);
    });

    test('keep an error as an error', async () => {
      await enter('A1', ['#N/A']);
      expect(await values('A1')).toEqual([['#N/A']]);
    });

    test('leave out holes, and keep their content where only a format is given', async () => {
      await enter('A1', [1, 'old', true]);
      await write(
        'A1',
        [{ value: 45_000, format: 'yyyy-mm-dd' }, undefined, { value: '' }],
        [undefined, undefined, PAIR_CELL],
      );
      await write('B1', [{ format: '@' }, { format: '0%' }]);
      await write('C2', [{ format: '0.00' }]);
      expect(await values('A1:C2')).toEqual([
        [45_000, 'old', ''],
        ['', '', expect.any(Number)],
      ]);
      expect(await contents('A1:C2', 'format')).toEqual([
        ['yyyy-mm-dd', '@', '0%'],
        ['General', 'General', '0.00'],
      ]);
      expect(await contents('C2', 'formula')).toEqual([[PAIR]]);
    });

    test('calculate formulas of what stands in other cells', async () => {
      await enter('B1', ['EURUSD']);
      await enter('A1', ['=MD.QUOTE(B1,"symbol")']);
      await enter('2!A1', [`=MD.QUOTE('${opened.sheets[0]}'!B1,"symbol")`]);
      expect([await values('A1'), await values('2!A1')]).toEqual([[['EURUSD']], [['EURUSD']]]);
    });

    test('take a formula in the place of another, of which nothing is left', async () => {
      await enter('A1', [THREE]);
      await enter('A1', [TWO]);
      expect((await values('A1:C3')).map((row) => row.map((value) => value === ''))).toEqual([
        [false, false, true],
        [false, false, true],
        [true, true, true],
      ]);
      await enter('A1', [PAIR]);
      expect((await values('A1:B2')).flat().filter((value) => value !== '')).toHaveLength(1);
    });

    test('show #SPILL! where other contents are in the way of a result, and keep those', async () => {
      await enter('A2', ['in the way']);
      await enter('A1', [TWO]);
      expect(await values('A1:B2')).toEqual([
        ['#SPILL!', ''],
        ['in the way', ''],
      ]);
      await enter('D1', [TWO]);
      await enter('E2', [7]);
      expect(await values('D1:E2')).toEqual([
        ['#SPILL!', ''],
        ['', 7],
      ]);
    });

    test('can stand where nothing has stood yet', async () => {
      await enter('AE12501', [1]);
      expect(await values('AE12501')).toEqual([[1]]);
    });
  });

  describe(`cells that are cleared in ${host}`, () => {
    test('lose formulas, results and values, and keep their formats', async () => {
      await write('A1', [{ formula: TWO, format: '0.0' }, undefined, { value: 0.5, format: '0%' }]);
      await workbook.write([{ block: at('A1:C1') }]);
      expect(await contents('A1:C2', 'value')).toEqual(Array(2).fill(['', '', '']));
      expect(await contents('A1:C1', 'formula')).toEqual([['', '', '']]);
      expect(await contents('A1:C1', 'format')).toEqual([['0.0', 'General', '0%']]);
      expect(await formulas()).toEqual([]);
    });

    test('change nothing where only a result from elsewhere stands', async () => {
      await enter('A1', [TWO]);
      const before = await values('A1:B2');
      await workbook.write([{ block: at('B1:B2') }]);
      await opened.settled();
      expect(await values('A1:B2')).toEqual(before);
    });
  });

  describe(`the formulas of ${host}`, () => {
    test('are those that call our functions, sheet by sheet and row by row', async () => {
      await enter('2!A1', [PAIR]);
      await enter('B1', [PAIR]);
      await enter('A2', [PAIR]);
      await enter('A1', [PAIR]);
      await write('C1', [{ value: '=MD.QUOTE(A1)' }, { value: 'MD.QUOTE of the day' }]);
      expect((await formulas()).map(({ cell }) => cell)).toEqual(['A1', 'B1', 'A2', '2!A1'].map(at));
    });

    test('come with what they show and the cells that they fill', async () => {
      await enter('A1', [TWO]);
      expect(await formulas()).toEqual([
        {
          cell: at('A1'),
          formula: TWO,
          value: 'EURUSD',
          text: 'EURUSD',
          error: undefined,
          spill: at('A1:B2'),
          isInTable: false,
          isLocked: false,
        },
      ]);
    });

    test('come with their error, and fill no other cell then', async () => {
      await enter('A1', ['=MD.QUOTE("NOSUCH")']);
      await enter('C2', ['in the way']);
      await enter('C1', [TWO]);
      expect(await formulas()).toMatchObject([
        { text: '#N/A', error: '#N/A', spill: at('A1') },
        { text: '#SPILL!', error: '#SPILL!', spill: at('C1') },
      ]);
    });

    test('fill all of their cells if only the first shows an error', async () => {
      await enter('A1', ['=MD.QUOTE("NOSUCH,EURUSD")']);
      expect(await formulas()).toMatchObject([{ error: '#N/A', spill: at('A1:A2') }]);
    });

    test('that reach into a block from elsewhere are found', async () => {
      await enter('A1', [THREE]);
      expect(await workbook.spillsInto(at('B2:D9'))).toEqual([{ cell: at('A1'), formula: THREE }]);
      expect(await workbook.spillsInto(at('A1:D2'))).toEqual([]);
      expect(await workbook.spillsInto(at('A4:D9'))).toEqual([]);
      expect(await workbook.spillsInto(at('2!B2:D9'))).toEqual([]);
    });

    test('that have no room reach nowhere', async () => {
      await enter('A2', ['in the way']);
      await enter('A1', [THREE]);
      expect(await workbook.spillsInto(at('B1:C3'))).toEqual([]);
    });

    test('that depend on a block are found, indirectly and on other sheets too', async () => {
      await enter('A1', [2]);
      await enter('B1', ['=MD.CONVERT(A1,"EUR","USD")']);
      await enter('2!A1', [`=MD.CONVERT('${opened.sheets[0]}'!B1,"USD","EUR")`]);
      await enter('2!B1', [PAIR]);
      for (const blocks of [['A1'], ['2!B1', 'B1', 'A1']])
        expect(sorted(await workbook.dependents(blocks.map(at)))).toEqual(sorted(['B1', '2!A1'].map(at)));
      expect(await workbook.dependents([at('2!B1')])).toEqual([]);
    });

    test('are calculated again when they are asked for, and no others', async () => {
      for (const address of ['A1', 'A2', 'B1', 'D9']) await enter(address, ['=MD.QUOTE("EURUSD")']);
      const before = await opened.evaluations();
      await workbook.calculate(['A1', 'A2', 'C7'].map(at));
      await opened.settled();
      expect(await opened.evaluations()).toBe(before + 2);
    });
  });

  describe(`tracked blocks in ${host}`, () => {
    afterEach(() => workbook.track(withoutBlocks(['md_one', 'md_two', 'other'])));

    test('follow their cells when rows are inserted, and are lost with them', async () => {
      await workbook.track([
        { name: 'md_one', blocks: [at('B5:C6')] },
        { name: 'md_two', blocks: [at('B9'), at('2!A1'), at('A1'), at('B2')] },
      ]);
      await opened.insertRow(1);
      expect(await workbook.tracked('md_')).toEqual(
        new Map([
          ['md_one', [at('B6:C7')]],
          ['md_two', [at('B10'), at('2!A1'), at('A1'), at('B3')]],
        ]),
      );
      await opened.deleteRow(2);
      expect(await workbook.tracked('md_')).toEqual(
        new Map([
          ['md_one', [at('B5:C6')]],
          ['md_two', [at('B9'), at('2!A1'), at('A1'), undefined]],
        ]),
      );
    });

    test('become longer with a row that is inserted between theirs, and shorter with one that is deleted', async () => {
      await workbook.track([{ name: 'md_one', blocks: [at('B2:C3')] }]);
      await opened.insertRow(2);
      expect(await workbook.tracked('md_')).toEqual(new Map([['md_one', [at('B2:C4')]]]));
      await opened.deleteRow(1);
      expect(await workbook.tracked('md_')).toEqual(new Map([['md_one', [at('B2:C3')]]]));
    });

    test('can be replaced, found by the beginning of their names, and given up', async () => {
      await workbook.track([{ name: 'md_one', blocks: [at('A1')] }]);
      await workbook.track([
        { name: 'md_one', blocks: [at('A2')] },
        { name: 'other', blocks: [at('A3')] },
      ]);
      expect(await workbook.tracked('md_')).toEqual(new Map([['md_one', [at('A2')]]]));
      await workbook.track(withoutBlocks(['md_one', 'md_never']));
      expect(await workbook.tracked('')).toEqual(new Map([['other', [at('A3')]]]));
    });
  });

  test(`a part of ${host} is kept under its namespace until it is removed`, async () => {
    const xml = (text: string): string => `<state xmlns="urn:md:test">${text}</state>`;
    expect(await workbook.readPart('urn:md:test')).toBeUndefined();
    await workbook.writePart('urn:md:test', xml('one'));
    await workbook.writePart('urn:md:test', xml('twö'));
    expect(await workbook.readPart('urn:md:test')).toBe(xml('twö'));
    expect(await workbook.readPart('urn:md:other')).toBeUndefined();
    await workbook.writePart('urn:md:other', undefined);
    expect(await workbook.readPart('urn:md:test')).toBe(xml('twö'));
    await workbook.writePart('urn:md:test', undefined);
    expect(await workbook.readPart('urn:md:test')).toBeUndefined();
  });

  test(`several blocks of ${host} are written, read and cleared together`, async () => {
    await workbook.write([
      { block: at('A1:A2'), cells: [[{ value: '10-K' }], [{ formula: PAIR }]] },
      { block: at('2!C3'), cells: [[{ formula: PAIR }]] },
    ]);
    await opened.settled();
    const blocks = [at('A1:A2'), at('2!C3')];
    expect(await workbook.read(blocks)).toEqual(await Promise.all(blocks.map((block) => readBlock(workbook, block))));
    expect(await contents('2!C3', 'formula')).toEqual([[PAIR]]);
    await workbook.write([{ block: at('B5'), cells: [[{ value: 5 }]] }, ...blocks.map((block) => ({ block }))]);
    expect([await values('A1:A2'), await values('2!C3'), await values('B5')]).toEqual([[[''], ['']], [['']], [[5]]]);
  });

  test(`the outline of ${host} says whether calculation is manual, and what it calculates can be asked for`, async () => {
    expect((await workbook.outline()).isManual).toBe(false);
    await workbook.calculate('changed');
    await opened.settled();
  });

  if (traits.hasTables)
    test(`tables of ${host} are listed, and formulas in them are marked`, async () => {
      await enter('A4', ['Pair'], [PAIR]);
      await enter('C4', [PAIR]);
      opened.addTable!(at('A4:B9'));
      expect((await workbook.outline()).tables).toEqual([at('A4:B9')]);
      expect((await formulas()).map(({ isInTable }) => isInTable)).toEqual([false, true]);
    });

  if (traits.protectsSheets)
    test(`a protected sheet of ${host} is not changed, and its formulas are marked as locked`, async () => {
      await enter('A1', [PAIR]);
      await enter('2!A1', [PAIR]);
      opened.protect!(opened.sheets[0]);
      await expect(workbook.write([{ block: at('A1'), cells: [[{ value: 1 }]] }])).rejects.toThrow(
        'The sheet is protected, or the workbook is view-only: unprotect it, or choose Edit, then try again',
      );
      await expect(workbook.write([{ block: at('A1') }])).rejects.toThrow(
        'The sheet is protected, or the workbook is view-only: unprotect it, or choose Edit, then try again',
      );
      expect((await formulas()).map(({ isLocked }) => isLocked)).toEqual([true, false]);
      expect(await contents('A1', 'formula')).toEqual([[PAIR]]);
    });
}

const PAIR_CELL: CellWriting = { formula: PAIR };

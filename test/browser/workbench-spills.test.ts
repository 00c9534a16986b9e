import path from 'node:path';
import { useWorkbench } from './use-workbench';
import { partOf, readBook, saveFile, useFolder } from './workbook-files';
import { until } from '../support/until';

const bench = useWorkbench();
const saved = path.join(useFolder(), 'saved.xlsx');

beforeAll(() => bench.openScratch());

/** Enters formulas and numbers at once. */
const enter = (contents: Readonly<Record<string, string>>): Promise<void> =>
  bench.page.evaluate((all) => {
    for (const [address, content] of Object.entries(all)) window.workbench?.setFormula(address, content);
  }, contents);

describe('a reference to a spill', () => {
  afterAll(() => bench.empty('Scratch'));

  /** Writes formulas as the pane does. */
  const put = (address: { row: number; column: number }, ...formulas: readonly string[]): Promise<unknown> =>
    bench.page.evaluate(
      ([place, rows]) =>
        window.workbench!.session.host.workbook.write([
          {
            block: { sheet: 'Scratch', ...place, rows: rows.length, columns: 1 },
            cells: rows.map((formula) => [{ formula }]),
          },
        ]),
      [address, formulas] as const,
    );

  const G10 = { row: 9, column: 6 };
  const I10 = { row: 9, column: 8 };

  test('a spill that is referred to by its first cell alone spills again, as in Excel', async () => {
    await put(G10, '=SEQUENCE(3)');
    await bench.shows('Scratch!G12', (value) => value === 3);
    await put(I10, '=G10#');
    await bench.shows('Scratch!I12', (value) => value === 3);
    expect(await bench.texts('Scratch!I10', 'Scratch!I11', 'Scratch!I12', 'Scratch!I13')).toEqual(['1', '2', '3', '']);
  });

  test('it follows a spill that becomes longer or shorter, also of our own functions', async () => {
    await put(G10, '=MD.QUOTE("EURUSD,GBPUSD,USDJPY,AUDUSD")');
    await bench.shows('Scratch!I13', (value) => typeof value === 'number');
    await put(G10, '=MD.QUOTE("EURUSD,GBPUSD")');
    await bench.shows('Scratch!I12', (value) => value === null || value === '');
    await bench.shows('Scratch!I11', (value) => typeof value === 'number');
  });
});

describe('results that want the same cells', () => {
  afterAll(() => bench.empty('Scratch'));

  const isBlocked = (value: unknown): boolean => value === '#SPILL!';

  it('do not overwrite each other: the second formula says what is in its way', async () => {
    await enter({ A2: '=SEQUENCE(1,3)', B1: '=SEQUENCE(3)' });
    await bench.shows('A2', isBlocked);
    expect((await bench.cell('A2')).message).toBe('B2 is in the way of the result: clear it, or move one of the two');
    expect(await bench.texts('B1', 'B2', 'B3', 'C2')).toEqual(['1', '2', '3', '']);
  });

  it('are free for others while the formula that wants them shows #SPILL!', async () => {
    await enter({ A10: '=MD.FILINGS("AAPL","10-K",3)', C10: '=MD.MARKETS("XNYS")' });
    await bench.shows('A10', isBlocked);
    expect((await bench.shows('C10')).value).toBe('mic');
    expect((await bench.cell('A10')).message).toBe('C10 is in the way of the result: clear it, or move one of the two');
  });

  it('are filled as soon as the result in the way is shorter, and stay so when that wants them again', async () => {
    await enter({ H1: '3', F22: '=SEQUENCE(1,3)', G20: '=SEQUENCE(H1)' });
    await bench.shows('F22', isBlocked);
    await bench.enter('H1', '1');
    await bench.shows('H22', (value) => value === 3);
    await bench.enter('H1', '5');
    await bench.shows('G20', isBlocked);
    expect(await bench.texts('F22', 'G22', 'H22')).toEqual(['1', '2', '3']);
  });

  it('are in a file with the formula that fills them: of two formulas with the same cells Excel would drop one', async () => {
    await saveFile(bench, saved);
    const xml = partOf(readBook(saved), 'xl/worksheets/sheet2.xml');
    const blocks = [...xml.matchAll(/<c r="(\w+)"[^>]*><f t="array" ref="([\w:]+)"/g)].map(([, cell, ref]) => [
      cell,
      ref,
    ]);
    expect(Object.fromEntries(blocks)).toEqual({
      A2: 'A2',
      A10: 'A10',
      B1: 'B1:B3',
      C10: expect.stringMatching(/^C10:\w+$/),
      F22: 'F22:H22',
      G20: 'G20',
    });
  });

  it('keep their values, and so do sums of them, whatever becomes of the formula that cannot have them', async () => {
    await enter({ O1: '1', M13: '=SEQUENCE(1,3)+O1', N12: '=SEQUENCE(3)', P12: '=SUM(N12:N14)', Q12: '=N13' });
    await bench.enter('N16', '=O1');
    await bench.shows('M13', isBlocked);
    for (const content of ['2', '3']) {
      await bench.enter('O1', content);
      await bench.shows('N16', (value) => String(value) === content);
      expect(await bench.texts('M13', 'N12', 'N13', 'N14', 'P12', 'Q12')).toEqual(['#SPILL!', '1', '2', '3', '6', '2']);
    }
    await bench.enter('M13', '');
    await bench.shows('M13', (value) => value === null);
    expect(await bench.texts('N12', 'N13', 'N14', 'P12', 'Q12')).toEqual(['1', '2', '3', '6', '2']);
  });

  it('leave these cells blank once the formula that filled them has another result or none', async () => {
    await enter({ S1: '=SEQUENCE(6)', S2: '=SEQUENCE(3)', S5: 'x', T1: '=SUM(S2:S4)', T2: '=COUNTA(S2:S4)' });
    await bench.shows('T1', (value) => value === 6);
    await bench.enter('S2', '=SEQUENCE(2)');
    await bench.shows('T1', (value) => value === 3);
    expect(await bench.texts('S1', 'S4', 'T2')).toEqual(['#SPILL!', '', '2']);
    await bench.enter('S2', '');
    await bench.shows('T1', (value) => value === 0);
    expect(await bench.texts('S1', 'S2', 'S3', 'T2')).toEqual(['#SPILL!', '', '', '0']);
  });

  it('can be sorted while nothing fills them', async () => {
    await bench.enter('C30', '=SEQUENCE(1,3)');
    for (const [row, amount] of [2, 1].entries()) await bench.enter(`D${30 + row}`, String(amount));
    await bench.shows('C30', isBlocked);
    await bench.select('D30');
    await bench.choose('Sort…');
    const dialog = bench.page.getByRole('dialog', { name: 'Sort Scratch!' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });
});

describe('a result', () => {
  const HOURS = '=MD.HOURS("XNYS","2026-11-23","2026-11-25","mic,date",FALSE)';

  beforeAll(async () => {
    await bench.enter('A1', HOURS);
    await bench.shows('B3', (value) => value === 46_351);
  });
  afterAll(() => bench.empty('Scratch'));

  /** Copies a block and pastes it elsewhere with the keys. */
  const copy = async (block: string, to: string, keys = 'Control+v'): Promise<void> => {
    await bench.select(block);
    await bench.page.keyboard.press('Control+c');
    await bench.select(to);
    await bench.page.keyboard.press(keys);
  };

  describe('and Enter after it was copied', () => {
    const pressAfterCopy = async (...keys: readonly string[]): Promise<void> => {
      const { page } = bench;
      await bench.enter('H12', '7.25');
      await bench.enter('H13', '');
      await bench.select('H12');
      // The border comes once the browser has taken the copy, which it can be asked for before.
      const isTaken = await page.evaluateHandle(() => {
        const write = navigator.clipboard.write.bind(navigator.clipboard);
        const taken = new Promise<void>((resolve) => {
          navigator.clipboard.write = async (items) => {
            await write(items);
            setTimeout(resolve);
          };
        });
        return { taken };
      });
      await page.keyboard.press('Control+c');
      await isTaken.evaluate(({ taken }) => taken);
      for (const key of keys) await page.keyboard.press(key);
    };
    const isInRow = (row: number) =>
      until(() =>
        bench.page.evaluate(
          async (wanted) => (await window.workbench!.session.host.workbook.selection()).row === wanted - 1,
          row,
        ),
      );

    it('pastes it once, and then goes to the next cell', async () => {
      await pressAfterCopy('ArrowDown', 'Enter');
      await bench.shows('H13', (value) => String(value) === '7.25');
      await isInRow(13);
      await bench.page.keyboard.press('Enter');
      await isInRow(14);
      expect(await bench.texts('H12', 'H13', 'H14')).toEqual(['7.25', '7.25', '']);
    });

    it.each(['9', 'Delete'])('only goes to the next cell if %s was pressed in another one meanwhile', async (key) => {
      await pressAfterCopy('ArrowRight', key, 'ArrowDown');
      await isInRow(13);
      await bench.page.keyboard.press('Enter');
      await isInRow(14);
      expect(await bench.texts('I13')).toEqual(['']);
    });
  });

  it('is copied with all of its values', async () => {
    await copy('A1:B3', 'D1', 'Control+Shift+v');
    await bench.shows('E3', (value) => value === 46_351);
    expect(await bench.page.evaluate(() => window.workbench!.formula('D1'))).toBe('');
    // A value alone has no look of a day, as in Excel.
    expect(await bench.texts('D1', 'E1', 'D3')).toEqual(['XNYS', '46349', 'XNYS']);
    expect(await bench.page.evaluate(() => navigator.clipboard.readText())).toBe(
      'XNYS\t2026-11-23\nXNYS\t2026-11-24\nXNYS\t2026-11-25',
    );
  });

  it('is copied in part as values with their formats', async () => {
    await copy('B2:B3', 'G1');
    await bench.shows('G2', (value) => value === 46_351);
    expect(await bench.texts('G1', 'G2')).toEqual(['2026-11-24', '2026-11-25']);
  });

  it('is made again by its formula where that is pasted', async () => {
    await copy('A1:B3', 'D6');
    await bench.shows('E8', (value) => value === 46_351);
    expect(await bench.page.evaluate(() => window.workbench!.formula('D6'))).toBe(HOURS);
    await bench.enter('D6', '');
    await bench.shows('E8', (value) => value === null);
  });

  it.each(['Control+v', 'Enter'])(
    'is not cut in part and pasted with %s: its formula would fill it again',
    async (key) => {
      const { page } = bench;
      await bench.enter('M1', '=B2&B3');
      await bench.select('A2:B3');
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await page.keyboard.press('Control+x');
      await until(() => page.evaluate(async () => (await navigator.clipboard.readText()) !== ''));
      // Without the name box, where Escape would take away the border of what is cut.
      await page.evaluate(() => {
        const cell = { sheet: 'Scratch', row: 19, column: 7, rows: 1, columns: 1 };
        return window.workbench!.session.host.workbook.select(cell);
      });
      await page.keyboard.press(key);
      await page.getByText('You cannot move part of a result: A1:B3 has one formula, in its first cell').waitFor();
      await page.getByRole('button', { name: 'OK', exact: true }).click();
      expect(await page.evaluate(() => window.workbench!.formula('M1'))).toBe('=B2&B3');
      expect(await bench.texts('A2', 'H20')).toEqual(['XNYS', '']);
      expect(bench.complaints).toEqual([]);
    },
  );

  it('is no format that the user chose: the pasted formula brings the format of its own result', async () => {
    await enter({ K1: 'USDJPY', K2: 'JPYUSD', L1: '=MD.QUOTE(K1)' });
    await bench.shows('L1', (value) => Number(value) > 100);
    await copy('L1', 'L2');
    const { value, text } = await bench.shows('L2', (rate) => typeof rate === 'number' && rate < 1);
    // A price may end with a zero.
    expect(Number(text)).toBe(value);
  });
});

describe('formulas that refer to cells of a result', () => {
  afterAll(() => bench.empty('Scratch'));

  const isEqual = (expected: unknown) => (value: unknown) => value === expected;

  it('use only the cells that remain when it becomes smaller, and none once it is removed', async () => {
    await enter({ A1: '3', B1: '=SEQUENCE(A1)', C1: '=SUM(B1:B9)', C2: '=B3', C3: '=COUNT(B2:B9)' });
    await bench.shows('C1', isEqual(6));
    expect(await bench.texts('C2', 'C3')).toEqual(['3', '2']);
    await bench.enter('A1', '2');
    await bench.shows('C1', isEqual(3));
    expect(await bench.texts('C2', 'C3')).toEqual(['0', '1']);
    await bench.enter('A1', '1');
    await bench.shows('C1', isEqual(1));
    expect(await bench.texts('C2', 'C3')).toEqual(['0', '0']);
    await bench.enter('A1', '4');
    await bench.shows('C1', isEqual(10));
    await bench.enter('B1', '');
    await bench.shows('C2', isEqual(0));
    expect(await bench.texts('C1', 'C3')).toEqual(['0', '0']);
  });

  it('follow a result of our functions that becomes a single value', async () => {
    await enter({ E1: '=MD.QUOTE("EURUSD,GBPUSD,USDJPY")', F1: '=E3', F2: '=COUNT(E2:E9)' });
    await bench.shows('F1', (value) => typeof value === 'number' && value > 0);
    await bench.enter('E1', '=MD.QUOTE("EURUSD")');
    await bench.shows('F1', isEqual(0));
    expect(await bench.texts('F2')).toEqual(['0']);
  });

  it('follow results that depend on one another, however many they are', async () => {
    await enter({ H1: '=SEQUENCE(3)', I1: '=H1:H3+1', J1: '=I1:I3+1', K1: '=J1:J3+1', L1: '=K3', L2: '=RAND()*K3' });
    await bench.shows('L1', isEqual(6));
    await bench.enter('H1', '=SEQUENCE(3)*2');
    await bench.shows('L1', isEqual(9));
  });

  it('are all read by functions that take a range apart', async () => {
    await enter({ A40: '1', B40: '=SEQUENCE(3,1,A40)', C40: '=REDUCE(0,B40#,LAMBDA(sum,one,sum+one))' });
    await enter({ D40: '=SUM(BYROW(B40:B42,LAMBDA(row,SUM(row))))', E40: '=SUM(MAP(B40#,LAMBDA(one,one*2)))' });
    await enter({ F40: '=SUM(INDEX(B40:C42,0,1))', G40: '=SUM(OFFSET(B40,1,0,2))' });
    await bench.shows('G40', isEqual(5));
    expect(await bench.texts('C40', 'D40', 'E40', 'F40')).toEqual(['6', '6', '12', '6']);
    await bench.enter('A40', '11');
    await bench.shows('G40', isEqual(25));
    expect(await bench.texts('C40', 'D40', 'E40', 'F40')).toEqual(['36', '36', '72', '36']);
  });

  it('never use an intermediate result of a formula with several dependencies', async () => {
    await enter({ A20: '4', C20: '=SEQUENCE(2,1,A20,1)', B20: '=SEQUENCE(A20*0+C21)', E20: '=SUM(B20:B29)' });
    await enter({ G20: '=IF(A20*0+C21>2,SEQUENCE(C21),7)', H20: '=SUM(G20:G29)' });
    await bench.shows('H20', isEqual(15));
    await bench.enter('A20', '1');
    await bench.shows('H20', isEqual(7));
    expect(await bench.texts('C21', 'E20', 'B22', 'G21')).toEqual(['2', '3', '', '']);
  });
});

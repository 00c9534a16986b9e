import { useWorkbench } from './use-workbench';
import type { CellContent, Workbook } from '../../src/app/host';
import { type Block, parseA1 } from '../../src/core/sheet';

const bench = useWorkbench();

type Methods = Omit<
  Workbook,
  | 'listSeparator'
  | 'numberMarks'
  | 'onSelectionChange'
  | 'onReplaced'
  | 'onUndone'
  | 'asOneStep'
  | 'isManual'
  | 'calculateChanged'
  | 'widen'
  | 'tables'
  | 'definedNames'
  | 'readAll'
  | 'clearAll'
  | 'writeAll'
  | 'tracked'
>;

/** Calls a method of the workbook that the pane is given. */
async function workbook<Name extends keyof Methods>(
  name: Name,
  ...args: Parameters<Methods[Name]>
): Promise<Awaited<ReturnType<Methods[Name]>>> {
  const result: unknown = await bench.page.evaluate(
    ([method, values]) => {
      const host = window.workbench?.session.host.workbook as unknown as Record<
        string,
        (...args: unknown[]) => unknown
      >;
      return host[method]?.(...values);
    },
    [name, args] as [string, unknown[]],
  );
  return result as Awaited<ReturnType<Methods[Name]>>;
}

const tracked = (prefix: string): Promise<[string, readonly (Block | undefined)[]][]> =>
  bench.page.evaluate(async (start) => {
    const blocks = await window.workbench?.session.host.workbook.tracked(start);
    return [...(blocks ?? [])];
  }, prefix);

/** The tracked blocks once the first of them is there: menus act a moment after the click. */
async function moved(prefix: string, first: string): Promise<[string, readonly (Block | undefined)[]][]> {
  for (;;) {
    const blocks = await tracked(prefix);
    if (JSON.stringify(blocks[0]?.[1][0]) === JSON.stringify(block(first))) return blocks;
    await bench.page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

function block(address: string): Block {
  const parsed = parseA1(address, 'Scratch');
  if (!parsed) throw new Error(`${address} is not an address`);
  return parsed;
}

const contents = async (address: string): Promise<CellContent['value'][][]> =>
  (await workbook('read', block(address))).map((row) => row.map(({ value }) => value));

describe('the selection in the workbench', () => {
  it('is the one that the user makes, and changes are reported', async () => {
    await bench.page.evaluate(() => {
      const counted = Object.assign(window, { selections: 0 });
      const stop = window.workbench?.session.host.workbook.onSelectionChange(() => {
        counted.selections++;
        stop?.();
      });
    });
    await bench.select('C6:D8');
    await bench.page.waitForFunction(() => (window as unknown as { selections: number }).selections === 1);
    expect(await workbook('selection')).toEqual(block('Model!C6:D8'));
    await bench.select('B2');
    expect(await workbook('selection')).toEqual(block('Model!B2'));
    expect(await bench.page.evaluate(() => (window as unknown as { selections: number }).selections)).toBe(1);
  });

  it('can be moved to a block on another sheet, which is then shown', async () => {
    await workbook('select', block('Scratch!E301:F302'));
    expect(await workbook('selection')).toEqual(block('Scratch!E301:F302'));
    expect(await bench.page.locator('[data-u-comp="defined-name"] input').inputValue()).toBe('E301:F302');
  });
});

describe('the formulas in the workbench', () => {
  it('are those that call our functions, with the cells that they fill', async () => {
    const cells = await workbook('formulas');
    expect(cells.map(({ cell }) => cell)).toEqual(
      ['C6', 'H16', 'C30', 'H30'].map((address) => block(`Model!${address}`)),
    );
    expect([cells[0], cells[2], cells[3]].map((cell) => cell?.spill)).toEqual(
      ['C6:F25', 'C30:E34', 'H30:K34'].map((address) => block(`Model!${address}`)),
    );
    expect(cells[0]).toMatchObject({
      formula: '=MD.QUOTE(B6:B25,"bid,ask,mid,timestamp")',
      text: expect.stringMatching(/^\d\.\d{4}$/),
      error: undefined,
      isInTable: false,
      isLocked: false,
    });
  });

  it('fill their own cell if they show an error', async () => {
    await workbook('write', block('A1'), [[{ formula: '=MD.QUOTE("NOSUCH")' }]]);
    await bench.shows('Scratch!A1', (value) => value === '#N/A');
    expect((await workbook('formulas')).at(-1)).toMatchObject({
      cell: block('A1'),
      spill: block('A1'),
      text: '#N/A',
      error: '#N/A',
    });
  });

  it('fill all of their cells if only the first shows an error', async () => {
    await workbook('write', block('A1'), [[{ formula: '=MD.QUOTE({"NOSUCH";"EURUSD"})' }]]);
    await bench.shows('Scratch!A2', (value) => typeof value === 'number');
    expect((await workbook('formulas')).at(-1)).toMatchObject({ spill: block('A1:A2'), error: '#N/A' });
    await workbook('clear', block('A1'));
  });
});

describe('reading cells', () => {
  it('gives formulas only at their own cells, the values of spills, and formats', async () => {
    const [first, second] = await workbook('read', block('Model!B6:C7'));
    expect(first).toEqual([
      { formula: '', value: 'EURUSD', format: 'General' },
      { formula: '=MD.QUOTE(B6:B25,"bid,ask,mid,timestamp")', value: expect.any(Number), format: '#,##0.0000' },
    ]);
    expect(second?.[1]).toEqual({ formula: '', value: expect.any(Number), format: '#,##0.0000' });
    expect((await workbook('read', block('Model!I17')))[0]?.[0]).toEqual({
      formula: '',
      value: expect.any(Number),
      format: 'yyyy-mm-dd',
    });
  });

  it('gives an error with the name of a missing sheet', async () => {
    await expect(workbook('read', block('Nowhere!A1'))).rejects.toThrow('This workbook has no sheet "Nowhere"');
  });
});

describe('the search for spilled results', () => {
  it('finds those that reach into a block from outside, whatever their formula', async () => {
    await workbook('write', block('J40'), [[{ formula: '=SEQUENCE(3,2)' }]]);
    await bench.shows('Scratch!K42', (value) => value === 6);
    expect(await workbook('spillsInto', block('K41:L50'))).toEqual([{ cell: block('J40'), formula: '=SEQUENCE(3,2)' }]);
    expect(await workbook('spillsInto', block('J40:K42'))).toEqual([]);
    expect(await workbook('spillsInto', block('J43:L50'))).toEqual([]);
  });

  it('finds none if they have no room', async () => {
    await workbook('write', block('J45'), [[{ formula: '=SEQUENCE(3)' }], [{ value: 'in the way' }]]);
    await bench.shows('Scratch!J45', (value) => value === '#SPILL!');
    expect(await workbook('spillsInto', block('J46:J50'))).toEqual([]);
  });
});

describe('writing cells', () => {
  it('keeps values as they are, and leaves omitted cells alone', async () => {
    await workbook('write', block('A5'), [
      [{ value: 1 }, { value: 'old' }, { value: true }],
      [{ value: '=no formula' }, undefined, { value: '007' }],
    ]);
    await workbook('write', block('A5'), [[{ value: 45_000, format: 'yyyy-mm-dd' }, undefined, { value: '' }]]);
    expect(await contents('A5:C6')).toEqual([
      [45_000, 'old', ''],
      ['=no formula', '', '007'],
    ]);
    expect(await bench.texts('A5', 'A6', 'C6')).toEqual(['2023-03-15', '=no formula', '007']);
  });

  it('calculates formulas, and is undone in one step', async () => {
    await workbook('select', block('A9'));
    await workbook('write', block('A9'), [[{ formula: '=MD.QUOTE("EURUSD")', format: '0.00' }, { formula: '=A9*2' }]]);
    const { value, text } = await bench.shows('A9');
    expect(text).toMatch(/^\d\.\d\d$/);
    expect((await bench.shows('B9')).value).toBeCloseTo(2 * Number(value), 8);
    await bench.page.locator('canvas[id^="univer-sheet-main-canvas"]').focus();
    await bench.page.keyboard.press('Control+z');
    await bench.shows('A9', (left) => left === null);
    expect(await contents('A9:B9')).toEqual([['', '']]);
  });

  it('can go beyond the end of a sheet', async () => {
    await workbook('write', block('AE12501'), [[{ value: 1 }]]);
    expect(await contents('AE12501')).toEqual([[1]]);
  });

  it('can be reversed by clearing, except for formats', async () => {
    await workbook('write', block('A12'), [[{ value: 0.5, format: '0%' }, { formula: '=A12' }]]);
    await workbook('clear', block('A12:B12'));
    expect(await workbook('read', block('A12:B12'))).toEqual([
      [{ formula: '', value: '', format: '0%' }, expect.objectContaining({ formula: '', value: '' })],
    ]);
  });
});

describe('a pasted table', () => {
  it('has its own cell for each part', async () => {
    await bench.openScratch();
    const table = '\tMid\r\nEURUSD\t=IF(1<2,"<b>","")\r\n"P&amp;L ""x""\nnext"\t(1,000)\r\n';
    await bench.page.evaluate((text) => navigator.clipboard.writeText(text), table);
    for (const [address, keys] of [
      ['AA1', 'Control+v'],
      ['AD1', 'Control+Shift+v'],
    ] as const) {
      await bench.select(address);
      await bench.page.keyboard.press(keys);
      const [column, next] = [address.slice(0, 2), address === 'AA1' ? 'AB' : 'AE'];
      await bench.shows(`Scratch!${next}3`, (value) => value === -1000);
      await bench.shows(`Scratch!${next}2`, (value) => value === '<b>');
      expect(
        await bench.texts(
          ...[`${column}1`, `${next}1`, `${column}2`, `${next}2`, `${column}3`].map((at) => `Scratch!${at}`),
        ),
      ).toEqual(['', 'Mid', 'EURUSD', '<b>', 'P&amp;L "x"next']);
    }
  });
});

describe('calculating blocks', () => {
  it('requests only the cells in the blocks again', async () => {
    await workbook('write', block('A15'), [[{ formula: '=MD.QUOTE("EURCZK")' }, { formula: '=MD.QUOTE("EURHUF")' }]]);
    await Promise.all([bench.shows('A15'), bench.shows('B15')]);
    const cellsBefore = await bench.page.evaluate(() => window.workbench?.session.activity.counts.cells ?? 0);
    await workbook('calculate', [block('A15')]);
    await bench.page.waitForFunction(
      (before) => (window.workbench?.session.activity.counts.cells ?? 0) > before,
      cellsBefore,
    );
    await bench.page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await bench.page.evaluate(() => window.workbench?.session.activity.counts.cells)).toBe(cellsBefore + 1);
  });
});

describe('an added sheet', () => {
  it('gets a unique name, and its cells, widths and formulas', async () => {
    const name = await workbook('addSheet', {
      name: 'Model',
      columnWidths: [20, 12],
      rows: [
        [{ value: 'Watch list', style: 'title' }],
        [
          { value: 'pair', style: 'heading' },
          { value: 'mid', style: 'heading' },
        ],
        [
          { value: 'EURUSD', style: 'input' },
          { formula: '=MD.QUOTE(A3)', format: '0.0000' },
        ],
        [undefined, { formula: '=B3*2', style: 'total' }],
      ],
    });
    expect(name).not.toBe('Model');
    expect(await workbook('sheetNames')).toEqual(['Model', 'Scratch', name]);
    const { value, text } = await bench.shows(`${name}!B3`, (shown) => typeof shown === 'number');
    expect(text).toMatch(/^\d\.\d{4}$/);
    expect((await bench.shows(`${name}!B4`, (shown) => typeof shown === 'number')).value).toBeCloseTo(
      2 * Number(value),
      8,
    );
    expect((await workbook('formulas')).at(-1)?.cell).toEqual(block(`${name}!B3`));
  });
});

describe('tracked blocks', () => {
  it('follow their rows, and are lost with them', async () => {
    await workbook('select', block('A1'));
    await workbook('track', [
      { name: 'md_view_1', blocks: [block('B5:C6')] },
      { name: 'md_view_2', blocks: [block('B2'), block('B1')] },
      { name: 'other', blocks: [block('A1')] },
    ]);
    await bench.insertRowAbove(2);
    expect(await moved('md_', 'B6:C7')).toEqual([
      ['md_view_1', [block('B6:C7')]],
      ['md_view_2', [block('B3'), block('B1')]],
    ]);
    await bench.deleteRow(3);
    expect(await moved('md_', 'B5:C6')).toEqual([
      ['md_view_1', [block('B5:C6')]],
      ['md_view_2', [undefined, block('B1')]],
    ]);
    await workbook('untrack', ['md_view_1']);
    expect(await tracked('md_')).toEqual([['md_view_2', [undefined, block('B1')]]]);
    await workbook('untrack', ['md_view_2', 'other']);
    expect(await tracked('')).toEqual([]);
  });
});

describe('a custom part', () => {
  it('is kept under its namespace until it is removed', async () => {
    await workbook('writePart', 'urn:test', '<a xmlns="urn:test">ü</a>');
    expect(await workbook('readPart', 'urn:test')).toBe('<a xmlns="urn:test">ü</a>');
    expect(await workbook('readPart', 'urn:other')).toBeUndefined();
    await workbook('writePart', 'urn:test', undefined);
    expect(await workbook('readPart', 'urn:test')).toBeUndefined();
  });
});

it('the workbench finds dependent cells, also indirect ones', async () => {
  await workbook('write', block('K1:N1'), [
    [{ value: 1 }, { formula: '=K1*2' }, { formula: '=SUM(L1:L3)' }, { value: 7 }],
  ]);
  const dependents = await workbook('dependents', [block('K1')]);
  expect(dependents.map(({ row, column }) => [row, column])).toEqual([
    [0, 11],
    [0, 12],
  ]);
  await workbook('clear', block('K1:N1'));
});

describe('the language of the workbench', () => {
  it('is that of the browser, or the one in the address', async () => {
    await bench.page.waitForFunction(() => window.workbench);
    expect(await bench.page.evaluate(() => window.workbench?.session.host.language)).toBe('en-US');
    await bench.page.goto(`${bench.page.url()}?lang=de`);
    await bench.page.waitForFunction(() => window.workbench);
    expect(await bench.page.evaluate(() => window.workbench?.session.host.language)).toBe('de');
  });
});

// Last, because it leaves a visit that has only begun.
describe('the theme of the workbench', () => {
  const isDark = () => bench.page.evaluate(() => window.workbench?.session.host.theme.isDark);

  it('follows the system while the page is open, until the user chooses one', async () => {
    expect(await isDark()).toBe(false);
    await bench.page.emulateMedia({ colorScheme: 'dark' });
    await bench.page.locator('html[data-theme="dark"]').waitFor();
    expect(await isDark()).toBe(true);
    await bench.page.evaluate(() => {
      const counted = Object.assign(window, { themes: 0 });
      window.workbench?.session.host.onThemeChange(() => {
        counted.themes++;
      });
    });
    await bench.page.getByRole('button', { name: 'View' }).click();
    await bench.page.getByLabel('Theme').selectOption('Light');
    expect(await isDark()).toBe(false);
    expect(await bench.page.evaluate(() => (window as unknown as { themes: number }).themes)).toBe(1);
    await bench.page.reload();
    await bench.page.locator('html[data-theme="light"]').waitFor();
    expect(await bench.page.getByLabel('Theme').inputValue()).toBe('light');
  });
});

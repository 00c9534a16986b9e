import { useWorkbench } from './use-workbench';
import type { CellContent, Culture, Workbook } from '../../src/app/host';
import { type Block, parseA1 } from '../../src/core/sheet';
import { until } from '../support/until';

const bench = useWorkbench();

type Methods = Omit<Workbook, keyof Culture | 'on' | 'asOneStep' | 'tracked'>;

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

function block(address: string): Block {
  const parsed = parseA1(address, 'Scratch');
  if (!parsed) throw new Error(`${address} is not an address`);
  return parsed;
}

const contents = async (address: string): Promise<CellContent['value'][][]> =>
  (await workbook('read', [block(address)]))[0]!.map((row) => row.map(({ value }) => value));

it('writing cells calculates formulas, and is undone in one step', async () => {
  await workbook('select', block('A9'));
  await workbook('write', [
    { block: block('A9'), cells: [[{ formula: '=MD.QUOTE("EURUSD")', format: '0.00' }, { formula: '=A9*2' }]] },
  ]);
  const { value, text } = await bench.shows('A9');
  expect(text).toMatch(/^\d\.\d\d$/);
  expect((await bench.shows('B9')).value).toBeCloseTo(2 * Number(value), 8);
  await bench.page.locator('canvas[id^="univer-sheet-main-canvas"]').focus();
  await bench.page.keyboard.press('Control+z');
  await bench.shows('A9', (left) => left === null);
  expect(await contents('A9:B9')).toEqual([['', '']]);
});

it('a pasted table has its own cell for each part', async () => {
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
    ).toEqual(['', 'Mid', 'EURUSD', '<b>', 'P&amp;L "x"\nnext']);
    await bench.shows(`Scratch!${column}1`, (value) => value === null);
  }
});

it('each pasted line of a page or a letter has its own cell, in one notation', async () => {
  await bench.openScratch();
  const lines = ['1.05', '1.234', 'next'];
  const pages = [lines.map((line) => `<p>${line}</p>`).join(''), `<pre>${lines.join('\n')}</pre>`, lines.join('<br>')];
  for (const [index, page] of pages.entries()) {
    await bench.page.evaluate(
      (parts) => {
        const blobs = Object.entries(parts).map(([type, text]) => [type, new Blob([text], { type })]);
        return navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs) as Record<string, Blob>)]);
      },
      { 'text/html': page, 'text/plain': lines.join('\n') },
    );
    await bench.select(`AA${index * 5 + 1}`);
    await bench.page.keyboard.press('Control+v');
    await bench.shows(`Scratch!AA${index * 5 + 3}`, (value) => value === 'next');
    expect(await contents(`AA${index * 5 + 1}:AA${index * 5 + 2}`)).toEqual([[1.05], [1.234]]);
  }
  await bench.page.evaluate(() => {
    const html =
      '<table><tr><td><p>12.50</p>\n<p class="x">7</p></td><td><ul><li>a</li><li>b</li></ul></td></tr></table>';
    const blob = new Blob([html], { type: 'text/html' });
    return navigator.clipboard.write([new ClipboardItem({ 'text/html': blob })]);
  });
  await bench.select('AD1');
  await bench.page.keyboard.press('Control+v');
  await bench.shows('Scratch!AE1', (value) => value !== null);
  expect(await contents('AD1:AE1')).toEqual([['12.50\n7', 'a\nb']]);
});

it('a copied row that is pasted over one column is in every row of the column, and a copied column in every column', async () => {
  await bench.openScratch();
  await workbook('write', [{ block: block('AA10:AB10'), cells: [[{ value: 1 }, { formula: '=AA10*2' }]] }]);
  await workbook('write', [{ block: block('AA20:AA21'), cells: [[{ value: 1 }], [{ formula: '=AA20*2' }]] }]);
  for (const [copied, over, last, formula] of [
    ['AA10:AB10', 'AA12:AA15', 'AB15', '=AA15*2'],
    ['AA20:AA21', 'AB20:AD20', 'AD21', '=AD20*2'],
  ] as const) {
    await bench.select(copied);
    await bench.page.keyboard.press('Control+c');
    await bench.select(over);
    await bench.page.keyboard.press('Control+v');
    await bench.shows(`Scratch!${last}`, (value) => value === 2);
    expect(await bench.page.evaluate((at) => window.workbench!.formula(at), `Scratch!${last}`)).toBe(formula);
  }
  expect(await contents('AA12:AB15')).toEqual(Array.from({ length: 4 }, () => [1, 2]));
  expect(await contents('AB20:AD21')).toEqual([
    [1, 1, 1],
    [2, 2, 2],
  ]);
});

it('a single cell that is pasted over merged cells is in their first one, and they stay merged', async () => {
  await bench.openScratch();
  await workbook('write', [{ block: block('AG10'), cells: [[{ formula: '=AG11+1' }]] }]);
  await bench.page.evaluate((html) => {
    const written = new ClipboardItem({ 'text/html': new Blob([html], { type: 'text/html' }) });
    return navigator.clipboard.write([written]);
  }, '<table><tr><td colspan="2">one</td></tr></table>');
  await bench.select('AG12');
  await bench.page.keyboard.press('Control+v');
  await bench.shows('Scratch!AG12', (value) => value === 'one');
  for (const [keys, expected] of [
    ['Control+v', '=AG13+1'],
    ['Control+Shift+v', ''],
  ] as const) {
    await bench.select('AG10');
    await bench.page.keyboard.press('Control+c');
    // The name box selects all of the merged cells.
    await bench.select('AG12');
    await bench.page.keyboard.press(keys);
    await bench.page.waitForFunction((f) => window.workbench!.formula('Scratch!AG12') === f, expected);
    await bench.shows('Scratch!AG12', (value) => value === 1);
    expect(await contents('AG12:AH12')).toEqual([[1, '']]);
  }
});

it('cells that are copied over themselves keep their formulas, also those that were pasted or filled', async () => {
  await bench.openScratch();
  const copy = async (copied: string, over: string): Promise<void> => {
    await bench.select(copied);
    await bench.page.keyboard.press('Control+c');
    await bench.select(over);
    await bench.page.keyboard.press('Control+v');
  };
  await workbook('write', [{ block: block('AA40:AB40'), cells: [[{ value: 1 }, { formula: '=AA40+1' }]] }]);
  await workbook('write', [{ block: block('AA48'), cells: [[{ formula: '=AB1+1' }]] }]);
  await copy('AB40', 'AB41:AB43');
  await bench.shows('Scratch!AB43', (value) => value === 1);
  for (const [copied, over, first, formulas] of [
    ['AB40:AB42', 'AB41', 'AB41', ['=AA41+1', '=AA42+1', '=AA43+1']],
    ['AB41:AB43', 'AB40', 'AB40', ['=AA40+1', '=AA41+1', '=AA42+1']],
    ['AB41:AB43', 'AC41:AC42', 'AC41', ['=AB41+1', '=AB42+1', '=AB43+1']],
    ['AB41:AC43', 'AC42', 'AC42', ['=AB42+1', '=AB43+1', '=AB44+1']],
    // The first of these refers to cells beyond the edge of the sheet.
    ['AA48', 'AA47:AA49', 'AA47', ['=#REF!+1', '=AB1+1', '=AB2+1']],
  ] as const) {
    await copy(copied, over);
    const cells = formulas.map((_, index) => `Scratch!${first.slice(0, 2)}${Number(first.slice(2)) + index}`);
    await bench.page.waitForFunction(
      ([all, wanted]) => all.every((cell, index) => window.workbench?.formula(cell) === wanted[index]),
      [cells, formulas] as const,
    );
  }
});

it('values that are pasted over their formulas with Ctrl+Shift+V keep all digits, texts and looks of days', async () => {
  await bench.openScratch();
  const formulas = ['=1/150000', '="007"', '=DATE(2026,12,24)+1'];
  await workbook('write', [{ block: block('AA50:AC50'), cells: [formulas.map((formula) => ({ formula }))] }]);
  await bench.shows('Scratch!AC50', (value) => value === 46_381);
  await bench.select('AA50:AC50');
  await bench.page.keyboard.press('Control+c');
  await until(() => bench.page.evaluate(async () => (await navigator.clipboard.readText()).includes('007')));
  await bench.page.keyboard.press('Control+Shift+v');
  await bench.page.waitForFunction(() => window.workbench?.formula('Scratch!AC50') === '');
  expect(await contents('AA50:AC50')).toEqual([[1 / 150_000, '007', 46_381]]);
  expect(await bench.texts('Scratch!AC50')).toEqual(['2026-12-25']);
});

it('Ctrl+V pastes what was copied last, also while the browser is still copying it', async () => {
  await bench.openScratch();
  await workbook('write', [{ block: block('AA60:AA61'), cells: [[{ formula: '=1+1' }], [{ formula: '=2+1' }]] }]);
  await bench.shows('Scratch!AA61', (value) => value === 3);
  const copy = async (address: string): Promise<void> => {
    await bench.select(address);
    await bench.page.keyboard.press('Control+c');
  };
  await copy('AA60');
  await until(() => bench.page.evaluate(async () => (await navigator.clipboard.readText()) === '2'));
  await bench.page.evaluate(() => {
    const write = navigator.clipboard.write.bind(navigator.clipboard);
    const held = new Promise<void>((resolve) => Object.assign(window, { letCopy: resolve }));
    navigator.clipboard.write = async (items) => {
      await held;
      await write(items);
    };
  });
  await copy('AA61');
  for (const [at, keys, formula] of [
    ['AB61', 'Control+v', '=2+1'],
    ['AC61', 'Control+Shift+v', ''],
  ] as const) {
    await bench.select(at);
    await bench.page.keyboard.press(keys);
    await bench.shows(`Scratch!${at}`, (value) => value === 3);
    expect(await bench.page.evaluate((cell) => window.workbench!.formula(cell), `Scratch!${at}`)).toBe(formula);
  }
  await bench.page.evaluate(() => {
    Reflect.deleteProperty(navigator.clipboard, 'write');
    (window as unknown as { letCopy: () => void }).letCopy();
  });
  await until(() => bench.page.evaluate(async () => (await navigator.clipboard.readText()) === '3'));
});

it('what is pasted from elsewhere means what it means when it is typed, as text, as HTML and as values', async () => {
  await bench.openScratch();
  const [texts, values] = [
    ['12/01/2026', '1/2/26', '5%', '(1,250)', '+1+1', '1/2', '507.57142857142856'],
    [46_357, 46_024, 0.05, -1250, 2, '1/2', 507.571428571428],
  ];
  const html = `<table><tr>${texts.map((text) => `<td><a href="/x">${text}</a></td>`).join('')}</tr></table>`;
  for (const [row, key, type, text] of [
    [1, 'Control+v', 'text/plain', texts.join('\t')],
    [2, 'Control+v', 'text/html', html],
    [3, 'Control+Shift+v', 'text/plain', texts.join('\t')],
  ] as const) {
    await workbook('write', [{ block: block(`AF${row}`), cells: [[{ value: '', format: '@' }]] }]);
    await bench.page.evaluate(
      async ([kind, content]) => {
        await navigator.clipboard.write([new ClipboardItem({ [kind]: new Blob([content], { type: kind }) })]);
      },
      [type, text] as const,
    );
    await bench.select(`AA${row}`);
    await bench.page.keyboard.press(key);
    await bench.shows(`Scratch!AE${row}`, (value) => value === 2);
    expect(await contents(`AA${row}:AG${row}`)).toEqual([values]);
    expect(await bench.texts(`Scratch!AB${row}`, `Scratch!AC${row}`)).toEqual(['2026-01-02', '5%']);
  }
  await bench.page.evaluate(() => navigator.clipboard.writeText('1/2/26'));
  await bench.select('AA4');
  await bench.page.keyboard.press('Control+v');
  await bench.shows('Scratch!AA4', (value) => value === 46_024);
});

it('the line below the grid adds up what is shown now of the selected part of a spill', async () => {
  await bench.openNew();
  const { page } = bench;
  for (const [factor, sum] of [
    [5, 'Sum: 25'],
    [50, 'Sum: 250'],
  ] as const) {
    await page.evaluate((formula) => window.workbench?.setFormula('N1', formula), `=SEQUENCE(3)*${factor}`);
    if (factor === 5) await bench.select('N2:N3');
    await page.locator('footer', { hasText: sum }).waitFor({ timeout: 10_000 });
  }
});

it('a sentence of two lines in the bar leaves the grid where it is', async () => {
  await bench.openNew();
  const { page } = bench;
  const status = page.locator('#status');
  const grid = page.locator('canvas[id^="univer-sheet-main-canvas"]');
  const before = await grid.boundingBox();
  await bench.type('N1', '=N1');
  await bench.select('N1');
  await status.getByText('The value depends on itself').waitFor();
  expect((await status.boundingBox())!.height).toBeGreaterThan(25);
  expect(await grid.boundingBox()).toEqual(before);
});

it('Ctrl+Enter enters into all selected cells: formulas with their references moved, dates with their format', async () => {
  await bench.openNew();
  const { keyboard } = bench.page;
  const fill = async (cells: string, entry: string): Promise<void> => {
    await bench.select(cells);
    await (entry === 'F2' ? keyboard.press('F2') : keyboard.type(entry));
    await keyboard.press('Control+Enter');
  };
  for (const [index, entry] of ['10', '20', '30'].entries()) await bench.type(`N${index + 1}`, entry);
  await fill('O2', '$5.00');
  await bench.shows('O2', (value) => value === 5);
  await fill('O1:O3', '=N1+1');
  await bench.shows('O3', (value) => value === 31);
  expect(await bench.texts('O1', 'O2', 'O3')).toEqual(['11', '$21.00', '31']);
  await bench.type('P1', '=N1*3');
  await fill('P1:P3', 'F2');
  await bench.shows('P3', (value) => value === 90);
  await fill('Q1:Q2', '1/2/26');
  await bench.shows('Q2', (value) => value === 46_024);
  expect(await bench.texts('Q1', 'Q2')).toEqual(['2026-01-02', '2026-01-02']);
});

it('what a workbook needed is not shown of the next one', async () => {
  await bench.openSample();
  const needed = bench.page.locator('#status', { hasText: / cells · / });
  await needed.waitFor();
  await bench.openNew();
  await needed.waitFor({ state: 'detached' });
});

it('the language of the workbench is that of the browser, or the one in the address', async () => {
  await bench.page.waitForFunction(() => window.workbench);
  expect(await bench.page.evaluate(() => window.workbench?.session.host.language)).toBe('en-US');
  await bench.page.goto(`${bench.page.url()}?lang=de`);
  await bench.page.waitForFunction(() => window.workbench);
  expect(await bench.page.evaluate(() => window.workbench?.session.host.language)).toBe('de');
  await bench.select('A1');
  await bench.page.keyboard.press('Shift+F11');
  await bench.page.locator('[data-u-comp="slide-tab-item"]', { hasText: /^Sheet2$/ }).waitFor();
});

it('in a language with decimal commas, numbers are shown, typed, edited, copied and pasted with them', async () => {
  const { page } = bench;
  await page.addInitScript(() => Object.defineProperty(navigator, 'language', { value: 'de-DE' }));
  await page.reload();
  await page.waitForFunction(() => window.workbench);
  await bench.openNew();
  await bench.select('D1:D2');
  await page.keyboard.type('0,125');
  await page.keyboard.press('Control+Enter');
  await bench.shows('D2', (value) => value === 0.125);
  expect(await bench.texts('D1', 'D2')).toEqual(['0,125', '0,125']);
  await page.evaluate(() => navigator.clipboard.writeText('2,500\n1.234\n1.234,5%'));
  await bench.select('E1');
  await page.keyboard.press('Control+v');
  await bench.shows('E3', (value) => value === 12.345);
  expect(await bench.texts('E1', 'E2', 'E3')).toEqual(['2,5', '1.234', '1234,50%']);
  for (const [address, value] of [
    ['D1', 0.125],
    ['E1', 2.5],
    ['E3', 12.345],
  ] as const) {
    await bench.select(address);
    await page.keyboard.press('F2');
    await page.keyboard.type(' ');
    await page.keyboard.press('Enter');
    expect(await bench.page.evaluate((cell) => window.workbench?.value(cell), address)).toBeCloseTo(value, 12);
  }
  await bench.select('D1:E2');
  await page.keyboard.press('Control+c');
  await until(() => page.evaluate(async () => (await navigator.clipboard.readText()) === '0,125\t2,5\n0,125\t1.234'));
  const copied = [
    ['Percent', '12,50%'],
    [String.raw`"\#\,\#\#0\.00"`, '1.234,50'],
    [String.raw`"0\.000"`, '1,234'],
  ].map(([format, text]) => `<td style='mso-number-format:${format}'>${text}</td>`);
  await page.evaluate(
    (html) => navigator.clipboard.write([new ClipboardItem({ 'text/html': new Blob([html], { type: 'text/html' }) })]),
    `<table><tr>${copied.join('')}</tr></table>`,
  );
  await bench.select('D4');
  await page.keyboard.press('Control+v');
  await bench.shows('F4', (value) => value === 1.234);
  expect(await bench.texts('D4', 'E4', 'F4')).toEqual(['12,50%', '1.234,50', '1,234']);
  await bench.select('G1');
  await page.keyboard.type('=D1&"|"&TEXT(E2;"#.##0,0")&"|"&COUNTIF(D1:E2;">"&D1)&"|"&("1,5"+E1)');
  await page.keyboard.press('Enter');
  await bench.shows('G1', (value) => value === '0,125|1.234,0|2|4');
  await bench.select('G2');
  await page.keyboard.type('=MAX(1;D1)');
  await page.keyboard.press('Enter');
  await bench.shows('G2', (value) => value === 1);
  await bench.select('G2');
  await page.keyboard.press('F2');
  await page.keyboard.type('*1,5');
  await page.keyboard.press('Enter');
  await bench.shows('G2', (value) => value === 1.5);
  expect(await page.evaluate(() => window.workbench?.formula('G2'))).toBe('=MAX(1,D1)*1.5');
});

it('in a language with decimal commas, the pane shows a formula as the formula bar does, which cells accept', async () => {
  const { page } = bench;
  expect(await page.evaluate(() => navigator.language)).toBe('de-DE');
  await bench.openNew();
  await bench.select('A1');
  await page.keyboard.type('=MD.QUOTE("EURUSD";"mid")*1,5');
  await page.keyboard.press('Enter');
  await bench.shows('A1', (value) => typeof value === 'number');
  await page.getByRole('tab', { name: 'Zellen' }).click();
  await page.locator('#pane').getByText('=MD.QUOTE("EURUSD";"mid")*1,5').first().waitFor();
});

// Last, because it leaves a visit that has only begun.
describe('the theme of the workbench', () => {
  const isDark = () => bench.page.evaluate(() => window.workbench?.session.host.isDark);

  it('follows the system while the page is open, until the user chooses one', async () => {
    expect(await isDark()).toBe(false);
    await bench.page.emulateMedia({ colorScheme: 'dark' });
    await bench.page.locator('html[data-theme="dark"]').waitFor();
    expect(await isDark()).toBe(true);
    await bench.page.evaluate(() => {
      const counted = Object.assign(window, { themes: 0 });
      window.workbench?.session.host.onThemeChange(() => counted.themes++);
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

import { a1WithSheet, parseA1 } from '../../src/core/sheet';
import { writeBook } from '../../src/workbench/page/links';
import { useWorkbench } from './use-workbench';
import { passing, until } from '../support/until';

const workbench = useWorkbench();
/** Between two keys of somebody who types at an ordinary speed. */
const DELAY_MS = 120;

const book = (text: string) =>
  `#book=${writeBook({ name: 'Linked', sheets: [{ name: 'Sheet1', cells: { A1: text } }], names: { Rate: '=Sheet1!$A$1' } })}`;
const FORMULA = `?formula=${encodeURIComponent('=MD.QUOTE("EURUSD")')}`;

/** Where the cells are, once they are shown: a workbook that has just been opened has others. */
async function boxOfGrid() {
  const grid = workbench.page.locator('canvas[id^="univer-sheet-main-canvas"]');
  for (;;) {
    await grid.waitFor();
    const box = await grid.boundingBox();
    if (box) return box;
  }
}

/** A cell that has been clicked, by its address. */
async function clickCell(column: number, row: number): Promise<string> {
  const { page } = workbench;
  const box = await boxOfGrid();
  await page.mouse.click(box.x + 46 + column * 88 + 20, box.y + 20 + row * 20 + 10);
  const selection = await page.evaluate(() => window.workbench!.session.host.workbook.selection());
  return a1WithSheet(selection);
}

const formulaAt = (address: string): Promise<string> =>
  workbench.page.evaluate((at) => window.workbench!.formula(at), address);

/** Types as a person does: what the keys do to the cell, whatever it is. */
async function takesKeys(): Promise<void> {
  const { page } = workbench;
  const address = await clickCell(2, 12);
  await page.keyboard.type('=1+2', { delay: DELAY_MS });
  await page.keyboard.press('Enter');
  await page.waitForFunction((at) => window.workbench?.formula(at) === '=1+2', address, { timeout: 5_000 });
}

/** Opens the page anew, with what its address brings. */
async function visit(link: string): Promise<void> {
  const { page } = workbench;
  const address = new URL(link, new URL('/', page.url())).href;
  await workbench.remembered();
  await page.goto('about:blank');
  await page.goto(address);
  await page.waitForFunction(() => window.workbench);
}

describe('after a dialog that was there before the grid', () => {
  test.each([
    ['a formula is refused', FORMULA, 'Cancel'],
    ['a formula is opened', FORMULA, 'Open'],
    ['a model is refused by Escape', '?model=curve', 'Escape'],
    ['a workbook is opened', book('=1'), 'Open'],
    ['a link cannot be opened', '#book=abc', 'OK'],
    ['a link that cannot be opened is left by Escape', '?model=nothing', 'Escape'],
  ])('cells take keys: %s', async (_, link, answer) => {
    const { page } = workbench;
    const address = await clickCell(2, 12);
    await page.evaluate((at) => window.workbench!.setFormula(at, '=0'), address);
    await visit(link);
    await page.getByRole('dialog').waitFor();
    // A click beside the dialog answers nothing.
    await page.mouse.click(5, 300);
    if (answer === 'Escape') await page.keyboard.press('Escape');
    else await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click();
    // What was entered before the link was visited is in no file.
    if (link.startsWith('#book=') && answer === 'Open')
      await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await takesKeys();
  });
});

test('what is clicked while the first values are awaited is selected, and takes keys', async () => {
  const { page, server } = workbench;
  // The service answers nothing.
  await page.route(`${server.sandboxUrl}/**`, () => undefined);
  await visit('');
  const address = await clickCell(4, 20);
  expect(address).not.toMatch(/!A1$/);
  await page.keyboard.type('=1+2', { delay: DELAY_MS });
  await page.keyboard.press('Enter');
  await page.waitForFunction((at) => window.workbench?.formula(at) === '=1+2', address);
  await page.unroute(`${server.sandboxUrl}/**`);
});

test('keys do not draw the toolbar anew', async () => {
  const { page } = workbench;
  await visit('');
  await clickCell(2, 14);
  await page.keyboard.type('=SU', { delay: DELAY_MS });
  // Drawn beside the one that is seen, to be measured.
  const drawn = await page.evaluateHandle(() => {
    const seen = { times: 0 };
    new MutationObserver((changes) => (seen.times += changes.length)).observe(
      document.querySelector('.univer-invisible[aria-hidden="true"]')!,
      { attributes: true, childList: true, subtree: true },
    );
    return seen;
  });
  const times = (): Promise<number> => drawn.evaluate((seen) => seen.times);
  let before;
  // On a busy machine the page is still drawing itself.
  do {
    before = await times();
    await passing(500);
  } while ((await times()) !== before);
  await page.keyboard.type('M(1,2)', { delay: DELAY_MS });
  expect(await times()).toBe(before);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
});

test.each(['Shift+Space', 'Shift+Backspace', 'Control+Space'])('%s leaves what is in the cell', async (keys) => {
  const { page } = workbench;
  await visit('');
  const address = await clickCell(2, 16);
  await page.evaluate((at) => window.workbench!.setFormula(at, '=1+2'), address);
  await page.keyboard.press(keys);
  await page.keyboard.press('Enter');
  await clickCell(2, 15);
  await page.keyboard.type('next');
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    (at) => window.workbench!.value(at) === 'next',
    address.replace(/\d+$/, (row) => `${+row - 1}`),
  );
  expect(await formulaAt(address)).toBe('=1+2');
});

test('Ctrl++ of a key without Shift inserts a row, and leaves the zoom', async () => {
  const { page } = workbench;
  await visit('');
  const address = await clickCell(2, 16);
  await page.evaluate((at) => window.workbench!.setFormula(at, '=1+2'), address);
  await page.keyboard.press('Shift+Space');
  await page.keyboard.press('Control++');
  const below = address.replace(/\d+$/, (row) => `${+row + 1}`);
  await page.waitForFunction((at) => window.workbench!.value(at) === 3, below);
  await page.locator('footer').getByText('100%').waitFor();
});

test('two links that are pasted into an open page are offered one after the other, and cells take keys after them', async () => {
  const { page } = workbench;
  await visit('');
  await page.evaluate((hash) => (location.hash = hash), book("'first"));
  const question = page.getByRole('dialog', { name: 'From a link' });
  await question.waitFor();
  await page.evaluate((hash) => (location.hash = hash), book("'second"));
  expect(await question.count()).toBe(1);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.waitForFunction(() => window.workbench?.value('Sheet1!A1') === 'second');
  expect(new URL(page.url()).hash).toBe('');
  await takesKeys();
});

/** What is pasted before the copy is in the clipboard is what was copied before. */
async function untilCopied(copy: () => Promise<void>, text: string): Promise<void> {
  await workbench.page.evaluate(() => navigator.clipboard.writeText(''));
  await copy();
  while ((await workbench.page.evaluate(() => navigator.clipboard.readText())).trim() !== text)
    await workbench.page.evaluate(() => new Promise(requestAnimationFrame));
}

describe('a formula is what was typed', () => {
  beforeAll(() => workbench.openNew());

  /** Always another, upwards: two clicks at one place within half a second open its editor, whatever is typed between. */
  let row = 16;

  /** Types a formula into a cell that is blank, and leaves it by a key. */
  async function typed(formula: string, key: string, delay: number): Promise<string> {
    const address = await clickCell(1, --row);
    const { page } = workbench;
    await page.keyboard.type(formula, { delay });
    await page.keyboard.press(key, { delay });
    await page.waitForFunction(() => document.querySelector('[data-u-comp="sheets-formula-editor"]') === null);
    const written = await page.waitForFunction((at) => window.workbench?.formula(at), address, { timeout: 5_000 });
    return written.jsonValue() as Promise<string>;
  }

  test.each([
    ['=MD.QUOTE("EURUSD,GBPUSD,USDJPY","symbol,bid,ask",,,TRUE)', 'Enter', DELAY_MS],
    ['=IF(TRUE,T("SUM"),FALSE)', 'Tab', DELAY_MS],
    ['=TRUE', 'Tab', 400],
    ['=TRUE', 'Enter', 400],
    ['=SUM({1,2;3,4},MAX(1,N(2)))', 'Tab', 0],
    ['=A1+LOG10(100)', 'Tab', 30],
    ['=LOG', 'Enter', 400],
    ['=T', 'Enter', DELAY_MS],
    ['=IF(1E6>2,"yes","no")', 'Enter', DELAY_MS],
    ['=LET(x,.5e2,TEXT(x,"#,##0")&" done")&1E+3', 'Tab', 0],
    ['=IF(007>1.50,"yes","no")&{1E3,"a"}', 'Enter', 0],
    ['=1e-5&"it\'s"&1e308&12345678901234567890', 'Enter', 0],
    ['="say ""hi"" "&SUM(B1)&TRUE', 'Enter', DELAY_MS],
  ])('%s, left by %s, at %d ms a key', async (formula, key, delay) => {
    expect(await typed(formula, key, delay)).toBe(formula);
  });

  test('with a cell that is clicked behind two quotes of a text, continued behind a number, and copied', async () => {
    const { page } = workbench;
    const address = await clickCell(1, --row);
    const entered = async (at: string, key: string, formula: string): Promise<void> => {
      await page.keyboard.press(key);
      await page.waitForFunction(([one, wanted]) => window.workbench?.formula(one) === wanted, [at, formula] as const);
    };
    await page.keyboard.type('="a""b"&t("")&', { delay: DELAY_MS });
    const box = await boxOfGrid();
    await page.mouse.click(box.x + 46 + 3 * 88 + 20, box.y + 20 + 20 + 10);
    await page.keyboard.type('&1E3', { delay: DELAY_MS });
    await entered(address, 'Enter', '="a""b"&T("")&D2&1E3');
    await clickCell(1, row);
    await page.keyboard.press('F2');
    await page.keyboard.type('&"c"', { delay: DELAY_MS });
    await entered(address, 'Enter', '="a""b"&T("")&D2&1E3&"c"');
    // Another click so soon would open the editor.
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction((at) => window.workbench?.value(at) === 'a"b1000c', address);
    await untilCopied(() => page.keyboard.press('Control+c'), 'a"b1000c');
    const copy = await clickCell(2, row);
    await entered(copy, 'Control+v', '="a""b"&T("")&E2&1E3&"c"');
  });

  test('also with a name of the workbook that is a function, too, left by Tab', async () => {
    await visit(book("'5"));
    await workbench.page.getByRole('button', { name: 'Open', exact: true }).click();
    await workbench.page.getByRole('button', { name: 'Discard changes' }).click();
    await workbench.page.waitForFunction(() => window.workbench?.value('Sheet1!A1') === '5');
    expect(await typed('=Rate', 'Tab', 400)).toBe('=Rate');
  });

  test.each([0, DELAY_MS])('Tab completes it, at %d ms a key', async (delay) => {
    const { page } = workbench;
    const address = await clickCell(1, --row);
    await page.keyboard.type('=SUM(MAX', { delay });
    await workbench.offers('MAXA');
    await page.keyboard.press('ArrowDown', { delay });
    await page.keyboard.press('Tab', { delay });
    await page.keyboard.type('1,2),T', { delay });
    await workbench.offers('T.DIST');
    await page.keyboard.press('Tab', { delay });
    await page.keyboard.type('3))', { delay });
    await page.keyboard.press('Enter');
    await page.waitForFunction((at) => window.workbench?.formula(at) !== '', address);
    expect(await formulaAt(address)).toBe('=SUM(MAXA(1,2),T(3))');
  });
});

test.each([
  ['=MD.QUOTE("EURUSD","price")', 'did you mean "mid"?'],
  ['=MD.QUOTE("Apple")', 'write "stocks:AAPL"'],
  ['=MD.QUOTE("EURUSD";"bid")', 'put a comma between arguments'],
  ['=SU', 'check the spelling'],
  ['=1/0', 'divides by zero'],
])('right after Enter, a sentence stands beside %s', async (formula, sentence) => {
  await workbench.openNew();
  const { page } = workbench;
  await clickCell(1, 4);
  await page.keyboard.type(formula, { delay: 30 });
  await page.keyboard.press('Enter');
  const card = page.locator('[data-u-comp="rect-popup"], [class~="univer-w-[156px]"]', { hasText: sentence });
  await card.first().waitFor();
  // It goes when something else is typed.
  await page.keyboard.type('1');
  await card.first().waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
});

test('what is being typed stays as it is when the cell gets another value meanwhile', async () => {
  const { page } = workbench;
  await workbench.openNew();
  await workbench.enter('A1', '=1');
  await workbench.enter('B1', '=A1*2');
  await workbench.shows('B1', (value) => value === 2);
  const type = async (
    start: string[],
    first: string,
    [source, result]: [number, number],
    rest: string,
  ): Promise<void> => {
    await workbench.select('B1');
    for (const key of start) await page.keyboard.press(key);
    await page.keyboard.type(first);
    await workbench.enter('A1', `=${source}`);
    await workbench.shows('B1', (value) => value === result);
    await page.keyboard.type(rest);
  };
  await type(['F2'], '+1', [7, 14], '00');
  await page.keyboard.press('Enter');
  await workbench.shows('B1', (value) => value === 114);
  expect(await formulaAt('B1')).toBe('=A1*2+100');

  await type([], '=1+', [8, 116], '41');
  await page.keyboard.press('Escape');
  await workbench.select('B1');
  await page.keyboard.press('F2');
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await workbench.shows('B1', (value) => value === 8 * 2 + 1000);
  expect(await formulaAt('B1')).toBe('=A1*2+1000');
});

test('a date of which its cell shows the month alone is edited with its day', async () => {
  await workbench.openNew();
  const { page } = workbench;
  const address = await clickCell(1, 4);
  await page.evaluate(async () => {
    const { workbook } = window.workbench!.session.host;
    await workbook.write([{ block: await workbook.selection(), cells: [[{ value: 46_006, format: 'mmm-yy' }]] }]);
  });
  for (const key of ['F2', 'Enter', 'ArrowUp', 'F2', 'Backspace', '6', 'Enter']) await page.keyboard.press(key);
  await page.waitForFunction((at) => window.workbench!.value(at) === 46_007, address);
  expect(await page.evaluate((at) => window.workbench!.text(at), address)).toBe('Dec-25');
});

test('a text that looks like a number stays one in a cell that becomes General, after undo, and with other formats', async () => {
  await workbench.openNew();
  const { page } = workbench;
  const address = await clickCell(1, 4);
  await page.evaluate(async () => {
    const { workbook } = window.workbench!.session.host;
    await workbook.write([{ block: await workbook.selection(), cells: [[{ format: '@' }]] }]);
  });
  await page.keyboard.type('007');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  const is = (value: unknown, text: string, format: string) =>
    until(() =>
      page.evaluate(
        async ([at, ...wanted]) => {
          const bench = window.workbench!;
          const { workbook } = bench.session.host;
          const cell = (await workbook.read([await workbook.selection()]))[0]?.[0]?.[0];
          return (
            JSON.stringify([bench.value(at as string), bench.text(at as string), cell?.format]) ===
            JSON.stringify(wanted)
          );
        },
        [address, value, text, format],
      ),
    );
  await is('007', '007', '@');
  await page.keyboard.press('Control+Shift+~');
  await is('007', '007', 'General');
  await page.keyboard.press('Control+z');
  await is('007', '007', '@');
  await page.keyboard.press('Control+Shift+!');
  await is('007', '007', '#,##0.00');
});

test('dates are typed as in the country of the browser, also with a time, and shown with their year first; hours beyond a day are a time', async () => {
  const { page } = workbench;
  await workbench.openNew();
  await clickCell(1, 1);
  for (const text of ['1/2/2026', '12/31/25', '1/2/2026 2:30 PM', '31/12/2025', '=ISNUMBER(B2)', '36:00', '0x1F']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await page.waitForFunction(() => window.workbench?.text('B6') === 'TRUE');
  await page.waitForFunction(() => window.workbench?.text('B8') !== '');
  const texts = await page.evaluate(() =>
    ['B2', 'B3', 'B4', 'B5', 'B7', 'B8'].map((cell) => window.workbench!.text(cell)),
  );
  expect(texts).toEqual(['2026-01-02', '2025-12-31', '2026-01-02 2:30 PM', '31/12/2025', '36:00:00', '0x1F']);
});

test('the menu undoes, copies and cuts as the keys do, and of a misspelt function the card says which was meant', async () => {
  const { page } = workbench;
  await workbench.openNew();
  await clickCell(1, 1);
  await page.keyboard.type('first');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.workbench?.text('B2') === 'first');
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.locator('#edit-menu').getByRole('button', { name, exact: true }).click();
  };
  const shows = (cell: string, text: string): Promise<unknown> =>
    page.waitForFunction(([at, wanted]) => window.workbench?.text(at!) === wanted, [cell, text]);
  await choose('Undo');
  await shows('B2', '');
  await choose('Redo');
  await shows('B2', 'first');
  await clickCell(1, 1);
  for (const [name, column, left] of [
    ['Copy', 2, 'first'],
    ['Cut', 3, ''],
  ] as const) {
    await untilCopied(() => choose(name), 'first');
    await clickCell(column, 1);
    await page.keyboard.press('Control+v');
    await shows(column === 2 ? 'C2' : 'D2', 'first');
    await shows('B2', left);
    await clickCell(1, 1);
  }
  await clickCell(1, 3);
  await page.keyboard.type('=MD.QOUTE("EURUSD")');
  await page.keyboard.press('Enter');
  await page.getByText('Did you mean MD.QUOTE?').first().waitFor();
});

test('keys of Excel go to the first cell and the last, a screen down and up, find a text and add up', async () => {
  await workbench.openSample();
  const { page } = workbench;
  const goes = async (key: string, row: number, column: number): Promise<void> => {
    await page.keyboard.press(key);
    await until(() =>
      page.evaluate(
        async ([wantedRow, wantedColumn]) => {
          const selected = await window.workbench!.session.host.workbook.selection();
          return selected.row === wantedRow && selected.column === wantedColumn;
        },
        [row, column] as const,
      ),
    );
  };
  await clickCell(1, 12);
  // Two rows of the sample are frozen.
  await goes('Control+Home', 2, 0);
  await page.keyboard.press('Control+End');
  await until(() =>
    page.evaluate(async () => {
      const { row, column } = await window.workbench!.session.host.workbook.selection();
      // N12 and H30 are filled.
      return row >= 29 && column >= 13;
    }),
  );
  await page.keyboard.press('Control+f');
  await page.keyboard.type('usdsek');
  await goes('Enter', 12, 1);
  await page.keyboard.press('PageDown');
  await until(() => page.evaluate(async () => (await window.workbench!.session.host.workbook.selection()).row > 25));
  await goes('PageUp', 12, 1);
  const turnsTo = async (key: string, isModel: boolean): Promise<void> => {
    await page.keyboard.press(key);
    await until(() =>
      page.evaluate(
        async (wanted) => ((await window.workbench!.session.host.workbook.selection()).sheet === 'Model') === wanted,
        isModel,
      ),
    );
  };
  await turnsTo('Control+PageDown', false);
  await turnsTo('Control+PageUp', true);
  await workbench.openNew();
  await clickCell(1, 1);
  for (const number of ['1', '2', '3.5']) {
    await page.keyboard.type(number);
    await page.keyboard.press('Enter');
  }
  // After the dialog, too, what is typed goes into the selected cell.
  await page.keyboard.press('Control+f');
  await page.keyboard.type('3.5');
  await goes('Enter', 3, 1);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.type('4.5');
  await goes('Enter', 4, 1);
  await page.waitForFunction(() => window.workbench?.value('B4') === 4.5);
  await page.keyboard.press('Alt+=');
  await page.waitForFunction(() => window.workbench?.formula('B5') === '=SUM(B2:B4)');
  await clickCell(3, 1);
  await page.keyboard.press('Control+;');
  await page.waitForFunction(() => /^\d{4}-\d\d-\d\d$/.test(window.workbench!.text('D2')));
  await page.keyboard.press('Control+:');
  await page.waitForFunction(() => /^\d\d:\d\d$/.test(window.workbench!.text('D2')));
  await page.keyboard.press('Shift+F11');
  await until(() =>
    page.evaluate(async () => (await window.workbench!.session.host.workbook.outline()).sheets.length === 2),
  );
});

test('keys of Excel end an entry and go back, move in it, enter an array, extend the selection, format, hide, and copy by dragging', async () => {
  const { page } = workbench;
  await workbench.openNew();
  const selects = (address: string) =>
    until(() =>
      page.evaluate(
        async (wanted) => {
          const { row, column, rows, columns } = await window.workbench!.session.host.workbook.selection();
          return JSON.stringify([row, column, rows, columns]) === wanted;
        },
        JSON.stringify(Object.values(parseA1(address, '')!).slice(1)),
      ),
    );
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const holds = (address: string, wanted: unknown) =>
    page.waitForFunction(([at, one]) => window.workbench!.value(at as string) === one, [address, wanted]);
  await clickCell(2, 2);
  await page.keyboard.type('12');
  await press('Shift+Enter');
  await selects('C2');
  await page.keyboard.type('5');
  await press('Shift+Tab');
  await selects('B2');
  await clickCell(1, 1);
  await press('Shift+Enter');
  await selects('B1');
  await page.keyboard.type('bc');
  await press('Home');
  await page.keyboard.type('a');
  await press('End');
  await page.keyboard.type('d');
  await press('Enter');
  await holds('B1', 'abcd');
  await selects('B2');
  await page.keyboard.type('=SUM(C2:C3*{1;2})');
  await press('Control+Shift+Enter');
  await holds('B2', 29);
  await selects('B2');
  await press('Control+Shift+End');
  await selects('B2:C3');
  await clickCell(2, 2);
  await press('Control+Shift+$');
  await page.waitForFunction(() => window.workbench!.text('C3') === '$12.00 ');
  await press('Shift+Home');
  await selects('A3:C3');
  // What is typed into the cell is in the formula bar.
  await clickCell(0, 4);
  await page.keyboard.type('=C2');
  await press('F4');
  await page.keyboard.type('+1');
  await page.locator('[data-u-comp="formula-bar"]').click({ position: { x: 300, y: 12 } });
  await press('End');
  await page.keyboard.type('+1');
  await press('Enter');
  await page.waitForFunction(() => window.workbench!.formula('A5') === '=$C$2+1+1');
  const grid = await boxOfGrid();
  const [x, y] = [grid.x + 46 + 2 * 88 + 20, grid.y + 20 + 20];
  await clickCell(2, 1);
  await page.keyboard.down('Control');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 88, y + 60, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.up('Control');
  await holds('D5', 5);
  await holds('C2', 5);
  await clickCell(2, 1);
  await page.keyboard.down('Control');
  await clickCell(2, 4);
  await page.keyboard.up('Control');
  await press('Control+c');
  await page.getByRole('dialog', { name: 'Nothing was copied' }).getByRole('button').press('Enter');
  await clickCell(0, 1);
  await press('Control+9');
  await clickCell(0, 0);
  await press('ArrowDown');
  await selects('A3');
});

test('a copied row is inserted with Ctrl++, its formulas move with it, and one undo takes it away', async () => {
  const { page } = workbench;
  await workbench.openNew();
  await workbench.type('A1', '5');
  await workbench.type('A2', '=A1*$A$3');
  await workbench.type('A3', '7');
  const holds = (address: string, formula: string, value: number): Promise<unknown> =>
    page.waitForFunction(
      ([at, text, number]) => window.workbench?.formula(at) === text && window.workbench.value(at) === number,
      [address, formula, value] as const,
    );
  await holds('A2', '=A1*$A$3', 35);
  await workbench.select('A2');
  await page.keyboard.press('Shift+Space');
  await untilCopied(() => page.keyboard.press('Control+c'), '35');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+Shift++');
  await holds('A3', '=A2*$A$4', 245);
  await holds('A4', '', 7);
  await holds('A2', '=A1*$A$4', 35);
  await page.keyboard.press('Control+z');
  await holds('A3', '', 7);
  await holds('A2', '=A1*$A$3', 35);
});

test('entries go on where the grid ended, cells beyond it are shown, and a walk there is no edit and ends at the first row', async () => {
  const { page } = workbench;
  await workbench.openNew();
  const entries = async (address: string, key: string): Promise<void> => {
    await workbench.select(address);
    for (const text of ['1', '2', '3']) {
      await page.keyboard.type(text, { delay: DELAY_MS });
      await page.keyboard.press(key);
    }
  };
  const holds = (expected: Readonly<Record<string, number>>): Promise<void> =>
    until(() =>
      page.evaluate(
        (all) => Object.entries(all).every(([at, value]) => window.workbench!.value(at) === value),
        expected,
      ),
    );
  const isAt = (address: string): Promise<void> =>
    until(async () => {
      const selection = await page.evaluate(() => window.workbench!.session.host.workbook.selection());
      return a1WithSheet(selection) === `Sheet1!${address}`;
    });
  await workbench.select('A1000');
  await isAt('A1000');
  await page.keyboard.press('ArrowDown');
  await isAt('A1001');
  await workbench.select('B1');
  for (const key of ['ArrowUp', 'Control+ArrowUp', 'ArrowLeft', 'ArrowLeft', 'Shift+Tab'])
    await page.keyboard.press(key);
  await isAt('A1');
  await page.waitForFunction(() => !document.querySelector('#bar')?.textContent.includes('edited'));
  await entries('A1999', 'Enter');
  await holds({ A1999: 1, A2000: 2, A2001: 3 });
  await entries('BY2', 'Tab');
  await holds({ BY2: 1, BZ2: 2, CA2: 3 });
});

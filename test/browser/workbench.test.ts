import { useWorkbench } from './use-workbench';

const bench = useWorkbench();

function countRequests(path = /\/currencies\/quotes/): () => number {
  let count = 0;
  bench.page.on('request', (request) => {
    if (request.method() === 'GET' && path.test(request.url())) count++;
  });
  return () => count;
}

describe('the sample model', () => {
  it('opens without set-up, with a value from the service in every block', async () => {
    expect(await bench.texts('C5', 'D5', 'E5', 'F5')).toEqual(['Bid', 'Ask', 'Mid', 'Quoted, UTC']);
    const [bid, ask] = [(await bench.cell('C6')).value as number, (await bench.cell('D6')).value as number];
    expect(bid).toBeGreaterThan(0.5);
    expect(ask).toBeGreaterThan(bid);
    expect((await bench.cell('F25')).text).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
    expect(await bench.texts('H15', 'I15', 'H16')).toEqual(['Market', 'Date', 'XNYS']);
    expect(typeof (await bench.cell('C30')).value).toBe('number');
    expect((await bench.cell('H30')).value).toBe('10-K');
  });

  it('shows every cell of a spill in its number format, not only the first', async () => {
    const { value, text } = await bench.cell('I17');
    expect(typeof value).toBe('number');
    expect(text).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect((await bench.cell('K17')).text).toMatch(/^\d{2}:\d{2}$/);
  });

  it('is beside a pane that scrolls by itself, however long it is', async () => {
    await bench.page.getByRole('tab', { name: 'Cells' }).click();
    await bench.page.getByRole('button', { name: 'Scan again' }).waitFor();
    expect(
      await bench.page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight),
    ).toBe(0);
  });

  it('values cash flows with live prices', async () => {
    const [total, ...parts] = await Promise.all(
      ['N12', 'N7', 'N8', 'N9', 'N10', 'N11'].map((address) => bench.cell(address)),
    );
    const sum = parts.reduce((running, { value }) => running + (value as number), 0);
    expect(total?.value).toBeCloseTo(sum, 6);
    expect((await bench.cell('L2')).value).toBe(0);
    expect((await bench.cell('M9')).value).toBeCloseTo(1 / ((await bench.cell('E10')).value as number), 10);
  });
});

describe('waiting cells', () => {
  beforeAll(async () => {
    await bench.page.getByRole('tab', { name: 'Functions' }).click();
    await bench.openScratch();
  });
  beforeEach(() => bench.server.setFaults([{ kind: 'latency', ms: 700 }]));
  afterEach(() => bench.server.setFaults([]));

  it('say so, and cells that depend on them wait too', async () => {
    await bench.paste('F1', [
      ['=MD.QUOTE("EURUSD",,,2)', '=F1*2', '=IFERROR(F1,0)', '=IFNA(MD.QUOTE("EURUSD",,,2),0)'],
    ]);
    await bench.shows('F1', (value) => value === '#GETTING_DATA');
    expect(await bench.texts('G1', 'H1', 'I1')).toEqual(Array(3).fill('#GETTING_DATA'));
    await bench.shows('G1', (value) => typeof value === 'number');
    expect(await bench.texts('H1', 'I1')).toEqual(await bench.texts('F1', 'F1'));
  });

  it('get their answers even if rows have moved them meanwhile', async () => {
    await bench.enter('F10', '=MD.QUOTE("GBPUSD",,,2)');
    await bench.shows('F10', (value) => value === '#GETTING_DATA');
    await bench.insertRowAbove(5);
    await bench.shows('F11', (value) => typeof value === 'number');
    expect((await bench.cell('F10')).value).toBeNull();
  });

  it('keep their values while they are requested again', async () => {
    await bench.enter('F20', '=MD.QUOTE("NZDUSD",,,2)');
    await bench.shows('F20', (value) => typeof value === 'number');
    const seen = bench.page.evaluate(async () => {
      const values: unknown[] = [];
      window.workbench?.recalculate();
      for (let frame = 0; frame < 30; frame++) {
        values.push(window.workbench?.value('F20'));
        await new Promise(requestAnimationFrame);
      }
      return values;
    });
    expect((await seen).every((value) => typeof value === 'number')).toBe(true);
  });
});

// What the session has been told it does not ask again: nothing before has asked for these symbols.
describe('many cells at once', () => {
  it('share requests if they have the same symbols', async () => {
    const requests = countRequests();
    const symbols = ['THBSAR', 'SARTHB', 'SARILS'];
    // Another precision is another question, so nothing is cached for it.
    await bench.paste(
      'D1',
      Array.from({ length: 300 }, (_, row) => [`=MD.QUOTE("${symbols[row % 3] ?? ''}",,,3)`]),
    );
    await bench.shows('D1');
    await bench.shows('D300');
    expect(requests()).toBe(1);
  });
});

describe('a typed formula', () => {
  beforeAll(async () => {
    await bench.openSample();
    await bench.openScratch();
  });

  it('is completed by name, and shows its arguments', async () => {
    await bench.begin('H1', '=MD.Q', async () => {
      await bench.offers('MD.QUOTE');
      await bench.page.keyboard.press('Tab');
      await bench.offers('Required. Symbols');
    });
    await bench.page.keyboard.press('Escape');
  });

  it('explains its error over the cell and beside the selection', async () => {
    await bench.enter('A1', '=MD.QUOTE("NOSUCH")');
    const { value, message } = await bench.shows('A1');
    expect(value).toBe('#N/A');
    expect(message).toContain('NOSUCH');
    await bench.hover(0, 0, 88, message);
    await bench.select('A1');
    await bench.page.locator('#status', { hasText: `A1: ${message}` }).waitFor();
  });

  it('names the cell that is in the way of its result, and that cell keeps its own error', async () => {
    await bench.paste('P1', [['=SEQUENCE(3)'], ['=MD.QUOTE("NOSUCH")']]);
    const { message } = await bench.shows('P2', (value) => value === '#N/A');
    expect(message).toContain('NOSUCH');
    expect(await bench.shows('P1', (value) => value === '#SPILL!')).toMatchObject({
      message: 'P2 is in the way of the result: clear it, or move one of the two',
    });
    await bench.select('P1');
    await bench.page.locator('#status', { hasText: 'P1: P2 is in the way' }).waitFor();
  });

  it('is calculated when a name that it uses is defined, and #NAME? while that is deleted', async () => {
    await bench.enter('Scratch!P5', '=MD.QUOTE(PAIR,"symbol")');
    await bench.enter('Scratch!Q5', '=UPPER("a longer formula: ")&MD.QUOTE(@PAIR,"symbol")');
    await bench.shows('Scratch!P5', (value) => value === '#NAME?');
    await bench.type('Scratch!P4', 'GBPUSD');
    await bench.select('P4');
    await bench.page.locator('[data-u-comp="defined-name"] svg').last().click();
    await bench.page.getByText('Manager named').click();
    await bench.page.getByText('Add a defined name').click();
    const name = bench.page.getByPlaceholder('Please enter a name');
    await name.fill('PAIR');
    // Into the range below, whose box would keep Undo for itself.
    const { x, y, height } = (await name.boundingBox())!;
    await bench.page.mouse.click(x + height, y + 2.5 * height);
    await bench.page.getByText('Confirm', { exact: true }).click();
    await bench.shows('Scratch!P5', (value) => value === 'GBPUSD');
    for (const [step, value] of Object.entries({ undo: '#NAME?', redo: 'GBPUSD' })) {
      await bench.page
        .locator('button', { has: bench.page.locator(`[class*="${step}"]`) })
        .first()
        .click();
      await bench.shows('Scratch!P5', (shown) => shown === value);
    }
    await bench.shows('Scratch!Q5', (value) => value === 'A LONGER FORMULA: GBPUSD');

    const entry = bench.page.locator('div', { hasText: /^PAIRScratch!\$P\$4$/ }).last();
    await entry.hover();
    await entry.locator('xpath=..').locator('a').last().click();
    await bench.page.getByRole('button', { name: 'OK' }).click();
    await bench.shows('Scratch!P5', (value) => value === '#NAME?');
    await bench.select('P6');
    await bench.page.keyboard.press('Control+z');
    await bench.shows('Scratch!P5', (value) => value === 'GBPUSD');
    await bench.shows('Scratch!Q5', (value) => value === 'A LONGER FORMULA: GBPUSD');
  });

  it('reads a typed or pasted date by the same rule', async () => {
    await bench.type('K1', '1.12.2026');
    await bench.type('K8', '1. Dezember 2026');
    const formula = '=MD.WORKDAY(K1,1,"XNYS")';
    await bench.paste('K2', [['dates'], ['04/03/2026'], ['2026-12-01'], ['1 Dec 2026'], [formula]]);
    await bench.begin('K7', '2026-12-01', () => bench.page.keyboard.press('Enter'));
    expect((await bench.shows('K6', (value) => value === '#VALUE!')).message).toContain('"1.12.2026" is not a date');
    expect((await bench.cell('K1')).value).toBe('1.12.2026');
    // The engine's editor would make a list of it.
    expect((await bench.cell('K8')).value).toBe('1. Dezember 2026');
    expect((await bench.cell('K3')).value).toBe(46_115);
    for (const address of ['K4', 'K5', 'K7']) expect((await bench.shows(address)).value).toBe(46_357);
    expect(await bench.texts('K3', 'K4', 'K7')).toEqual(['2026-04-03', '2026-12-01', '2026-12-01']);
  });

  it('loses its spill, message and number format when it is replaced, also after its row has moved', async () => {
    await bench.enter('A15', '=MD.HOURS("XNYS",,,"date",FALSE)');
    await bench.shows('A16');
    expect((await bench.cell('A15')).text).toMatch(/^\d{4}-/);
    await bench.enter('A15', '=MD.QUOTE("EURUSD")');
    const { text } = await bench.shows('A15', (value) => typeof value === 'number' && value < 10);
    expect(text).toMatch(/^\d\.\d+$/);
    expect((await bench.cell('A16')).value).toBeNull();
    await bench.enter('A15', '=MD.HOURS("XNYS",,,"date",FALSE)');
    await bench.shows('A16');
    await bench.insertRowAbove(3);
    await bench.shows('A17');
    await bench.enter('A16', '=MD.QUOTE("EURUSD")');
    expect((await bench.shows('A16', (value) => typeof value === 'number' && value < 10)).text).toMatch(/^\d\.\d+$/);
    await bench.type('A16', '5');
    expect(await bench.shows('A16', (value) => value === 5)).toEqual({ value: 5, text: '5', message: '' });
  });
});

describe('the pane in the workbench', () => {
  const openSettings = (): Promise<void> => bench.page.getByRole('tab', { name: 'Settings' }).click();

  it('is beside the grid and can be closed', async () => {
    await openSettings();
    await bench.page.getByLabel('API key', { exact: true }).waitFor();
    const toggle = bench.page.getByRole('button', { name: 'Pane', exact: true });
    await toggle.click();
    await bench.page.getByLabel('API key', { exact: true }).waitFor({ state: 'hidden' });
    expect(await toggle.getAttribute('aria-expanded')).toBe('false');
    await toggle.click();
    await bench.page.getByLabel('API key', { exact: true }).waitFor();
  });

  it('changes the key that cells use', async () => {
    await openSettings();
    await bench.page.getByLabel('API key', { exact: true }).fill('invalid');
    await bench.page.getByRole('button', { name: 'Save', exact: true }).click();
    await bench.enter('A31', '=MD.QUOTE("EURSEK")');
    expect((await bench.shows('A31')).value).toBe('#N/A');
    await bench.page.getByLabel('API key', { exact: true }).fill('demo');
    await bench.page.getByRole('button', { name: 'Save', exact: true }).click();
    await bench.shows('A31', (value) => typeof value === 'number');
    bench.expectComplaint('401');
  });
});

it('another visit to the workbench does not restore a key that was removed', async () => {
  await bench.page.getByRole('button', { name: 'Remove key' }).click();
  await bench.page.waitForFunction(() => window.workbench?.session.settings.apiKey === '');
  await bench.page.reload();
  const { message } = await bench.shows('Model!C6', (value) => value === '#N/A');
  await bench.shows('Model!L2', (value) => value === 20);
  expect((await bench.cell('Model!N12')).value).toBe('#N/A');
  expect(message).toMatch(/key/i);
});

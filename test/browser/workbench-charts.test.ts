import { violationsOn } from './accessibility';
import { useWorkbench } from './use-workbench';

// How many ticks a page may have is learned by asking for too many.
const bench = useWorkbench({
  causes: /status of 422/,
  prepare: async (workbench) => {
    workbench.page.setDefaultTimeout(20_000);
    await workbench.openScratch();
  },
});

const pane = () => bench.page.locator('.md-pane');
const button = (name: string) => pane().getByRole('button', { name, exact: true });
const argument = (name: string) => pane().locator(`#md-argument-${name}`);
const picture = (name: string) => pane().getByRole('img', { name, exact: true });

/** How many of the picture's points are drawn in the colour of its first line. */
const drawnIn = async (name: string): Promise<number> => {
  await bench.page.waitForTimeout(300);
  return picture(name)
    .locator('canvas')
    .evaluate((canvas) => {
      const { data } = (canvas as HTMLCanvasElement)
        .getContext('2d')!
        .getImageData(0, 0, (canvas as HTMLCanvasElement).width, (canvas as HTMLCanvasElement).height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at + 3]! > 128 && data[at + 2]! > data[at]! + 60) count++;
      return count;
    });
};

/** The rows of the table behind a picture, once it is unfolded. */
async function rowsBehind(name: string): Promise<string[][]> {
  await pane().getByText('Same numbers as a table', { exact: true }).click();
  const rows = pane().getByRole('table', { name, exact: true }).getByRole('row');
  await rows.nth(1).waitFor();
  return rows.evaluateAll((all) => all.map((row) => Array.from(row.children, (cell) => cell.textContent)));
}

async function show(address: string, formula: string, last: string): Promise<void> {
  await bench.enter(`Scratch!${address}`, formula);
  await bench.shows(`Scratch!${last}`, (value) => typeof value === 'number');
  await bench.select(address);
  await pane().getByRole('tab', { name: 'Cells' }).click();
}

describe('a chart in the pane', () => {
  test('of closes is a line, with a table of the same numbers, and has no barriers', async () => {
    await show('A1', '=MD.TICKS("SPX","2026-10-01","2026-10-31",,"time,close",,"day")', 'B20');
    await button('Chart').click();
    await picture('Chart of SPX').locator('canvas').waitFor();
    expect(await drawnIn('Chart of SPX')).toBeGreaterThan(200);
    const [heading, ...rows] = await rowsBehind('Chart of SPX');
    expect(heading).toEqual(['Time', 'close']);
    expect(rows[0]).toEqual(['Oct 1, 2026', String((await bench.cell('Scratch!B2')).value)]);
    expect(rows).toHaveLength(22);
    expect(await violationsOn(bench.page, { within: '.md-pane' })).toEqual([]);
  });

  test('of bars shows open, high, low and close, and follows the cells', async () => {
    await show('E1', '=MD.TICKS("DAX","2026-10-01 08:00","2026-10-01 10:00",,,,"5 minutes")', 'I20');
    await button('Chart').click();
    await picture('Chart of DAX').locator('canvas').waitFor();
    expect(await drawnIn('Chart of DAX')).toBeGreaterThan(200);
    const rows = await rowsBehind('Chart of DAX');
    expect(rows[0]).toEqual(['Time', 'open', 'high', 'low', 'close']);
    const count = rows.length;
    await bench.enter('Scratch!E1', '=MD.TICKS("DAX","2026-10-01 08:00","2026-10-01 09:00",,,,"5 minutes")');
    await bench.page.waitForFunction((before) => document.querySelectorAll('.md-chart tr').length < before, count);
  });

  test('of a quote is what its cell has shown since the pane was opened, with one more point for each refresh', async () => {
    await show('K1', '=MD.QUOTE("crypto:BTCUSD")', 'K1');
    await button('Seen in this session').click();
    const refresh = async (): Promise<void> => {
      await pane()
        .locator('button', { hasText: /^Selection$/ })
        .first()
        .click();
      await pane().getByRole('alertdialog').getByRole('button', { name: 'Refresh' }).click();
      await pane().getByRole('alertdialog').waitFor({ state: 'detached' });
    };
    await pane().getByText('a chart needs two numbers').waitFor();
    const first = (await bench.cell('Scratch!K1')).value;
    await refresh();
    await picture('Scratch!K1 as seen in this session').locator('canvas').waitFor();
    await refresh();
    const [heading] = await rowsBehind('Scratch!K1 as seen in this session');
    expect(heading).toEqual(['Time', 'Seen in this session']);
    const seen = pane().getByRole('table', { name: 'Scratch!K1 as seen in this session' }).getByRole('row');
    await seen.nth(3).waitFor();
    const numbers = (await seen.getByRole('cell').allTextContents()).flatMap((text, index) =>
      index % 2 === 1 ? [Number(text.replaceAll(',', ''))] : [],
    );
    expect(numbers).toHaveLength(3);
    expect(numbers[0]).toBeCloseTo(first as number, 1);
    expect(numbers[2]).toBeCloseTo((await bench.cell('Scratch!K1')).value as number, 1);
  });

  test('of a live list is what each of its cells has shown, and grows by itself', async () => {
    await show('M1', '=MD.LIVE({"crypto:BTCUSD";"crypto:ETHUSD"},"mid",,1)', 'M2');
    await bench.select('M2');
    await button('Seen in this session').click();
    const name = 'Scratch!M2 as seen in this session';
    await picture(name).locator('canvas').waitFor();
    const { length } = await rowsBehind(name);
    const rows = pane().getByRole('table', { name }).getByRole('row');
    await rows.nth(length).waitFor();
    await bench.enter('Scratch!M1', '');
  });

  test('stands beside a previewed formula too', async () => {
    await pane().getByRole('tab', { name: 'Functions' }).click();
    await pane()
      .getByRole('button', { name: /MD\.TICKS/ })
      .first()
      .click();
    await argument('symbol').fill('DAX');
    await argument('start').fill('2026-10-01T08:00');
    await argument('end').fill('2026-10-01T09:00');
    await button('Chart').click();
    await pane()
      .getByRole('img', { name: /^Chart of =MD.TICKS/ })
      .locator('canvas')
      .waitFor();
  });
});

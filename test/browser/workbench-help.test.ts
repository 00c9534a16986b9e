import { useWorkbench } from './use-workbench';

const bench = useWorkbench();

test('an example of a help page opens in a new sheet of the workbench, once', async () => {
  const { page } = bench;
  await page.goto(`${bench.server.url}help/settle.html`);
  await page.getByRole('link', { name: 'Open in the workbench' }).nth(1).click();
  await page.getByText('MD.SETTLE', { exact: true }).first().waitFor();
  expect(new URL(page.url()).search).toBe('');
  const formulas = (): Promise<readonly { readonly formula: string }[]> =>
    page.evaluate(async () =>
      (await window.workbench!.session.host.workbook.formulas()).filter(({ formula }) =>
        formula.includes('2026-11-25'),
      ),
    );
  await page.waitForFunction(() => window.workbench !== undefined);
  expect(await formulas()).toMatchObject([
    { formula: '=MD.SETTLE("2026-11-25","XNYS")', cell: { sheet: 'MD.SETTLE' } },
  ]);
  await page.reload();
  await page.waitForFunction(() => window.workbench !== undefined);
  expect(await formulas()).toHaveLength(1);
});

test('the pane of the workbench shows the help of a function', async () => {
  const { page } = bench;
  await page.getByRole('button', { name: 'MD.SCORE' }).click();
  await page.getByRole('button', { name: 'Help for MD.SCORE' }).click();
  await page.locator('summary', { hasText: 'What the scores mean' }).waitFor();
});

import { version } from '../../package.json';
import { useWorkbench } from './use-workbench';

const bench = useWorkbench();

test('an example of a help page opens in a new sheet of the workbench, once', async () => {
  const { page } = bench;
  await page.goto(`${bench.server.url}help/settle.html`);
  await page.getByRole('link', { name: 'Open in the workbench' }).nth(1).click();
  const question = page.getByRole('dialog', { name: 'From a link' });
  await question.getByText('This link brings =MD.SETTLE("2026-11-25","XNYS"). Open it?').waitFor();
  await question.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('[data-u-comp="slide-tab-item"]', { hasText: 'MD.SETTLE' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  const formulas = (): Promise<readonly { readonly formula: string }[]> =>
    page.evaluate(async () =>
      (await window.workbench!.session.host.workbook.formulas()).filter(({ formula }) =>
        formula.includes('2026-11-25'),
      ),
    );
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

test.each([
  ['docs/contents.html', 'text/html'],
  ['docs/search.js', 'text/javascript'],
  ['docs/search.json', 'application/json'],
  ['docs/documents.css', 'text/css'],
  ['docs/duel.svg', 'image/svg+xml'],
  ['docs/workbench.png', 'image/png'],
  ['docs/workbench.gif', 'image/gif'],
  ['help/quote.md', 'text/markdown'],
  ['llms.txt', 'text/plain'],
  [`${version}/docs/hosting.html`, 'text/html'],
])('the workbench has the documents beside it: %s', async (path, type) => {
  const answer = await fetch(`${bench.server.url}${path}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain(type);
});

test('the search of the documents works beside the workbench', async () => {
  const { page } = bench;
  await page.goto(`${bench.server.url}docs/contents.html`);
  await page.getByRole('searchbox').fill('settlement');
  await page.getByRole('search').getByRole('link', { name: 'MD.SETTLE', exact: true }).waitFor();
});

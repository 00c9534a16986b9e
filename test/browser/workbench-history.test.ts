import { useWorkbench } from './use-workbench';

const workbench = useWorkbench();

const FORMULA = '=MD.TICKS("CAC","2024-11-18","2024-11-20",,,,"day")';
/** Some hours, with fewer requests. */
const OTHERS = {
  H1: '=MD.TICKS("CAC","2024-11-12 12:00","2024-11-12 15:00",,,,"hour")',
  O1: '=MD.TICKS("CAC","2024-11-13 12:00","2024-11-13 15:00",,,,"hour")',
} as const;

const tickRequests = (): Promise<number> =>
  workbench.page.evaluate(
    () => window.workbench!.session.activity.requests.filter(({ what }) => what.includes('/ticks')).length,
  );

/** With the limit above which a formula waits. */
const enter = (formulas: Readonly<Record<string, string>>, maxRequests: number): Promise<void> =>
  workbench.page.evaluate(
    async ([all, limit]) => {
      await window.workbench!.session.save({ maxRequests: limit });
      for (const [address, formula] of Object.entries(all)) window.workbench!.setFormula(address, formula);
    },
    [formulas, maxRequests] as const,
  );

test('a costly formula waits and shows its cost, can be fetched in the pane, alone or with all others, and sends no requests after a reload', async () => {
  await workbench.openScratch();
  await enter({ A1: FORMULA }, 150);
  const { message } = await workbench.shows('A1', (value) => value === '#N/A');
  expect(message).toMatch(/^About \d+ requests: allow it in the MD pane$/);
  expect(await tickRequests()).toBeLessThanOrEqual(150);
  // A larger page than usual is tried once.
  workbench.expectComplaint('422');

  const { page } = workbench;
  await page.getByRole('tab', { name: 'Cells' }).click();
  const waiting = page.getByRole('list', { name: 'Waiting for you' });
  await waiting.getByText(/about \d+ requests/).waitFor();
  await waiting.getByRole('button', { name: 'Fetch Scratch!A1' }).click();
  await workbench.shows('F2', (value) => typeof value === 'number' && value > 1_000);
  await waiting.waitFor({ state: 'detached' });

  // Nearly all of the 34 that each needs: what is left lies in many gaps, and each gap costs a request or two.
  await enter(OTHERS, 30);
  for (const address of ['H1', 'O1']) await workbench.shows(address, (value) => value === '#N/A');
  await waiting.getByRole('listitem').nth(1).waitFor();
  await page.getByRole('button', { name: /^Fetch all: about \d+ requests$/ }).click();
  for (const address of ['M2', 'T2']) await workbench.shows(address, (value) => typeof value === 'number');
  await waiting.waitFor({ state: 'detached' });
  await enter({ H1: '', O1: '' }, 100);
  const shown = await workbench.texts('A2', 'B2', 'F3');

  await workbench.remembered();
  await page.reload();
  await page.waitForFunction(() => window.workbench);
  await workbench.openScratch();
  await workbench.shows('F3', (value) => typeof value === 'number');
  await page.evaluate(() => {
    window.workbench?.recalculate();
  });
  await page.waitForFunction(() => window.workbench!.session.activity.counts.cells > 0);
  expect(await workbench.texts('A2', 'B2', 'F3')).toEqual(shown);
  expect(await tickRequests()).toBe(0);

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByText(/^0\.\d MB are kept\.$/).waitFor();
  await page.getByRole('button', { name: 'Clear history' }).click();
  await page.getByText('0 MB are kept.', { exact: true }).waitFor();
});

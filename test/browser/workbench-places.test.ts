import type { Page } from 'playwright-core';
import { useWorkbench } from './use-workbench';
import { chooseOn } from './workbench-page';

const workbench = useWorkbench();

async function another(): Promise<Page> {
  const page = await workbench.page.context().newPage();
  await open(page, page.goto(workbench.page.url()));
  return page;
}

async function open(page: Page, opening: Promise<unknown>): Promise<void> {
  await opening;
  await page.waitForFunction(() => window.workbench);
}

async function write(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => window.workbench?.setFormula('Z9', value), text);
  await page.locator('body[data-remembered="true"]').waitFor();
}

const written = (page: Page) => page.evaluate(() => window.workbench?.value('Z9'));

describe('workbooks of several tabs', () => {
  it('are each kept: none replaces that of another tab, also when both are loaded again', async () => {
    await write(workbench.page, 'first');
    const second = await another();
    expect(await written(second)).toBeNull();
    await write(second, 'second');
    await open(workbench.page, workbench.page.reload());
    await open(second, second.reload());
    expect([await written(workbench.page), await written(second)]).toEqual(['first', 'second']);
    await second.close();
  });

  it('are opened by name, except in two tabs at a time', async () => {
    const { page } = workbench;
    await page.locator('#workbook-name').click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Desk A');
    await page.keyboard.press('Enter');
    await write(page, 'first');
    const other = await another();
    await chooseOn(other, 'Workbooks in this browser…');
    await other.getByRole('combobox', { name: 'Workbook' }).selectOption({ index: 0 });
    expect(await other.locator('dialog option').first().textContent()).toMatch(/^Desk A, /);
    await other.getByRole('button', { name: 'Open', exact: true }).click();
    await other.getByText('This workbook is open in another tab').waitFor();
    await other.keyboard.press('Escape');
    await page.goto('about:blank');
    await chooseOn(other, 'Workbooks in this browser…');
    await other.getByRole('button', { name: 'Open', exact: true }).click();
    await other.waitForFunction(() => document.title.includes('Desk A'));
    expect(await written(other)).toBe('first');
    await other.close();
    await open(page, page.goBack());
  });

  it('are kept beside a new workbook, if the user chooses that', async () => {
    const { page } = workbench;
    await write(page, 'kept');
    await chooseOn(page, 'New');
    await page.getByRole('button', { name: 'Keep it in this browser' }).click();
    await page.waitForFunction(() => document.title.includes('New workbook'));
    await chooseOn(page, 'Workbooks in this browser…');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.waitForFunction(() => !document.title.includes('New workbook'));
    expect(await written(page)).toBe('kept');
  });
});

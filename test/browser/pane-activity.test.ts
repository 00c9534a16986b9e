import { usePane } from './pane-page';

const pane = usePane();

describe('the activity', () => {
  const list = (name: string): ReturnType<typeof pane.page.locator> => pane.page.getByRole('list', { name }).getByRole('listitem');

  test('lists the latest requests, never the key', async () => {
    await pane.open({ apiKey: 'my-secret-key' });
    await pane.button('Test connection').click();
    await pane.status('accepted');
    await pane.choose('activity');
    await pane.page.getByText('Latest requests').click();
    await list('Latest requests').first().waitFor();
    expect(await list('Latest requests').allTextContents()).toEqual([expect.stringMatching(/^\/account\/usage.* · 200 · \d+ ms$/)]);
    expect(await pane.page.locator('.md-pane').innerHTML()).not.toContain('my-secret-key');
  });

  test('says that there were none yet', async () => {
    await pane.open({ tab: 'activity' });
    await pane.page.getByText('Latest requests').click();
    expect(await pane.page.locator('details p').innerText()).toBe('None yet.');
  });

  test('keeps to the last twenty requests and five notes', async () => {
    await pane.open({ tab: 'activity' });
    await pane.page.evaluate(() => {
      for (let each = 1; each <= 30; each++) {
        window.paneTest.session.activity.note(each, `note ${each}`);
        window.paneTest.session.activity.onRequest({ at: each, what: `/${each}`, status: 200, ms: 1 });
      }
    });
    await pane.page.getByText('Latest requests').click();
    await list('Notes').first().waitFor();
    expect(await list('Latest requests').count()).toBe(20);
    expect(await list('Notes').count()).toBe(5);
  });

  test('counts what the functions did, even when they asked the service nothing', async () => {
    await pane.open({ tab: 'activity' });
    await pane.page.evaluate(() => { window.paneTest.session.activity.cells = 1234; });
    const cells = pane.page.locator('.md-counts div').filter({ hasText: '1,234' });
    await cells.waitFor();
    expect(await cells.locator('dt').textContent()).toBe('Cells');
  });

  test('shows the newest note first, and text of others only as text', async () => {
    await pane.open({ tab: 'activity' });
    await pane.page.evaluate(() => {
      window.paneTest.session.activity.note(0, 'older');
      window.paneTest.session.activity.note(1, '<img src="x" onerror="alert(1)">newer');
    });
    await list('Notes').nth(1).waitFor();
    expect(await list('Notes').allTextContents()).toEqual([
      expect.stringMatching(/^<img src="x" onerror="alert\(1\)">newer/), expect.stringMatching(/^older/)]);
    expect(await pane.page.locator('.md-pane img').count()).toBe(0);
  });
});

import { usePane } from './pane-page';

const pane = usePane();

const usage = {
  status: 200,
  body: {
    [String(Date.UTC(2026, 10, 20, 9) / 1000)]: { requests: 12, data: {} },
    [String(Date.UTC(2026, 10, 20, 10) / 1000)]: { requests: 30, data: {} },
  },
};

describe('the activity tab', () => {
  const list = (name: string): ReturnType<typeof pane.page.locator> =>
    pane.page.getByRole('list', { name }).getByRole('listitem');
  const count = (name: string): ReturnType<typeof pane.page.locator> =>
    pane.panel
      .locator('.md-counts')
      .first()
      .locator('div')
      .filter({ has: pane.page.locator(`dt:text-is("${name}")`) })
      .locator('dd');

  test('lists the latest requests, and never the key', async () => {
    await pane.open({ apiKey: 'my-secret-key' });
    await pane.button('Test connection').click();
    await pane.status('accepted');
    await pane.choose('activity');
    await pane.page.getByText('Latest requests').click();
    await list('Latest requests').first().waitFor();
    expect(await list('Latest requests').allTextContents()).toContainEqual(
      expect.stringMatching(/^\/account\/usage.* · 200 · \d+ ms$/),
    );
    expect(await pane.page.locator('.md-pane').innerHTML()).not.toContain('my-secret-key');
  });

  test('says that there have been no requests yet', async () => {
    await pane.open({ tab: 'activity' });
    await pane.panel.getByText('None yet.').waitFor();
    await pane.panel.getByText('No MD formula has been calculated since the pane was opened.').waitFor();
  });

  test('describes the last recalculation, even if it ran before the tab was shown and sent no requests', async () => {
    await pane.open();
    await pane.page.evaluate(() => {
      const { activity } = window.paneTest.session;
      activity.counts.cells++;
      activity.hearCell();
      activity.counts.cells += 1233;
      activity.counts.lookups += 1234;
      activity.counts.hits += 1234;
    });
    await pane.choose('activity');
    await pane.panel.getByText(/^Started at/).waitFor();
    expect(await count('Cells').textContent()).toBe('1,234');
    expect(await count('Without a request').textContent()).toBe('1,234');
    expect(await count('Requests').textContent()).toBe('0');
    expect(await count('Time').textContent()).toMatch(/^0(\.\d+)? s$/);
  });

  test('shows totals since the add-in was loaded', async () => {
    await pane.open({ tab: 'activity' });
    await pane.page.evaluate(() => {
      window.paneTest.session.activity.counts.cells = 4321;
    });
    await pane.panel.getByText('Since the add-in was loaded').click();
    await pane.panel.locator('details .md-counts div').filter({ hasText: '4,321' }).waitFor();
  });

  test('draws requests over time, and gives the same numbers in a table', async () => {
    await pane.open({ tab: 'activity' });
    await pane.page.evaluate(() => {
      const now = window.paneTest.session.now();
      for (const [ago, ms] of [
        [40_000, 100],
        [20_000, 50],
        [20_000, 250],
        [1_000, 80],
      ] as const) {
        window.paneTest.session.activity.onRequest({ at: now - ago, what: '/currencies/quotes', status: 200, ms });
      }
    });
    await pane.page.getByRole('img', { name: 'Requests and latency over time' }).waitFor();
    await pane.panel.getByText('As a table').click();
    const rows = pane.page.getByRole('table', { name: 'Requests and latency over time' }).getByRole('row');
    await rows.last().waitFor();
    const cells = (await rows.allTextContents())
      .slice(1)
      .map((text) => /(\d|–)(\d*|–)$/.exec(text.replaceAll(/\d+:\d+:\d+ [AP]M/g, ''))?.[0]);
    expect(cells).toContain('2150');
    expect(cells).toContain('180');
  });

  test('shows long readings while they run, and can stop them', async () => {
    await pane.open({ tab: 'activity' });
    await pane.page.evaluate(() => {
      const reading = window.paneTest.session.activity.onReading({
        what: 'SPX',
        maxRows: 10_000,
        stop: () => reading.end(),
      });
      reading.advance(2_300);
    });
    const bar = pane.page.getByRole('progressbar', { name: 'SPX: 2,300 rows so far' });
    await bar.waitFor();
    expect(await bar.getAttribute('value')).toBe('2300');
    await pane.button('Stop').click();
    await bar.waitFor({ state: 'detached' });
  });

  test('requests the account usage once when it is shown, and again with the button', async () => {
    await pane.open({ apiKey: 'my-secret-key', answer: usage });
    const asked = pane.requests('/account/usage');
    await pane.choose('activity');
    expect(await pane.status('requests in the last')).toBe('42 requests in the last 2 h');
    await pane.choose('settings');
    await pane.choose('activity');
    expect(asked).toHaveLength(1);
    await pane.button('Refresh').click();
    await pane.page.waitForFunction(() => window.paneTest.session.activity.requests.length === 2);
    expect(asked).toHaveLength(2);
  });

  test('requests the account usage of another key as soon as that is entered, and keeps it when other settings change', async () => {
    await pane.open({ apiKey: 'my-secret-key', tab: 'activity', answer: usage });
    await pane.status('42 requests in the last');
    await pane.page.evaluate(() => window.paneTest.session.save({ refreshesAlways: true }));
    expect(await pane.status(/./)).toBe('42 requests in the last 2 h');
    const asked = pane.page.waitForRequest(
      (request) => request.method() === 'GET' && request.url().includes('/account/usage'),
    );
    await pane.page.evaluate(() => window.paneTest.session.save({ apiKey: 'another' }));
    await asked;
    await pane.status('42 requests in the last');
  });

  test('keeps its button in place when the usage is asked for', async () => {
    await pane.open({ apiKey: 'my-secret-key', answer: new Promise(() => undefined) });
    await pane.page.setViewportSize({ width: 160, height: 100 });
    await pane.choose('activity');
    const row = pane.panel.locator('.md-usage');
    const asked = pane.page.waitForRequest((request) => request.url().includes('/account/usage'));
    const heightOf = () => row.evaluate((element) => element.getBoundingClientRect().height);
    const before = await heightOf();
    await row.scrollIntoViewIfNeeded();
    await asked;
    await pane.page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await heightOf()).toBe(before);
  });

  test('requests no usage without a key', async () => {
    await pane.open({ tab: 'activity' });
    expect(await pane.status('key')).toBe('Enter the API key under Settings first.');
    expect(await pane.page.evaluate(() => window.paneTest.session.activity.counts.requests)).toBe(0);
  });

  test('says why the usage is not available', async () => {
    await pane.open({ apiKey: 'mine', tab: 'activity', answer: { status: 401, body: {} } });
    await pane.panel.locator('.md-message.md-error').filter({ hasText: 'key' }).waitFor();
  });

  test('shows at most twenty requests and five notes, the newest first, and foreign text only as text', async () => {
    await pane.open({ tab: 'activity' });
    await pane.page.evaluate(() => {
      const { activity } = window.paneTest.session;
      for (let each = 1; each <= 30; each++) {
        activity.note(each, `note ${each}`);
        activity.onRequest({ at: each, what: `/${each}`, status: 200, ms: 1 });
      }
      activity.note(31, '<img src="x" onerror="alert(1)">newest');
    });
    await pane.page.getByText('Latest requests').click();
    await list('Notes').filter({ hasText: 'newest' }).waitFor();
    expect(await list('Latest requests').count()).toBe(20);
    expect(await list('Notes').allTextContents()).toEqual([
      expect.stringMatching(/^<img src="x" onerror="alert\(1\)">newest/),
      ...[30, 29, 28, 27].map((each) => expect.stringContaining(`note ${each}`) as string),
    ]);
    expect(await pane.page.locator('.md-pane img').count()).toBe(0);
  });
});

import { usePane } from './pane-page';

const pane = usePane();

describe('how values are shown', () => {
  test('is automatic, and failures are errors, until the user says otherwise', async () => {
    await pane.open();
    expect(await pane.page.getByLabel('Number formats and properties').inputValue()).toBe('auto');
    expect(await pane.page.getByLabel('When the service fails').inputValue()).toBe('error');
  });

  test('is kept as soon as it is chosen, and has the cells calculated again', async () => {
    await pane.open({ apiKey: 'mine' });
    await pane.page.getByLabel('Number formats and properties').selectOption('Off: plain numbers');
    await pane.status('Saved');
    await pane.page.getByLabel('When the service fails').selectOption('Keep the last value, marked');
    await pane.page.waitForFunction(() => window.paneTest.host.recalculationCount === 2);
    expect(await pane.stored()).toMatchObject({ 'md.richValues': 'off', 'md.onFailure': 'last-value' });
  });
});

import { QUOTES } from './pane-cells-page';
import { usePane } from './pane-page';

const pane = usePane();

describe('the setting for how values are shown', () => {
  test('is automatic with errors for failures, until the user changes it', async () => {
    await pane.open();
    expect(await pane.page.getByLabel('Number formats').inputValue()).toBe('auto');
    expect(await pane.page.getByLabel('Properties').inputValue()).toBe('off');
    expect(await pane.page.getByLabel('When the service fails').inputValue()).toBe('error');
  });

  test('is saved as soon as it is chosen, and the cells are recalculated', async () => {
    await pane.open({ apiKey: 'mine' });
    await pane.page.getByLabel('Number formats').selectOption('Off: plain numbers');
    await pane.status('Saved');
    await pane.page.getByLabel('When the service fails').selectOption('Keep the last value, marked');
    await pane.page.waitForFunction(() => window.paneTest.host.recalculationCount === 2);
    expect(await pane.stored()).toMatchObject({ 'md.richValues': 'off', 'md.onFailure': 'last-value' });
  });

  test('is saved although the cells cannot be recalculated, and says what to press', async () => {
    await pane.open({ apiKey: 'mine' });
    await pane.page.evaluate(() => {
      window.paneTest.host.recalculate = () => Promise.reject(new Error('busy'));
    });
    await pane.page.getByLabel('Number formats').selectOption('Off: plain numbers');
    await pane.status('Saved. Press Ctrl+Alt+F9');
    expect(await pane.stored()).toMatchObject({ 'md.richValues': 'off' });
  });

  test('states the cost of properties before they are turned on', async () => {
    await pane.open({ apiKey: 'mine' });
    const properties = pane.page.getByLabel('Properties');
    expect(await properties.getAttribute('aria-describedby')).toBe('md-properties-hint');
    expect(await pane.page.locator('#md-properties-hint').textContent()).toContain('“Unavailable Data Type”');
    await properties.selectOption('On, up to 6,000 quotes');
    await pane.status('Saved');
    expect(await pane.stored()).toMatchObject({ 'md.properties': 'auto' });
  });
});

test('the setting for how long quotes stay fresh is 15 seconds, until the user changes it for all workbooks or for this one, and back', async () => {
  await pane.open({ apiKey: 'mine' });
  const field = pane.page.getByLabel('Quotes stay fresh');
  expect(await field.inputValue()).toBe('15');
  await field.selectOption('15 minutes');
  await pane.status('Saved.');
  expect(await pane.stored()).toMatchObject({ 'md.quotesFreshSeconds': '900' });
  await pane.page.getByLabel('Only in this workbook').check();
  await field.selectOption('Until refreshed');
  await pane.page.waitForFunction(() => window.paneTest.session.quotesFreshMs === Infinity);
  expect(await pane.stored()).toMatchObject({ 'md.quotesFreshSeconds': '900' });
  await pane.page.getByRole('tab', { name: 'Activity' }).click();
  await pane.page.getByText('Quotes stay fresh in this workbook: Until refreshed').waitFor();
  await pane.choose('settings');
  await pane.page.getByLabel('Only in this workbook').uncheck();
  await pane.page.waitForFunction(() => window.paneTest.session.ofWorkbook.quotesFreshSeconds === undefined);
  await pane.status('Saved.');
  expect(await field.inputValue()).toBe('900');
  expect(await pane.stored()).toMatchObject({ 'md.quotesFreshSeconds': '900' });
});

test('the daily budget says what has been sent today, also while that becomes more', async () => {
  await pane.open({ apiKey: 'mine', answer: QUOTES });
  await pane.page.getByLabel('Daily budget of each workbook').selectOption('500');
  await pane.page.getByText('0 requests of this workbook so far today.').waitFor();
  await pane.enter('B2', ['=MD.QUOTE("EURUSD")']);
  await pane.page.getByText('1 request of this workbook so far today.').waitFor();
});

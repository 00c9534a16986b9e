import { SERVICE, usePane } from './pane-page';

const pane = usePane();

describe('a pane without a key', () => {
  test('asks for one, in a field that hides it', async () => {
    await pane.open();
    expect(await pane.status('API key')).toBe('No API key yet. Enter yours and choose Save.');
    expect(await pane.key.getAttribute('type')).toBe('password');
    expect(await pane.key.getAttribute('autocomplete')).toBe('off');
  });

  test('runs no test, and says beside the field what is missing', async () => {
    await pane.open();
    await pane.button('Test connection').click();
    expect(await pane.key.getAttribute('aria-invalid')).toBe('true');
    expect(await pane.page.locator('#md-api-key-error').textContent()).toBe('Enter the API key.');
    expect(await pane.focused()).toBe('md-api-key');
  });
});

describe('saving the settings', () => {
  test('recalculates the cells', async () => {
    await pane.open();
    await pane.key.fill('my-key');
    await pane.button('Save').click();
    await pane.status('Saved');
    expect(await pane.page.evaluate(() => window.paneTest.host.recalculationCount)).toBe(1);
  });

  test('says what to press if the spreadsheet cannot be told to recalculate', async () => {
    await pane.open();
    await pane.page.evaluate(() => {
      window.paneTest.host.recalculate = () => Promise.reject(new Error('busy'));
    });
    await pane.key.fill('my-key');
    await pane.button('Save').click();
    expect(await pane.status('Ctrl')).toBe('Saved. Press Ctrl+Alt+F9 to calculate the cells again.');
  });

  test('saves nothing if the address may not receive the key, explains it beside the field and moves the focus there', async () => {
    await pane.open();
    await pane.key.fill('my-key');
    await pane.address.fill('http://example.com');
    await pane.button('Save').click();
    await pane.addressError.waitFor();
    expect(await pane.addressError.textContent()).toMatch(/https/);
    expect(await pane.address.getAttribute('aria-invalid')).toBe('true');
    expect(await pane.address.getAttribute('aria-describedby')).toBe(
      'md-service-address-error md-service-address-hint',
    );
    expect(await pane.focused()).toBe('md-service-address');
    expect(await pane.stored()).toEqual({});
  });

  test('clears the error as soon as the field is changed', async () => {
    await pane.open();
    await pane.address.fill('nonsense');
    await pane.button('Save').click();
    await pane.addressError.waitFor();
    await pane.page.keyboard.type('x');
    await pane.addressError.waitFor({ state: 'hidden' });
    expect(await pane.address.getAttribute('aria-invalid')).toBeNull();
  });

  test('requires an address if the host offers none', async () => {
    await pane.open({ serviceAddress: '' });
    await pane.key.fill('my-key');
    await pane.button('Save').click();
    expect(await pane.addressError.textContent()).toBe('Enter the address of your market data service.');
  });

  test('uses the host’s address if the field is cleared', async () => {
    await pane.open();
    await pane.key.fill('my-key');
    await pane.address.fill('');
    await pane.button('Save').click();
    await pane.status('Saved');
    expect(await pane.address.inputValue()).toBe(SERVICE);
  });

  test('uses a key that the browser refuses to store, and says for how long', async () => {
    await pane.open();
    await pane.page.evaluate(() => {
      window.paneTest.host.storage.setItem = () => Promise.reject(new Error('The storage is full'));
    });
    await pane.key.fill('my-key');
    await pane.button('Save').click();
    expect(await pane.status('In use')).toBe(
      'In use until you close the workbook: the browser lets MD keep nothing on this computer.',
    );
    expect(await pane.page.evaluate(() => window.paneTest.session.settings.apiKey)).toBe('my-key');
  });
});

test('removing the key deletes it, says so, moves the focus to the field for a new one, and is not offered any more', async () => {
  await pane.open({ apiKey: 'mine' });
  await pane.button('Remove key').click();
  expect(await pane.status('removed')).toBe('The API key is removed from this computer.');
  expect(await pane.stored()).toEqual({});
  expect(await pane.key.inputValue()).toBe('');
  expect(await pane.focused()).toBe('md-api-key');
  expect(await pane.button('Remove key').count()).toBe(0);
});

test('a size of the history that was read before it was cleared is not shown afterwards', async () => {
  await pane.open({ apiKey: 'mine', tab: null });
  const lateAnswers = await pane.page.evaluateHandle(() => {
    const waiting: ((bytes: number) => void)[] = [];
    let isCleared = false;
    const size = (): Promise<number> =>
      isCleared ? Promise.resolve(0) : new Promise((resolve) => waiting.push(resolve));
    const clear = (): Promise<void> => {
      isCleared = true;
      return Promise.resolve();
    };
    const nothing = (): Promise<void> => Promise.resolve();
    window.paneTest.session.archive = () =>
      Promise.resolve({
        recordNames: () => Promise.resolve([]),
        readRecord: nothing,
        writeRecord: nothing,
        removeRecord: nothing,
        sizeInBytes: size,
        removeAll: clear,
      });
    return waiting;
  });
  await pane.choose('settings');
  await pane.page.waitForFunction((waiting) => waiting.length > 0, lateAnswers);
  await pane.button('Clear history').click();
  await pane.status('0 MB are kept.');
  await lateAnswers.evaluate((waiting) => {
    for (const answer of waiting) answer(300_000);
  });
  await pane.page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await pane.status('MB are kept.')).toBe('0 MB are kept.');
});

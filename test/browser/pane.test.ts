import { SERVICE, usePane } from './pane-page';

const pane = usePane();

describe('a pane without a key', () => {
  test('asks for it, in a field that hides it', async () => {
    await pane.open();
    expect(await pane.status('API key')).toBe('No API key yet. Enter yours and choose Save.');
    expect(await pane.key.getAttribute('type')).toBe('password');
    expect(await pane.key.getAttribute('autocomplete')).toBe('off');
  });

  test('offers the address of its host', async () => {
    await pane.open();
    expect(await pane.address.inputValue()).toBe(SERVICE);
  });

  test('has nothing to remove', async () => {
    await pane.open();
    expect(await pane.button('Remove key').count()).toBe(0);
  });

  test('tests nothing, and says beside the field what is missing', async () => {
    await pane.open();
    await pane.button('Test connection').click();
    expect(await pane.key.getAttribute('aria-invalid')).toBe('true');
    expect(await pane.page.locator('#md-api-key-error').textContent()).toBe('Enter the API key.');
    expect(await pane.focused()).toBe('md-api-key');
  });
});

describe('saving', () => {
  test('has the cells calculated again', async () => {
    await pane.open();
    await pane.key.fill('my-key');
    await pane.button('Save').click();
    await pane.status('Saved');
    expect(await pane.page.evaluate(() => window.paneTest.host.recalculationCount)).toBe(1);
  });

  test('says what to press where the spreadsheet cannot be asked to calculate', async () => {
    await pane.open();
    await pane.page.evaluate(() => {
      window.paneTest.host.recalculate = () => Promise.reject(new Error('busy'));
    });
    await pane.key.fill('my-key');
    await pane.button('Save').click();
    expect(await pane.status('Ctrl')).toBe('Saved. Press Ctrl+Alt+F9 to calculate the cells again.');
  });

  test('keeps nothing of an address that the key must not be sent to, says so beside it and goes there', async () => {
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

  test('takes the complaint back as soon as the field is changed', async () => {
    await pane.open();
    await pane.address.fill('nonsense');
    await pane.button('Save').click();
    await pane.addressError.waitFor();
    await pane.page.keyboard.type('x');
    await pane.addressError.waitFor({ state: 'hidden' });
    expect(await pane.address.getAttribute('aria-invalid')).toBeNull();
  });

  test('asks for an address where the host offers none', async () => {
    await pane.open({ serviceAddress: '' });
    await pane.key.fill('my-key');
    await pane.button('Save').click();
    expect(await pane.addressError.textContent()).toBe('Enter the address of your market data service.');
  });

  test('takes an emptied address for the host’s own', async () => {
    await pane.open();
    await pane.key.fill('my-key');
    await pane.address.fill('');
    await pane.button('Save').click();
    await pane.status('Saved');
    expect(await pane.address.inputValue()).toBe(SERVICE);
  });

  test('says so when the computer refuses to keep the key', async () => {
    await pane.open();
    await pane.page.evaluate(() => {
      window.paneTest.host.storage.setItem = () => Promise.reject(new Error('The storage is full'));
    });
    await pane.key.fill('my-key');
    await pane.button('Save').click();
    expect(await pane.status('work')).toBe('That did not work: The storage is full');
  });
});

describe('removing the key', () => {
  test('forgets it, says so, and goes where a new one is entered', async () => {
    await pane.open({ apiKey: 'mine' });
    await pane.button('Remove key').click();
    expect(await pane.status('removed')).toBe('The API key is removed from this computer.');
    expect(await pane.stored()).toEqual({});
    expect(await pane.key.inputValue()).toBe('');
    expect(await pane.focused()).toBe('md-api-key');
    expect(await pane.button('Remove key').count()).toBe(0);
  });
});

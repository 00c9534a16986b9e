import { lateAnswer, SERVICE, usePane } from './pane-page';
import { KEY_HEADER } from '../support/published-fields';

const pane = usePane();

describe('the connection test', () => {
  test('says that it is running, keeps the focus, and runs once however often the button is pressed', async () => {
    const [answer, answerNow] = lateAnswer();
    await pane.open({ apiKey: 'mine', answer });
    const asked = pane.requests('');
    await pane.button('Test connection').click();
    expect(await pane.status('Asking')).toBe('Asking the service…');
    expect(await pane.button('Test connection').getAttribute('aria-disabled')).toBe('true');
    await pane.page.keyboard.press('Enter');
    answerNow({ status: 200, body: {} });
    await pane.status('accepted');
    expect(await pane.focused()).toBe('Test connection');
    expect(asked.map(String)).toEqual([`${SERVICE}/account/usage`]);
    expect(await pane.button('Test connection').getAttribute('aria-disabled')).toBe('false');
  });

  test('tries the entered values without saving them', async () => {
    await pane.open();
    await pane.key.fill('unsaved');
    const request = pane.page.waitForRequest((sent) => sent.method() === 'GET' && sent.url().startsWith(SERVICE));
    await pane.button('Test connection').click();
    expect((await request).headers()[KEY_HEADER]).toBe('unsaved');
    await pane.status('accepted');
    expect(await pane.stored()).toEqual({});
  });

  test('says nothing of a key that was entered after it, also while it runs', async () => {
    const [answer, answerNow] = lateAnswer();
    await pane.open({ apiKey: 'mine', answer });
    await pane.button('Test connection').click();
    await pane.status('Asking');
    await pane.key.fill('another');
    await pane.state('checking').waitFor({ state: 'detached' });
    answerNow({ status: 200, body: {} });
    await pane.page.waitForFunction(() => !document.querySelector('[aria-disabled="true"]'));
    expect(await pane.state('accepted').count()).toBe(0);
    await pane.button('Test connection').click();
    await pane.state('accepted').waitFor();
    await pane.key.fill('a third');
    await pane.state('accepted').waitFor({ state: 'detached' });
  });

  test('does not say that there is no key once another workbook has stored one', async () => {
    await pane.open();
    await pane.state('no-key').waitFor();
    await pane.page.evaluate(async () => {
      const { host, session } = window.paneTest;
      host.stored.set('md.apiKey', 'theirs');
      await session.takeOver();
    });
    await pane.state('no-key').waitFor({ state: 'detached' });
    expect(await pane.key.inputValue()).toBe('theirs');
  });

  test('asks for the key anew for another address, and takes the same one if it is typed', async () => {
    await pane.open({ apiKey: 'mine' });
    await pane.address.fill('https://other.example');
    await pane.button('Save').click();
    await pane.page.getByText('The saved key is not sent to another address: enter the key for this one.').waitFor();
    expect(await pane.key.inputValue()).toBe('');
    expect(await pane.stored()).toMatchObject({ 'md.apiKey': 'mine' });
    await pane.key.fill('mine');
    await pane.button('Save').click();
    await pane.state('saved').waitFor();
    expect(await pane.stored()).toEqual({ 'md.apiKey': 'mine', 'md.serviceAddress': 'https://other.example' });
  });

  test('sends nothing to an address that may not receive the key', async () => {
    await pane.open({ apiKey: 'mine' });
    await pane.address.fill('http://example.com');
    await pane.button('Test connection').click();
    await pane.addressError.waitFor();
    expect(await pane.page.locator('.md-status').textContent()).toBe('');
  });
});

import { usePane } from './pane-page';

const pane = usePane();

describe('the keyboard', () => {
  test('reaches everything in reading order', async () => {
    await pane.open({ apiKey: 'mine' });
    await pane.page.locator('#outside').focus();
    const order: string[] = [];
    for (let stop = 0; stop < 8; stop++) {
      await pane.page.keyboard.press('Tab');
      order.push(await pane.focused());
    }
    expect(order).toEqual([
      'md-search',
      'md-tab-settings',
      'md-api-key',
      'Show',
      'md-service-address',
      'Save',
      'Test connection',
      'Remove key',
    ]);
  });

  test('shows and hides the key with Space', async () => {
    await pane.open({ apiKey: 'mine' });
    await pane.button('Show API key').focus();
    await pane.page.keyboard.press('Space');
    expect(await pane.key.getAttribute('type')).toBe('text');
    expect(await pane.button('Hide API key').textContent()).toBe('Hide');
    await pane.page.keyboard.press('Space');
    expect(await pane.key.getAttribute('type')).toBe('password');
  });

  test('always has a visible focus', async () => {
    await pane.open();
    await pane.page.locator('#md-tab-settings').focus();
    await pane.page.keyboard.press('Tab');
    expect(await pane.key.evaluate((input) => getComputedStyle(input).outlineWidth)).toBe('2px');
  });
});

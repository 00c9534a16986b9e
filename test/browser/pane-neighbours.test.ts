import { SERVICE, usePane } from './pane-page';

const pane = usePane();

describe('a pane beside something else', () => {
  test('shows settings that were changed elsewhere, but never over text that is being typed', async () => {
    await pane.open();
    await pane.key.fill('half-typed');
    await pane.page.evaluate(
      (serviceAddress) => window.paneTest.session.save({ apiKey: 'other', serviceAddress }),
      `${SERVICE}/v2`,
    );
    expect(await pane.key.inputValue()).toBe('half-typed');
    expect(await pane.address.inputValue()).toBe(`${SERVICE}/v2`);
  });

  test('does not change the look of its neighbours', async () => {
    await pane.open({ isAlone: true });
    const look = (): Promise<string> =>
      pane.page.locator('#outside').evaluate((outside) => {
        const { font, borderRadius, minHeight, color } = getComputedStyle(outside);
        return [font, borderRadius, minHeight, color].join();
      });
    const withPane = await look();
    await pane.page.evaluate(() => {
      document.querySelectorAll('style').forEach((style) => {
        if (style.textContent.includes('.md-pane')) style.remove();
      });
    });
    expect(withPane).toBe(await look());
  });

  test('leaves no listeners behind when it is closed', async () => {
    await pane.open();
    const errors: Error[] = [];
    pane.page.on('pageerror', (error) => errors.push(error));
    await pane.page.evaluate(async () => {
      window.paneTest.unmount();
      window.paneTest.session.activity.note(0, 'late');
      await window.paneTest.session.save({ apiKey: 'late' });
    });
    expect(await pane.page.locator('#pane').innerHTML()).toBe('');
    expect(errors).toEqual([]);
  });
});

import { useOffice } from './opened';

describe('the pane in Excel', () => {
  const office = useOffice();

  test('has the language of Excel', async () => {
    const excel = await office.open({ isPaneOpen: true, language: 'de-DE' });
    await excel.pane.getByRole('tab', { name: 'Einstellungen' }).waitFor();
  });

  test.each(['light', 'dark'] as const)(
    'is %s like the system in an Excel that reports no theme',
    async (colorScheme) => {
      const excel = await office.open({ isPaneOpen: true });
      await excel.page.emulateMedia({ colorScheme });
      await excel.pane.getByRole('tablist').waitFor();
      const background = await excel.pane.evaluate(
        () => getComputedStyle(document.querySelector('.md-pane')!).backgroundColor,
      );
      const [red] = /\d+/.exec(background)!.map(Number) as [number];
      expect(red < 128).toBe(colorScheme === 'dark');
    },
  );
});

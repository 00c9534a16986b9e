import type { Theme } from '../../app/host';

/** What each colour adds to luminance, in thousandths. */
const [RED, GREEN, BLUE] = [299, 587, 114];
const HALF = 128_000;

/** Whether Office is dark, where it says so: Excel on the web does not. */
export function officeTheme(): Theme {
  const theme = Office.context.officeTheme as Office.OfficeTheme | undefined;
  if (typeof theme?.isDarkTheme === 'boolean') return { isDark: theme.isDarkTheme };
  return { isDark: isDarkColor(theme?.bodyBackgroundColor) };
}

/** By luminance; undefined for what is no #rrggbb. */
export function isDarkColor(color: string | undefined): boolean | undefined {
  if (color === undefined || !/^#[0-9a-f]{6}$/i.test(color)) return undefined;
  const [red, green, blue] = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16)) as [
    number,
    number,
    number,
  ];
  return RED * red + GREEN * green + BLUE * blue < HALF;
}

/**
 * Calls back when Office has become dark or light. Not every client tells of it, so the theme is also looked at when the
 * pane is come back to, as it is from Office's own options. Returns what takes the listener off again.
 */
export function watchTheme(listener: () => void): () => void {
  let { isDark } = officeTheme();
  const look = (): void => {
    const now = officeTheme().isDark;
    if (now === isDark) return;
    isDark = now;
    listener();
  };
  // The types know the event everywhere; Excel's client has no name for it so far.
  const event = Office.EventType.OfficeThemeChanged as Office.EventType | undefined;
  if (event !== undefined) Office.context.document.addHandlerAsync(event, look);
  window.addEventListener('focus', look);
  return () => {
    window.removeEventListener('focus', look);
    if (event !== undefined) Office.context.document.removeHandlerAsync(event, { handler: look });
  };
}

/** Weights of the colours in luminance, in thousandths. */
const [RED, GREEN, BLUE] = [299, 587, 114];
const HALF = 128_000;

/**
 * Whether Office's theme is dark, where it is known: Excel on the web does not report it.
 * @public
 */
export function isOfficeDark(): boolean | undefined {
  const theme = Office.context.officeTheme as Partial<Office.OfficeTheme> | undefined;
  return theme?.isDarkTheme ?? isDarkColor(theme?.bodyBackgroundColor);
}

/** By luminance; undefined if it is not #rrggbb. */
function isDarkColor(color: string | undefined): boolean | undefined {
  if (color === undefined || !/^#[0-9a-f]{6}$/i.test(color)) return undefined;
  const [red, green, blue] = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16)) as [
    number,
    number,
    number,
  ];
  return RED * red + GREEN * green + BLUE * blue < HALF;
}

/**
 * Calls the listener when Office has become dark or light. Not every client reports it, so the theme is also checked
 * when the user returns to the pane, as after changing Office's options. Returns an unsubscribe function.
 * @public
 */
export function watchTheme(listener: () => void): () => void {
  let isDark = isOfficeDark();
  const look = (): void => {
    const now = isOfficeDark();
    if (now === isDark) return;
    isDark = now;
    listener();
  };
  // The types declare the event, but Excel's client does not have it yet.
  const event = Office.EventType.OfficeThemeChanged as Office.EventType | undefined;
  if (event !== undefined) Office.context.document.addHandlerAsync(event, look);
  window.addEventListener('focus', look);
  return () => {
    window.removeEventListener('focus', look);
    if (event !== undefined) Office.context.document.removeHandlerAsync(event, { handler: look });
  };
}

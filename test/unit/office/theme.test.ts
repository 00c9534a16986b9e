import { isOfficeDark, watchTheme } from '../../../src/office/theme';

interface Scene {
  theme: Partial<Office.OfficeTheme> | undefined;
  readonly fire: () => void;
  readonly focus: () => void;
  readonly listenerCount: () => number;
}

/** An Office with a theme, which announces changes if `event` is its name for them. */
function installOffice(theme: Partial<Office.OfficeTheme> | undefined, event?: string): Scene {
  const handlers = new Set<() => void>();
  const window = new EventTarget();
  const scene = {
    theme,
    fire: () => {
      for (const handler of handlers) handler();
    },
    focus: () => window.dispatchEvent(new Event('focus')),
    listenerCount: () => handlers.size,
  };
  Object.assign(globalThis, {
    window,
    Office: {
      EventType: { OfficeThemeChanged: event },
      context: {
        get officeTheme() {
          return scene.theme;
        },
        document: {
          addHandlerAsync: (_: string, handler: () => void) => handlers.add(handler),
          removeHandlerAsync: (_: string, { handler }: { handler: () => void }) => handlers.delete(handler),
        },
      },
    },
  });
  return scene;
}

const DARK = { bodyBackgroundColor: '#262626' };
const LIGHT = { bodyBackgroundColor: '#FFFFFF' };

describe('the theme of Office', () => {
  test.each([
    ['its own statement', { isDarkTheme: true, bodyBackgroundColor: '#ffffff' }, true],
    ['the luminance of a dark background', DARK, true],
    ['the luminance of a light background', LIGHT, false],
    ['nothing, if Office reports no theme', undefined, undefined],
    ['nothing, if its colour is not a colour', { bodyBackgroundColor: 'white' }, undefined],
  ])('is recognised from %s', (_, theme, isDark) => {
    installOffice(theme);
    expect(isOfficeDark()).toBe(isDark);
  });

  test.each([
    ['#00ff00', false],
    ['#0000ff', true],
    ['#808080', false],
    ['#7f7f7f', true],
  ])('counts %s as dark: %s', (color, isDark) => {
    installOffice({ bodyBackgroundColor: color });
    expect(isOfficeDark()).toBe(isDark);
  });
});

describe('a theme change', () => {
  test('is reported when Office announces it', () => {
    const office = installOffice(LIGHT, 'officeThemeChanged');
    const heard = jest.fn();
    watchTheme(heard);
    office.theme = DARK;
    office.fire();
    expect(heard).toHaveBeenCalledTimes(1);
  });

  test('is noticed when the user returns to the pane if Office does not announce it', () => {
    const office = installOffice(LIGHT);
    const heard = jest.fn();
    watchTheme(heard);
    office.focus();
    expect(heard).not.toHaveBeenCalled();
    office.theme = DARK;
    office.focus();
    office.focus();
    expect(heard).toHaveBeenCalledTimes(1);
  });

  test('is not reported after the listener has unsubscribed', () => {
    const office = installOffice(LIGHT, 'officeThemeChanged');
    const heard = jest.fn();
    watchTheme(heard)();
    office.theme = DARK;
    office.focus();
    expect([office.listenerCount(), heard.mock.calls.length]).toEqual([0, 0]);
  });
});

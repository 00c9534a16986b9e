import { type PaneOptions, usePane } from './pane-page';
import { QUOTES, WATCH_LIST } from './pane-cells-page';
import { LANGUAGES } from '../../src/taskpane/texts/language';
import { TABS } from '../../src/taskpane/pane';

const pane = usePane();

const ANSWER = { status: 200, body: { items: [{ symbol: 'EURUSD', ask: 2, bid: 1, mid: 1.5, timestamp: 0 }] } };

/**
 * What stands in the pane without the brackets of the pseudo-language, and could be read: texts, names and
 * placeholders. What says of itself that it is not translated, or is in a language of its own, is left out.
 */
const untranslated = (): Promise<string[]> =>
  pane.page.evaluate(() => {
    const found: string[] = [];
    const NO_WORD = /⟦[^⟧]*⟧|\d+:\d+(?::\d+)? [AP]M/g;
    const look = (text: string | null): void => {
      const left = text?.replace(NO_WORD, '').trim() ?? '';
      if (/\p{L}{2}/u.test(left)) found.push(left);
    };
    const visit = (element: Element): void => {
      if (element.getAttribute('translate') === 'no' || element.getAttribute('lang') === 'en') return;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) look(element.getAttribute(name));
      for (const node of element.childNodes) {
        if (node instanceof Element) visit(node);
        else if (node.nodeType === Node.TEXT_NODE) look(node.textContent);
      }
    };
    document.querySelectorAll('.md-pane').forEach(visit);
    return [...new Set(found)];
  });

/** Placeholders and choices that are wider than their boxes: they cannot wrap. */
const cut = (): Promise<string[]> =>
  pane.page.evaluate(() => {
    const found: string[] = [];
    const brush = document.createElement('canvas').getContext('2d')!;
    for (const input of document.querySelectorAll<HTMLInputElement>('.md-pane input[placeholder]')) {
      const { font, paddingLeft, paddingRight } = getComputedStyle(input);
      brush.font = font;
      const roomPx = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      if (brush.measureText(input.placeholder).width > roomPx) found.push(input.placeholder);
    }
    for (const select of document.querySelectorAll<HTMLSelectElement>('.md-pane select')) {
      for (const { text } of select.options) {
        const alone = select.cloneNode() as HTMLSelectElement;
        alone.append(new Option(text));
        alone.style.cssText = 'position: absolute; width: auto; min-width: 0; max-width: none';
        select.after(alone);
        if (alone.offsetWidth > select.offsetWidth) found.push(text);
        alone.remove();
      }
    }
    return found;
  });

describe('at the usual width of the pane', () => {
  test.each(['en', ...Object.keys(LANGUAGES)])('no text that cannot wrap is cut off in %s', async (language) => {
    await pane.open({ apiKey: 'mine', language, tab: 'cells' });
    expect(await cut()).toEqual([]);
    await pane.choose('settings');
    expect(await cut()).toEqual([]);
  });
});

/**
 * What reaches beyond the pane, is cut off in its own box, or lies on another control; formulas are cut on purpose, and
 * tables scroll, and the key has its button inside it.
 */
const misplaced = (): Promise<string[]> =>
  pane.page.evaluate(() => {
    const root = document.querySelector('.md-pane')!;
    for (const fold of root.querySelectorAll('details')) fold.open = true;
    const edges = root.getBoundingClientRect();
    const nameOf = (one: Element): string => `${one.className}: ${one.textContent}`.slice(0, 80);
    const shown = [...root.querySelectorAll<HTMLElement>('*')].filter(
      (one) => one.checkVisibility() && !one.closest('.md-unseen, .md-table, .md-cell-formula, svg'),
    );
    const found = shown
      .filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        const isCut = getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1;
        return left < edges.left - 1 || right > edges.right + 1 || (isCut && !one.matches('input, select'));
      })
      .map(nameOf);
    const controls = shown.filter(
      (one) => one.matches('button, a, input, select, summary') && !one.closest('.md-builder-foot, .md-reveal'),
    );
    controls.forEach((one, index) => {
      const box = one.getBoundingClientRect();
      for (const other of controls.slice(index + 1)) {
        const { left, right, top, bottom } = other.getBoundingClientRect();
        const [across, down] = [
          Math.min(right, box.right) - Math.max(left, box.left),
          Math.min(bottom, box.bottom) - Math.max(top, box.top),
        ];
        if (across > 1 && down > 1 && !one.contains(other)) found.push(`${nameOf(one)} × ${nameOf(other)}`);
      }
    });
    return found;
  });

describe('on a phone', () => {
  test.each(['en', ...Object.keys(LANGUAGES)])('nothing is cut off or covered in %s', async (language) => {
    await pane.open({ apiKey: 'mine', language, viewport: { width: 390, height: 844 } });
    const found: string[] = [];
    for (const { id } of TABS) {
      await pane.choose(id);
      found.push(...(await misplaced()).map((one) => `${id}: ${one}`));
    }
    await pane.choose('functions');
    await pane.button('MD.QUOTE').click();
    await pane.argument('symbols').waitFor();
    expect([...found, ...(await misplaced())]).toEqual([]);
  });
});

describe('every visible text can be translated', () => {
  test.each(TABS.map(({ id }) => id))('in the tab %s', async (tab) => {
    await pane.open({ apiKey: 'mine', language: 'pseudo', tab, answer: ANSWER });
    expect(await untranslated()).toEqual([]);
  });

  test('without a key', async () => {
    await pane.open({ language: 'pseudo', tab: null });
    await pane.state('no-key').waitFor();
    expect(await untranslated()).toEqual([]);
  });

  test.each<[string, PaneOptions['answer'], string]>([
    ['accepted', { status: 200, body: { 1_760_000_000: { requests: 12 } } }, 'accepted'],
    ['refused', { status: 401, body: {} }, 'refused'],
    ['sent nowhere', 'unreachable', 'unreachable'],
  ])('about a key that was %s', async (_, answer, state) => {
    await pane.open({ apiKey: 'mine', language: 'pseudo', tab: 'settings', answer: answer! });
    await pane.button('⟦Test connection').click();
    await pane.state(state).waitFor();
    expect(await untranslated()).toEqual([]);
  });

  test('about an invalid address', async () => {
    await pane.open({ apiKey: 'mine', language: 'pseudo', tab: 'settings' });
    await pane.page.locator('#md-service-address').fill('nowhere');
    await pane.button('⟦Save').first().click();
    await pane.page.getByText('⟦Not a web address').waitFor();
    expect(await untranslated()).toEqual([]);
  });

  test.each(['QUOTE', 'TICKS', 'ISOPEN'])('in the builder for %s', async (name) => {
    await pane.open({ apiKey: 'mine', language: 'pseudo', tab: 'functions', answer: ANSWER });
    await pane.button(`MD.${name}`).click();
    await pane.page.getByText('⟦Still needed').waitFor();
    expect(await untranslated()).toEqual([]);
  });

  test('with a result, a question and its answer', async () => {
    await pane.open({ apiKey: 'mine', language: 'pseudo', tab: 'functions', answer: ANSWER });
    await pane.button('MD.QUOTE').click();
    await pane.argument('symbols').fill('EURUSD');
    await pane.page.getByText('⟦1 row').waitFor();
    await pane.enter('A1', [1]);
    await pane.button('⟦Insert').click();
    await pane.button('⟦Replace').waitFor();
    expect(await untranslated()).toEqual([]);
    await pane.button('⟦Replace').click();
    await pane.page.getByText('⟦Inserted').waitFor();
    expect(await untranslated()).toEqual([]);
  });
});

describe('English in another language says that it is English', () => {
  const PSEUDO = { apiKey: 'mine', language: 'pseudo' } as const;

  test('in the errors of cells, of the selected one, and of those that a refresh leaves out', async () => {
    await pane.open({ ...PSEUDO, answer: QUOTES });
    await pane.enter('B2', ...WATCH_LIST, ['=IFERROR(MD.QUOTE("EURYYY","mid"),0)']);
    await pane.choose('cells');
    await pane.button('Sheet1!B4').click();
    await pane.page.getByText('"EURXXX" has no quote').nth(1).waitFor();
    await pane.page.getByText('"EURYYY" has no quote').first().waitFor();
    await pane.button('⟦With errors').click();
    await pane.page.getByRole('alertdialog').getByRole('button', { name: '⟦Refresh' }).click();
    await pane.panel.getByRole('list', { name: 'could not be refreshed' }).waitFor();
    // Addresses, formulas and codes are in no language.
    expect((await untranslated()).filter((text) => /[a-z]{2,} [a-z]{2,} [a-z]{2,}/.test(text))).toEqual([]);
  });

  test('in an error of the preview, the choices of an argument and what the search finds', async () => {
    await pane.open({ ...PSEUDO, tab: 'functions', answer: ANSWER });
    await pane.button('MD.TICKS').click();
    await pane.argument('symbol').fill('SPX');
    await pane.argument('start').fill('2026-11-19T14:30:00');
    await pane.argument('end').fill('2026-11-19T14:00:00');
    await pane.panel.getByText('#VALUE!').waitFor();
    await pane.page.locator('#md-search').fill('settlement');
    await pane.page.getByRole('option', { name: 'MD.SETTLE' }).waitFor();
    expect(await untranslated()).toEqual([]);
    expect(await pane.argument('interval').locator('option').nth(1).getAttribute('lang')).toBe('en');
    expect(await pane.page.getByRole('option', { name: 'MD.SETTLE' }).locator('.md-hint').getAttribute('lang')).toBe(
      'en',
    );
  });

  test('in a task, an insertion, a selection and a connection that fail', async () => {
    await pane.open({ ...PSEUDO, tab: 'functions', answer: { status: 500, body: {} } });
    for (const what of ['write', 'selection'] as const) await pane.refuse(what, 'The workbook is closed');
    await pane.button('MD.QUOTE').click();
    await pane.argument('symbols').fill('EURUSD');
    await pane.button('⟦Insert').click();
    await pane.panel.getByText('The workbook is closed').waitFor();
    await pane.button('⟦Use the selection for ⟧').or(pane.button('⟦Use the selection for symbols')).first().click();
    await pane.panel.getByText('The workbook is closed').nth(1).waitFor();
    expect(await untranslated()).toEqual([]);
    await pane.choose('settings');
    await pane.button('⟦Test connection').click();
    await pane.state('failed').waitFor();
    expect(await untranslated()).toEqual([]);
  });
});

const tabRows = (): Promise<number> =>
  pane.page.getByRole('tab').evaluateAll((tabs) => new Set(tabs.map((tab) => tab.getBoundingClientRect().top)).size);

describe.each(Object.keys(LANGUAGES))('for a user who reads %s, the pane', (code) => {
  test('has that language in every tab, at a width of 320 pixels', async () => {
    const { [code]: load } = LANGUAGES;
    const texts = await load!();
    await pane.open({ language: `${code}-XX`, tab: null });
    await pane.page.getByLabel(texts.connection.apiKey, { exact: true }).waitFor();
    expect(await pane.page.locator('.md-pane > [lang]').getAttribute('lang')).toBe(code);
    for (const { id } of TABS) {
      await pane.choose(id);
      expect(
        await pane.page.getByRole('tab', { name: texts.shell[id], exact: true }).getAttribute('aria-selected'),
      ).toBe('true');
      expect(await pane.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      expect(await tabRows()).toBe(1);
    }
  });

  test('fits half the width, as at a zoom of 200 %', async () => {
    const page = await pane.open({
      apiKey: 'mine',
      language: `${code}-XX`,
      tab: 'activity',
      answer: ANSWER,
      viewport: { width: 144, height: 1_000 },
    });
    await page.locator('.md-chart').first().waitFor();
    for (const { id } of TABS) {
      await pane.choose(id);
      expect(await page.locator('.md-pane').evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
    }
  });

  test('shows all words of the filter for cells', async () => {
    await pane.open({ apiKey: 'mine', language: `${code}-XX`, tab: 'cells', answer: ANSWER });
    const [shown, wanted] = await pane.panel.locator('.md-filter select').evaluate((select: HTMLSelectElement) => {
      const before = select.offsetWidth;
      select.style.cssText = 'flex: none; width: max-content';
      return [before, select.offsetWidth];
    });
    expect(shown).toBeGreaterThanOrEqual(wanted);
  });
});

describe('the sentence of an error', () => {
  test('is German in a German pane, of a cell that shows it and of what the pane refuses', async () => {
    await pane.open({ apiKey: 'mine', language: 'de', answer: QUOTES });
    await pane.enter('B2', ...WATCH_LIST);
    await pane.choose('cells');
    await pane.button('Sheet1!B4').click();
    const sentence = '„EURXXX“ hat keinen Kurs in Währungen: Suchen Sie danach, oder nennen Sie einen anderen Bereich';
    // Of the selected cell, and in the list.
    await pane.page.getByText(sentence).nth(1).waitFor();
    expect(await pane.page.locator('.md-error [lang=en]').count()).toBe(0);
    await pane.page.getByText('Momentaufnahmen', { exact: true }).click();
    await pane.button('Auswahl markieren').click();
    await pane.panel.getByRole('list', { name: 'Ergebnisse, die auch bewahrt werden' }).waitFor();
    await pane.button('Auswahl markieren').click();
    await pane.page.getByText('Sheet1!B4 ist schon markiert: Heben Sie das erst auf').waitFor();
  });
});

describe('choosing another language', () => {
  test('applies at once, and the next time', async () => {
    await pane.open();
    await pane.page.getByLabel('Language of the pane').selectOption('de');
    await pane.page.getByRole('tab', { name: 'Einstellungen' }).waitFor();
    // What was said before is said in that language too.
    await pane.state('no-key').filter({ hasText: 'Noch kein API-Schlüssel.' }).waitFor();
    expect(await pane.stored()).toEqual({ 'md.language': 'de' });
    await pane.page.getByLabel('Sprache des Aufgabenbereichs').selectOption('');
    await pane.page.getByRole('tab', { name: 'Settings' }).waitFor();
    expect(await pane.stored()).toEqual({});
  });

  test('is remembered by the host of the pane', async () => {
    await pane.open({ stored: { 'md.language': 'fr' } });
    await pane.page.getByRole('tab', { name: 'Paramètres' }).waitFor();
  });
});

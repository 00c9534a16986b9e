import type { Tab } from '../../src/taskpane/pane';
import { atRest, openCells } from './pane-cells-page';
import { usePane } from './pane-page';
import { SCENES } from './pane-scenes';

const pane = usePane();

/** 320 by 256 is a window of 1280 by 1024 at 400 %. */
const ZOOMS = [
  ['100 %', { width: 320, height: 800 }],
  ['200 %', { width: 160, height: 400 }],
  ['400 %', { width: 320, height: 256 }],
] as const;

/** What is to be tabbed over: each tab with everything unfolded, and a form between the tabs and its sticky foot. */
const SHOWN: Readonly<Record<string, () => Promise<void>>> = {
  ...Object.fromEntries(
    (['functions', 'models', 'settings'] satisfies Tab['id'][]).map((tab) => [
      tab,
      async () => {
        await pane.open({ apiKey: 'mine', tab });
      },
    ]),
  ),
  cells: async () => {
    await openCells(pane);
    // An answer or a section that comes late would move what is walked through.
    await pane.page.getByLabel(/^Tell me when .* crosses$/).waitFor();
    await pane.button('Translate these cells').waitFor();
    await atRest(pane);
    await pane.panel.getByText('4 cells, 2 with an error').waitFor();
  },
  activity: async () => {
    await show('busy sheet');
    // The usage is asked for once it is in sight: its answer must not move what is walked through.
    await pane.button('Refresh').scrollIntoViewIfNeeded();
    await pane.page.waitForFunction(() =>
      window.paneTest.session.activity.requests.some(({ what }) => what.startsWith('/account/usage')),
    );
    await pane.panel.locator('[aria-busy="true"], [aria-disabled="true"]').waitFor({ state: 'detached' });
  },
  'a form': () => show('builder with a result'),
};

async function show(scene: string): Promise<void> {
  const { options, act } = SCENES[scene]!;
  await pane.open(options);
  await act(pane);
}

const BATCH = 20;

/**
 * Presses a key until the focus has gone through the pane. Returns how many stops there were, and those that something
 * lies over.
 */
async function walk(key: 'Tab' | 'Shift+Tab'): Promise<{ readonly stops: number; readonly hidden: readonly string[] }> {
  const { page } = pane;
  await page.evaluate((isForwards) => {
    const [before, after] = [document.getElementById('outside')!, document.createElement('button')];
    after.id = 'behind';
    document.getElementById('pane')!.after(after);
    const walked = { stops: 0, hidden: [] as string[], isOver: false };
    Object.assign(window, { walked });
    (isForwards ? before : after).focus();
    const last = isForwards ? after : before;
    // Looks at each stop once the next is gone to: the page has scrolled then.
    document.addEventListener('keydown', function look({ key: pressed }) {
      if (pressed !== 'Tab') return;
      const stop = document.activeElement!;
      if (stop === last) {
        walked.isOver = true;
        document.removeEventListener('keydown', look);
        after.remove();
      }
      if (walked.isOver || stop === before || stop === after) return;
      walked.stops++;
      const { left, top, width, height } = stop.getBoundingClientRect();
      const isOver = (y: number): boolean => {
        const found = document.elementFromPoint(left + width / 2, y);
        return found !== null && (stop.contains(found) || (found.tagName === 'LABEL' && found.contains(stop)));
      };
      const seen = [top + 2, top + height / 2, top + height - 2].filter(isOver).length;
      if (seen < (height > innerHeight / 2 ? 1 : 3))
        walked.hidden.push(`${stop.tagName} ${stop.id} ${stop.getAttribute('aria-label') ?? stop.textContent}`);
    });
  }, key === 'Tab');
  const look = () =>
    page.evaluate(() => (window as unknown as { walked: { stops: number; hidden: string[]; isOver: boolean } }).walked);
  for (;;) {
    for (let press = 0; press < BATCH; press++) await page.keyboard.press(key);
    const { isOver, ...found } = await look();
    if (isOver) return found;
  }
}

describe.each(Object.keys(SHOWN))('the focus in %s', (name) => {
  test.each(ZOOMS)('is never behind something else at %s', async (_, viewport) => {
    await SHOWN[name]!();
    await pane.page.setViewportSize(viewport);
    await pane.page.evaluate(() => {
      for (const one of document.querySelectorAll('details')) one.open = true;
    });
    const forwards = await walk('Tab');
    const backwards = await walk('Shift+Tab');
    expect([forwards.hidden, backwards.hidden]).toEqual([[], []]);
    expect(forwards.stops).toBeGreaterThan(5);
    expect(backwards.stops).toBe(forwards.stops);
  });
});

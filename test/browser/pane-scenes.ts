import { OPERATIONS } from '../../src/api/operations';
import { describeInterface } from '../../src/api/interface/description';
import { NEVER } from './pane-cells-page';
import { CELL_SCENES } from './pane-cells-scenes';
import type { PaneOptions, PanePage } from './pane-page';

/** A state of the pane, and how it comes about. */
export interface Scene {
  readonly options: PaneOptions;
  readonly act: (pane: PanePage) => Promise<void>;
}

const KEY = { apiKey: 'mine' };

const leadsTo =
  (button: string, state: string) =>
  async (pane: PanePage): Promise<void> => {
    await pane.button(button).click();
    await pane.state(state).waitFor();
  };

const QUOTE = { symbol: 'EURUSD', ask: 1.08512, bid: 1.08508, mid: 1.0851, timestamp: 1_795_176_000 };
const AT_FUNCTIONS = { ...KEY, tab: 'functions', answer: { status: 200, body: { items: [QUOTE] } } } as const;

const NAMED_OTHERWISE = describeInterface(
  OPERATIONS,
  { 'GET /stocks/filings ticker': 'company', 'GET /stocks/{symbol}/scores model': 'score_model' },
  'A service',
) as { readonly paths: object };
const SYMBOL_IN_PATH = { name: 'symbol', in: 'path', required: true, schema: { type: 'string' } };

const choose = async ({ page }: PanePage, name: string): Promise<void> => {
  await page.getByRole('button', { name: `MD.${name}` }).click();
  await page.getByRole('heading', { name: `MD.${name}` }).waitFor();
};

/** Every state that the pane knows. */
export const SCENES: Readonly<Record<string, Scene>> = {
  'no key': { options: {}, act: (pane) => pane.state('no-key').waitFor() },
  checking: { options: { ...KEY, answer: NEVER }, act: leadsTo('Test connection', 'checking') },
  accepted: {
    options: { ...KEY, answer: { status: 200, body: { 1_760_000_000: { requests: 12, data: {} } } } },
    act: leadsTo('Test connection', 'accepted'),
  },
  refused: { options: { ...KEY, answer: { status: 401, body: {} } }, act: leadsTo('Test connection', 'refused') },
  unreachable: { options: { ...KEY, answer: 'unreachable' }, act: leadsTo('Test connection', 'unreachable') },
  failed: { options: { ...KEY, answer: { status: 500, body: {} } }, act: leadsTo('Test connection', 'failed') },
  saved: { options: KEY, act: leadsTo('Save', 'saved') },
  removed: { options: KEY, act: leadsTo('Remove key', 'removed') },
  'key shown': { options: KEY, act: (pane) => pane.button('Show API key').click() },
  'wrong address': {
    options: KEY,
    async act(pane) {
      await pane.address.fill('http://example.com');
      await pane.button('Save').click();
      await pane.addressError.waitFor();
    },
  },
  'last values kept': {
    options: KEY,
    async act({ page }) {
      await page.getByLabel('When the service fails').selectOption('last-value');
      await page.waitForFunction(() => window.paneTest.host.stored.get('md.onFailure') === 'last-value');
    },
  },
  functions: { options: AT_FUNCTIONS, act: ({ page }) => page.getByText('Last quotes of').waitFor() },
  'function not found': {
    options: AT_FUNCTIONS,
    async act({ page }) {
      await page.locator('#md-search').fill('qqqqqq');
      await page.getByText('lists of symbols and exchanges could not be read').waitFor();
    },
  },
  'builder, nothing given': {
    options: AT_FUNCTIONS,
    async act(pane) {
      await choose(pane, 'QUOTE');
      await pane.page.getByText('Still needed').waitFor();
    },
  },
  'builder with a result': {
    options: AT_FUNCTIONS,
    async act(pane) {
      await choose(pane, 'QUOTE');
      await pane.argument('symbols').fill('EURUSD');
      await pane.button('bid').click();
      await pane.button('ask').click();
      await pane.argument('headers').selectOption('TRUE');
      await pane.page.getByText('2 rows × 2 columns').waitFor();
    },
  },
  'builder with an error': {
    options: AT_FUNCTIONS,
    async act(pane) {
      await choose(pane, 'TICKS');
      await pane.argument('symbol').fill('SPX');
      await pane.argument('start').fill('2026-11-19T14:30:00');
      await pane.argument('end').fill('2026-11-19T14:00:00');
      await pane.panel.getByText('#VALUE!').waitFor();
    },
  },
  'insert over filled cells': {
    options: AT_FUNCTIONS,
    async act(pane) {
      await pane.enter('A2', ['mine', 'mine']);
      await choose(pane, 'QUOTE');
      await pane.argument('symbols').fill('EURUSD,EURUSD');
      await pane.argument('fields').fill('bid,ask');
      await pane.page.getByText('2 rows × 2 columns').waitFor();
      await pane.button('Insert').click();
      await pane.page.getByRole('alertdialog').waitFor();
    },
  },
  'names that differ': {
    options: {
      ...KEY,
      answer: {
        status: 200,
        body: {
          ...NAMED_OTHERWISE,
          paths: {
            ...NAMED_OTHERWISE.paths,
            '/currencies/{symbol}/ohlc': { get: { summary: 'Bars of a pair', parameters: [SYMBOL_IN_PATH] } },
            '/stocks/{symbol}/peers': { get: { summary: 'Companies like this one', parameters: [SYMBOL_IN_PATH] } },
          },
        },
      },
    },
    async act(pane) {
      await pane.button('Learn from the service').click();
      await pane.button('Use what is ticked').waitFor();
    },
  },
  'busy sheet': {
    options: { ...KEY, tab: 'activity' },
    async act({ page }) {
      await page.evaluate(() => {
        const { activity } = window.paneTest.session;
        Object.assign(activity, { cells: 10_000, lookups: 1_700, hits: 1_530, errors: 12 });
        const minuteMs = 60_000;
        const since = Date.now() - 5 * minuteMs;
        activity.note(since, 'MD.FILINGS shows the newest 20 filings of AAPL; there are more: raise its limit.');
        const what = '/currencies/quotes?symbols=EURUSD,GBPUSD,USDJPY,AUDUSD,USDCAD,USDCHF,NZDUSD';
        for (const [index, status] of ([200, 200, 429, 200, 'timeout', 200] as const).entries()) {
          activity.onRequest({ at: since + index * minuteMs, what, status, ms: 123.4 + 40 * (index % 4) });
        }
      });
      await page.getByText('Latest requests').click();
      await page.getByRole('list', { name: 'Latest requests' }).waitFor();
    },
  },
  ...CELL_SCENES,
};

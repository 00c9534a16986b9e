import type { Locator } from 'playwright-core';
import type { PaneOptions, PanePage } from './pane-page';

export const QUOTES = {
  status: 200,
  body: {
    items: ['EURUSD', 'GBPUSD'].map((symbol, index) => ({
      symbol,
      ask: 2 + index,
      bid: 1 + index,
      mid: 1.5 + index,
      timestamp: 1_795_176_000,
    })),
  },
};
type Formulas = readonly string[][];

/** Two quotes that the service has. */
export const TWO = [['=MD.QUOTE("EURUSD","mid")'], ['=MD.QUOTE("GBPUSD","mid")']];

export const NEVER = new Promise<never>(() => undefined);

/** A quote, and the filings of twenty companies. */
export const WITH_COSTLY = [
  ['=MD.QUOTE("EURUSD","mid")'],
  [`=MD.FILINGS("${Array.from({ length: 20 }, (_, index) => `T${index}`).join(',')}")`],
];

/** Two quotes, one that the service does not know, and one whose argument is calculated. */
export const WATCH_LIST = [...TWO, ['=MD.QUOTE("EURXXX","mid")'], ['=MD.QUOTE(INDIRECT("A1"),"mid")']];

/** Opens the pane beside a workbook with these formulas, the first in B2, and then the tab of the cells. */
export async function openCells(
  pane: PanePage,
  formulas: Formulas = WATCH_LIST,
  options: PaneOptions = {},
): Promise<void> {
  await pane.open({ apiKey: 'mine', answer: QUOTES, ...options });
  await showCells(pane, formulas, options.answer !== NEVER);
}

/** The same while the pane is open. */
export async function showCells(pane: PanePage, formulas: Formulas, isAnswered = true): Promise<void> {
  const entered = pane.enter('B2', ...formulas);
  if (isAnswered) await entered;
  // The page is closed before the cells have values.
  else entered.catch(() => undefined);
  await pane.choose('cells');
  await pane.panel
    .getByText(/^\d[\d,]* cells?, |^No cell of this/)
    .last()
    .waitFor();
}

/** Waits until the last recalculation is over and what follows from it is read: nothing comes of itself any more. */
export async function atRest(pane: PanePage): Promise<void> {
  await pane.page.waitForFunction(() => window.paneTest.recalculations.last?.isRunning === false);
  await pane.panel.locator('[aria-busy="true"], [aria-disabled="true"]').first().waitFor({ state: 'detached' });
}

/** Freezes all formulas from the tab of the cells. */
export async function freezeWorkbook(pane: PanePage): Promise<void> {
  await pane.panel.getByText('Freeze and share').click();
  await pane.button('Whole workbook').click();
  await pane.answer('Freeze');
}

export const rowsOf = (pane: PanePage, list: string): Locator =>
  pane.page.getByRole('list', { name: list, exact: true }).getByRole('listitem');

/** What is written in the rows, also in those that the browser has not drawn yet. */
export const textsOf = (pane: PanePage, list: string): Promise<string[]> =>
  rowsOf(pane, list).evaluateAll((rows) =>
    (rows as HTMLElement[]).map((row) => {
      row.style.contentVisibility = 'visible';
      const text = row.innerText;
      row.style.contentVisibility = '';
      return text;
    }),
  );

export const selected = (pane: PanePage): Promise<string> =>
  pane.page.evaluate(async () => {
    const { sheet, row, column } = await window.paneTest.host.workbook.selection();
    return `${sheet} ${row} ${column}`;
  });

/** The requests for quotes that the pane's session has sent. */
export const quoteRequests = (pane: PanePage): Promise<number> =>
  pane.page.evaluate(
    () => window.paneTest.session.activity.requests.filter(({ what }) => what.includes('/quotes')).length,
  );

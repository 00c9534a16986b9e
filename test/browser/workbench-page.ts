import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Workbench } from '../../src/workbench/page/scripting';
import { type RunningWorkbench, startWorkbench, type WorkbenchOptions } from '../../src/workbench/server';
import { launchWithCompiled } from '../support/browser';
import type { FastClock } from '../support/fast-clock';
import { parseA1 } from '../../src/core/sheet';
import { until } from '../support/until';

declare global {
  interface Window {
    workbench?: Workbench;
  }
}

interface Shown {
  readonly value: string | number | boolean | null;
  readonly text: string;
  readonly message: string;
}

const WAITING = '#GETTING_DATA';
/** Where the corner of the grid's cells lies in the canvas, in pixels, and the usual height of a row. */
const [ROW_HEADER_WIDTH, COLUMN_HEADER_HEIGHT, ROW_HEIGHT] = [46, 20, 20];

const LOOK_EVERY_MS = 20;
/** Of the page, whatever the port of its server: a browser keeps what it has compiled by address. */
const ADDRESS = 'http://workbench.localhost/';

/**
 * The real workbench in a real browser, driven with keys and mouse. One server and one browser for the tests of a file.
 */
export class WorkbenchPage {
  page!: Page;
  /** Warnings and errors of the page's console. */
  readonly complaints: string[] = [];
  server!: RunningWorkbench;
  #context: BrowserContext | undefined;

  /** @param clock another clock for the page; the real one if omitted */
  constructor(private readonly clock?: Pick<FastClock, 'script'>) {}

  async start(options: Pick<WorkbenchOptions, 'page' | 'sandbox'> = {}): Promise<void> {
    this.server = await startWorkbench({ port: 0, sandboxPort: 0, ...options });
  }

  /** A first visit: nothing is stored yet. Waits until the sample model has its values. */
  async open(options: BrowserContextOptions = {}): Promise<void> {
    this.#context = await launchWithCompiled({
      viewport: { width: 1440, height: 900 },
      ...options,
      args: [`--host-resolver-rules=MAP ${new URL(ADDRESS).host} localhost:${new URL(this.server.url).port}`],
    });
    if (this.clock) await this.#context.addInitScript(this.clock.script);
    await this.#context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: ADDRESS });
    [this.page] = this.#context.pages() as [Page];
    this.page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.complaints.push(message.text());
    });
    this.page.on('pageerror', (error) => {
      this.complaints.push(error.message);
    });
    await this.page.goto(ADDRESS);
    await this.page.waitForFunction(() => window.workbench);
    await this.#sampleHasValues();
  }

  async stop(): Promise<void> {
    await this.#context?.close();
    await this.server.close();
  }

  /** The sample model anew, whatever is open: quicker than another visit, but settings and answers are kept. */
  async openSample(): Promise<void> {
    await this.#replace('Reset model');
    await this.#sampleHasValues();
  }

  /** A workbook with one blank sheet, whatever is open. */
  async openNew(): Promise<void> {
    await this.#replace('New');
    await this.page.waitForFunction(() => document.title === 'New workbook – MD workbench');
  }

  /** Chooses an entry of the bar's menus. */
  choose(entry: string): Promise<void> {
    return chooseOn(this.page, entry);
  }

  async #replace(name: string): Promise<void> {
    await this.choose(name);
    const discard = this.page.getByRole('button', { name: 'Discard changes' });
    // The question is there as soon as the button has been clicked, if at all.
    if (await discard.isVisible()) {
      await discard.click();
      await discard.waitFor({ state: 'detached' });
    }
  }

  async #sampleHasValues(): Promise<void> {
    await this.shows('Model!N12', (value) => typeof value === 'number');
    await this.shows('Model!H30', (value) => value === '10-K');
  }

  async openScratch(): Promise<void> {
    await this.page.getByText('Scratch', { exact: true }).click();
  }

  /** Takes note of complaints that a test has caused on purpose. */
  expectComplaint(part: string): void {
    const others = this.complaints.filter((text) => !text.includes(part));
    if (others.length === this.complaints.length) throw new Error(`Nobody complained of "${part}"`);
    this.complaints.splice(0, Infinity, ...others);
  }

  /** Selects a cell through the name box; an editor that is open gives up first, with its suggestions. */
  async select(address: string): Promise<void> {
    const box = this.page.locator('[data-u-comp="defined-name"] input');
    await this.#leaveEditor();
    await box.click();
    await box.fill(address);
    await box.press('Enter');
    // Keys that come before the cell is selected, or before the grid has the focus back, would be lost.
    const { sheet, row, column } = parseA1(address, 'any')!;
    await until(() =>
      this.page.evaluate(
        async ([wantedSheet, wantedRow, wantedColumn]) => {
          const selected = await window.workbench?.session.host.workbook.selection();
          if (wantedSheet !== 'any' && selected?.sheet !== wantedSheet) return false;
          const isInGrid = document.getElementById('grid')?.contains(document.activeElement) ?? false;
          const isInBox = document.activeElement?.closest('[data-u-comp="defined-name"]');
          return selected?.row === wantedRow && selected.column === wantedColumn && isInGrid && !isInBox;
        },
        [sheet, row, column] as const,
      ),
    );
  }

  /** Puts a formula or a text into a cell as a script does, which is quicker than typing it and tells the same. */
  async enter(address: string, text: string): Promise<void> {
    await this.page.evaluate(([at, content]) => window.workbench?.setFormula(at, content), [address, text] as const);
  }

  /** Takes everything away from sheets, so that nothing on them is calculated again for other tests. */
  async empty(...sheets: readonly string[]): Promise<void> {
    await this.page.evaluate(async (names) => {
      for (const sheet of names)
        await window.workbench?.session.host.workbook.write([
          { block: { sheet, row: 0, column: 0, rows: 100, columns: 20 } },
        ]);
    }, sheets);
  }

  /** Types into a cell, key by key, and presses Enter: for what depends on the keyboard. */
  async type(address: string, text: string): Promise<void> {
    await this.select(address);
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Enter');
    await this.#holds(address, text);
  }

  /** Presses a key in the grid, such as Ctrl+Z, and waits for what it changes. */
  async press(key: string, address: string, satisfies: (value: unknown) => boolean): Promise<void> {
    await this.select('Z99');
    await this.page.keyboard.press(key);
    while (!satisfies((await this.cell(address)).value))
      await this.page.evaluate(() => new Promise(requestAnimationFrame));
  }

  /** Types the beginning of a formula, goes on with the editor open, and leaves it. */
  async begin(address: string, text: string, goOn: () => Promise<void>): Promise<void> {
    await this.select(address);
    await this.page.keyboard.type(text);
    await goOn();
    await this.#leaveEditor();
  }

  async #leaveEditor(): Promise<void> {
    for (let layer = 0; layer < 2; layer++) await this.page.keyboard.press('Escape');
  }

  /**
   * Waits until a text stands in the box beside a cell: a function's name, help with its arguments, an error's message.
   */
  async offers(text: string): Promise<void> {
    await this.page.locator('[data-u-comp="rect-popup"]', { hasText: text }).waitFor();
    // It takes keys only a moment after it has been drawn.
    await this.#idle();
  }

  /** Until the page has done what it has put off. */
  async #idle(): Promise<void> {
    await this.page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  }

  /** Waits until a cell has a formula or a value. */
  async #holds(address: string, text: string): Promise<void> {
    await this.page.waitForFunction(
      ([at, content]) => [window.workbench?.formula(at), String(window.workbench?.value(at))].includes(content),
      [address, text] as const,
    );
  }

  /** Pastes rows of texts and formulas from a cell on. */
  async paste(address: string, rows: readonly (readonly [string, ...string[]])[]): Promise<void> {
    const text = rows.map((row) => row.join('\t')).join('\n');
    await this.select(address);
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.page.keyboard.press('Control+v');
    await this.#holds(address, rows[0]?.[0] ?? '');
  }

  /** Waits until the open workbook is kept for another visit, as its last change left it. */
  async remembered(): Promise<void> {
    await this.page.locator('body[data-remembered="true"]').waitFor();
  }

  cell(address: string): Promise<Shown> {
    return this.page.evaluate((at) => {
      const { workbench } = window;
      if (!workbench) return { value: null, text: '', message: '' };
      return { value: workbench.value(at), text: workbench.text(at), message: workbench.message(at) };
    }, address);
  }

  async texts(...addresses: string[]): Promise<string[]> {
    return (await Promise.all(addresses.map((address) => this.cell(address)))).map(({ text }) => text);
  }

  /** Waits until a cell's value satisfies; by default until it has an answer. */
  async shows(
    address: string,
    satisfies = (value: Shown['value']) => value !== null && value !== WAITING,
  ): Promise<Shown> {
    for (;;) {
      const shown = await this.cell(address).catch(unlessOpening);
      if (shown && satisfies(shown.value)) return shown;
      // Asked in the page, where looking costs little, until the value is another one.
      await this.page
        .waitForFunction(
          ([at, last]) => {
            try {
              return window.workbench?.value(at) !== last;
            } catch {
              return false;
            }
          },
          [address, shown?.value ?? null] as const,
          { polling: LOOK_EVERY_MS },
        )
        .catch(unlessOpening);
    }
  }

  /** Through the menu of a row's header, as a user would. Rows count from 1. */
  async insertRowAbove(row: number): Promise<void> {
    await this.#openRowMenu(row);
    // In the field for the number of rows.
    await this.page.locator('button', { hasText: 'rows above' }).locator('input').press('Enter');
  }

  async deleteRow(row: number): Promise<void> {
    await this.#openRowMenu(row);
    await this.page.getByText('Delete selected row').click();
  }

  async #openRowMenu(row: number): Promise<void> {
    const { x, y } = await this.#gridCorner();
    await this.page.mouse.click(x + ROW_HEADER_WIDTH / 2, y + COLUMN_HEADER_HEIGHT + (row - 0.5) * ROW_HEIGHT, {
      button: 'right',
    });
  }

  /**
   * Moves the mouse over a cell, of a sheet that is not scrolled and has columns of the usual width, until a text is
   * shown beside it.
   */
  async hover(column: number, row: number, columnWidth: number, text: string): Promise<void> {
    const corner = await this.#gridCorner();
    const x = corner.x + ROW_HEADER_WIDTH + (column + 0.5) * columnWidth;
    const y = corner.y + COLUMN_HEADER_HEIGHT + (row + 0.5) * ROW_HEIGHT;
    // The grid takes a card away when it gets another size, and shows it only when the mouse comes.
    await this.#idle();
    await this.page.mouse.move(x - 4, y);
    await this.page.mouse.move(x, y);
    await this.offers(text);
    await this.page.mouse.move(corner.x, corner.y);
  }

  async #gridCorner(): Promise<{ x: number; y: number }> {
    const box = await this.page.locator('canvas[id^="univer-sheet-main-canvas"]').boundingBox();
    if (!box) throw new Error('There is no grid to point at');
    return box;
  }
}

/** Chooses an entry of the menus of a page's bar. */
export async function chooseOn(page: Page, entry: string): Promise<void> {
  const menu = page.locator('#bar [popover]', {
    has: page.getByRole('button', { name: entry, exact: true, includeHidden: true }),
  });
  await page.locator(`[popovertarget="${await menu.getAttribute('id')}"]`).click();
  await menu.getByRole('button', { name: entry, exact: true }).click();
}

/** A file that is still being opened has none of its sheets. */
function unlessOpening(error: Error): undefined {
  if (!error.message.includes('has no sheet')) throw error;
}

import type { Page } from 'playwright-core';
import type { CellContent } from '../../src/app/host';
import type { PageFiles } from '../../src/workbench/bundle';
import { chooseOn, WorkbenchPage } from '../browser/workbench-page';

declare global {
  interface Window {
    setNow?: (ms: number) => void;
  }
}

/** What the service sent. */
export interface RawAnswer {
  /** With its query. */
  readonly path: string;
  readonly body: unknown;
}

/** Takes a picture of a part of the page. */
export type TakePicture = (name: string, page: Page, clip: Clip) => Promise<void>;

interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const [SHEET, PANE]: readonly [Clip, Clip] = [
  { x: 0, y: 0, width: 1080, height: 420 },
  { x: 1080, y: 100, width: 360, height: 800 },
];

export type SheetRows = readonly (readonly CellContent['value'][])[];

interface DeskOptions {
  /** The first day, such as "2026-11-19T09:00:00Z". */
  readonly from: string;
  readonly timezoneId: string;
  readonly locale: string;
  /** The workbench's page; made anew if omitted. */
  readonly files: PageFiles | undefined;
}

/** A page's clock that goes on from a moment. It may not stand still, which the grid would wait for. */
const clockFrom = (ms: number): string => `
(() => {
  const Real = Date;
  let shift = ${ms} - Real.now();
  window.setNow = (to) => { shift = to - Real.now(); };
  window.Date = class extends Real {
    constructor(...parts) { super(...(parts.length === 0 ? [Real.now() + shift] : parts)); }
    static now() { return Real.now() + shift; }
  };
})();
`;

/** Somebody's days at the workbench, of which a document tells: an empty workbook, and all that the service answers. */
export class Desk {
  readonly workbench: WorkbenchPage;
  #now: number;
  readonly #answers: Promise<RawAnswer>[] = [];

  private constructor(from: string) {
    this.#now = Date.parse(from);
    this.workbench = new WorkbenchPage({ script: clockFrom(this.#now) });
  }

  /** Plays at a desk with an empty workbook, and clears it away in the end. */
  static async at<Story>(
    { from, files, ...options }: DeskOptions,
    play: (desk: Desk) => Promise<Story>,
  ): Promise<Story> {
    const desk = new Desk(from);
    const { workbench } = desk;
    await workbench.start({ ...(files && { page: files }), sandbox: { now: () => desk.#now } });
    try {
      await workbench.open(options);
      const { page } = workbench;
      page.on('response', (response) => {
        const { pathname, search, origin } = new URL(response.url());
        if (origin === new URL(page.url()).origin || !response.ok()) return;
        const read = async (): Promise<RawAnswer> => ({ path: pathname + search, body: await response.json() });
        desk.#answers.push(read());
      });
      await chooseOn(page, 'New');
      await page.waitForFunction(() => document.title === 'New workbook – MD workbench');
      return await play(desk);
    } finally {
      await workbench.stop();
    }
  }

  get page(): Page {
    return this.workbench.page;
  }

  /** Everything that the service has answered so far, in order. */
  answers(): Promise<readonly RawAnswer[]> {
    return Promise.all(this.#answers);
  }

  /** As after a computer's sleep: the add-in would look at its clock by itself within 20 seconds. */
  async wakeAt(time: string): Promise<void> {
    this.#now = Date.parse(time);
    await this.page.evaluate((ms) => {
      window.setNow?.(ms);
      window.dispatchEvent(new Event('focus'));
    }, this.#now);
  }

  /** Takes a picture of a sheet that is wider than the room beside the pane. */
  async pictureOfSheet(name: string, height: number, take: TakePicture): Promise<void> {
    const { page } = this;
    const grid = page.locator('canvas[id^="univer-sheet-main-canvas"]');
    const pane = page.getByRole('button', { name: 'Pane', exact: true });
    const width = page.viewportSize()!.width;
    const widthOfGrid = async (): Promise<number> => (await grid.boundingBox())!.width;
    const beside = await widthOfGrid();
    const isWide = async (): Promise<boolean> => (await widthOfGrid()) > beside;
    await pane.click();
    while (!(await isWide())) await page.evaluate(() => new Promise(requestAnimationFrame));
    await take(name, page, { ...SHEET, width, height });
    await pane.click();
    while (await isWide()) await page.evaluate(() => new Promise(requestAnimationFrame));
  }

  async openSnapshots(): Promise<void> {
    await this.page.getByRole('tab', { name: 'Cells' }).click();
    await this.page.getByText('Snapshots', { exact: true }).click();
  }

  /** Has each snapshot keep what these cells show, too. */
  async mark(address: string): Promise<void> {
    await this.workbench.select(address);
    await this.page.getByRole('button', { name: 'Mark the selection' }).click();
    await this.page.getByRole('list', { name: 'Results to keep too' }).waitFor();
  }

  /** Compares two snapshots, or one with the cells, and writes that as a sheet. */
  async compareAsSheet(newer: string, older?: string): Promise<string> {
    const { page } = this;
    if (older !== undefined) await page.getByLabel('Compare with', { exact: true }).selectOption(older);
    await page.getByRole('button', { name: `Compare with “${newer}”` }).click();
    await page
      .getByText(/^From “.*have changed/)
      .first()
      .waitFor();
    await page.locator('.md-task').getByRole('button', { name: 'As a sheet' }).click();
    return this.written(`Comparison ${newer}`);
  }

  /** Waits until a sheet of plain values is written. Returns its name. */
  async written(name: string): Promise<string> {
    const sheet = name.replaceAll(':', '.').slice(0, 31);
    await this.page.getByText(`The sheet “${sheet}” holds`).first().waitFor();
    return sheet;
  }

  /** What stands in the rows of a sheet, from a row on until the first blank one. */
  async rowsOf(sheet: string, first: number, columns: number): Promise<SheetRows> {
    const block = { sheet, row: first - 1, column: 0, rows: 200, columns };
    const rows = await this.page.evaluate((from) => window.workbench!.session.host.workbook.read(from), block);
    const filled = rows.map((row) => row.map(({ value }) => value));
    return filled.slice(
      0,
      filled.findIndex(([cell]) => cell === ''),
    );
  }
}

/** A document with these lines in one of the places that `npm run pictures` writes; the head of a table stays. */
export function withLines(text: string, place: string, lines: readonly string[]): string {
  const pattern = new RegExp(
    `(<!-- ${place}, written by npm run pictures -->\\n\\n(?:\\|.*\\n\\|[-|]+\\n)?)[^]*?\\n?(<!-- end -->)`,
  );
  if (!pattern.test(text)) throw new Error(`The document has no place for "${place}"`);
  return text.replace(
    pattern,
    (_, head: string, tail: string) => `${head}${lines.map((line) => `${line}\n`).join('')}\n${tail}`,
  );
}

import type { Page } from 'playwright-core';
import type { PageFiles } from '../../src/workbench/bundle';
import type { CellContent } from '../../src/app/host';
import { WorkbenchPage } from '../browser/workbench-page';

/** A price as the service sent it. */
interface RawQuote {
  readonly symbol: string;
  readonly mid: number;
  readonly timestamp: number;
}

export const BALANCES = [
  ['Frankfurt', 12_400_000, 'EURUSD'],
  ['London', 3_150_000, 'GBPUSD'],
  ['Sydney', 8_700_000, 'AUDUSD'],
] as const;

/** 17:00 in London, a second after the clock has struck. */
export const FRIDAYS = ['2026-11-20T17:00:01Z', '2026-11-27T17:00:01Z'] as const;
const THURSDAY = '2026-11-19T09:00:00Z';
/** Of the days' column in the pane. */
const NAMES = ['2026-11-20 17:00', '2026-11-27 17:00'] as const;

type SheetRows = readonly (readonly CellContent['value'][])[];

/** What the document shows, and what the service answered for it. */
export interface Friday {
  /** The rows below the headings of the second Friday's table, and of the comparison. */
  readonly table: SheetRows;
  readonly comparison: SheetRows;
  /** By Friday: the last answer for each symbol before its snapshot. */
  readonly answers: readonly ReadonlyMap<string, RawQuote>[];
}

declare global {
  interface Window {
    setNow?: (ms: number) => void;
  }
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

/** Takes a picture of a part of the page. */
type TakePicture = (name: string, page: Page, clip: Clip) => Promise<void>;

interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const [SHEET, PANE]: readonly Clip[] = [
  { x: 0, y: 0, width: 1080, height: 420 },
  { x: 1080, y: 100, width: 360, height: 800 },
];

/**
 * Two Fridays of a treasurer in the workbench, from an empty workbook: balances, their rates and a total, a schedule, and
 * what has changed from one Friday to the next.
 */
export async function playFriday(files?: PageFiles, picture: TakePicture = () => Promise.resolve()): Promise<Friday> {
  let now = Date.parse(THURSDAY);
  const workbench = new WorkbenchPage({ script: clockFrom(now) });
  await workbench.start({ ...(files && { page: files }), sandbox: { now: () => now } });
  try {
    await workbench.open({ timezoneId: 'Europe/London', locale: 'en-GB' });
    const { page } = workbench;
    const latest = new Map<string, RawQuote>();
    const reading: Promise<void>[] = [];
    page.on('response', (response) => {
      if (!response.url().includes('/currencies/quotes')) return;
      const read = async (): Promise<void> => {
        const { items } = (await response.json()) as { readonly items: readonly RawQuote[] };
        for (const quote of items) latest.set(quote.symbol, quote);
      };
      reading.push(read());
    });
    await enterBalances(workbench);
    await setSchedule(workbench);
    await picture('treasurer-schedule', page, PANE!);
    const answers: ReadonlyMap<string, RawQuote>[] = [];
    for (const [index, friday] of FRIDAYS.entries()) {
      now = Date.parse(friday);
      // As after a computer's sleep: the add-in would look at its clock by itself within 20 seconds.
      await page.evaluate((ms) => {
        window.setNow?.(ms);
        window.dispatchEvent(new Event('focus'));
      }, now);
      await page.getByRole('button', { name: `Compare with “${NAMES[index]!}”` }).waitFor();
      await Promise.all(reading);
      answers.push(new Map(latest));
    }
    await page.getByRole('button', { name: `Write “${NAMES[1]}” as a sheet` }).click();
    await page
      .getByText(`The sheet “${NAMES[1].replace(':', '.')}” holds`)
      .first()
      .waitFor();
    await picture('treasurer-sheet', page, SHEET!);
    const table = await rowsOf(workbench, NAMES[1].replace(':', '.'), 6, 10);
    await page.getByLabel('Compare with', { exact: true }).selectOption(NAMES[0]);
    await page.getByRole('button', { name: `Compare with “${NAMES[1]}”` }).click();
    await page
      .getByText(/^From “2026-11-20 17:00”/)
      .first()
      .waitFor();
    await page.locator('.md-task').getByRole('button', { name: 'As a sheet' }).click();
    const comparisonName = `Comparison ${NAMES[1].replace(':', '.')}`;
    await page.getByText(`The sheet “${comparisonName}” holds`).first().waitFor();
    await picture('treasurer-comparison', page, SHEET!);
    const comparison = await rowsOf(workbench, comparisonName, 7, 9);
    return { table, comparison, answers };
  } finally {
    await workbench.stop();
  }
}

async function enterBalances(workbench: WorkbenchPage): Promise<void> {
  const { page } = workbench;
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.waitForFunction(() => document.title === 'New workbook – MD workbench');
  await workbench.paste('A1', [
    ['Cash at bank', 'Amount', 'Pair', 'Rate', 'Dollars'],
    ...BALANCES.map(([place, amount, pair], index) => {
      const row = String(index + 2);
      return [place, String(amount), pair, `=MD.QUOTE(C${row})`, `=B${row}*D${row}`] as const;
    }),
    ['Total', '', '', '', '=SUM(E2:E4)'],
  ]);
  await workbench.shows('Sheet1!E5', (value) => typeof value === 'number' && value > 0);
  await page.getByRole('tab', { name: 'Cells' }).click();
  await page.getByText('Snapshots', { exact: true }).click();
}

async function setSchedule(workbench: WorkbenchPage): Promise<void> {
  const { page } = workbench;
  await workbench.select('B2:E5');
  await page.getByRole('button', { name: 'Mark the selection' }).click();
  await page.getByRole('list', { name: 'Results to keep too' }).waitFor();
  await page.getByLabel('When', { exact: true }).selectOption('Every week');
  await page.getByText('at least 1 request').waitFor();
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByText(/^Next: .*17:00/).waitFor();
  await page.getByText(/^Next: .*17:00/).scrollIntoViewIfNeeded();
}

/** What stands in the rows of a written sheet, from a row on until the first blank one. */
async function rowsOf(workbench: WorkbenchPage, sheet: string, first: number, columns: number): Promise<SheetRows> {
  const block = { sheet, row: first - 1, column: 0, rows: 20, columns };
  const rows = await workbench.page.evaluate((from) => window.workbench!.session.host.workbook.read(from), block);
  const filled = rows.map((row) => row.map(({ value }) => value));
  return filled.slice(
    0,
    filled.findIndex(([cell]) => cell === ''),
  );
}

/** The lines of the document's table: what a reader sees of the comparison. */
export const documentRows = ({ comparison }: Friday): string[] =>
  comparison
    .filter(([cell]) => /!(?:D\d|E5)$/.test(String(cell)))
    .map(([, label, , , then, now, change, percent]) => {
      const digits = String(label).startsWith('Total') ? 0 : 5;
      const written = (value: CellContent['value']): string =>
        Number(value).toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
      return `| ${String(label)} | ${written(then!)} | ${written(now!)} | ${written(change!)} | ${(Number(percent) * 100).toFixed(2)} % |`;
    });

const TABLE = /(<!-- friday, written by npm run pictures -->\n\n(?:\|.*\n){2})(?:\|.*\n)*(\n<!-- end -->)/;

/** The document with these lines in its table. */
export function withRows(text: string, rows: readonly string[]): string {
  if (!TABLE.test(text)) throw new Error('docs/treasurer.md has no place for the table');
  return text.replace(
    TABLE,
    (_, head: string, tail: string) => `${head}${rows.map((row) => `${row}\n`).join('')}${tail}`,
  );
}

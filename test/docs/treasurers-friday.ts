import type { PageFiles } from '../../src/workbench/bundle';
import type { CellContent } from '../../src/app/host';
import { Desk, PANE, type RawAnswer, SHEET, type SheetRows, type TakePicture, withLines } from './desk';

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

/** What the document shows, and what the service answered for it. */
export interface Friday {
  /** The rows below the headings of the second Friday's table, and of the comparison. */
  readonly table: SheetRows;
  readonly comparison: SheetRows;
  /** By Friday: the last answer for each symbol before its snapshot. */
  readonly answers: readonly ReadonlyMap<string, RawQuote>[];
}

/**
 * Two Fridays of a treasurer in the workbench, from an empty workbook: balances, their rates and a total, a schedule, and
 * what has changed from one Friday to the next.
 */
export const playFriday = (files?: PageFiles, picture: TakePicture = () => Promise.resolve()): Promise<Friday> =>
  Desk.at({ from: THURSDAY, timezoneId: 'Europe/London', locale: 'en-GB', files }, async (desk) => {
    const { page } = desk;
    await enterBalances(desk);
    await setSchedule(desk);
    await picture('treasurer-schedule', page, PANE);
    const answers: ReadonlyMap<string, RawQuote>[] = [];
    for (const [index, friday] of FRIDAYS.entries()) {
      await desk.wakeAt(friday);
      await page.getByRole('button', { name: `Compare with “${NAMES[index]!}”` }).waitFor();
      answers.push(latestQuotes(await desk.answers()));
    }
    await page.getByRole('button', { name: `Write “${NAMES[1]}” as a sheet` }).click();
    const tableSheet = await desk.written(NAMES[1]);
    await picture('treasurer-sheet', page, SHEET);
    const table = await desk.rowsOf(tableSheet, 6, 10);
    const comparisonSheet = await desk.compareAsSheet(NAMES[1], NAMES[0]);
    await desk.pictureOfSheet('treasurer-comparison', SHEET.height, picture);
    const comparison = await desk.rowsOf(comparisonSheet, 7, 9);
    return { table, comparison, answers };
  });

const latestQuotes = (answers: readonly RawAnswer[]): ReadonlyMap<string, RawQuote> =>
  new Map(
    answers
      .filter(({ path }) => path.includes('/currencies/quotes'))
      .flatMap(({ body }) => (body as { readonly items: readonly RawQuote[] }).items)
      .map((quote) => [quote.symbol, quote]),
  );

async function enterBalances(desk: Desk): Promise<void> {
  const { workbench } = desk;
  await workbench.paste('A1', [
    ['Cash at bank', 'Amount', 'Pair', 'Rate', 'Dollars'],
    ...BALANCES.map(([place, amount, pair], index) => {
      const row = String(index + 2);
      return [place, String(amount), pair, `=MD.QUOTE(C${row})`, `=B${row}*D${row}`] as const;
    }),
    ['Total', '', '', '', '=SUM(E2:E4)'],
  ]);
  await workbench.shows('Sheet1!E5', (value) => typeof value === 'number' && value > 0);
  await desk.openSnapshots();
}

async function setSchedule(desk: Desk): Promise<void> {
  const { page } = desk;
  await desk.mark('B2:E5');
  await page.getByLabel('When', { exact: true }).selectOption('Every week');
  await page.getByText('at least 1 request').waitFor();
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByText(/^Next: .*17:00/).waitFor();
  await page.getByText(/^Next: .*17:00/).scrollIntoViewIfNeeded();
}

/** The document with what a reader sees of the comparison. */
export const fridayDocument = (text: string, { comparison }: Friday): string =>
  withLines(
    text,
    'friday',
    comparison
      .filter(([cell]) => /!(?:D\d|E5)$/.test(String(cell)))
      .map(([, label, , , then, now, change, percent]) => {
        const digits = String(label).startsWith('Total') ? 0 : 5;
        const written = (value: CellContent['value']): string =>
          Number(value).toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
        return `| ${String(label)} | ${written(then!)} | ${written(now!)} | ${written(change!)} | ${(Number(percent) * 100).toFixed(2)} % |`;
      }),
  );

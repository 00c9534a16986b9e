import type { PageFiles } from '../../src/workbench/bundle';
import { Desk, PANE, type RawAnswer, SHEET, type SheetRows, type TakePicture, withLines } from './desk';

/** The day of the last review, and that of the next. */
export const REVIEWS = ['2026-06-26T15:00:00Z', '2026-08-14T15:00:00Z'] as const;
/** What the sample workbook has asked for must not be fresh any more. */
const DAY_BEFORE = '2026-06-25T15:00:00Z';
/** Two names more than the model starts with: a report from abroad, and a bank, for which Altman's model is not meant. */
const ADDED = ['SAP', 'JPM'] as const;
/** Whose reports are watched. */
export const WATCHED = ['BA', 'F', 'INTC', 'T', 'NKE', 'DIS', 'SAP', 'JPM'];
const SCREEN = 'Credit screen';
const TRACKER = 'Filings tracker';
const [FIRST, LAST, WATCHED_FIRST] = [12, 27, 13];
const REPORTS = ['10-K', '10-Q', '20-F'] as const;

/** Of the service's answer. */
interface RawScores {
  readonly symbol: string;
  readonly data: {
    readonly piotroski: { readonly score: number };
    readonly 'altman-z': { readonly score: number | null };
    readonly 'beneish-m': { readonly score: number };
  };
}

export interface RawFiling {
  readonly filing_type: string;
  /** As "2026-11-02". */
  readonly filing_date: string;
  readonly period_of_report: string;
  readonly accession_number: string;
}

interface RawPrice {
  readonly symbol: string;
  readonly mid: number;
  /** In seconds. */
  readonly timestamp: number;
}

/** What the service had answered when a review ended. */
export interface RawFacts {
  readonly scores: ReadonlyMap<string, RawScores['data']>;
  /** Of each company, newest first. */
  readonly filings: ReadonlyMap<string, readonly RawFiling[]>;
  readonly prices: ReadonlyMap<string, RawPrice>;
}

/** What the document shows, and what the service answered for it. */
export interface CreditPaper {
  /** The rows of the credit screen on the day of the next review. */
  readonly screen: SheetRows;
  /** The rows below the headings of the comparison with the last review. */
  readonly comparison: SheetRows;
  /** The columns of the filings tracker about late reports. */
  readonly late: SheetRows;
  /** What was copied for the audit's file: the chain under one verdict. */
  readonly chain: string;
  /** By review. */
  readonly facts: readonly RawFacts[];
}

/**
 * Two reviews of a credit committee in the workbench, from an empty workbook: scores with the newest report beside them,
 * what has changed since the last review, who reports late, and where a verdict comes from.
 */
export const playCommittee = (
  files?: PageFiles,
  picture: TakePicture = () => Promise.resolve(),
): Promise<CreditPaper> =>
  Desk.at({ from: DAY_BEFORE, timezoneId: 'America/New_York', locale: 'en-US', files }, async (desk) => {
    const { page, workbench } = desk;
    await desk.wakeAt(REVIEWS[0]);
    await insertModel(desk, SCREEN);
    await workbench.paste(`A${LAST - 1}`, [[ADDED[0]], [ADDED[1]]]);
    const facts = [await answered(desk)];
    await desk.openSnapshots();
    await desk.mark(`E${FIRST}:G${LAST}`);
    await page.getByLabel('Name', { exact: true }).fill('Last review');
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await page.getByText('“Last review” keeps').first().waitFor();

    await desk.wakeAt(REVIEWS[1]);
    await page.getByRole('button', { name: 'Refresh: All' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Refresh' }).click();
    await page
      .getByText(/cells refreshed\.$/)
      .first()
      .waitFor();
    facts.push(await answered(desk));
    await workbench.select('A1');
    await picture('credit-screen', page, { ...SHEET, height: 640 });
    const screen = await screenOf(desk);
    const comparison = await desk.rowsOf(await desk.compareAsSheet('Last review'), 7, 9);
    await desk.pictureOfSheet('credit-comparison', 560, picture);

    const chain = await chainOf(desk, comparison, picture);
    await insertModel(desk, TRACKER);
    await workbench.paste(
      `A${WATCHED_FIRST}`,
      WATCHED.map((ticker): [string] => [ticker]),
    );
    for (const row of WATCHED.keys())
      await workbench.shows(`${TRACKER}!U${WATCHED_FIRST + row}`, (value) => typeof value === 'number');
    await workbench.select('V13');
    await picture('credit-late', page, { ...SHEET, height: 580 });
    const tracker = await page.evaluate((from) => window.workbench!.session.host.workbook.read(from), {
      sheet: TRACKER,
      row: WATCHED_FIRST - 1,
      column: 15,
      rows: WATCHED.length,
      columns: 7,
    });
    const late = tracker.map((row) => row.map(({ value }) => value));
    facts[1] = factsIn(await desk.answers());
    return { screen, comparison, late, chain, facts };
  });

async function insertModel({ page }: Desk, name: string): Promise<void> {
  await page.getByRole('tab', { name: 'Models' }).click();
  await page.getByRole('button', { name: `Insert ${name}` }).click();
  await page.getByText(`Inserted as sheet ${name}.`).first().waitFor();
}

const SECONDS_PER_DAY = 86_400;
/** The serial of a day such as "2026-11-02". */
export const serialOf = (iso: string): number => Date.parse(iso) / 1000 / SECONDS_PER_DAY + 25_569;

const newestReport = (filings: readonly RawFiling[] = []): RawFiling | undefined =>
  filings.find(({ filing_type: type }) => REPORTS.some((one) => one === type));

/** Waits until the credit screen shows what the service has answered. */
async function answered(desk: Desk): Promise<RawFacts> {
  const { workbench } = desk;
  const shows = (cell: string, value?: number) =>
    workbench.shows(`${SCREEN}!${cell}`, (shown) =>
      value === undefined ? typeof shown === 'number' : shown === value,
    );
  for (const letter of ['D', 'I', 'K']) await shows(`${letter}${LAST}`);
  const facts = factsIn(await desk.answers());
  for (const [index, [name]] of (await screenOf(desk)).entries()) {
    const row = FIRST + index;
    const ticker = String(name);
    await shows(`B${row}`, facts.scores.get(ticker)!.piotroski.score);
    await shows(`D${row}`, facts.scores.get(ticker)!['beneish-m'].score);
    await shows(`H${row}`, facts.prices.get(ticker)!.mid);
    await shows(`K${row}`, serialOf(newestReport(facts.filings.get(ticker))!.filing_date));
  }
  return facts;
}

const screenOf = async (desk: Desk): Promise<SheetRows> =>
  (await desk.rowsOf(SCREEN, FIRST, 13)).slice(0, LAST - FIRST + 1);

function factsIn(answers: readonly RawAnswer[]): RawFacts {
  const bodiesOf = (path: RegExp): readonly unknown[] =>
    answers.filter((answer) => path.test(answer.path)).map(({ body }) => body);
  const [ofScores, ofFilings, ofPrices] = [
    bodiesOf(/^\/stocks\/[^/]+\/scores/) as readonly RawScores[],
    bodiesOf(/^\/stocks\/filings\?/) as readonly { readonly ticker: string; readonly filings: readonly RawFiling[] }[],
    bodiesOf(/^\/stocks\/quotes\?/) as readonly { readonly items: readonly RawPrice[] }[],
  ];
  const filings = new Map<string, RawFiling[]>();
  for (const { ticker, filings: some } of ofFilings) {
    const all = filings.get(ticker) ?? [];
    const known = new Set(all.map(({ accession_number: number }) => number));
    filings.set(
      ticker,
      [...all, ...some.filter(({ accession_number: number }) => !known.has(number))].sort((one, other) =>
        other.filing_date.localeCompare(one.filing_date),
      ),
    );
  }
  return {
    scores: new Map(ofScores.map(({ symbol, data }) => [symbol, data])),
    filings,
    prices: new Map(ofPrices.flatMap(({ items }) => items).map((price) => [price.symbol, price])),
  };
}

/** Copies, for the first company whose verdict has changed, where that comes from. */
async function chainOf(desk: Desk, comparison: SheetRows, picture: TakePicture): Promise<string> {
  const { page, workbench } = desk;
  const [cell] = comparison.find(([, label, , , then, now]) => isVerdict(label) && then !== now)!;
  await page.getByText(SCREEN, { exact: true }).first().click();
  await workbench.select(String(cell).split('!')[1]!);
  await page.getByRole('button', { name: 'Where it comes from' }).click();
  await page.locator('.md-origin').scrollIntoViewIfNeeded();
  await picture('credit-chain', page, PANE);
  await page.getByRole('button', { name: 'Copy as text' }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

const isVerdict = (label: unknown): boolean => String(label).endsWith('· Verdict');

/** The document with what a reader sees of the paper. */
export const committeeDocument = (text: string, paper: CreditPaper): string =>
  withLines(withLines(text, 'changes', [changesOf(paper)]), 'late', [latenessOf(paper)]);

const changesOf = ({ comparison }: CreditPaper): string => {
  const changed = comparison.filter(([, label, , , then, now]) => isVerdict(label) && then !== now);
  const said = changed.map(
    ([, label, , , then, now]) => `${String(label).split(' · ')[0]!} ${String(then)} → ${String(now)}`,
  );
  return `Verdicts: ${said.join('; ')}.`;
};

const latenessOf = ({ late }: CreditPaper): string => {
  const said = late
    .filter((row) => Number(row[5]) > 0)
    .map(([ticker, , , , , days, notice]) => {
      const told = typeof notice === 'number' ? `, notice of ${isoOf(notice)}` : '';
      return `${String(ticker)} by ${String(days)} days${told}`;
    });
  return `Later than last year: ${said.join('; ')}.`;
};

const isoOf = (serial: number): string =>
  new Date(Math.round((serial - 25_569) * SECONDS_PER_DAY) * 1000).toISOString().slice(0, 10);

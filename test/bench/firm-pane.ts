import type { CDPSession } from 'playwright-core';
import type { EmulatedExcel } from '../excel/emulator/emulated-excel';
import type { Formula } from '../excel/emulator/invocations';
import type { Answer } from '../excel/emulator/web-server';
import { EmulatedWorkbook } from '../excel/emulator/workbook/emulated-workbook';
import { builtAddIn, oneFunctionAddIn } from './built';
import { type OpenExcel, withExcel } from './excel';
import { quotesFor } from './cells';
import { type Figure, figureOfRuns, roundsOf } from './figure';
import { callEvents, eventsOf, heapFigure, heapOf, longestTask, messageFigure } from './page';
import { seededNames, spread } from './pairs';

/** The heap is compared with that after the first. */
const ROUNDS = roundsOf(5, 1);
const [FEW, MANY] = [1_000, 100_000];
const SYMBOLS = seededNames(2_000, 3, 8, 4);
const MAX_MS = 300_000;
const AGAINST = 'the longest task; as many cells that return 1';

/**
 * How long the list of cells, and a refresh of all, keep the pane from a click over 100,000 cells, beside as many
 * results that cost an add-in nothing; what a cell costs there against one of 1,000; and how soon a refresh stops.
 */
export const firmPane = (): Promise<Figure[]> => withExcel(measurePane);

async function measurePane(open: OpenExcel): Promise<Figure[]> {
  const [few, many] = [await Sheet.open(FEW, open), await Sheet.open(MANY, open)];
  const trivial = await open(oneFunctionAddIn());
  const ones = eventsOf(
    Array.from({ length: MANY }, (_, row): Formula => ({ name: 'ONE', args: [], address: `Sheet1!B${row + 1}` })),
  );
  const ofTrivial = await trivial.page.context().newCDPSession(trivial.page);
  const ratios = { list: [] as number[], refresh: [] as number[] };
  const [baseline, trivialMs] = [[] as number[], [] as number[]];
  const [stops, heaps, kept] = [[] as number[], [] as number[], [] as number[]];
  const curves = { list: [[] as number[], [] as number[]], refresh: [[] as number[], [] as number[]] } as const;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    baseline.push(await longestTask(trivial.pane, () => callEvents(trivial, ones)));
    trivialMs.push(performance.now() - start);
    for (const what of ['list', 'refresh'] as const) {
      for (const [index, sheet] of [many, few].entries()) {
        await sheet.prepare(what);
        const { maxMs, secondsPerCell } = await sheet.measure(() => sheet[what]());
        curves[what][index]!.push(secondsPerCell * 1e6);
        if (sheet === many) ratios[what].push(maxMs);
      }
    }
    stops.push(await many.stop());
    heaps.push(await many.heap());
    // As many calls as a refresh and one that is stopped.
    await callEvents(trivial, ones);
    kept.push(await heapOf(ofTrivial));
  }
  const figures = (['list', 'refresh'] as const).flatMap((what) => {
    const [ofMany, ofFew] = curves[what];
    const name = `firm.${what}`;
    const against = 'a cell among 1,000; ours is one among 100,000';
    return [
      figureOfRuns({ name, unit: 'ms', against: AGAINST, goal: 2 }, ratios[what], baseline),
      figureOfRuns({ name: `${name} curve`, unit: 'µs per cell', against, goal: 1.3 }, ofMany, ofFew),
    ];
  });
  const against = 'from the click until it has stopped, all cells waiting; until as many cells that return 1 have come';
  figures.push(
    heapFigure('firm.refresh', heaps, kept),
    messageFigure('firm.refresh', many.excel),
    figureOfRuns({ name: 'firm.stop', unit: 'ms', against, goal: 1 }, stops, trivialMs),
  );
  await Promise.all([few.excel.close(), many.excel.close(), trivial.close()]);
  return figures;
}

/** A workbook with a column of quotes and the pane open at its cells. */
class Sheet {
  private constructor(
    readonly excel: EmulatedExcel,
    private readonly count: number,
    private readonly workbook: EmulatedWorkbook,
    private readonly session: CDPSession,
    private readonly service: HoldingService,
  ) {}

  static async open(count: number, open: OpenExcel): Promise<Sheet> {
    const workbook = new EmulatedWorkbook();
    for (const [row, symbol] of spread(SYMBOLS, count).entries()) {
      workbook.sheets[0]!.put(row, 0, { value: symbol, isError: false });
      workbook.sheets[0]!.put(row, 1, { value: 1.1, isError: false, formula: `=MD.QUOTE(A${row + 1})` });
    }
    const service = new HoldingService();
    const stored = { 'md.apiKey': 'demo', 'md.serviceAddress': '{add-in}/service', 'md.maxRequests': '0' };
    const excel = await open(builtAddIn(), { workbook, stored, answer: service.answer });
    await excel.showPane();
    const session = await excel.page.context().newCDPSession(excel.page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const sheet = new Sheet(excel, count, workbook, session, service);
    await excel.pane.getByRole('tab', { name: 'Cells' }).click();
    await sheet.see(`${sheet.total} cells`);
    return sheet;
  }

  get total(): string {
    return this.count.toLocaleString('en');
  }

  async measure(work: () => Promise<unknown>): Promise<{ maxMs: number; secondsPerCell: number }> {
    const before = await this.#seconds();
    const maxMs = await longestTask(this.excel.pane, work);
    return { maxMs, secondsPerCell: ((await this.#seconds()) - before) / this.count };
  }

  /** What is not measured: the user's reading of the cost. */
  async prepare(what: 'list' | 'refresh'): Promise<void> {
    if (what === 'list') return;
    await this.#click('Refresh: All');
    await this.excel.pane.getByRole('button', { name: 'Refresh', exact: true }).waitFor({ timeout: MAX_MS });
  }

  /** Scans the workbook and shows its cells again. */
  async list(): Promise<void> {
    await this.excel.pane.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const status = document.querySelector('.md-filter-result p')!;
          new MutationObserver((_, observer) => {
            if (!/^[\d,]+ cells/.test(status.textContent)) return;
            observer.disconnect();
            resolve();
          }).observe(status, { childList: true, characterData: true, subtree: true });
          document.querySelector<HTMLElement>('.md-filter-result button')!.click();
        }),
    );
  }

  async refresh(): Promise<void> {
    await this.#click('Refresh');
    await this.see(`${this.total} cells refreshed`);
    await this.workbook.settled();
  }

  /** In ms. Then the service answers, after which no cell may wait any more. */
  async stop(): Promise<number> {
    await this.prepare('refresh');
    this.service.isHolding = true;
    const { invocations } = this.excel;
    const before = invocations.count;
    await this.#click('Refresh');
    await this.see(`0 of ${this.total}`);
    while (invocations.count < before + this.count) await new Promise((resolve) => setTimeout(resolve, 100));
    const start = performance.now();
    await this.#click('Stop');
    await this.see('Stopped. 0 cells refreshed.');
    const ms = performance.now() - start;
    this.service.release();
    await this.workbook.settled();
    return ms;
  }

  heap(): Promise<number> {
    return heapOf(this.session);
  }

  see(text: string): Promise<void> {
    return this.excel.pane.getByText(text).first().waitFor({ timeout: MAX_MS });
  }

  #click(name: string): Promise<void> {
    return this.excel.pane.getByRole('button', { name, exact: true }).click({ timeout: MAX_MS });
  }

  /** Processor time of the page so far. */
  async #seconds(): Promise<number> {
    const { metrics } = await this.session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value;
  }
}

/** Knows every symbol, and answers at once unless it holds its answers. */
class HoldingService {
  isHolding = false;
  #held: (() => void)[] = [];

  readonly answer: Answer = ({ url }) => (new URL(url).pathname.endsWith('/quotes') ? this.#quotes(url) : undefined);

  release(): void {
    this.isHolding = false;
    for (const answer of this.#held.splice(0)) answer();
  }

  async #quotes(url: string): Promise<Response> {
    if (this.isHolding)
      await new Promise<void>((resolve) => {
        this.#held.push(resolve);
      });
    return new Response(quotesFor(url));
  }
}

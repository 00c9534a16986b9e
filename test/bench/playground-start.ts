import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { StaticServer } from '../browser/static-server';
import { launchBrowser } from '../support/browser';
import { type Figure, figureOfRuns, median, roundsOf } from './figure';

/** The first ones start the browser's processes. */
const SETTLING = 2;
const FOLDER = join(process.cwd(), 'node_modules/.cache/bench');

/**
 * The first visit of the playground: navigation → the first value in the sample model, when it is drawn, against the
 * same page with the engine alone, when its empty sheet is drawn.
 */
export const playgroundStart = (): Promise<Figure[]> =>
  inTurn(roundsOf(11, SETTLING), ['start'], async (browser, address, hasValue) => {
    const { page, start } = await visit(browser, address, hasValue);
    await page.context().close();
    return { start };
  });

/**
 * The same on a processor with a quarter of the speed, and there: a key of a formula → the next frame that is painted,
 * Enter → the value. The sheets differ: that of the model takes longer to draw.
 */
export const playgroundSlow = (): Promise<Figure[]> =>
  inTurn(roundsOf(5, SETTLING), ['slow.start', 'slow.key', 'slow.enter'], async (browser, address, hasValue) => {
    const { page, start } = await visit(browser, address, hasValue, 4);
    const typed = await typeFormula(page, hasValue ? FREE_CELL : undefined);
    await page.context().close();
    return { 'slow.start': start, ...typed };
  });

type Times = Readonly<Record<string, number>>;

/** Builds both pages, and measures them in turn, so that a change in the machine's speed meets both. */
async function inTurn(
  rounds: number,
  names: readonly string[],
  measure: (browser: Browser, address: string, hasValue: boolean) => Promise<Times>,
): Promise<Figure[]> {
  execFileSync(process.execPath, ['--import', 'tsx', 'test/bench/engine-alone/build.ts', FOLDER], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const server = new StaticServer();
  const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  server.files = new Map(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [relative(FOLDER, file), readFileSync(file)]),
  );
  await server.start();
  const browser = await launchBrowser();
  try {
    const [ours, baseline]: [Times[], Times[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      ours.push(await measure(browser, `${server.address}playground/`, true));
      baseline.push(await measure(browser, `${server.address}engine-alone/`, false));
    }
    const against = 'the same page with the engine alone and an empty sheet';
    return names.map((name) => {
      const of = (all: readonly Times[]): number[] => all.slice(SETTLING).map((times) => times[name]!);
      return figureOfRuns({ name: `playground.${name}`, unit: 'ms', against, goal: 1.3 }, of(ours), of(baseline));
    });
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** A page in a browser that was never there before, and the milliseconds until it shows what it is visited for. */
async function visit(
  browser: Browser,
  address: string,
  hasValue: boolean,
  slowedDown = 1,
): Promise<{ readonly page: Page; readonly start: number }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowedDown });
  await page.goto(address, { waitUntil: 'commit' });
  const handle = await page.waitForFunction(
    (isValueWanted) => {
      // The engine draws other canvases before: the formula bar's.
      const canvas = document.querySelector<HTMLCanvasElement>('#grid canvas[id^="univer-sheet-main-canvas"]');
      if (!canvas?.clientWidth || document.body.classList.contains('is-opening')) return undefined;
      if (isValueWanted && typeof window.workbench?.value('Model!N12') !== 'number') return undefined;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, 60, 20);
      return data.some((part) => part !== 0) ? performance.now() : undefined;
    },
    hasValue,
    { polling: 'raf' },
  );
  return { page, start: (await handle.jsonValue())! };
}

/** Where a click in the grid selects it. */
const FREE_CELL = 'Model!H13';
const AT_FREE_CELL = { x: 534, y: 288 };
/** Nobody types before the page is at rest, and each key is one of its own. */
const [AT_REST_MS, BETWEEN_KEYS_MS] = [6_000, 500];

/** @param address of the cell in the workbench; the engine alone has no other cell with a value */
async function typeFormula(page: Page, address: string | undefined): Promise<Times> {
  await page.evaluate(() => {
    const measured = { keys: [] as number[], enterAt: 0 };
    Object.assign(window, { measured });
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') measured.keys.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    document.addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        if (key === 'Enter') measured.enterAt = timeStamp;
      },
      { capture: true },
    );
  });
  await page.waitForTimeout(AT_REST_MS);
  await page.locator('#grid canvas[id^="univer-sheet-main-canvas"]').click({ position: AT_FREE_CELL });
  await page.waitForTimeout(BETWEEN_KEYS_MS);
  for (const key of '=SUM(1,2)') {
    await page.keyboard.press(key);
    await page.waitForTimeout(BETWEEN_KEYS_MS);
  }
  const key = median(await page.evaluate(() => (window as unknown as MeasuredPage).measured.keys));
  await page.keyboard.press('Enter');
  const enter = await page.waitForFunction(
    (cell) => {
      const { measured, engineAlone } = window as unknown as MeasuredPage;
      const isThere = cell === undefined ? engineAlone.values().includes(3) : window.workbench!.value(cell) === 3;
      return isThere ? performance.now() - measured.enterAt : undefined;
    },
    address,
    { polling: 'raf' },
  );
  return { 'slow.key': key, 'slow.enter': (await enter.jsonValue())! };
}

interface MeasuredPage {
  readonly measured: { readonly keys: number[]; readonly enterAt: number };
  readonly engineAlone: { readonly values: () => unknown[] };
}

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser';
import { type Figure, figureOfRuns, roundsOf } from './figure';

const ROUNDS = roundsOf(11);
/** The first ones start the browser's processes. */
const SETTLING = 2;
const FOLDER = join(process.cwd(), 'node_modules/.cache/bench');

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/**
 * The first visit of the playground: navigation → the first value in the sample model, when it is drawn, against the
 * same page with the engine alone, when its empty sheet is drawn.
 */
export async function playgroundStart(): Promise<Figure[]> {
  execFileSync(process.execPath, ['--import', 'tsx', 'test/bench/engine-alone/build.ts', FOLDER], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const server = createServer(({ url }, response) => {
    const name = new URL(url!, 'http://localhost').pathname.replace(/\/$/, '/index.html');
    try {
      const content = readFileSync(join(FOLDER, name));
      response.setHeader('content-type', TYPES[name.split('.').at(-1)!] ?? 'application/octet-stream').end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const root = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const browser = await launchBrowser();
  try {
    const times = { ours: [] as number[], baseline: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      // In turn, so that a change in the machine's speed meets both.
      times.ours.push(await timeUntil(browser, `${root}playground/`, true));
      times.baseline.push(await timeUntil(browser, `${root}engine-alone/`, false));
    }
    const [ours, baseline] = [times.ours, times.baseline].map((all) => all.slice(SETTLING));
    const against = 'the same page with the engine alone and an empty sheet';
    return [figureOfRuns({ name: 'playground.start', unit: 'ms', against, goal: 1.3 }, ours!, baseline!)];
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

/** Milliseconds in a browser that was never there before. */
async function timeUntil(browser: Browser, address: string, hasValue: boolean): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
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
  const ms = await handle.jsonValue();
  await context.close();
  return ms!;
}

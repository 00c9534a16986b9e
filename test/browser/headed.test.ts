import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser';

/** A screen that nobody sees, and a program that lists its windows. */
const isThere = (program: string): boolean => spawnSync(program, ['-help']).error === undefined;
const HAS_SCREEN = isThere('Xvfb') && isThere('xwininfo');

if (!HAS_SCREEN) console.warn('There is no screen here, so windows are not tested: apt-get install xvfb x11-utils');

(HAS_SCREEN ? describe : describe.skip)('with HEADED=1', () => {
  const env = { ...process.env };
  let screen: ChildProcess;
  let browser: Browser | undefined;

  beforeAll(async () => {
    screen = spawn('Xvfb', ['-displayfd', '1', '-nolisten', 'tcp'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [display] = (await once(screen.stdout!, 'data')) as [Buffer];
    Object.assign(process.env, { HEADED: '1', DISPLAY: `:${display.toString().trim()}` });
  });

  afterAll(async () => {
    await browser?.close();
    process.env = env;
    screen.kill();
    await once(screen, 'exit');
  });

  const windows = (): string =>
    spawnSync('xwininfo', ['-root', '-tree'], { encoding: 'utf8', env: process.env }).stdout;

  test('the page of a test is seen in a window, slowly enough to follow it', async () => {
    browser = await launchBrowser();
    const page = await browser.newPage();
    await page.setContent('<title>A page to watch</title><button>Press</button>');
    while (!windows().includes('A page to watch')) await page.evaluate(() => new Promise(requestAnimationFrame));
    const before = Date.now();
    await page.getByRole('button').click();
    expect(Date.now() - before).toBeGreaterThanOrEqual(100);
  });
});

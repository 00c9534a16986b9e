import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { playgroundFiles } from '../../src/workbench/playground';
import { StaticServer } from './static-server';
import { readPage } from './use-workbench';

/** An ordinary Firefox: `FIREFOX=path` names one. The other tests' library drives only a Firefox of its own. */
const firefox = process.env.FIREFOX ?? ['firefox-esr', 'firefox'].map(findOnPath).find((path) => path !== undefined);

function findOnPath(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

if (firefox === undefined) console.warn('There is no Firefox here, so it is not tested: apt-get install firefox-esr');

const A_NUMBER = /^-?\d+(\.\d+)?$/;
const MAX_MS = 300_000;

(firefox === undefined ? describe.skip : describe)('the playground in Firefox', () => {
  const server = new StaticServer();
  const origins = new Set<string>();
  const complaints: string[] = [];
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    server.files = await playgroundFiles(readPage());
    await server.start();
    browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox!, protocolTimeout: MAX_MS });
    page = await browser.newPage();
    page.setDefaultTimeout(MAX_MS);
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http')) origins.add(origin);
    });
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(server.address);
    await isOpen();
  });

  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  const isOpen = (): Promise<unknown> => page.waitForFunction(() => window.workbench !== undefined);
  const enter = (address: string, formula: string): Promise<void> =>
    page.evaluate((at, text) => window.workbench?.setFormula(at, text), address, formula);
  const shows = (address: string, pattern: RegExp): Promise<unknown> =>
    page.waitForFunction(
      (at, source) => new RegExp(source).test(String(window.workbench?.value(at))),
      { polling: 50 },
      address,
      pattern.source,
    );

  test('fills the sample model, and a formula of quotes gets a number', async () => {
    await shows('Model!N12', A_NUMBER);
    await enter('Scratch!A1', '=MD.QUOTE("GBPUSD")');
    await shows('Scratch!A1', A_NUMBER);
  });

  test('opens without a network after that visit, and calculates', async () => {
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await server.stop();
    await page.reload();
    await isOpen();
    await enter('Scratch!A1', '=MD.QUOTE("USDJPY")');
    await shows('Scratch!A1', A_NUMBER);
    await server.start();
  });

  test('asks nothing of another origin, and complains of nothing', () => {
    expect([...origins]).toEqual([new URL(server.address).origin]);
    expect(complaints).toEqual([]);
  });
});

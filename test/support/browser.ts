import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { findBrowser } from './find-browser';

/** Nothing that looks for updates, accounts or the network at large; no sandbox, which containers do not permit. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** For what would hang for ever: a slow machine is not to reach it. */
const MAX_WAIT_MS = 300_000;

/** Slow enough to follow with the eyes. */
const SEEN = { headless: false, slowMo: 100 };

/** Starts the browser of the tests, headless, or with HEADED=1 in a window. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({
    ...(process.env.HEADED && SEEN),
    ...options,
    executablePath,
    args: [...FLAGS, ...(options.args ?? [])],
    // Whatever the machine speaks: texts are compared.
    env: { ...process.env, ...env, LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8', LANGUAGE: 'en_US' },
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (contextOptions) => {
    const context = await newContext(contextOptions);
    context.setDefaultTimeout(MAX_WAIT_MS);
    return context;
  };
  return browser;
}

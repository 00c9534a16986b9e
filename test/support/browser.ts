import { rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from 'playwright-core';
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
  const browser = await chromium.launch(await launchOptions(options));
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (contextOptions) => waiting(await newContext(contextOptions));
  return browser;
}

/**
 * Starts a browser of somebody who was never anywhere, but has compiled the scripts that earlier suites of this worker
 * have shown: those with an address that stays the same, and that may be kept. Ends with its context.
 */
export async function launchWithCompiled(options: LaunchOptions & BrowserContextOptions): Promise<BrowserContext> {
  const worker = process.env.JEST_WORKER_ID;
  const folder = path.join(tmpdir(), `browser-${worker ?? `of-${process.pid}`}`);
  await removeBut(KEPT, path.join(folder, PROFILE));
  const context = await chromium.launchPersistentContext(folder, { ...options, ...(await launchOptions(options)) });
  // Within a run of the tests it goes with the run.
  if (worker === undefined) context.once('close', () => rmSync(folder, { recursive: true, force: true }));
  return waiting(context);
}

/** Where a browser keeps what belongs to a user; of that, what it has received and compiled. */
const PROFILE = 'Default';
const KEPT = ['Cache', 'Code Cache'];

async function removeBut(kept: readonly string[], folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const others = names.filter((name) => !kept.includes(name));
  await Promise.all(others.map((name) => rm(path.join(folder, name), { recursive: true, force: true })));
}

async function launchOptions(options: LaunchOptions): Promise<LaunchOptions> {
  const { executablePath, env } = await findBrowser();
  return {
    ...(process.env.HEADED && SEEN),
    ...options,
    executablePath,
    args: [...FLAGS, ...(options.args ?? [])],
    // Whatever the machine speaks: texts are compared.
    env: { ...process.env, ...env, LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8', LANGUAGE: 'en_US' },
  };
}

function waiting(context: BrowserContext): BrowserContext {
  context.setDefaultTimeout(MAX_WAIT_MS);
  return context;
}

import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { installBrowser } from './install-browser';

/** A Chromium to run tests in, and what its process needs beside the usual environment. */
export interface FoundBrowser {
  readonly executablePath: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  isProgram(file: string): boolean;
}

/** First those that draw no window: the same tests take half of the processor time in them. */
const ON_PATH = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const ON_MAC = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const ON_WINDOWS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * The browser for the tests: CHROME=path, else an installed Chrome, Chromium or Edge, else one that is installed for
 * this project alone, which it says.
 */
export async function findBrowser(machine: Machine = thisMachine): Promise<FoundBrowser> {
  const chosen = machine.env.CHROME;
  if (chosen) {
    if (machine.isProgram(chosen)) return { executablePath: chosen };
    throw new Error(`CHROME: "${chosen}" is not a program: give the path of a Chrome, Chromium or Edge`);
  }
  const installed = placesOf(machine).find((file) => machine.isProgram(file));
  return installed === undefined ? installBrowser() : { executablePath: installed };
}

/** Where browsers are usually installed on this system, the likeliest first. */
export function placesOf({ platform, env }: Machine): string[] {
  if (platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(
      (folder) => folder !== undefined,
    );
    return ON_WINDOWS.flatMap((program) => folders.map((folder) => path.win32.join(folder, program)));
  }
  if (platform === 'darwin') {
    const folders = ['/Applications', `${env.HOME ?? ''}/Applications`];
    return ON_MAC.flatMap((name) => folders.map((folder) => `${folder}/${name}.app/Contents/MacOS/${name}`));
  }
  const folders = (env.PATH ?? '').split(':').filter((folder) => folder !== '');
  return ON_PATH.flatMap((program) => folders.map((folder) => path.posix.join(folder, program)));
}

const thisMachine: Machine = {
  platform: process.platform,
  env: process.env,
  isProgram: (file) => {
    try {
      accessSync(file, constants.X_OK);
      return statSync(file).isFile();
    } catch {
      return false;
    }
  },
};

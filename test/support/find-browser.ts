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
  readonly arch: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  isProgram(file: string): boolean;
}

/** Draw no window: the same tests take a third of the processor time in them (docs/testing.md). */
const HEADLESS_SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const ON_LINUX = [
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
 * The browser for the tests: CHROME=path, with HEADED=1 one with windows, else the quickest: an installed headless shell, else the one from npm, which
 * is installed for this project alone and says so, else an installed Chrome, Chromium or Edge.
 */
export async function findBrowser(machine: Machine = thisMachine, install = installBrowser): Promise<FoundBrowser> {
  const chosen = machine.env.CHROME;
  if (chosen) {
    if (machine.isProgram(chosen)) return { executablePath: chosen };
    throw new Error(`CHROME: "${chosen}" is not a program: give the path of a Chrome, Chromium or Edge`);
  }
  const firstOf = (places: readonly string[]): FoundBrowser | undefined => {
    const executablePath = places.find((file) => machine.isProgram(file));
    return executablePath === undefined ? undefined : { executablePath };
  };
  // Somebody wants to watch, and a shell has no window.
  if (machine.env.HEADED) {
    const windowed = firstOf(placesOf(machine));
    if (windowed) return windowed;
    throw new Error('HEADED=1 needs a Chrome, Chromium or Edge with windows: install one, or name it with CHROME=');
  }
  const shell = firstOf(onPath(HEADLESS_SHELLS, machine));
  if (shell) return shell;
  try {
    return await install(machine);
  } catch (error) {
    const windowed = firstOf(placesOf(machine));
    if (windowed) return windowed;
    throw error;
  }
}

/** Where browsers with windows are usually installed on this system, the likeliest first. */
export function placesOf(machine: Machine): string[] {
  const { platform, env } = machine;
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
  return onPath(ON_LINUX, machine);
}

const onPath = (programs: readonly string[], { env }: Machine): string[] => {
  const folders = (env.PATH ?? '').split(':').filter((folder) => folder !== '');
  return programs.flatMap((program) => folders.map((folder) => path.posix.join(folder, program)));
};

const thisMachine: Machine = {
  platform: process.platform,
  arch: process.arch,
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

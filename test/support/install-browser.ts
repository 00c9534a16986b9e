import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { FoundBrowser } from './find-browser';

const PACKAGE = '@sparticuz/chromium@153.0.0';
const FOLDER = path.join(__dirname, '../../.cache/chromium-153.0.0');

/** Its own fonts stand beside it, but its configuration looks elsewhere, and a page without any font crashes. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${FOLDER}/fonts</dir>
  <cachedir>${FOLDER}/fonts-cache</cachedir>
</fontconfig>
`;

/** Unpacks the browser and, as on the bare machines it is made for, the libraries that it needs. */
const UNPACK =
  "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath()).catch((error) => { console.error(error); process.exit(1); })";

/**
 * Installs a Chromium without windows from the npm registry into the project's cache folder, once. There is one for Linux on x64 only;
 * elsewhere the error says what to install.
 */
export async function installBrowser({
  platform,
  arch,
}: {
  readonly platform: string;
  readonly arch: string;
}): Promise<FoundBrowser> {
  if (platform !== 'linux' || arch !== 'x64') {
    throw new Error(
      'No browser was found for the tests: install Chrome, Chromium or Edge, or set CHROME to the path of one',
    );
  }
  if (!existsSync(FOLDER)) await install();
  return {
    executablePath: path.join(FOLDER, 'chromium'),
    env: { LD_LIBRARY_PATH: path.join(FOLDER, 'al2023/lib'), FONTCONFIG_PATH: path.join(FOLDER, 'fonts') },
  };
}

/** Into a folder of its own first: two runs side by side must not see each other's halves. */
async function install(): Promise<void> {
  console.warn(
    `The tests take a browser without windows: installing ${PACKAGE} into ${FOLDER} (CHROME=path chooses another)`,
  );
  const unfinished = `${FOLDER}.${process.pid}`;
  const run = promisify(execFile);
  try {
    await mkdir(unfinished, { recursive: true });
    await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', unfinished, PACKAGE], {
      cwd: unfinished,
    });
    await run(process.execPath, ['-e', UNPACK], {
      cwd: unfinished,
      env: { ...process.env, TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    });
    await writeFile(path.join(unfinished, 'fonts', 'fonts.conf'), FONTS);
    await rename(unfinished, FOLDER);
  } catch (error) {
    if (!existsSync(FOLDER)) {
      throw new Error(
        'No browser was found for the tests and none could be installed: install Chrome, Chromium or Edge, or set CHROME to the path of one',
        { cause: error },
      );
    }
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { version } from '../../package.json';
import { documentFiles } from '../build/documents';
import { HELP } from '../functions/generated/help-texts';
import { functionsJson } from '../functions/help/functions-json';
import { bundlePage, type PageFiles } from './bundle';
import { documentFor } from './page/document';
import { linkToFormula } from './page/links';
import type { Version } from './service/offline';

const ROOT = path.join(__dirname, '..', '..');

export type PublishedFiles = Map<string, string | Uint8Array>;

/**
 * The workbench as files alone, by name relative to its page: it works wherever they are put, without a server that
 * knows it, and sends nothing to any other origin.
 */
export async function playgroundFiles(
  bundled: PageFiles | Promise<PageFiles> = bundlePage(true),
): Promise<PublishedFiles> {
  const [page, documents] = await Promise.all([bundled, documentFiles({ version, linkTo: linkToFormula })]);
  const files: PublishedFiles = new Map(page);
  const style = hashed('univer.css', page.get('univer.css')!);
  files.delete('univer.css');
  files.set(style, page.get('univer.css')!);
  const script = [...page.keys()].find((name) => /^workbench(?:\.\w+)?\.js$/.test(name))!;
  files.set('index.html', documentFor({ sandboxUrl: '', script, style, isPublished: true }));
  for (const size of [32, 80])
    files.set(`assets/icon-${size}.png`, await readFile(path.join(ROOT, `assets/icon-${size}.png`)));
  files.set('assets/icon.svg', await readFile(path.join(ROOT, 'assets/icon.svg')));
  files.set('manifest.webmanifest', JSON.stringify(MANIFEST));
  files.set('functions.json', JSON.stringify(functionsJson(HELP, 'https://example.com')));
  for (const [name, content] of Object.entries(documents)) files.set(name, content);
  files.set('files.json', JSON.stringify(versionOf(files)));
  // What leads to Jekyll would be left out by GitHub Pages.
  return files.set('.nojekyll', '');
}

const MANIFEST = {
  name: 'MD workbench',
  short_name: 'MD',
  description: 'Market data in Excel cells, to try without an installation',
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: '#f6f7f9',
  theme_color: '#0b5cad',
  icons: [
    { src: 'assets/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: 'assets/icon-80.png', sizes: '80x80', type: 'image/png' },
  ],
};

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content);

const hashed = (name: string, content: string | Uint8Array): string =>
  name.replace(/\.(\w+)$/, `.${sha256(content).digest('hex').slice(0, 12)}.$1`);

/** Files that offline visits do not need. */
const NOT_KEPT = new RegExp(`^offline\\.js$|\\.LICENSE\\.txt$|^docs/.*\\.(?:gif|png|svg)$`);

/** Files that are kept for offline visits. */
function versionOf(files: PublishedFiles): Version {
  const hashes = Object.fromEntries(
    [...files]
      .filter(([name]) => !NOT_KEPT.test(name))
      .map(([name, content]) => [name, sha256(content).digest('base64')]),
  );
  return { version: sha256(JSON.stringify(hashes)).digest('hex').slice(0, 12), files: hashes };
}

/**
 * Replaces what an earlier build left in the folder.
 *
 * @internal
 */
export async function writeFiles(files: PublishedFiles, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [name, content] of files) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

async function main(): Promise<void> {
  const folder = path.join(ROOT, 'dist-playground');
  await writeFiles(await playgroundFiles(), folder);
  console.log(`${folder}: put these files on any web server, or look at them with: npx serve dist-playground`);
}

if (require.main === module)
  main().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });

import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { documentFiles, type StaticFiles } from '../../src/build/documents';
import { finderOf, type SearchEntry } from '../../src/build/document-search';
import { errorSentences } from '../../src/build/error-sentences';
import { SETTING_TEXTS } from '../../src/build/setting-texts';
import { HELP } from '../../src/functions/generated/help-texts';
import { linkToFormula } from '../../src/workbench/page/links';

/** Not the product's own: whatever has this number has it from here. */
const VERSION = '7.8.9';
/** A folder of a server, as on an intranet. */
const SITE = 'https://firm.example/tools/md/';

const ERRORS = errorSentences(join(__dirname, '../../src'), HELP);

let files: StaticFiles;
beforeAll(async () => {
  files = await documentFiles({ version: VERSION, linkTo: linkToFormula });
});

const text = (path: string): string => files[path] as string;
const named = (extension: string): string[] => Object.keys(files).filter((path) => path.endsWith(extension));
const decoded = (html: string): string =>
  html.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  );
const attributesIn = (page: string): string[] =>
  [...page.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, url]) => decoded(url!));

/** Why a link leads nowhere; undefined if it leads to a file and a place in it, to the workbench, or to another site. */
function problemOf(link: string, from: string): string | undefined {
  const { href, hash } = new URL(link, SITE + from);
  if (/^(?:https?|data):/.test(link)) return undefined;
  if (!href.startsWith(SITE)) return `${from}: ${link} leaves the folder`;
  const path = decodeURI(href.slice(SITE.length).replace(/[?#].*$/, ''));
  // The workbench, which lies beside the documents.
  if (path === '') return undefined;
  if (files[path] === undefined) return `${from}: there is no ${path} (${link})`;
  const isThere = hash === '' || text(path).includes(` id="${decodeURIComponent(hash.slice(1))}"`);
  return isThere ? undefined : `${from}: ${path} has no ${hash}`;
}

describe('every link of the documents leads to a file, and to a place in it,', () => {
  test('on the pages', () => {
    const links = named('.html').flatMap((path) => attributesIn(text(path)).map((link) => [link, path] as const));
    expect(links.length).toBeGreaterThan(500);
    expect(links.flatMap(([link, path]) => problemOf(link, path) ?? [])).toEqual([]);
  });

  test('in the search', () => expect(entries().flatMap(({ path }) => problemOf(path, '') ?? [])).toEqual([]));

  test('with examples that open in the workbench', () =>
    expect(attributesIn(text('help/quote.html'))).toContain('../?formula=%3DMD.QUOTE(%22EURUSD%22)'));
});

test('no address ends in index.html, which some servers take away with the folder', () =>
  expect(named('index.html')).toEqual([]));

describe('a page', () => {
  test('may load nothing but files from beside it, and runs no script of its own text', () => {
    for (const path of named('.html')) {
      expect(text(path)).toContain(
        `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; ` +
          `style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'">`,
      );
      expect(text(path)).not.toMatch(/<script(?![^>]* src=)|<style| style=| on[a-z]+=/);
      expect(text(path)).not.toMatch(/<(?:script|img|link)[^>]* (?:src|href)="(?:https?:)?\/\//);
    }
  });

  test('names the version of the product that it describes', () =>
    expect(named('.html').filter((path) => !text(path).includes(`Version ${VERSION}`))).toEqual([]));

  test('exists for every document that users need, and for no document about changing the product', () => {
    const names = named('.html').filter((path) => path.startsWith('docs/'));
    expect(names.map((path) => path.replace(/^docs\/|\.html$/g, '')).sort()).toEqual(
      [
        ...['changelog', 'contents', 'errors', 'excel-checklist', 'gateway', 'hosting', 'introduction'],
        ...['pane', 'parameter-names', 'performance', 'sandbox', 'security', 'settings'],
      ].sort(),
    );
    expect(text('docs/introduction.html')).not.toContain('Where to go on');
    expect(text('docs/excel-checklist.html')).not.toContain('Checks that decide something');
  });
});

test('no page for users names a command of the project, a test or a file of its source', () => {
  const forUsers = /<h2 id="for-users">[^]*?<h2 id="for-those/.exec(text('docs/contents.html'))![0];
  const pages = attributesIn(forUsers).map((link) => link.replace('../', ''));
  expect(pages).toContain('help/first-day.html');
  expect(pages.filter((path) => /npm |npx |\btest\/|\bsrc\/|\.tsx?\b/.test(text(path)))).toEqual([]);
});

const entries = (): SearchEntry[] => JSON.parse(text('docs/search.json')) as SearchEntry[];

describe('the search finds', () => {
  let find: (query: string) => SearchEntry[];
  beforeAll(() => {
    find = finderOf(entries(), MiniSearch);
  });
  const firstOf = (query: string): string[] =>
    find(query)
      .slice(0, 3)
      .map(({ path }) => path);

  test.each([
    ['a function by its name', 'quote', 'help/quote.html'],
    ['a function by what people call it', 'settlement', 'help/settle.html'],
    ['a function with a slip of the finger', 'filngs', 'help/filings.html'],
    ['an argument', 'precision', 'help/quote.html#precision'],
    ['an argument of a function', 'limit of filings', 'help/filings.html#limit'],
    ['a chapter of a document', 'rollback', 'docs/hosting.html#a-new-version'],
    ['an option of the gateway', '--notices', 'docs/gateway.html#options'],
    ['a setting by the beginning of its name', 'daily bud', 'docs/settings.html#daily-budget-of-each-workbook'],
  ])('%s: %s', (_, query, path) => expect(firstOf(query)).toContain(path));

  test('every argument by its name and its function', () => {
    const ofArguments = entries().filter(({ kind }) => kind === 'Argument');
    expect(ofArguments.length).toBeGreaterThan(70);
    expect(ofArguments.filter(({ title, path }) => !firstOf(title).includes(path))).toEqual([]);
  });

  test('every setting by its name', () => {
    const settings = SETTING_TEXTS.map(({ label }) => [label, find(label)[0]] as const);
    expect(settings.filter(([label, hit]) => hit?.kind !== 'Setting' || hit.title !== label)).toEqual([]);
  });

  test('every error by its sentence', () => {
    const places = entries().filter(({ kind }) => kind === 'Error');
    expect(places.map(({ title }) => title).sort()).toEqual(ERRORS.map(({ sentence }) => sentence).sort());
    expect(places.filter(({ title, path }) => !find(title).some((hit) => hit.path === path))).toEqual([]);
  });

  test.each([
    '"NOPEXX" has no quote in currencies: search for it in the MD pane, or name another area',
    'limit: 200 is not a whole number from 1 to 100',
    'The service refused the key (401): check the API key in the MD pane',
    'The service failed (502): recalculate in a moment',
    'About 647 more requests: allow it in the MD pane',
    'api.example.com did not answer within 20 seconds: recalculate to try again',
    '"NOPE" has no filings: check the ticker',
    'Too many requests (429): recalculate in 12 seconds',
    'MD for Excel was updated: close the workbook and open it again',
  ])('an error as a cell shows it: %s', (sentence) => {
    const patterns = find(sentence)
      .filter(({ kind }) => kind === 'Error')
      .map(
        ({ title }) =>
          new RegExp(
            `^${title
              .split('…')
              .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
              .join('.+')}$`,
          ),
      );
    expect(patterns.some((pattern) => pattern.test(sentence))).toBe(true);
  });
});

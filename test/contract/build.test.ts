import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { CATALOG } from '../../src/functions/catalog';
import { HELP } from '../../src/functions/generated/help-texts';
import { detailsFiles, helpJson, helpPath } from '../../src/functions/help/help-json';
import { FIRST_DAY_PATH, LIST_PATH } from '../../src/functions/help/help-page';
import { functionsJson } from '../../src/functions/help/functions-json';
import { BUILT_FOR } from '../support/built-for';

const BUILD = process.env.MD_ADD_IN ?? '';
const OFFICE_JS = path.join(__dirname, '../../node_modules/@microsoft/office-js/dist');

const read = (name: string): string => readFileSync(path.join(BUILD, name), 'utf8');
const gzipBytes = (name: string): number => gzipSync(read(name)).length;
const filesIn = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' });

describe('the built add-in', () => {
  test('serves every address in its manifest', () => {
    const addresses = [...read('manifest.xml').matchAll(/DefaultValue="(https:[^"]*)"/g)].map(
      ([, address]) => address!,
    );
    expect(addresses).not.toHaveLength(0);
    for (const address of addresses) {
      expect(address).toMatch(new RegExp(`^${BUILT_FOR}/`));
      expect(filesIn(BUILD)).toContain(address.slice(BUILT_FOR.length + 1));
    }
  });

  test('contains no address of a developer machine', () => {
    for (const name of ['manifest.xml', 'functions.json', 'taskpane.html'])
      expect(read(name)).not.toMatch(/localhost(?!:\*)/);
  });

  test('gives Excel the functions of the catalog, with help at its own address', () =>
    expect(JSON.parse(read('functions.json'))).toEqual(functionsJson(HELP, BUILT_FOR)));

  test('includes the notices of the packages in its scripts, each with the text of its licence', () => {
    const notices = read('LICENSES.txt').split(`\n${'-'.repeat(80)}\n`);
    const named = notices.map((notice) => /(\S+) \d+\.\d+\.\d+ \(/.exec(notice)?.[1]);
    for (const name of ['preact', '@borgar/fx', 'idb']) expect(named).toContain(name);
    for (const notice of notices) expect(notice).toMatch(/permission|without fee/i);
  });

  test('lists the same packages for programs that look for known faults', () => {
    const { bomFormat, components, dependencies } = JSON.parse(read('sbom.cdx.json')) as {
      bomFormat: string;
      components: { name: string; version: string; purl: string }[];
      dependencies: { dependsOn: string[] }[];
    };
    const notices = read('LICENSES.txt').split(`\n${'-'.repeat(80)}\n`);
    expect(bomFormat).toBe('CycloneDX');
    expect(components.map(({ name, version }) => `${name} ${version}`)).toEqual(
      notices.map((notice) => /(\S+ \d+\.\d+\.\d+) \(/.exec(notice)![1]),
    );
    expect(components.map(({ purl }) => purl)).toContain(`pkg:npm/%40borgar/fx@${packageVersion('@borgar/fx')}`);
    expect(dependencies.flatMap(({ dependsOn }) => dependsOn)).toEqual(components.map(({ purl }) => purl));
  });

  test("includes the pane's texts about functions", () => {
    expect(JSON.parse(read('help.json'))).toEqual(helpJson(HELP));
    for (const [name, text] of Object.entries(detailsFiles(HELP))) expect(read(name)).toBe(text);
  });

  test('has a first day for users, with its pictures, to which the list of functions leads', () => {
    const page = read(FIRST_DAY_PATH);
    const pictures = [...page.matchAll(/<img src="?([^" >]+)/g)].map(([, file]) => `help/${file!}`);
    expect(pictures.length).toBeGreaterThan(2);
    expect(pictures.filter((file) => !filesIn(BUILD).includes(file))).toEqual([]);
    for (const list of [LIST_PATH, 'help/index.html']) expect(read(list)).toMatch(/href="?first-day\.html/);
  });

  test.each(CATALOG.map(({ id }) => id))('has the help page of %s', (id) => {
    expect(read(helpPath(id))).toContain(`<h1>MD.${id}</h1>`);
    expect(read(LIST_PATH)).toContain(`MD.${id}</a>`);
  });

  /** By name, without what changes with their contents. */
  const scripts = (): Map<string, string> =>
    new Map(
      readdirSync(BUILD)
        .filter((name) => name.endsWith('.js'))
        .map((name) => [name.replace(/(\.\w{8})?\.js$/, ''), name]),
    );

  test('consists of seven scripts and two for each language, beside those of the sign-in and that for a missing office.js', () => {
    expect([...scripts().keys()].sort()).toEqual([
      'chart',
      'functions',
      'more',
      'nested',
      'no-office',
      'pane',
      ...['de', 'es', 'fr', 'ja', 'zh'].map((language) => `pane-${language}`),
      'sign-in',
      'sign-in-page',
      'tools',
      ...['de', 'en', 'es', 'fr', 'ja', 'zh'].map((language) => `tools-${language}`),
      'workbook',
      'written',
    ]);
  });

  test.each<[bytes: number, what: string, ...scripts: readonly string[]]>([
    [36_000, 'the script that cells wait for', 'functions'],
    [95_100, 'those that follow it', 'more', 'workbook'],
    // With all that cells and the pane say of errors.
    [90_000, 'the pane with its longest language', 'pane', 'pane-*'],
    [17_850, 'what is written at a click', 'written'],
    [31_500, 'what few open', 'tools'],
    [25_000, 'a chart', 'chart'],
    [12_000, 'signing in', 'sign-in', 'sign-in-page'],
  ])('keeps within %i bytes, compressed: %s', (bytes, _, ...names) => {
    const sizes = names.map((name) => {
      const pattern = new RegExp(`^${name.replace('*', '[a-z]{2}')}$`);
      return Math.max(...[...scripts()].filter(([own]) => pattern.test(own)).map(([, file]) => gzipBytes(file)));
    });
    const sum = sizes.reduce((total, size) => total + size, 0);
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThanOrEqual(bytes);
  });

  test('has a source map for every script of its own', () => {
    // The texts of a language are data: webpack makes no map of them.
    const scripts = readdirSync(BUILD).filter(
      (name) => name.endsWith('.js') && !/^(?:pane|tools)-[a-z]{2}\./.test(name),
    );
    expect(scripts.length).toBeGreaterThanOrEqual(2);
    for (const script of scripts) expect(JSON.parse(read(`${script}.map`)).sources).not.toHaveLength(0);
  });
});

describe('taskpane.html', () => {
  const policy = (): Map<string, string> => {
    const [, content] = /Content-Security-Policy"? content="([^"]*)"/.exec(read('taskpane.html'))!;
    return new Map(
      content!.split(';').map((directive) => {
        const [name, ...allowed] = directive.trim().split(' ');
        return [name!, allowed.join(' ')];
      }),
    );
  };

  test('allows scripts only from the add-in and Microsoft, and unencrypted requests only to this computer', () => {
    expect(Object.fromEntries(policy())).toEqual({
      'script-src': "'self' https://appsforoffice.microsoft.com https://officeapis.public.onecdn.static.microsoft",
      'connect-src': "'self' https: http://localhost:* http://127.0.0.1:*",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data:",
      'font-src': "'self' data:",
      'object-src': "'none'",
      'base-uri': "'none'",
    });
  });

  test('runs office.js and then the functions while the page is parsed, so that they are associated when Excel calls', () => {
    const scripts = [...read('taskpane.html').matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes!);
    expect(scripts).toHaveLength(3);
    expect(scripts[0]).toMatch(/^ async src="?no-office\.js\?/);
    expect(scripts[1]).toMatch(/src="?office-js\/office\.js/);
    expect(scripts[2]).toMatch(/src="?functions\.js\?/);
    for (const attributes of scripts.slice(1)) expect(attributes).not.toMatch(/defer|async|module/);
  });
});

describe('the office.js in the build', () => {
  test('is Microsoft’s own, byte for byte', () => {
    const copied = filesIn(path.join(BUILD, 'office-js')).filter((name) => name.endsWith('.js'));
    expect(copied.length).toBeGreaterThan(50);
    for (const name of copied) {
      expect(readFileSync(path.join(BUILD, 'office-js', name)).equals(readFileSync(path.join(OFFICE_JS, name)))).toBe(
        true,
      );
    }
  });

  test.each([
    'office.js',
    'o15apptofilemappingtable.js',
    'excel-web-16.00.js',
    'excel-win32-16.01.js',
    'excel-mac-16.00.js',
    'custom-functions-runtime.js',
    'en-us/office_strings.js',
    'telemetry/oteljs_agave.js',
  ])('has %s, which Excel loads at run time', (name) => expect(filesIn(path.join(BUILD, 'office-js'))).toContain(name));

  test('has its licence', () => expect(read('office-js/LICENSE.md')).toContain('MICROSOFT OFFICE JAVASCRIPT'));
});

const packageVersion = (name: string): string =>
  (JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string }).version;

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { CATALOG } from '../../src/functions/catalog';
import { functionsJson, helpPath } from '../../src/functions/metadata';
import { BUILT_FOR } from '../support/global-setup';

const BUILD = process.env.MD_ADD_IN ?? '';
const OFFICE_JS = path.join(__dirname, '../../node_modules/@microsoft/office-js/dist');

const read = (name: string): string => readFileSync(path.join(BUILD, name), 'utf8');
const gzipBytes = (name: string): number => gzipSync(read(name)).length;
const filesIn = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' });

describe('the built add-in', () => {
  test('serves every address that its manifest names', () => {
    const addresses = [...read('manifest.xml').matchAll(/DefaultValue="(https:[^"]*)"/g)].map(([, address]) => address!);
    expect(addresses).not.toHaveLength(0);
    for (const address of addresses) {
      expect(address).toMatch(new RegExp(`^${BUILT_FOR}/`));
      expect(filesIn(BUILD)).toContain(address.slice(BUILT_FOR.length + 1));
    }
  });

  test('names no computer of its makers', () => {
    for (const name of ['manifest.xml', 'functions.json', 'taskpane.html']) expect(read(name)).not.toMatch(/localhost(?!:\*)/);
  });

  test('tells Excel of the functions of the catalog, with help at the address it is served from', () => {
    expect(JSON.parse(read('functions.json'))).toEqual(functionsJson(CATALOG, BUILT_FOR));
  });

  test.each(CATALOG.map(({ id }) => id))('has the help page of %s', (id) => {
    expect(read(helpPath(id))).toContain(`<h1>MD.${id}</h1>`);
    expect(read('help/index.html')).toContain(`MD.${id}</a>`);
  });

  test('keeps the script that cells wait for within 30 kB, and the pane\'s within 60 kB, compressed', () => {
    const sizes = (pattern: RegExp): number[] => filesIn(BUILD).filter((name) => pattern.test(name)).map(gzipBytes);
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
    // Seen first: the pane, what its tabs share, one of them, and a language.
    const seen = sum(sizes(/^(pane|\d+)\.\w+\.js$/)) + Math.max(...sizes(/^pane-[a-z]{3,}\.\w+\.js$/)) + Math.max(...sizes(/^pane-[a-z]{2}\.\w+\.js$/));
    expect(gzipBytes('functions.js')).toBeLessThanOrEqual(30_000);
    expect(seen).toBeLessThanOrEqual(60_000);
  });

  test('has a source map for every script of ours', () => {
    const scripts = readdirSync(BUILD).filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThanOrEqual(2);
    for (const script of scripts) expect(JSON.parse(read(`${script}.map`)).sources).not.toHaveLength(0);
  });
});

describe('taskpane.html', () => {
  const policy = (): Map<string, string> => {
    const [, content] = /Content-Security-Policy"? content="([^"]*)"/.exec(read('taskpane.html'))!;
    return new Map(content!.split(';').map((directive) => {
      const [name, ...allowed] = directive.trim().split(' ');
      return [name!, allowed.join(' ')];
    }));
  };

  test('lets scripts come from the add-in and Microsoft alone, and requests go nowhere unencrypted but to this computer', () => {
    expect(Object.fromEntries(policy())).toEqual({
      'script-src': "'self' https://appsforoffice.microsoft.com",
      'connect-src': "'self' https: http://localhost:* http://127.0.0.1:*",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data:",
      'font-src': "'self' data:",
      'object-src': "'none'",
      'base-uri': "'none'",
    });
  });

  test('runs office.js and then the functions while the page is being read, so that they are associated when Excel asks', () => {
    const scripts = [...read('taskpane.html').matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes!);
    expect(scripts).toHaveLength(2);
    expect(scripts[0]).toMatch(/src="?office-js\/office\.js/);
    expect(scripts[1]).toMatch(/src="?functions\.js\?/);
    for (const attributes of scripts) expect(attributes).not.toMatch(/defer|async|module/);
  });
});

describe('the office.js beside it', () => {
  test('is Microsoft’s own, byte for byte', () => {
    const copied = filesIn(path.join(BUILD, 'office-js')).filter((name) => name.endsWith('.js'));
    expect(copied.length).toBeGreaterThan(50);
    for (const name of copied) {
      expect(readFileSync(path.join(BUILD, 'office-js', name)).equals(readFileSync(path.join(OFFICE_JS, name)))).toBe(true);
    }
  });

  test.each(['office.js', 'o15apptofilemappingtable.js', 'excel-web-16.00.js', 'excel-win32-16.01.js', 'excel-mac-16.00.js',
    'custom-functions-runtime.js', 'en-us/office_strings.js', 'telemetry/oteljs_agave.js'])('has %s, which Excel loads at run time', (name) => {
    expect(filesIn(path.join(BUILD, 'office-js'))).toContain(name);
  });

  test('carries its licence', () => {
    expect(read('office-js/LICENSE.md')).toContain('MICROSOFT OFFICE JAVASCRIPT');
  });
});

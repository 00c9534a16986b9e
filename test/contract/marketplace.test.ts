import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { UnifiedManifest } from '../../src/build/unified-manifest';
import { HELP } from '../../src/functions/generated/help-texts';
import type { FunctionsJson } from '../../src/functions/help/functions-json';
import { BUILT_FOR } from '../support/built-for';

/** What the store's certification policies ask for, of what the build writes. */
const BUILD = process.env.MD_ADD_IN ?? '';

const read = (name: string): string => readFileSync(path.join(BUILD, name), 'utf8');
const fileAt = (address: string): string => path.join(BUILD, address.replace(`${BUILT_FOR}/`, ''));

const metadata = (): FunctionsJson => JSON.parse(read('functions.json')) as FunctionsJson;
const extension = () => (JSON.parse(read('manifest.json')) as UnifiedManifest).extensions![0]!;
const runtime = () => extension().runtimes![0]!;
const addressInXml = (id: string): string =>
  new RegExp(`<bt:Url id="${id}" DefaultValue="([^"]*)"`).exec(read('manifest.xml'))![1]!;

test.each([
  ['manifest.xml, by functions.json', () => metadata().functions],
  ['manifest.json', () => runtime().customFunctions!.functions!],
])('1120.5.1: both manifests have for each function the address of a help page %s', (_, functionsOf) => {
  const functions = functionsOf();
  expect(functions.map(({ id }) => id)).toEqual(HELP.map(({ declaration }) => declaration.id));
  for (const { id, helpUrl } of functions)
    expect([id, readFileSync(fileAt(helpUrl ?? ''), 'utf8')]).toEqual([
      id,
      expect.stringContaining(`<h1>MD.${id}</h1>`),
    ]);
});

test('1120.5.2: page, script, metadata and help of the functions come from one domain, in both manifests', () => {
  const addresses = [
    ...['Page.Url', 'Functions.Url', 'Metadata.Url'].map(addressInXml),
    runtime().code.page,
    runtime().code.script!,
    ...metadata().functions.map(({ helpUrl }) => helpUrl),
    ...runtime().customFunctions!.functions!.map(({ helpUrl }) => helpUrl!),
  ];
  expect([...new Set(addresses.map((address) => new URL(address).host))]).toEqual([new URL(BUILT_FOR).host]);
  expect(addresses.filter((address) => !existsSync(fileAt(address)))).toEqual([]);
});

test('1120.5.3: both manifests have commands on the ribbon, one of which opens the pane', () => {
  const [, ribbon] = /<ExtensionPoint xsi:type="PrimaryCommandSurface">(.*?)<\/ExtensionPoint>/s.exec(
    read('manifest.xml'),
  )!;
  expect(ribbon!.match(/xsi:type="Button"/g)!.length).toBeGreaterThan(1);
  expect(ribbon).toContain('xsi:type="ShowTaskpane"');
  const opening = runtime().actions!.filter(({ type }) => type === 'openPage');
  const buttons = extension().ribbons!.flatMap(({ tabs }) =>
    tabs.flatMap(({ groups }) => groups!.flatMap(({ controls }) => controls!)),
  );
  expect(buttons.length).toBeGreaterThan(1);
  expect(buttons.map(({ actionId }) => actionId)).toContain(opening[0]!.id);
});

test('1120.5.4: the notes for testers have a formula of each function, and say what to enter before', () => {
  const notes = read('testers.md');
  const formulas = [...notes.matchAll(/^\| `(=[^`]*)` \| \S/gm)].map(([, formula]) => formula);
  expect(formulas).toEqual(HELP.map(({ examples: [first] }) => first.formula));
  expect(notes).toContain('the API key `demo` and the service address [');
});

describe('1120.1: the add-in', () => {
  test('names a support page that says how to get help', () => {
    const [, address] = /<SupportUrl DefaultValue="([^"]*)"/.exec(read('manifest.xml'))!;
    const page = readFileSync(fileAt(address!), 'utf8');
    expect(page).toContain('<h1>Support</h1>');
    expect(page).toContain('<h2>Write to us</h2>');
    expect(existsSync(path.join(path.dirname(fileAt(address!)), /<a href="?([\w.]+)/.exec(page)![1]!))).toBe(true);
  });

  test('has a logo of the size that the store takes', () => {
    const logo = readFileSync(path.join(BUILD, 'assets/logo-300.png'));
    expect([logo.readUInt32BE(16), logo.readUInt32BE(20)]).toEqual([300, 300]);
  });
});

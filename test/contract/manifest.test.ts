import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { COMMANDS } from '../../src/office/ribbon';
import { manifestProblems } from './manifest-rules';

const ROOT = path.join(__dirname, '../..');
const ADDRESS = 'https://localhost:3443/';
const xml = readFileSync(path.join(ROOT, 'manifest.xml'), 'utf8');

function fileOf(address: string): Buffer | undefined {
  const name = path.join(ROOT, address.replace(ADDRESS, ''));
  return existsSync(name) ? readFileSync(name) : undefined;
}

describe('manifest.xml', () => {
  const read = (name: string, index = 0): string =>
    new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagName(name)[index]?.textContent ?? '';

  test('follows the rules that its schema cannot express', () => expect(manifestProblems(xml, fileOf)).toEqual([]));

  test('has the version of the package', () => {
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(read('Version')).toBe(`${version}.0`);
  });

  test('puts the functions into the namespace MD', () =>
    expect(xml).toContain('<bt:String id="Functions.Namespace" DefaultValue="MD"/>'));

  test('calls the functions that the code associates with its buttons', () => {
    const called = [...xml.matchAll(/<FunctionName>(.*)<\/FunctionName>/g)].map(([, name]) => name);
    expect([...new Set(called)]).toEqual(Object.keys(COMMANDS));
  });

  test('asks for permission to read and write the document, and no more', () =>
    expect(read('Permissions')).toBe('ReadWriteDocument'));

  test('has no TaskpaneId, which would open a second pane from Home, Add-ins', () => {
    expect(xml).not.toContain('TaskpaneId');
    expect(xml).toContain('lifetime="long"');
  });

  test('has only addresses of the add-in, so that replacing one address moves everything', () => {
    const addresses = [...xml.matchAll(/DefaultValue="(http[^"]*)"/g)].map(([, address]) => address);
    expect(addresses.filter((address) => !address?.startsWith(ADDRESS))).toEqual([]);
  });
});

describe('the checks of the manifest find', () => {
  const LONG_NAME = 'GetStarted.TitleWithAVeryLongName';
  const icon = (size: string): string => `DefaultValue="https://localhost:3443/assets/icon-${size}.png"`;

  test.each<[string, string | RegExp, string, string[]]>([
    [
      'an address that is not https',
      'https://localhost:3443/functions.json',
      'http://localhost:3443/functions.json',
      ['http://localhost:3443/functions.json is not https'],
    ],
    [
      'a reference to a missing resource, and a resource without a reference',
      '<LearnMoreUrl resid="Help.Url"/>',
      '<LearnMoreUrl resid="Halp.Url"/>',
      ['resid Halp.Url leads to no resource', 'resource Help.Url is used nowhere'],
    ],
    ['a duplicate resource', /(<bt:Url id="Help.Url"[^>]*>)/, '$1$1', ['resource Help.Url is there twice']],
    [
      'a resource whose name is too long',
      /GetStarted\.Title/g,
      LONG_NAME,
      [`resource ${LONG_NAME} has a name of more than 32 characters`],
    ],
    ['a duplicate ribbon id', 'id="MD.OpenPane"', 'id="MD.Group"', ['ribbon id MD.Group is there twice']],
    [
      'a label that is too long',
      '"Open pane"',
      `"${'x'.repeat(126)}"`,
      ['text OpenPane.Label has more than 125 characters'],
    ],
    [
      'a text that is too long',
      '"Enter the API key',
      `"${'x'.repeat(251)}`,
      ['text OpenPane.Tip has more than 250 characters'],
    ],
    [
      'an icon of the wrong size',
      `<HighResolutionIconUrl ${icon('64')}/>`,
      `<HighResolutionIconUrl ${icon('32')}/>`,
      ['icon https://localhost:3443/assets/icon-32.png is 32 × 32, not 64 × 64'],
    ],
    [
      'a missing icon',
      `<IconUrl ${icon('32')}/>`,
      `<IconUrl ${icon('none')}/>`,
      ['icon https://localhost:3443/assets/icon-none.png is not there'],
    ],
    ...['IconUrl', 'HighResolutionIconUrl', 'SupportUrl'].map((name): [string, RegExp, string, string[]] => [
      `a missing ${name}`,
      new RegExp(`<${name} [^>]*>`),
      '',
      [`${name} is missing`],
    ]),
    [
      'a missing namespace',
      '<Namespace resid="Functions.Namespace"/>',
      '',
      ['resource Functions.Namespace is used nowhere', 'Namespace is missing'],
    ],
    ['a missing requirement', /<Set Name="SharedRuntime"[^>]*>/, '', ['requirement set SharedRuntime 1.1 is missing']],
    [
      'a runtime that would end with the pane',
      ' lifetime="long"',
      '',
      ['Runtime has no lifetime="long": the functions would stop with the pane'],
    ],
    [
      'a second page',
      '<FunctionFile resid="Page.Url"/>',
      '<FunctionFile resid="Help.Url"/>',
      ["DesktopFormFactor opens Help.Url, which is not the runtime's page"],
    ],
  ])('%s', (_, from, to, problems) => {
    const changed = xml.replace(from, to);
    expect(changed).not.toBe(xml);
    expect(manifestProblems(changed, fileOf)).toEqual(problems);
  });
});

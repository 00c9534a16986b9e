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

const problemsWith = (from: string | RegExp, to: string): string[] => {
  const changed = xml.replace(from, to);
  expect(changed).not.toBe(xml);
  return manifestProblems(changed, fileOf);
};

describe('manifest.xml', () => {
  const read = (name: string, index = 0): string =>
    new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagName(name)[index]?.textContent ?? '';

  test('follows the rules that its schema cannot express', () => {
    expect(manifestProblems(xml, fileOf)).toEqual([]);
  });

  test('has the version of the package', () => {
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(read('Version')).toBe(`${version}.0`);
  });

  test('puts the functions into the namespace MD', () => {
    expect(xml).toContain('<bt:String id="Functions.Namespace" DefaultValue="MD"/>');
  });

  test('calls the functions that the code associates with its buttons', () => {
    const called = [...xml.matchAll(/<FunctionName>(.*)<\/FunctionName>/g)].map(([, name]) => name);
    expect([...new Set(called)]).toEqual(Object.keys(COMMANDS));
  });

  test('asks for permission to read and write the document, and no more', () => {
    expect(read('Permissions')).toBe('ReadWriteDocument');
  });

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
  test('an address that is not https', () => {
    expect(problemsWith('https://localhost:3443/functions.json', 'http://localhost:3443/functions.json')).toEqual([
      'http://localhost:3443/functions.json is not https',
    ]);
  });

  test('a reference to a missing resource, and a resource without a reference', () => {
    expect(problemsWith('<LearnMoreUrl resid="Help.Url"/>', '<LearnMoreUrl resid="Halp.Url"/>')).toEqual([
      'resid Halp.Url leads to no resource',
      'resource Help.Url is used nowhere',
    ]);
  });

  test('a duplicate resource', () => {
    expect(problemsWith(/(<bt:Url id="Help.Url"[^>]*>)/, '$1$1')).toEqual(['resource Help.Url is there twice']);
  });

  test('a resource whose name is too long', () => {
    const long = 'GetStarted.TitleWithAVeryLongName';
    expect(problemsWith(/GetStarted\.Title/g, long)).toEqual([
      `resource ${long} has a name of more than 32 characters`,
    ]);
  });

  test('a duplicate ribbon id', () => {
    expect(problemsWith('id="MD.OpenPane"', 'id="MD.Group"')).toEqual(['ribbon id MD.Group is there twice']);
  });

  test('a text that is too long', () => {
    expect(problemsWith('"Open pane"', `"${'x'.repeat(126)}"`)).toEqual([
      'text OpenPane.Label has more than 125 characters',
    ]);
    expect(problemsWith('"Enter the API key', `"${'x'.repeat(251)}`)).toEqual([
      'text OpenPane.Tip has more than 250 characters',
    ]);
  });

  test('an icon of the wrong size, and a missing one', () => {
    expect(
      problemsWith(
        '<HighResolutionIconUrl DefaultValue="https://localhost:3443/assets/icon-64.png"/>',
        '<HighResolutionIconUrl DefaultValue="https://localhost:3443/assets/icon-32.png"/>',
      ),
    ).toEqual(['icon https://localhost:3443/assets/icon-32.png is 32 × 32, not 64 × 64']);
    expect(
      problemsWith(
        '<IconUrl DefaultValue="https://localhost:3443/assets/icon-32.png"/>',
        '<IconUrl DefaultValue="https://localhost:3443/assets/none.png"/>',
      ),
    ).toEqual(['icon https://localhost:3443/assets/none.png is not there']);
  });

  test.each(['IconUrl', 'HighResolutionIconUrl', 'SupportUrl'])('a missing %s', (name) => {
    expect(problemsWith(new RegExp(`<${name} [^>]*>`), '')).toEqual([`${name} is missing`]);
  });

  test('a missing namespace', () => {
    expect(problemsWith('<Namespace resid="Functions.Namespace"/>', '')).toEqual([
      'resource Functions.Namespace is used nowhere',
      'Namespace is missing',
    ]);
  });

  test('a missing requirement', () => {
    expect(problemsWith(/<Set Name="SharedRuntime"[^>]*>/, '')).toEqual([
      'requirement set SharedRuntime 1.1 is missing',
    ]);
  });

  test('a runtime that would end with the pane', () => {
    expect(problemsWith(' lifetime="long"', '')).toEqual([
      'Runtime has no lifetime="long": the functions would stop with the pane',
    ]);
  });

  test('a second page', () => {
    expect(problemsWith('<FunctionFile resid="Page.Url"/>', '<FunctionFile resid="Help.Url"/>')).toEqual([
      "DesktopFormFactor opens Help.Url, which is not the runtime's page",
    ]);
  });
});

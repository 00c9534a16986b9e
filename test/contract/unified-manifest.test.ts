import Ajv from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { strFromU8, unzipSync } from 'fflate';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SKILL_FOLDER } from '../../src/build/skill';
import { appPackage, type UnifiedManifest, unifiedManifest } from '../../src/build/unified-manifest';
import { CATALOG } from '../../src/functions/catalog';
import type { FunctionsJson } from '../../src/functions/help/functions-json';
import { COMMANDS } from '../../src/office/ribbon';
import { BUILT_FOR } from '../support/built-for';

const BUILD = process.env.MD_ADD_IN ?? '';
const SCHEMAS = path.join(__dirname, '../../node_modules/@microsoft/app-manifest/build/json-schemas/teams');

const read = (name: string): string => readFileSync(path.join(BUILD, name), 'utf8');
const manifest = (): UnifiedManifest => JSON.parse(read('manifest.json')) as UnifiedManifest;

const extension = (): NonNullable<UnifiedManifest['extensions']>[number] => manifest().extensions![0]!;
const runtime = () => extension().runtimes![0]!;

const validate = (() => {
  const schema = path.join(SCHEMAS, `v${manifest().manifestVersion}/MicrosoftTeams.schema.json`);
  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats(ajv);
  return ajv.compile(JSON.parse(readFileSync(schema, 'utf8')) as object);
})();

function problemsOf(changed: object): string[] {
  validate(changed);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('manifest.json', () => {
  test('is valid under Microsoft’s schema 1.30', () => {
    expect(manifest().manifestVersion).toBe('1.30');
    expect(problemsOf(manifest())).toEqual([]);
  });

  test('would be refused with a property that the schema does not know, and with a function of two letters', () => {
    expect(problemsOf({ ...manifest(), unknown: 1 })).toHaveLength(1);
    const short = JSON.parse(read('manifest.json').replaceAll('"COMPLETE"', '"OK"')) as object;
    expect(problemsOf(short).join()).toContain('must NOT have fewer than 3 characters');
  });

  test('has the functions of the catalog, as functions.json describes them', () => {
    const { functions, enums, allowCustomDataForDataTypeAny } = JSON.parse(read('functions.json')) as FunctionsJson;
    const own = runtime().customFunctions!;
    expect(own.functions!.map(({ id }) => id)).toEqual(CATALOG.map(({ id }) => id));
    expect(own.functions).toEqual(
      functions.map(({ options, result, ...described }) => ({
        ...described,
        ...options,
        result: { dimensionality: result.dimensionality },
      })),
    );
    expect(own.enums).toEqual(enums);
    expect(own.namespace).toEqual({ id: 'MD', name: 'MD' });
    expect(own.allowCustomDataForDataTypeAny).toBe(allowCustomDataForDataTypeAny);
  });

  test('has the buttons and menus of manifest.xml, which call the associated functions', () => {
    const idsInXml = [...read('manifest.xml').matchAll(/<(?:Control xsi:type="\w+"|Item) id="([^"]+)"/g)].map(
      ([, id]) => id,
    );
    const buttons = extension().ribbons![0]!.tabs[0]!.groups![0]!.controls!;
    const menus = extension().contextMenus![0]!.menus[0]!.controls;
    const items = menus.flatMap((menu) => menu.items!);
    expect([...buttons, ...menus, ...items].map(({ id }) => id)).toEqual(idsInXml);
    const executed = runtime().actions!.filter(({ type }) => type === 'executeFunction');
    expect(executed.map(({ id }) => id)).toEqual(Object.keys(COMMANDS));
    const known = runtime().actions!.map(({ id }) => id);
    expect(known).toEqual(expect.arrayContaining([...buttons, ...items].map(({ actionId }) => actionId)));
  });

  test('runs functions, pane and commands in one page that lives on', () => {
    expect(extension().runtimes).toHaveLength(1);
    expect(runtime()).toMatchObject({ lifetime: 'long', code: { page: `${BUILT_FOR}/taskpane.html` } });
  });

  test('hides the add-in of manifest.xml, and has an id of its own', () => {
    const [, id] = /<Id>(.*)<\/Id>/.exec(read('manifest.xml'))!;
    expect(extension().alternates).toEqual([{ hide: { customOfficeAddin: { officeAddinId: id } } }]);
    expect(manifest().id).not.toBe(id);
  });

  test('names only files that the build serves, at its own address', () => {
    const addresses = [...read('manifest.json').matchAll(/"(https:[^"]*)"/g)].map(([, address]) => address!);
    const own = addresses.filter((address) => !address.startsWith('https://developer.microsoft.com/json-schemas/'));
    expect(own.length).toBeGreaterThan(CATALOG.length);
    for (const address of own) {
      expect(address).toMatch(new RegExp(`^${BUILT_FOR}/`));
      expect([address, existsSync(path.join(BUILD, address.slice(BUILT_FOR.length + 1)))]).toEqual([address, true]);
    }
    expect(manifest().validDomains).toEqual([new URL(BUILT_FOR).host]);
    expect(read('help/privacy.html')).toContain('<h1>Privacy</h1>');
    expect(read('help/terms.html')).toContain('<h1>Terms of use</h1>');
  });
});

test('md-for-excel.zip holds the manifest with its icons, in the sizes that Microsoft asks for', () => {
  const entries = unzipSync(readFileSync(path.join(BUILD, 'md-for-excel.zip')));
  expect(strFromU8(entries['manifest.json']!)).toBe(read('manifest.json'));
  const { color, color32x32, outline } = manifest().icons;
  const widthOf = (name = ''): number => Buffer.from(entries[name]!).readUInt32BE(16);
  expect([color, color32x32, outline].map(widthOf)).toEqual([192, 32, 32]);
  expect(Object.keys(entries)).toHaveLength(4);
});

describe('the skill for assistants', () => {
  const files = (folder: string): string[] =>
    readdirSync(path.join(BUILD, folder), { recursive: true, encoding: 'utf8' });
  const functions = (): FunctionsJson => JSON.parse(read('functions.json')) as FunctionsJson;

  test('lies beside the package, and is inside it only if the build is told so', () => {
    expect(existsSync(path.join(BUILD, SKILL_FOLDER, 'SKILL.md'))).toBe(true);
    expect(manifest()).not.toHaveProperty('agentSkills');
    expect(unifiedManifest(read('manifest.xml'), functions(), false)).toEqual(manifest());
  });

  test('is named by a manifest that is valid under Microsoft’s schema, if the build is told so', () => {
    const withSkill = unifiedManifest(read('manifest.xml'), functions(), true);
    expect(withSkill).toEqual({ ...manifest(), agentSkills: [{ folder: `./${SKILL_FOLDER}` }] });
    expect(problemsOf(withSkill)).toEqual([]);
    expect(problemsOf({ ...withSkill, agentSkills: [{ path: SKILL_FOLDER }] })).not.toEqual([]);
  });

  test('is in the package with all its files then, and nothing else is', () => {
    const names = files('.').filter((name) => /\.(?:md|html|json)$/.test(name));
    const built = Object.fromEntries(names.map((name) => [name, read(name)]));
    const skill = names.filter((name) => name.startsWith(`${SKILL_FOLDER}/`));
    expect(skill).toContain(`${SKILL_FOLDER}/SKILL.md`);
    const packed = (hasAgentSkills: boolean): string[] =>
      Object.keys(
        unzipSync(
          appPackage(unifiedManifest(read('manifest.xml'), functions(), hasAgentSkills), () => new Uint8Array(), built),
        ),
      );
    expect(packed(true).sort()).toEqual([...packed(false), ...skill].sort());
  });
});

import type { TeamsManifestV1D30 } from '@microsoft/app-manifest';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { strToU8, zipSync } from 'fflate';
import type { FunctionsJson } from '../functions/help/functions-json';
import { SKILL_FOLDER } from './skill';

export type UnifiedManifest = TeamsManifestV1D30.TeamsManifestV1D30;

/** For Microsoft 365 this is another app than the add-in of manifest.xml, which this one hides. */
const APP_ID = '6f0c1a9e-3c1b-4c57-9d0b-5f8f2a7f6f41';
/** It may have 80 characters; the description in manifest.xml is longer. */
const SHORT_DESCRIPTION = 'Quotes, trading hours, filings and scores as worksheet functions.';
/** As in assets/icon.svg. */
const ACCENT_COLOR = '#0d4f4a';
const OPEN_PANE = 'openPane';

/** Names in the package → the files in assets/. */
const PACKAGE_ICONS: Readonly<Record<string, string>> = {
  'color.png': 'icon-192.png',
  'color-32.png': 'icon-32.png',
  'outline.png': 'outline-32.png',
};

/** Paths of the pages that the manifests must name. */
export const PAGES = { privacy: 'help/privacy.html', terms: 'help/terms.html', support: 'help/support.html' } as const;

/**
 * The second kind of manifest, which Microsoft 365 takes for add-ins with functions. It is made of manifest.xml and
 * functions.json, so that it cannot contradict them.
 * @param xml manifest.xml, with the add-in's own address
 * @param hasAgentSkills whether the package has the skill for assistants
 */
export function unifiedManifest(
  xml: string,
  { functions, enums, allowCustomDataForDataTypeAny }: FunctionsJson,
  hasAgentSkills: boolean,
): UnifiedManifest {
  const manifest = new XmlManifest(xml);
  const page = manifest.resourceText('Page.Url');
  const addin = page.slice(0, page.lastIndexOf('/'));
  const namespace = manifest.resourceText('Functions.Namespace');
  return {
    $schema: 'https://developer.microsoft.com/json-schemas/teams/v1.30/MicrosoftTeams.schema.json',
    manifestVersion: '1.30',
    version: manifest.textOf('Version').split('.').slice(0, 3).join('.'),
    id: APP_ID,
    developer: {
      name: manifest.textOf('ProviderName'),
      websiteUrl: manifest.valueOf('SupportUrl'),
      privacyUrl: `${addin}/${PAGES.privacy}`,
      termsOfUseUrl: `${addin}/${PAGES.terms}`,
    },
    name: { short: manifest.valueOf('DisplayName') },
    description: { short: SHORT_DESCRIPTION, full: manifest.valueOf('Description') },
    icons: { color: 'color.png', color32x32: 'color-32.png', outline: 'outline.png' },
    accentColor: ACCENT_COLOR,
    localizationInfo: { defaultLanguageTag: manifest.textOf('DefaultLocale').toLowerCase() },
    validDomains: [new URL(page).host],
    ...(hasAgentSkills && { agentSkills: [{ folder: `./${SKILL_FOLDER}` }] }),
    authorization: { permissions: { resourceSpecific: [{ name: 'Document.ReadWrite.User', type: 'Delegated' }] } },
    extensions: [
      {
        requirements: {
          scopes: ['workbook'],
          capabilities: manifest
            .elementsNamed('Set')
            .map((set) => ({ name: attribute(set, 'Name'), minVersion: attribute(set, 'MinVersion') })),
        },
        runtimes: [
          {
            id: 'SharedRuntime',
            type: 'general',
            code: { page, script: manifest.resourceText('Functions.Url') },
            lifetime: 'long',
            actions: [
              { id: OPEN_PANE, type: 'openPage', view: OPEN_PANE },
              ...[...new Set(manifest.elementsNamed('FunctionName').map(textOf))].map((id) => ({
                id,
                type: 'executeFunction' as const,
              })),
            ],
            customFunctions: {
              namespace: { id: namespace, name: namespace },
              allowCustomDataForDataTypeAny,
              functions: functions.map(({ result, options, parameters, ...described }) => ({
                ...described,
                ...options,
                parameters: [...parameters],
                result: { dimensionality: result.dimensionality },
              })),
              enums: enums.map(({ values, ...named }) => ({ ...named, values: [...values] })),
            },
          },
        ],
        ribbons: [
          {
            contexts: ['default'],
            tabs: manifest.elementsNamed('OfficeTab').map((tab) => ({
              builtInTabId: attribute(tab, 'id'),
              groups: childrenOf(tab, 'Group').map((group) => ({
                id: attribute(group, 'id'),
                label: manifest.textInChild(group, 'Label'),
                icons: manifest.iconsIn(group),
                controls: childrenOf(group, 'Control').map((button) => ({
                  ...manifest.controlOf(button),
                  type: 'button' as const,
                  actionId: actionOf(button),
                })),
              })),
            })),
          },
        ],
        contextMenus: manifest.elementsNamed('OfficeMenu').map((menu) => ({
          menus: [
            {
              entryPoint: 'cell',
              controls: childrenOf(menu, 'Control').map((control) => ({
                ...manifest.controlOf(control),
                type: 'menu',
                items: childrenOf(childrenOf(control, 'Items')[0], 'Item').map((item) => ({
                  ...manifest.controlOf(item),
                  type: 'menuItem',
                  actionId: actionOf(item),
                })),
              })),
            },
          ],
        })),
        getStartedMessages: manifest.elementsNamed('GetStarted').map((message) => ({
          title: manifest.textInChild(message, 'Title'),
          description: manifest.textInChild(message, 'Description'),
          learnMoreUrl: manifest.textInChild(message, 'LearnMoreUrl'),
        })),
        alternates: [{ hide: { customOfficeAddin: { officeAddinId: manifest.textOf('Id') } } }],
      },
    ],
  };
}

/**
 * The package that administrators upload and the store takes: the manifest with its icons, and with its skill if it
 * names one. Equal contents make equal bytes.
 * @param readIcon the bytes of a file in assets/
 * @param built what the build has made, by path
 */
export function appPackage(
  manifest: UnifiedManifest,
  readIcon: (name: string) => Uint8Array,
  built: Readonly<Record<string, string>>,
): Uint8Array {
  const folders = (manifest.agentSkills ?? []).map(({ folder }) => `${folder.replace('./', '')}/`);
  const skills = Object.entries(built).filter(([path]) => folders.some((folder) => path.startsWith(folder)));
  return zipSync(
    {
      'manifest.json': strToU8(jsonOf(manifest)),
      ...Object.fromEntries(Object.entries(PACKAGE_ICONS).map(([name, file]) => [name, readIcon(file)])),
      ...Object.fromEntries(skills.map(([path, text]) => [path, strToU8(text)])),
    },
    { mtime: new Date(1980, 0, 1) },
  );
}

export const jsonOf = (manifest: UnifiedManifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

/** Reads manifest.xml, whose schema says that everything is there. */
class XmlManifest {
  readonly #elements: readonly Element[];

  constructor(xml: string) {
    this.#elements = [...new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagName('*')];
  }

  elementsNamed(name: string): Element[] {
    return this.#elements.filter(({ localName }) => localName === name);
  }

  textOf(name: string): string {
    return textOf(this.elementsNamed(name)[0]);
  }

  valueOf(name: string): string {
    return attribute(this.elementsNamed(name)[0], 'DefaultValue');
  }

  /** A text or address among the resources. */
  resourceText(id: string): string {
    const found = this.#elements.find((one) => one.hasAttribute('DefaultValue') && attribute(one, 'id') === id);
    return attribute(found, 'DefaultValue');
  }

  /** The resource that a child of this name leads to. */
  textInChild(parent: Element | undefined, child: string): string {
    return this.resourceText(attribute(childrenOf(parent, child)[0], 'resid'));
  }

  iconsIn(parent: Element): { size: 16 | 32 | 80; url: string }[] {
    return childrenOf(childrenOf(parent, 'Icon')[0], 'Image').map((image) => ({
      size: Number(attribute(image, 'size')) as 16 | 32 | 80,
      url: this.resourceText(attribute(image, 'resid')),
    }));
  }

  /** What a button, a menu and an entry of a menu have in common. */
  controlOf(element: Element) {
    const supertip = childrenOf(element, 'Supertip')[0];
    return {
      id: attribute(element, 'id'),
      label: this.textInChild(element, 'Label'),
      icons: this.iconsIn(element),
      supertip: { title: this.textInChild(supertip, 'Title'), description: this.textInChild(supertip, 'Description') },
    };
  }
}

/** What a button does: a function by its name in the code, or the pane. */
const actionOf = (control: Element): string =>
  textOf(childrenOf(childrenOf(control, 'Action')[0], 'FunctionName')[0]) || OPEN_PANE;

const childrenOf = (parent: Element | undefined, name: string): Element[] =>
  [...(parent?.childNodes ?? [])].filter((node): node is Element => (node as Element).localName === name);

const attribute = (element: Element | undefined, name: string): string => element?.getAttribute(name) ?? '';
const textOf = (element: Element | undefined): string => element?.textContent ?? '';

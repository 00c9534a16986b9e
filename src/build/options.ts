import type { OfficeJsSource } from './office-js';
import type { Publisher } from './publisher';

/** The options of a build: `npm run build -- --env addinUrl=…`, or the variable ADDIN_URL, and so on. */
export interface BuildOptions {
  /** The address that will serve the add-in, without a slash at the end. */
  readonly addinUrl: string;
  readonly officeJs: OfficeJsSource;
  /** Whether the package for Microsoft 365 has the skill for assistants, which Microsoft calls a preview. */
  readonly hasAgentSkills: boolean;
  readonly publisher: Publisher;
  /** Whether places that only the publisher can fill may stay open. */
  readonly isDraft: boolean;
}

/** By their names for `--env`. */
const VARIABLES = {
  addinUrl: 'ADDIN_URL',
  officeJs: 'OFFICE_JS',
  agentSkills: 'AGENT_SKILLS',
  publisher: 'ADDIN_PUBLISHER',
  support: 'ADDIN_SUPPORT',
  dataService: 'ADDIN_DATA_SERVICE',
  terms: 'ADDIN_TERMS',
  draft: 'ADDIN_DRAFT',
} as const;

type BuildVariables = Readonly<Record<string, string | boolean | undefined>>;

/**
 * `--env` takes precedence over environment variables, which not every shell can set for one command.
 * @param localUrl the development server's address, used if no address is given
 */
export function readBuildOptions(env: BuildVariables, variables: BuildVariables, localUrl: string): BuildOptions {
  for (const name of Object.keys(env)) {
    // A misspelt option would silently build for the wrong address.
    if (!(name in VARIABLES) && !name.startsWith('WEBPACK_'))
      throw new Error(`--env ${name} is not known: use ${Object.keys(VARIABLES).join(', ')}`);
  }
  const given = (option: keyof typeof VARIABLES): readonly [name: string, value: BuildVariables[string]] =>
    env[option] === undefined ? [VARIABLES[option], variables[VARIABLES[option]]] : [option, env[option]];
  return {
    addinUrl: readText(given('addinUrl'), checkAddress) ?? localUrl,
    officeJs: readOfficeJs(...given('officeJs')),
    hasAgentSkills: readSwitch(...given('agentSkills')),
    publisher: {
      name: readText(given('publisher'), checkPublisher),
      support: readText(given('support'), checkSupport),
      dataService: readText(given('dataService')),
      terms: readText(given('terms')),
    },
    isDraft: readSwitch(...given('draft')),
  };
}

const readText = (
  [name, value]: readonly [name: string, value: BuildVariables[string]],
  check: (name: string, text: string) => string = (_, text) => text,
): string | undefined => (typeof value === 'string' && value.trim() !== '' ? check(name, value.trim()) : undefined);

function checkPublisher(name: string, publisher: string): string {
  if (publisher.length <= 32) return publisher;
  throw new Error(`${name}: "${publisher}" has more than the 32 characters that Microsoft 365 allows`);
}

function checkSupport(name: string, support: string): string {
  if (/^https:\/\/\S+$|^[^\s@<>]+@[^\s@<>]+$/.test(support)) return support;
  throw new Error(`${name}: "${support}" is neither an https address nor an e-mail address`);
}

function readSwitch(name: string, value: BuildVariables[string]): boolean {
  if (value === undefined || value === '' || value === 'off' || value === false) return false;
  if (value === 'on' || value === true) return true;
  throw new Error(`${name}: "${value}" is neither "on" nor "off"`);
}

function readOfficeJs(name: string, source: BuildVariables[string]): OfficeJsSource {
  if (source === undefined || source === '' || source === 'cdn') return undefined;
  if (source === 'local') return source;
  const url = typeof source === 'string' && URL.canParse(source) ? new URL(source) : undefined;
  if (url?.protocol === 'https:' && url.pathname.endsWith('/office.js') && !url.search && !url.hash) return url;
  throw new Error(
    `${name}: "${source}" is neither "local" nor the https address of an office.js, such as https://example.com/office.js`,
  );
}

function checkAddress(name: string, address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'https:' || url.search || url.hash || url.username || url.password)
    throw new Error(`${name}: "${address}" is not an https address without query, such as https://example.com/md`);
  return url.href.replace(/\/+$/, '');
}

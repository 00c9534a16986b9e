import type { OfficeJsSource } from './office-js';

/**
 * The options of a build: `npm run build -- --env addinUrl=… --env officeJs=… --env agentSkills`, or ADDIN_URL,
 * OFFICE_JS and AGENT_SKILLS=on.
 */
interface BuildOptions {
  /** The address that will serve the add-in, without a slash at the end. */
  readonly addinUrl: string;
  readonly officeJs: OfficeJsSource;
  /** Whether the package for Microsoft 365 has the skill for assistants, which Microsoft calls a preview. */
  readonly hasAgentSkills: boolean;
}

/** Ours, and what webpack adds itself. A misspelt one would build for the wrong address without a word. */
const OPTIONS = /^(?:addinUrl|officeJs|agentSkills|WEBPACK_\w+)$/;

type BuildVariables = Readonly<Record<string, string | boolean | undefined>>;

/**
 * `--env` takes precedence over environment variables, which not every shell can set for one command.
 *
 * @param localUrl the development server's address, used if no address is given
 */
export function readBuildOptions(env: BuildVariables, variables: BuildVariables, localUrl: string): BuildOptions {
  for (const name of Object.keys(env)) {
    if (!OPTIONS.test(name)) throw new Error(`--env ${name} is not known: use addinUrl, officeJs, agentSkills`);
  }
  const [name, address] = env.addinUrl === undefined ? ['ADDIN_URL', variables.ADDIN_URL] : ['addinUrl', env.addinUrl];
  return {
    addinUrl: typeof address === 'string' && address !== '' ? checkAddress(name, address) : localUrl,
    officeJs:
      env.officeJs === undefined
        ? readOfficeJs('OFFICE_JS', variables.OFFICE_JS)
        : readOfficeJs('officeJs', env.officeJs),
    hasAgentSkills:
      env.agentSkills === undefined
        ? readSwitch('AGENT_SKILLS', variables.AGENT_SKILLS)
        : readSwitch('agentSkills', env.agentSkills),
  };
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

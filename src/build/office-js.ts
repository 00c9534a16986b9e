import { join } from 'node:path';

/**
 * Where Microsoft serves office.js: the address that its policies name, and the one that it moved to in September 2026.
 * A page must allow both, since either may send on to the other.
 */
const HOSTS = ['https://appsforoffice.microsoft.com', 'https://officeapis.public.onecdn.static.microsoft'] as const;

const CDN = `${HOSTS[0]}/lib/1/hosted/office.js`;

/** Where the page gets office.js: "local" beside itself, an address of the firm's, or Microsoft's own. */
export type OfficeJsSource = 'local' | URL | undefined;

interface OfficeJs {
  /** What the page loads. */
  readonly address: string;
  /** The hosts whose scripts the page allows. */
  readonly hosts: readonly string[];
  /** Beyond the add-in's own server, what a firewall must let pass. */
  readonly needed: readonly string[];
}

export function officeJs(source: OfficeJsSource): OfficeJs {
  if (source === 'local') return { address: 'office-js/office.js', hosts: HOSTS, needed: [] };
  if (source === undefined) return { address: CDN, hosts: HOSTS, needed: HOSTS };
  return { address: source.href, hosts: [...new Set([source.origin, ...HOSTS])], needed: [source.origin] };
}

/** Files that office.js may load at run time in Excel. */
const FILES = [
  'office.js',
  'o15apptofilemappingtable.js',
  'excel*.js',
  'custom-functions-runtime.js',
  'es6-promise.js',
  '*/office_strings.js',
  'telemetry/*.js',
  'ariatelemetry/*.js',
];

/** Patterns for the copy plugin. Microsoft's licence forbids changes, so the minifier must skip these files. */
export const officeJsFiles = (root: string) => [
  { from: join(root, 'node_modules/@microsoft/office-js/LICENSE.md'), to: 'office-js/' },
  ...FILES.map((from) => ({
    from,
    context: join(root, 'node_modules/@microsoft/office-js/dist'),
    to: 'office-js/[path][name][ext]',
    info: { minimized: true },
    globOptions: { ignore: ['**/*.debug.js'] },
  })),
];

import { createHash } from 'node:crypto';
import { createAdaptorServer } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { HELP } from '../functions/generated/help-texts';
import { detailsFiles, helpJson } from '../functions/help/help-json';
import { functionsJson } from '../functions/help/functions-json';
import type { SandboxOptions } from '../sandbox/app';
import { closeServer, describePortError, openPort, type RunningSandbox, startSandbox } from '../sandbox/server';
import type { PageFiles } from './bundle';
import type { StaticFiles } from '../build/documents';
import { version } from '../../package.json';
import { linkToFormula } from './page/links';
import { CONTENT_SECURITY_POLICY, documentFor } from './page/document';

type ServedFiles = Pick<PageFiles, 'get'>;

export interface WorkbenchOptions {
  readonly port: number;
  readonly sandboxPort: number;
  /** Latency, faults and other options of the sandbox. */
  readonly sandbox?: SandboxOptions;
  /** The files of the page; they are bundled at the start if omitted. */
  readonly page?: ServedFiles | Promise<ServedFiles>;
  /** Adds what only developers need to the site; the page then loads its `reload.js`. */
  readonly extend?: (site: Hono) => void;
}

export interface RunningWorkbench {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly setFaults: RunningSandbox['setFaults'];
  close(): Promise<void>;
}

const typeOf = (name: string): string => getMimeType(name) ?? 'text/plain; charset=utf-8';

/** Starts the sandbox and the workbench that uses it. Port 0 picks a free one. */
export async function startWorkbench(options: WorkbenchOptions): Promise<RunningWorkbench> {
  const sandbox = await startSandbox({ ...options.sandbox, port: options.sandboxPort });
  const sandboxUrl = sandbox.url.replace(/\/$/, '');
  const closing: (() => Promise<void>)[] = [() => sandbox.close()];
  const close = async (): Promise<void> => {
    await Promise.all(closing.map((end) => end()));
  };
  try {
    // The port comes first, so that a port in use is reported before the page is built. A browser that is early waits.
    let ready: (files: ServedFiles | Promise<ServedFiles>) => void = () => undefined;
    const files = new Promise<ServedFiles>((resolve) => {
      ready = resolve;
    });
    const server = createAdaptorServer({ fetch: siteOf(files, sandboxUrl, options.extend).fetch });
    const port = await openPort(server, options.port, 'localhost');
    closing.push(() => closeServer(server));
    ready(options.page ?? bundle());
    await files;
    return { url: `http://localhost:${port}/`, sandboxUrl, setFaults: sandbox.setFaults, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The bundler is large: it is loaded only if there is something to bundle. */
const bundle = async (): Promise<PageFiles> => (await import('./bundle')).bundlePage();

/** So is what makes the documents. */
const makeDocuments = async (): Promise<StaticFiles> =>
  (await import('../build/documents')).documentFiles({ version, linkTo: linkToFormula });

/** What the page begins with. */
const [SCRIPT, STYLE] = ['workbench.js', 'univer.css'];

/** Addresses that change with what they lead to: a browser keeps the script under its address, and has compiled it. */
function addressesIn(files: ServedFiles): { script: string; style: string } {
  const addressOf = (name: string): string => {
    const hash = createHash('sha256').update(files.get(name) ?? '');
    return `${name}?v=${hash.digest('hex').slice(0, 12)}`;
  };
  return { script: addressOf(SCRIPT), style: addressOf(STYLE) };
}

function siteOf(files: Promise<ServedFiles>, sandboxUrl: string, extend?: WorkbenchOptions['extend']): Hono {
  const site = new Hono();
  let page = documentFor({ sandboxUrl, script: SCRIPT, style: STYLE });
  if (extend) {
    page = page.replace('</head>', '<script src="reload.js" defer></script></head>');
    extend(site);
  } else {
    // A browser that comes before they are built has the page at once.
    files
      .then((built) => {
        page = documentFor({ sandboxUrl, ...addressesIn(built) });
      })
      .catch(() => undefined);
  }
  site.get('/', (context) => {
    context.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    return context.html(page);
  });
  // Files that a hosted add-in has beside its page, and the pane reads.
  site.get('/functions.json', (context) => context.json(functionsJson(HELP, new URL(context.req.url).origin)));
  site.get('/help.json', (context) => context.json(helpJson(HELP)));
  const details = detailsFiles(HELP);
  let documents: Promise<StaticFiles> | undefined;
  const document = async (context: Context): Promise<Response> => {
    const path = context.req.path.slice(1);
    // The pane does not wait for pages that it does not show.
    const file = details[path] ?? (await (documents ??= makeDocuments()))[path];
    context.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    return file === undefined
      ? context.notFound()
      : context.body(file as string, 200, { 'Content-Type': typeOf(path) });
  };
  for (const path of ['/help/*', '/docs/*']) site.get(path, document);
  site.get('/:file', async (context) => {
    const name = context.req.param('file');
    const file = (await files).get(name);
    if (!file) return context.notFound();
    // Not if it has been built anew: the address is that of another.
    if (page.includes(`"${name}?v=${context.req.query('v')}"`))
      context.header('Cache-Control', 'max-age=31536000, immutable');
    return context.body(file, 200, { 'Content-Type': typeOf(name) });
  });
  return site;
}

async function main(): Promise<void> {
  const [option] = process.argv.slice(2);
  if (option !== undefined)
    throw new RangeError(`npm start: "${option}" is not an option: choose ports ${CHOOSE_PORTS}`);
  console.log('Building the page of the workbench; the first time takes up to a minute …');
  const workbench = await startWorkbench({
    port: readPort('PORT', 3000),
    sandboxPort: readPort('SANDBOX_PORT', 3001),
    sandbox: { hasDescription: true },
  });
  console.log(`Workbench: ${workbench.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void workbench.close().then(() => process.exit(0)));
}

const HIGHEST = 65_535;

/**
 * The port in an environment variable, or the default. Port 0 picks a free one.
 *
 * @internal
 */
export function readPort(
  variable: string,
  usual: number,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): number {
  const text = environment[variable]?.trim();
  if (text === undefined || text === '') return usual;
  const port = /^\d+$/.test(text) ? Number(text) : NaN;
  if (port <= HIGHEST) return port;
  throw new RangeError(
    `${variable}: "${text}" is not a port: give a whole number from 0 to ${HIGHEST}, such as ${usual}`,
  );
}

const CHOOSE_PORTS = 'with PORT and SANDBOX_PORT, such as PORT=3100 SANDBOX_PORT=3101 npm start';

if (require.main === module)
  main().catch((error: unknown) => {
    console.error(describePortError(error, CHOOSE_PORTS));
    process.exitCode = 1;
  });

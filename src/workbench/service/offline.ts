/// <reference lib="webworker" />
/**
 * Keeps the published page on the visitor's computer: after one visit it opens without a network. A version is a list
 * of files with their hashes, and is taken as a whole or not at all: each visit asks for the newest list, and opens its
 * page if all of its files are there in time, otherwise the page before; what comes later is for the next visit. Only
 * files of the list are kept.
 */
declare const self: ServiceWorkerGlobalScope;

export interface Version {
  readonly version: string;
  /** Hashes (SHA-256, in base64) by name. */
  readonly files: Readonly<Record<string, string>>;
}

const [LIST, PAGE] = ['files.json', 'index.html'];
const PREFIX = 'md-workbench ';
/** How long a visit waits for a newer version, while the one before would open at once. */
const MAX_NEWER_MS = 4_000;

const root = new URL('./', self.location.href);
const addressOf = (name: string): string => new URL(name, root).href;
/** The version that each open page belongs to: it gets no file of another. */
const versionOf = new Map<string, string>();

/** Names of complete versions, oldest first: the list is the last file that is kept. */
async function keptVersions(): Promise<readonly string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).match(addressOf(LIST))));
  return names.filter((_, index) => lists[index]);
}

/** Keeps all files of the newest version; returns its name. Files that another version has too are not loaded again. */
async function takeNewest(): Promise<string> {
  const answer = await fetch(addressOf(LIST), { cache: 'no-store' });
  if (!answer.ok) throw new TypeError(`The list of files is not there: ${answer.status}`);
  const list = answer.clone();
  const { version, files } = (await answer.json()) as Version;
  const name = PREFIX + version;
  const kept = await keptVersions();
  if (kept.includes(name)) return name;
  const cache = await caches.open(name);
  const before = kept.length === 0 ? undefined : await caches.open(kept.at(-1)!);
  await Promise.all(
    Object.entries(files).map(async ([file, hash]) => {
      const address = addressOf(file);
      for (const load of [
        () => cache.match(address),
        () => before?.match(address),
        () => fetch(address, { cache: 'no-cache' }),
      ]) {
        const found = await load();
        if (!found?.ok || (await hashOf(found.clone())) !== hash) continue;
        await cache.put(address, withoutRedirect(found));
        return;
      }
      throw new TypeError(`${file} is not the one of the list`);
    }),
  );
  await cache.put(addressOf(LIST), list);
  // Pages that are still open may need the version before.
  await Promise.all(kept.slice(0, -1).map((old) => caches.delete(old)));
  return name;
}

/** Many servers redirect index.html to its folder, and a browser opens no redirected page from here. */
const withoutRedirect = (found: Response): Response =>
  found.redirected ? new Response(found.body, { headers: found.headers }) : found;

async function hashOf(response: Response): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer()));
  return btoa(String.fromCharCode(...bytes));
}

/** The page of the newest version that is available now. */
async function openPage({ request, resultingClientId, newest }: Opening): Promise<Response> {
  const kept = (await keptVersions()).at(-1);
  const late = new Promise<undefined>((resolve) => {
    if (kept !== undefined) setTimeout(resolve, MAX_NEWER_MS);
  });
  const name = (await Promise.race([newest, late])) ?? kept;
  if (name === undefined) return fetch(request);
  versionOf.set(resultingClientId, name);
  return (await (await caches.open(name)).match(addressOf(PAGE))) ?? fetch(request);
}

interface Opening extends Pick<FetchEvent, 'request' | 'resultingClientId'> {
  /** The name of the newest version, once all of it is there; undefined if it is not available. */
  readonly newest: Promise<string | undefined>;
}

async function serve(request: Request, name: string, client: string): Promise<Response> {
  const version = versionOf.get(client) ?? (await keptVersions()).at(-1);
  const address = addressOf(name === '' || name.endsWith('/') ? name + PAGE : name);
  const own = version === undefined ? undefined : await (await caches.open(version)).match(address);
  // A page that is older than this run of the script may belong to the version before.
  return own ?? (await caches.match(address)) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(takeNewest().then(() => self.skipWaiting())));

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request, clientId, resultingClientId } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== root.origin || !pathname.startsWith(root.pathname)) return;
  const name = pathname.slice(root.pathname.length);
  const isPage = request.mode === 'navigate' && (name === '' || name === PAGE);
  if (!isPage) {
    event.respondWith(serve(request, name, clientId));
    return;
  }
  const newest = takeNewest().catch(() => undefined);
  event.waitUntil(newest);
  event.respondWith(openPage({ request, resultingClientId, newest }));
});

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { DayCounts } from '../access/day-counts';
import { DEFAULT_GROUPS, readGroups } from '../access/groups';
import { Guard, isLoopback } from '../access/guard';
import { Limits } from '../access/limits';
import { People } from '../access/people';
import { TokenFile } from '../access/token-file';
import { builtFiles } from '../files/build';
import { Site } from '../files/site';
import { Gateway } from '../gateway';
import { Nodes } from '../nodes/nodes';
import { shareCounts } from '../nodes/shared-counts';
import { Store } from '../nodes/store';
import { TokenStore } from '../nodes/token-store';
import { StartError } from '../start-error';
import { createAdmin } from '../watch/admin';
import { Log } from '../watch/log';
import { Metrics } from '../watch/metrics';
import { Minutes } from '../watch/minutes';
import { statusPage } from '../watch/status-page';
import { readCertificate } from './certificate';
import { type Listening, listen } from './listen';
import { type RawOptions, readAddress, readKey, readNumber, readPort } from './options';
import { startSandbox } from './sandbox';
import { watchQuota } from './watch-quota';

export interface RunningGateway {
  /** The gateway's address, with a slash at the end. */
  readonly url: string;
  /** Accepts no new requests, answers pending ones, and ends. */
  close(): Promise<void>;
}

/** How long pending requests may take when the gateway is told to end. */
const LONGEST_DRAIN_MS = 10_000;
const SANDBOX_KEY = 'sandbox';

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(path.resolve(__dirname, '../../../package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

/** Starts everything that the options ask for. Throws a StartError if that is not possible. */
export async function startGateway(
  raw: RawOptions,
  environment: NodeJS.ProcessEnv,
  say: (text: string) => void,
): Promise<RunningGateway> {
  const closing: (() => unknown)[] = [];
  try {
    return await start(raw, environment, say, closing);
  } catch (error) {
    for (const end of closing.reverse()) await end();
    throw error;
  }
}

async function start(
  raw: RawOptions,
  environment: NodeJS.ProcessEnv,
  say: (text: string) => void,
  closing: (() => unknown)[],
): Promise<RunningGateway> {
  const now = (): number => performance.timeOrigin + performance.now();
  const port = readPort('port', raw.port);
  const adminPort = readPort('admin-port', raw['admin-port']);
  const quotesFreshMs = readNumber('quotes-fresh', raw['quotes-fresh'], 0.1, 86_400) * 1000;
  const perSecond = readNumber('per-second', raw['per-second'], 1, 100_000);
  const dailyQuota = raw.quota === '' ? undefined : readNumber('quota', raw.quota, 1, 1e12);
  const publicUrl = raw['public-url'] === '' ? undefined : readAddress('public-url', raw['public-url']);
  if (raw.tenant === '' || !/^[\w.-]{1,60}$/.test(raw.tenant))
    throw new StartError(`--tenant: "${raw.tenant}" is not a name of letters, digits, "_", "-" and "."`);
  const groups = raw.groups === '' ? DEFAULT_GROUPS : readGroups(raw.groups);
  const upstream = await readUpstream(raw, environment);
  const certificate = raw.http ? undefined : await readCertificate(raw.cert, raw['cert-key'], say);

  const store = raw.store === '' ? undefined : await Store.open(raw.store, raw.tenant);
  closing.push(() => store?.close());
  const tokens = store ? new TokenStore(store) : raw.tokens === '' ? undefined : new TokenFile(raw.tokens);
  const limits = new Limits(
    perSecond,
    store && { client: store.client, isUp: () => store.isUp, prefix: store.key('limit') },
  );
  const people = new People(tokens, groups, limits, !store && raw.tokens !== '');
  await people.start();
  closing.push(() => {
    people.stop();
  });
  if (!people.isTokenNeeded && !isLoopback(raw.host))
    throw new StartError(
      `--host: without tokens the gateway listens on this computer alone, not on ${raw.host}: add one with "npm run gateway -- token add NAME"`,
    );

  const folder = raw.files === '' ? await builtFiles(say) : raw.files;
  const scheme = raw.http ? 'http' : 'https';
  const version = readVersion();
  const day = new DayCounts();
  const minutes = new Minutes();
  const log = new Log(raw.log === '' ? 1 : raw.log);
  closing.push(() => {
    log.flush();
  });

  // The port is opened first, because other nodes and the manifest need this node's address.
  let answer: (request: Request) => Response | Promise<Response> = () => new Response('Starting\n', { status: 503 });
  const listening = await listen((request) => answer(request), { host: raw.host, port, option: 'port', certificate });
  closing.push(() => listening.close());
  const own = `${scheme}://${isLoopback(raw.host) ? 'localhost' : raw.host}:${listening.port}`;
  const address = publicUrl ?? own;
  const nodes =
    store &&
    (await Nodes.join(
      store,
      { id: randomUUID(), url: nodeUrl(raw, scheme, listening.port), certificate: certificate?.cert },
      now,
    ));
  closing.push(() => nodes?.close());

  const metrics = new Metrics({
    isSpeaking: () => running.isSpeaking,
    people: () => day.today,
    quotes: () => running.memories.quoteCount,
    quotesFreshMs: () => running.memories.quoteFreshMs,
    quota: () => running.quota.today,
  });
  const running: Gateway = new Gateway({
    service: upstream.address,
    apiKey: upstream.key,
    version,
    people,
    guard: new Guard([own, address, `${scheme}://${raw.host}`]),
    site: new Site(folder, address),
    basePath: new URL(address).pathname.replace(/\/$/, ''),
    quotesFreshMs,
    fills: !raw['no-fill'],
    asksAhead: raw.ahead,
    allowsPost: raw['allow-post'],
    dailyQuota,
    watchers: [log, metrics, minutes],
    onPerson: (name) => {
      day.add(name);
    },
    now,
    ...(nodes && {
      throughNodes: (ask) => nodes.upstream(ask),
      isNode: (secret: string) => nodes.isNode(secret),
      listener: nodes.listener,
    }),
    status: () => status(),
  });
  closing.push(() => {
    running.close();
  });
  if (nodes) await nodes.share(running.memories, quotesFreshMs, running.quota);
  closing.push(watchQuota(running, (factor) => nodes?.tellStretch(factor)));
  if (store) closing.push(shareCounts(day, store));
  const status = (): Response =>
    statusPage({
      minutes: () => minutes.last,
      speaks: () => (running.isSpeaking ? 'This node speaks to the service.' : 'Another node is the speaker.'),
      people: () => day.today,
      quotes: () => running.memories.quoteCount,
      version,
    });

  let isClosing = false;
  const notReady = (): string | undefined => {
    if (isClosing) return 'closing';
    return nodes && !nodes.hasSpeaker ? 'no node speaks to the service' : undefined;
  };
  if (adminPort !== 0) {
    const admin = await listen(createAdmin({ metrics, notReady, status }), {
      host: raw['admin-host'],
      port: adminPort,
      option: 'admin-port',
    });
    closing.push(() => admin.close());
  }
  answer = (request) => running.fetch(request);

  let closed: Promise<void> | undefined;
  return {
    url: `${own}/`,
    close: () =>
      (closed ??= (async () => {
        isClosing = true;
        await drain(listening, nodes);
        for (const end of closing.reverse()) await end();
      })()),
  };
}

/** Lets another node take over as speaker, then answers pending requests. */
async function drain(listening: Listening, nodes: Nodes | undefined): Promise<void> {
  await nodes?.leave();
  const over = listening.close();
  const latest = new Promise((resolve) => setTimeout(resolve, LONGEST_DRAIN_MS).unref());
  await Promise.race([over, latest]);
}

async function readUpstream(
  raw: RawOptions,
  environment: NodeJS.ProcessEnv,
): Promise<{ address: string; key: string }> {
  if (raw.sandbox) {
    if (raw.service !== '') throw new StartError('--sandbox and --service exclude each other: give one');
    return { address: await startSandbox(), key: SANDBOX_KEY };
  }
  if (raw.service === '') throw new StartError('Say which service: --service URL, or --sandbox for the simulated one');
  return { address: readAddress('service', raw.service), key: readKey(raw['key-file'], environment) };
}

/** The address at which other nodes reach this one. */
function nodeUrl(raw: RawOptions, scheme: string, port: number): string {
  if (raw['node-url'] !== '') return readAddress('node-url', raw['node-url']);
  const host = raw.host === '0.0.0.0' || raw.host === '::' ? hostname() : raw.host;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

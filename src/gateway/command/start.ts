import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { Allowances } from '../access/allowances';
import { Guard } from '../access/guard';
import { builtFiles } from '../files/build';
import { Site } from '../files/site';
import { Gateway } from '../gateway';
import { ClockWatch } from '../nodes/clock';
import { Nodes } from '../nodes/nodes';
import { shareCounts } from '../nodes/shared-counts';
import { createAdmin } from '../watch/admin';
import { openAccess } from './access';
import { isAnyHost, originOf, ownOrigin } from './addresses';
import { CertificateFiles, readCertificate } from './certificate';
import { type Listening, listen } from './listen';
import type { RawOptions } from './options';
import { findService } from './service';
import { checkOptions } from './start-options';
import { watchQuota } from './watch-quota';
import { Watching } from './watching';

interface RunningGateway {
  /** The gateway's address, with a slash at the end. */
  readonly url: string;
  /** Accepts no new requests, answers pending ones, and ends. */
  close(): Promise<void>;
  /** Continues in a new log file, and reads the certificate again. */
  reload(): void;
  /** Writes an error to the log that ends the gateway. */
  noteFault(error: unknown): void;
}

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
  const options = checkOptions(raw, environment);
  if (raw['node-url'] !== '')
    say('--node-url is not needed any more, since nodes reach each other through the store: leave it out');
  const { quotesFreshMs, publicUrl, adminPort } = options;
  const service = await findService(raw, environment);
  const certificate = raw.http ? undefined : await readCertificate(raw.cert, raw['cert-key'], say);
  const { people, store } = await openAccess(raw, options, closing, say);
  const folder = raw.files === '' ? await builtFiles(say) : raw.files;
  const version = readVersion();
  const clock = store && new ClockWatch(store, say);
  await clock?.look();
  const watching = new Watching(raw.log, version, () => running, { people, store, clock }, say);
  closing.push(() => {
    watching.close();
  });

  // The port is opened first, because the manifest needs this node's address.
  // Whoever asks before everything is ready waits that moment.
  const ready = withResolvers<Gateway>();
  const { senders } = options;
  const listening = await listen(
    async (request, peer) => (await ready.promise).fetch(request, senders.of(request.headers, peer)),
    { host: raw.host, port: options.port, option: 'port', certificate },
  );
  closing.push(() => listening.close());
  closing.push(() => {
    ready.reject(new Error('The gateway is closing'));
  });
  const scheme = raw.http ? 'http' : 'https';
  const own = ownOrigin(scheme, raw.host, listening.port);
  const address = publicUrl ?? own;
  if (publicUrl === undefined && isAnyHost(raw.host))
    say(`manifest.xml says ${own}, which other computers cannot open: name the right address with --public-url`);
  const nodes = store && new Nodes(store, now);
  closing.push(() => nodes?.close());
  const files =
    certificate && raw.cert !== ''
      ? new CertificateFiles(
          raw.cert,
          raw['cert-key'],
          certificate,
          (renewed) => {
            listening.renew(renewed);
          },
          say,
        )
      : undefined;
  closing.push(() => files?.stop());
  const allowances = new Allowances({
    person: options.limits,
    groupOf: (name) => options.groups.get(name)?.limits,
    now,
  });

  const running: Gateway = new Gateway({
    service: service.address,
    apiKey: service.key,
    version,
    people,
    allowances,
    guard: new Guard([own, address, originOf(scheme, raw.host, listening.port)]),
    site: new Site(folder, address, raw['frame-ancestors']),
    basePath: new URL(address).pathname.replace(/\/$/, ''),
    quotesFreshMs,
    fills: !raw['no-fill'],
    asksAhead: raw.ahead,
    allowsPost: raw['allow-post'],
    dailyQuota: options.dailyQuota,
    notices: () => options.notices?.current ?? [],
    watchers: watching.watchers,
    onPerson: (name) => {
      watching.day.add(name);
    },
    now,
    ...(nodes && {
      throughNodes: (ask) => nodes.upstream(ask),
      listener: nodes.listener,
    }),
    status: () => watching.status(),
  });
  closing.push(() => {
    running.close();
  });
  await nodes?.join(running);
  closing.push(watchQuota(running));
  if (store) {
    closing.push(shareCounts(watching.day, store));
    closing.push(shareCounts(allowances.symbolsOfDay, store, 'symbols'));
    closing.push(shareCounts(allowances.requestsOfDay, store, 'requests'));
  }
  closing.push(() => clock?.stop());

  let isClosing = false;
  const notReady = (): string | undefined => {
    if (isClosing) return 'closing';
    return nodes && !nodes.hasLeader ? 'no node leads' : undefined;
  };
  if (adminPort !== 0) {
    const { metrics } = watching;
    const names = [raw['admin-host'], hostname()].map((host) => originOf('http', host, adminPort));
    const guard = new Guard(names, true);
    const answer = createAdmin({
      metrics,
      notReady,
      status: () => watching.status(),
      problemOf: (headers) => guard.problemOf(headers),
    });
    const admin = await listen(answer, { host: raw['admin-host'], port: adminPort, option: 'admin-port' });
    closing.push(() => admin.close(0));
  }
  ready.resolve(running);

  let closed: Promise<void> | undefined;
  return {
    url: `${own}/`,
    reload() {
      watching.reopenLog();
      files?.look();
    },
    noteFault: (error) => {
      watching.noteFault(error);
    },
    close: () =>
      (closed ??= (async () => {
        isClosing = true;
        await drain(listening, nodes);
        for (const end of closing.reverse()) await end();
      })()),
  };
}

/** A promise that is settled from outside. It is not an error if nobody waits for it. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((...both) => ([resolve, reject] = both));
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

/** Lets another node become the leader, and answers pending requests. */
async function drain(listening: Listening, nodes: Nodes | undefined): Promise<void> {
  await Promise.all([nodes?.leave(), listening.close()]);
}

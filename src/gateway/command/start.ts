import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { Allowances } from '../access/allowances';
import { Guard, isLoopback, People } from '../access/people';
import { builtFiles, Site } from '../site';
import { createSteadyNow, Gateway } from '../gateway';
import { SharedCounts } from '../access/shared-counts';
import { Log } from '../watch/log';
import { createAdmin, Metrics } from '../watch/metrics';
import { isAnyHost, listen, originOf, ownOrigin, Senders } from './listen';
import { type Certificate, certificateWatch, endOf, readCertificate } from './certificate';
import { checkOptions, misspeltVariables, type RawOptions, readKey, readServiceAddress } from './options';
import { SignIn, type SignInSettings } from '../access/sign-in';
import { TokenFile } from '../access/personal-tokens';
import { StartError } from '../errors';
import product from '../../../package.json';
import { Worker } from 'node:worker_threads';
import { MS_PER_MINUTE } from '../../core/calendar/dates';

export async function startGateway(raw: RawOptions, environment: NodeJS.ProcessEnv, say: (text: string) => void) {
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
) {
  for (const sentence of misspeltVariables(environment)) say(sentence);
  const options = checkOptions(raw, environment);
  const senders = new Senders(raw.proxy, { person: raw['person-header'], groups: raw['groups-header'] });
  const { publicUrl, adminPort } = options;
  const service = await findService(raw, environment);
  const certificate = raw.http ? undefined : await readCertificate(raw.cert, raw['cert-key'], say);
  let shown = certificate;
  const { people, shared } = await openAccess(raw, options, closing, say);
  const folder = raw.files !== '' ? raw.files : existsSync(SHIPPED) ? SHIPPED : await builtFiles(say);
  const log = new Log(raw, say);
  closing.push(() => log.flushLines());
  let isClosing = false;
  const isReady = (): boolean => !isClosing;
  const metrics = new Metrics({
    isReady,
    unwritten: () => log.unwritten,
    tokens: () => people.state,
    storeErrors: () => shared?.errors ?? new Map<string, number>(),
    quota: () => running.quota,
    isSignedInByProxy: raw['person-header'] !== '',
    certificateEndsAt: certificate && (() => endOf(shown!)),
  });

  // The port is opened first, because the manifest needs this node's address. Early requests wait.
  let setReady: (gateway: Gateway) => void = () => undefined;
  const ready = new Promise<Gateway>((resolve) => (setReady = resolve));
  const listening = await listen(
    async (request, peer) => (await ready).fetch(request, senders.senderOf(request.headers, peer)),
    { host: raw.host, port: options.port, option: 'port', certificate },
  );
  closing.push(() => listening.close());
  const scheme = raw.http ? 'http' : 'https';
  const own = ownOrigin(scheme, raw.host, listening.port);
  const address = publicUrl ?? own;
  checkAddresses(service.address, own, publicUrl, raw.host, say);
  const now = createSteadyNow();
  const renew = (renewed: Certificate): void => {
    listening.renew(renewed);
    shown = renewed;
  };
  const renewCertificate =
    certificate && raw.cert !== '' ? certificateWatch(raw, certificate, renew, say) : () => undefined;
  const allowances = new Allowances({
    person: options.limits,
    groupOf: (name) => options.groups.get(name)?.limits,
    now,
    shared,
  });

  const running: Gateway = new Gateway({
    ...options,
    service: service.address,
    apiKey: service.key,
    version: product.version,
    node: `${hostname()}:${listening.port}`,
    now,
    people,
    isSignedInByProxy: raw['person-header'] !== '',
    allowances,
    guard: new Guard([own, address, originOf(scheme, raw.host, listening.port)]),
    site: new Site(folder, address, raw['frame-ancestors']),
    basePath: new URL(address).pathname.replace(/\/$/, ''),
    fills: !raw['no-fill'],
    asksAhead: raw.ahead,
    allowsPost: raw['allow-post'],
    watchers: [log, metrics],
  });
  closing.push(
    () => running.close(),
    repeatEvery(QUOTA_MS, () => running.lookAtQuota()),
    repeatEvery(LEARN_MS, () => running.description.readDescription()),
    repeatEvery(MS_PER_MINUTE, renewCertificate),
  );
  void running.description.readDescription();
  // A key that the service refuses is told at once, not by the first person.
  void running.askUsage();
  if (adminPort !== 0) {
    const names = [raw['admin-host'], hostname()].map((host) => originOf('http', host, adminPort));
    const guard = new Guard(names, true);
    const answer = createAdmin({ metrics, isReady, problemOf: (headers) => guard.problemOf(headers) });
    const admin = await listen(answer, { host: raw['admin-host'], port: adminPort, option: 'admin-port' });
    closing.push(() => admin.close(0));
  }
  setReady(running);

  let closed: Promise<void> | undefined;
  return {
    url: `${own}/`,
    /** Continues in new files of the log and the audit, and reads the certificate again. */
    reload() {
      log.reopenFile();
      renewCertificate();
    },
    noteFault(error: unknown) {
      log.onFault(error);
      return log.flushLines();
    },
    close: () =>
      (closed ??= (async () => {
        isClosing = true;
        await listening.close();
        for (const end of closing.reverse()) await end();
      })()),
  };
}

/** Refuses a gateway that would ask itself until it gives up. Says if Excel cannot open the manifest's address. */
function checkAddresses(
  service: string,
  own: string,
  publicUrl: string | undefined,
  host: string,
  say: (text: string) => void,
): void {
  const address = publicUrl ?? own;
  const asked = service.replace('//127.0.0.1:', '//localhost:');
  if ([own, address].some((one) => asked === one || asked === `${one}/api`))
    throw new StartError(`--service: ${service} is this gateway itself: name the service that it is to ask`);
  if (publicUrl === undefined && isAnyHost(host))
    say(`manifest.xml says ${own}, which other computers cannot open: name the right address with --public-url`);
  else if (address.startsWith('http:') && !isLoopback(new URL(address).hostname))
    say(`manifest.xml says ${address}, from where Excel loads nothing: name an https address with --public-url`);
}

/** Acts again and again, each time so long after the end of the last one. Returns what stops it. */
function repeatEvery(everyMs: number, act: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    timer = setTimeout(() => void Promise.resolve(act()).finally(wait), everyMs).unref();
  };
  wait();
  return () => clearTimeout(timer);
}

/** Only a gateway that no other computer can reach needs no tokens. Data never decides this, nor its loss. */
async function openAccess(
  raw: RawOptions,
  { groups, publicUrl, storePassword, signIn: settings }: ReturnType<typeof checkOptions>,
  closing: (() => unknown)[],
  say: (text: string) => void,
): Promise<{ readonly people: People; readonly shared: SharedCounts | undefined }> {
  const [isFile, isByProxy] = [raw.tokens !== '', raw['person-header'] !== ''];
  const isOwn = isLoopback(raw.host) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname));
  if (!isFile && !settings && !isByProxy && !isLoopback(raw.host))
    throw new StartError(
      `--host: without tokens the gateway listens on this computer alone, not on ${raw.host}: ` +
        'add a token with "npm run gateway -- token add NAME --tokens FILE", then start with --tokens FILE',
    );
  const shared =
    raw.store === ''
      ? undefined
      : await SharedCounts.openStore(raw.store, raw.tenant, { password: storePassword, say });
  closing.push(() => shared?.closeStore());
  if (raw.store !== '' && !isFile && !settings && !isByProxy)
    throw new StartError(
      '--store: it counts what people ask, and no longer keeps their tokens: name their file with --tokens FILE, or a ' +
        'sign-in; docs/gateway.md says how to move them',
    );
  const tokens = isFile ? new TokenFile(raw.tokens) : undefined;
  const signIn = settings && new SignIn(settings, { say });
  const people = new People(tokens, groups, isFile || signIn !== undefined || isByProxy || !isOwn, {
    say,
    signIn,
  });
  await people.startWatching();
  closing.push(() => people.stopWatching());
  if (isByProxy) say(`Whoever has ${raw['person-header']} from ${raw.proxy} is let in; all others need a token`);
  else say(whoIsLetIn(people, isFile ? raw.tokens : undefined, settings));
  if ((signIn || isByProxy) && !tokens)
    say('Nobody can be barred at once: for that, start with --tokens FILE too, whose first content is []');
  return { people, shared };
}

/** Printed at the start, so that the operator does not learn it from a stranger. */
function whoIsLetIn({ state }: People, file: string | undefined, signIn: SignInSettings | undefined): string {
  if (!state.isNeeded) return 'Nobody needs a token: only this computer is let in';
  if (signIn) return `Everybody must sign in at ${signIn.issuer}, or needs a token: ${state.inForce} in force`;
  if (state.inForce > 0) return `Everybody needs a token: ${state.inForce} in force`;
  return (
    'Everybody needs a token, and none is in force, so nobody is let in: ' +
    `add one with "npm run gateway -- token add NAME --tokens ${file ?? 'FILE", then start with --tokens FILE'}${file === undefined ? '' : '"'}`
  );
}

async function findService(
  raw: RawOptions,
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly address: string; readonly key: string }> {
  if (raw.sandbox) return { address: await startSandboxThread(), key: 'sandbox' };
  if (raw.service === '') throw new StartError('Say which service: --service URL, or --sandbox for the simulated one');
  return { address: readServiceAddress(raw.service), key: readKey(raw['key-file'], environment) };
}

/** Beside a gateway in one file: the add-in and the simulated service, which otherwise is among the sources. */
const [SHIPPED, PROGRAM, SERVER] = ['add-in', 'sandbox/server.mjs', '../../sandbox/server.ts'].map((file) =>
  path.resolve(__dirname, file),
) as [string, string, string];

/** In a thread that ends with this process. Resolves to its address, without a slash at the end. */
function startSandboxThread(): Promise<string> {
  const code = `process.argv[1] = ${JSON.stringify(SERVER)}; require('tsx/cjs'); require(process.argv[1]);`;
  return new Promise((resolve, reject) => {
    const isProgram = existsSync(PROGRAM);
    const options = { eval: !isProgram, argv: ['--port', '0'], stdout: true, stderr: true };
    const worker = new Worker(isProgram ? PROGRAM : code, options);
    const fail = (): void => reject(new StartError('--sandbox: the simulated service did not start'));
    worker.once('error', fail);
    worker.once('exit', fail);
    let said = '';
    worker.stdout.on('data', (data: Buffer) => {
      said += data.toString();
      const address = /^Sandbox: (\S+?)\/$/m.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
    // The thread alone must not keep the process alive.
    worker.unref();
  });
}

/** How often it is checked whether the day's quota and the service's description must be read again. */
const [QUOTA_MS, LEARN_MS] = [5 * MS_PER_MINUTE, MS_PER_MINUTE];

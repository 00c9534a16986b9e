import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { generateCertificates } from 'office-addin-dev-certs';
import { parseFaults } from '../../src/sandbox/faults/fault';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/server';
import { newTokenFile, tokenCommand } from './add-token';
import { freePort, onPath } from './engine';
import { GatewayProcess, keyFile, runGateway } from './node-process';
import { KEY_HEADER } from '../support/published-fields';

const promtool = onPath('promtool');
const EVERY_SECONDS = 15;
/** A moment of a run is as long for the alerts as the time between two readings. */
const MOMENT_MS = 400;
const MINUTE = 60 / EVERY_SECONDS;
const folder = mkdtempSync(path.join(tmpdir(), 'md-alerts-'));

/** What Prometheus would have read of several nodes, by series: one value for each reading, "_" for none. */
class Readings {
  readonly #series = new Map<string, string[]>();
  #count = 0;

  /** Reads every node once; who does not answer is down. */
  async read(nodes: readonly GatewayProcess[]): Promise<void> {
    for (const [index, node] of nodes.entries()) {
      const own = `instance="node${index}",job="md-gateway"`;
      const text = await node.metrics().catch(() => undefined);
      this.#add(`up{${own}}`, text === undefined ? '0' : '1');
      for (const [, name, labels = '', value] of text?.matchAll(
        /^(md_\w+|process_start_time_seconds)(?:\{(.*)\})? (\S+)$/gm,
      ) ?? [])
        if (!name!.includes('_bucket')) this.#add(`${name}{${labels === '' ? '' : `${labels},`}${own}}`, value!);
    }
    this.#count++;
  }

  /** Adds one reading of these metrics, with their labels: "md_ready" or "md_faults_total{status="200"}". */
  note(values: Readonly<Record<string, number>>): void {
    for (const [series, value] of Object.entries(values)) {
      const [name, labels] = series.split(/[{}]/);
      this.#add(`${name}{${labels ? `${labels},` : ''}instance="node0",job="md-gateway"}`, String(value));
    }
    this.#count++;
  }

  /** The alerts that fire at the end, and those that have fired before, by Prometheus's own rules. */
  get fired(): readonly string[] {
    const series = [...this.#series].map(([name, values]) => ({
      name,
      values: [...values, ...Array.from({ length: this.#count - values.length }, () => '_')].join(' '),
    }));
    const rules = path.resolve('deploy/alerts.yaml');
    const names = [...execFileSync('cat', [rules], { encoding: 'utf8' }).matchAll(/- alert: (\w+)/g)].map(
      ([, name]) => name!,
    );
    return names.filter((alertname) => {
      const file = path.join(folder, `${alertname}.yaml`);
      const checks = Array.from({ length: this.#count }, (_, index) => ({
        eval_time: `${index * EVERY_SECONDS}s`,
        alertname,
        exp_alerts: [],
      }));
      const tests = [
        {
          interval: `${EVERY_SECONDS}s`,
          input_series: series.map(({ name, values }) => ({ series: name, values })),
          alert_rule_test: checks,
        },
      ];
      writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: `${EVERY_SECONDS}s`, tests }));
      try {
        execFileSync(promtool!, ['test', 'rules', file], { stdio: 'pipe' });
        return false;
      } catch (error) {
        // Something else than an alert that nobody expected would be a fault of this test.
        const said = String((error as { stdout: Buffer }).stdout) + String((error as { stderr: Buffer }).stderr);
        if (!said.includes(alertname)) throw new Error(said, { cause: error });
        return true;
      }
    });
  }

  #add(name: string, value: string): void {
    const values = this.#series.get(name) ?? [];
    while (values.length < this.#count) values.push('_');
    values.push(value);
    this.#series.set(name, values);
  }
}

(promtool === undefined ? describe.skip : describe)('the alerts, by what real nodes count', () => {
  let service: RunningSandbox;
  const nodes: GatewayProcess[] = [];
  beforeAll(async () => {
    service = await startSandbox({ latencyMs: 5 });
  });
  afterEach(async () => {
    service.setFaults([]);
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
  });
  afterAll(() => service.close());

  const start = async (...options: readonly string[]): Promise<GatewayProcess> => {
    const node = await GatewayProcess.start([
      ...['--service', service.url, '--key-file', keyFile(), '--quotes-fresh', '0.3', '--log', '/dev/null'],
      ...options,
    ]);
    nodes.push(node);
    return node;
  };
  /** What is read in so many moments, while people ask. */
  const run = async (
    moments: number,
    headers = {},
    readings = new Readings(),
    also: () => unknown = () => undefined,
  ): Promise<Readings> => {
    for (let moment = 0; moment < moments; moment++) {
      await also();
      for (const node of nodes)
        for (const symbol of ['EURUSD', 'GBPUSD'])
          void fetch(`${node.url}/api/currencies/quotes?symbols=${symbol}`, { headers }).catch(() => undefined);
      await setTimeout(MOMENT_MS);
      await readings.read(nodes);
    }
    return readings;
  };

  test('are silent while two tenants are well, each with a service of its own', async () => {
    const tokens = newTokenFile();
    const headers = { [KEY_HEADER]: await tokenCommand('add', 'ann', '--tokens', tokens) };
    await start('--tenant', 'one', '--tokens', tokens);
    await start('--tenant', 'two', '--tokens', tokens);
    expect((await run(3 * MINUTE, headers)).fired).toEqual([]);
  });

  test('tell within a minute that the service is away, and of this node alone', async () => {
    await start();
    const readings = await run(2 * MINUTE);
    service.setFaults(parseFaults('reset'));
    expect((await run(MINUTE, {}, readings)).fired).toContain('ServiceAway');
  });

  test('report that the service blocks the firm, even after a single refused request', async () => {
    await start();
    const readings = await run(MINUTE);
    service.setFaults(parseFaults('limit:0/600:600'));
    expect((await run(2 * MINUTE, {}, readings)).fired).toContain('FirmBlocked');
  });

  test('report a missing node, and a node that restarts again and again', async () => {
    await start();
    await start();
    const readings = await run(MINUTE);
    await nodes[0]!.stop();
    expect((await run(MINUTE, {}, readings)).fired).toEqual(['NodeGone']);
    nodes[0] = await GatewayProcess.start(['--sandbox'], {}, nodes[0]);
    const startAgain = async (): Promise<void> => {
      await nodes[0]!.stop();
      nodes[0] = await GatewayProcess.start(['--sandbox'], {}, nodes[0]);
    };
    // A reading of a node that has just started may find nobody.
    let fired: readonly string[] = [];
    for (let round = 0; round < 4 && !fired.includes('CrashLoop'); round++)
      ({ fired } = await run(4, {}, readings, startAgain));
    expect(fired).toContain('CrashLoop');
  });

  test('tell that an identity provider was never reached, and nothing of the like without sign-in', async () => {
    await start('--oidc-issuer', `http://127.0.0.1:${await freePort()}`, '--oidc-audience', 'md');
    expect((await run(2 * MINUTE)).fired).toEqual(['NobodyIsLetIn', 'NobodyCanSignIn']);
  });

  test.each([
    ['QuotaShort', 'md_quota_stretch', 2],
    ['CertificateEnds', 'md_certificate_ends_seconds', 13 * 86_400],
  ])('tell with %s of what takes days to come', (alert, name, value) => {
    const readings = new Readings();
    for (let moment = 0; moment < 2 * MINUTE; moment++) readings.note({ [name]: value });
    expect(readings.fired).toEqual([alert]);
  });

  test.each([
    ['AnswersFail', 'md_inbound_requests_total{status="502"}'],
    ['StoreAway', 'md_store_errors_total{kind="away"}'],
  ])('tell with %s of a trouble that lasts, and not of one that has passed', (alert, failures) => {
    const firedAfter = (minutes: number): readonly string[] => {
      const readings = new Readings();
      for (let moment = 0; moment < 15 * MINUTE; moment++)
        readings.note({
          'md_inbound_requests_total{status="200"}': moment * 10,
          [failures]: Math.min(Math.max(moment - 2 * MINUTE, 0), minutes * MINUTE) * 5,
        });
      return readings.fired;
    };
    expect(firedAfter(1.25)).toEqual([]);
    expect(firedAfter(8)).toEqual([alert]);
  });

  test('tell of a refused key before anybody asks, and later', async () => {
    service.setFaults(parseFaults('status:401'));
    await start();
    const readings = await run(0);
    for (const moment of [1, 2]) await setTimeout(MOMENT_MS * moment).then(() => readings.read(nodes));
    expect(readings.fired).toEqual(['KeyRefused']);
    expect(nodes[0]!.output).toContain("The service refuses the gateway's key (401)");
    const later = new Readings();
    for (let moment = 0; moment < 3 * MINUTE; moment++)
      later.note({
        'md_upstream_requests_total{status="200"}': 5,
        'md_upstream_requests_total{status="403"}': Math.max(moment - MINUTE, 0) * 2,
      });
    expect(later.fired).toEqual(['KeyRefused']);
  });

  (existsSync('/dev/full') ? test : test.skip)('tell that the audit cannot be written', async () => {
    await start('--audit', '/dev/full');
    expect((await run(2)).fired).toEqual(['LogUnwritten']);
  });

  test('know when the certificate of a node ends', async () => {
    const [ca, cert, key] = ['ca', 'cert', 'key'].map((name) => path.join(folder, name)) as [string, string, string];
    const { log } = console;
    console.log = () => undefined;
    await generateCertificates(ca, cert, key, 2).finally(() => (console.log = log));
    const options = ['--sandbox', '--cert', cert, '--cert-key', key];
    nodes.push(await GatewayProcess.start(options, {}, undefined, runGateway, 'https'));
    // Times of a test of rules begin in 1970, so an end is near or far from there.
    const text = await nodes[0]!.metrics();
    const ends = Number(/^md_certificate_ends_seconds (\S+)$/m.exec(text)![1]) - Date.now() / 1000;
    expect(ends / 86_400).toBeGreaterThan(1);
    expect(ends / 86_400).toBeLessThan(3);
  });
});

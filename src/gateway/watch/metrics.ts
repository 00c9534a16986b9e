import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestRecord } from '../../core/call';
import type { TokenState } from '../access/people';
import type { Quota } from '../service/quota';
import type { Inbound, Watcher } from './watcher';

interface MetricSources {
  readonly isReady: () => boolean;
  readonly tokens: () => TokenState;
  readonly unwritten?: () => readonly { readonly what: string }[];
  readonly storeErrors?: () => ReadonlyMap<string, number>;
  readonly quota: () => Pick<Quota, 'today' | 'stretch'>;
  readonly isSignedInByProxy: boolean;
  /** When the certificate ends, in milliseconds since 1970; undefined if the gateway has none. */
  readonly certificateEndsAt?: (() => number) | undefined;
}

const WAITS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const AGES = [0.5, 1, 2, 5, 10, 15, 30, 60, 300, 3_600, 86_400];

export class Metrics implements Watcher {
  readonly #registry = new Registry();
  readonly #inbound = this.#counter('md_inbound_requests_total', 'Requests under /api', ['operation', 'status']);
  readonly #upstream = this.#counter('md_upstream_requests_total', 'Requests to the service', ['status']);
  readonly #items = this.#counter('md_items_total', 'Symbols and answers asked for', ['from']);
  readonly #fromMemory = this.#items.labels('memory');
  readonly #fromService = this.#items.labels('service');
  readonly #faults = this.#counter('md_faults_total', 'Errors that nobody expected', []);
  readonly #waits = this.#histogram('md_answer_seconds', 'How long an answer took', WAITS);
  readonly #ages = this.#histogram('md_answer_age_seconds', 'How old answers were when they left', AGES);
  readonly #latency = this.#histogram('md_upstream_seconds', 'How long the service took', WAITS);

  constructor(sources: MetricSources) {
    collectDefaultMetrics({ register: this.#registry });
    const { tokens, isReady, isSignedInByProxy, certificateEndsAt, storeErrors, unwritten } = sources;
    const gauges: [name: string, help: string, read: () => number][] = [
      ['md_ready', 'Whether this node should receive requests', () => Number(isReady())],
      ['md_quota_stretch', 'By how much quotes are kept longer than usual', () => sources.quota().stretch],
      ['md_token_needed', 'Whether everybody needs a token', () => Number(tokens().isNeeded)],
      ['md_tokens_unreadable', 'Stored tokens that cannot be read', () => tokens().unreadable],
      ['md_tokens_age_seconds', 'Since when tokens have not been read', () => tokens().ageSeconds],
      ['md_barred', 'People who are barred', () => tokens().barred],
      ['md_signed_in_by_proxy', 'Whether a proxy says who people are', () => Number(isSignedInByProxy)],
    ];
    // An alert must distinguish a gateway without sign-in from one without keys.
    if (tokens().signIn)
      gauges.push(
        ['md_sign_in_keys', 'Known keys of the issuer', () => tokens().signIn!.count],
        ['md_sign_in_keys_age_seconds', 'Since when they have not been read', () => tokens().signIn!.ageSeconds],
      );
    if (certificateEndsAt)
      gauges.push(['md_certificate_ends_seconds', 'When the certificate ends', () => certificateEndsAt() / 1000]);
    for (const [name, help, read] of gauges) this.#gauge(name, help, [], () => [[{}, read()]]);
    this.#gauge('md_tokens', 'Tokens that are in force, expired or revoked', ['state'], () => {
      const { inForce, expired, revoked } = tokens();
      return Object.entries({ 'in force': inForce, expired, revoked }).map(([state, count]) => [{ state }, count]);
    });
    this.#gauge('md_log_unwritten', 'Which of log and audit cannot be written, so that lines are lost', ['file'], () =>
      (unwritten?.() ?? []).map(({ what }) => [{ file: what }, 1]),
    );
    const quota = "The day's requests to the service: used, and how many there may be";
    this.#gauge('md_quota_requests', quota, ['kind'], () => {
      const { today } = sources.quota();
      return today ? [[{ kind: 'used' }, today.used] as const, [{ kind: 'limit' }, today.of] as const] : [];
    });
    this.#gauge(
      'md_store_errors_total',
      'Calls that the store did not answer or refused',
      ['kind'],
      () => [...(storeErrors?.() ?? [])].map(([kind, count]) => [{ kind }, count]),
      Counter,
    );
  }

  onInbound({ operation, ms, answered }: Inbound): void {
    const { status, count = 0, hits = 0, ageMs } = answered;
    this.#inbound.inc({ operation: operation ?? 'none', status });
    this.#fromMemory.inc(hits);
    this.#fromService.inc(count - hits);
    this.#waits.observe(ms / 1000);
    if (ageMs !== undefined) this.#ages.observe(ageMs / 1000);
  }

  onUpstream({ status, ms }: RequestRecord): void {
    this.#upstream.inc({ status });
    this.#latency.observe(ms / 1000);
  }

  onFault(): void {
    this.#faults.inc();
  }

  async metricsResponse(): Promise<Response> {
    return new Response(await this.#registry.metrics(), { headers: { 'content-type': this.#registry.contentType } });
  }

  #counter(name: string, help: string, labelNames: readonly string[]): Counter {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.#registry] });
  }

  #histogram(name: string, help: string, buckets: number[]): Histogram {
    return new Histogram({ name, help, buckets, registers: [this.#registry] });
  }

  #gauge(
    name: string,
    help: string,
    labelNames: readonly string[],
    read: () => readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[],
    Kind: typeof Gauge | typeof Counter = Gauge,
  ): void {
    new Kind({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.inc(labels, value);
      },
    });
  }
}

interface AdminSources {
  readonly metrics: Pick<Metrics, 'metricsResponse'>;
  readonly isReady: () => boolean;
  readonly problemOf: (headers: Headers) => string | undefined;
}

export const createAdmin =
  ({ metrics, isReady, problemOf }: AdminSources) =>
  (request: Request): Response | Promise<Response> => {
    const problem = problemOf(request.headers);
    if (problem !== undefined) return new Response(`${problem}\n`, { status: 403 });
    const { pathname } = new URL(request.url);
    if (pathname === '/metrics') return metrics.metricsResponse();
    if (pathname === '/healthz') return new Response('ok\n');
    if (pathname !== '/readyz') return new Response('Not Found\n', { status: 404 });
    return isReady() ? new Response('ready\n') : new Response('closing\n', { status: 503 });
  };

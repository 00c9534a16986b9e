import { MS_PER_MINUTE } from '../../core/calendar/dates';
import type { RequestRecord } from '../../core/call';
import type { Inbound, Watcher } from './watcher';

export interface StatusSources {
  readonly minutes: readonly Minute[];
  readonly people: ReadonlyMap<string, number>;
  readonly isTokenNeeded: boolean;
  readonly quotes: number;
  /** The day's requests to the service and their maximum; undefined if no quota is known. */
  readonly quota: { readonly used: number; readonly of: number } | undefined;
  readonly version: string;
}

const STYLE = `body{font:14px system-ui,sans-serif;margin:2rem;max-width:60rem;color:#1b1b1b;background:#fff}
table{border-collapse:collapse;margin:1rem 0}th,td{padding:.25rem .75rem;text-align:right;border-bottom:1px solid #ddd}
th:first-child,td:first-child,th.bar,td.bar{text-align:left}td.bar{min-width:12rem}
.wide{overflow-x:auto}
a{color:inherit}
td.bar span{display:inline-block;height:.7rem;background:#217346}
@media(prefers-color-scheme:dark){body{color:#eee;background:#1b1b1b}th,td{border-color:#444}}`;

const HEAD =
  '<th>minute</th><th>asked</th><th>to the service</th><th>from memory</th><th>failed</th>' +
  '<th>429 of the service</th><th>slowest, ms</th><th class="bar">asked, as a bar</th>';

/** The last minutes of this node, for people. The page needs no script and loads nothing. */
export function statusPage(sources: StatusSources): Response {
  const { minutes, people, isTokenNeeded, quotes, quota, version } = sources;
  const today = quota ? ` ${quota.used} of the day's ${quota.of} requests to the service are used.` : '';
  const max = Math.max(1, ...minutes.map(({ inbound }) => inbound));
  const rows = minutes.map((minute) => {
    const cells = [
      new Date(minute.at * MS_PER_MINUTE).toISOString().slice(11, 16),
      minute.inbound,
      minute.upstream,
      shareOf(minute),
      minute.failed,
      minute.refused,
      Math.round(minute.slowestMs),
    ].map((cell) => `<td>${cell}</td>`);
    const width = Math.round((minute.inbound / max) * 100);
    return `<tr>${cells.join('')}<td class="bar"><span style="width:${width}%"></span></td></tr>`;
  });
  const persons = [...people]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 50)
    .map(([person, count]) => `<tr><td>${escaped(person)}</td><td>${count}</td></tr>`);
  const whyNobody = isTokenNeeded
    ? 'Nobody has sent a request yet.'
    : 'Nobody needs a token here, so nobody is counted.';
  const personTable =
    persons.length === 0
      ? `<p>${whyNobody}</p>`
      : `<table><thead><tr><th>person</th><th>requests</th></tr></thead><tbody>${persons.join('\n')}</tbody></table>`;
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>MD gateway</title><style>${STYLE}</style></head>
<body><main><h1>MD gateway</h1>
<p>Version ${escaped(version)}. ${quotes} quotes in memory.${today}</p>
<h2>Last minutes (UTC)</h2>
<div class="wide" tabindex="0" role="region" aria-label="Last minutes"><table><thead><tr>${HEAD}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>
<h2>People today</h2>
${personTable}
<p><a href="">Load again</a></p>
</main></body></html>
`;
  return new Response(page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    },
  });
}

const shareOf = ({ hits, items }: Minute): string => (items === 0 ? '–' : `${Math.floor((hits / items) * 100)} %`);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The events of one minute. */
interface Minute {
  /** In minutes since 1970. */
  readonly at: number;
  inbound: number;
  failed: number;
  upstream: number;
  refused: number;
  items: number;
  hits: number;
  slowestMs: number;
}

const KEPT = 15;

/** The last minutes, for the status page. */
export class LastMinutes implements Watcher {
  readonly #minutes: Minute[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  onInbound({ answered: { status, count = 0, hits = 0 }, ms }: Inbound): void {
    const minute = this.#current();
    minute.inbound++;
    // Not what is refused with reason, such as a misspelt symbol: somebody looks here to see whether all is well.
    if (status >= 500) minute.failed++;
    minute.items += count;
    minute.hits += hits;
    minute.slowestMs = Math.max(minute.slowestMs, ms);
  }

  onUpstream({ status }: RequestRecord): void {
    const minute = this.#current();
    minute.upstream++;
    if (status === 429) minute.refused++;
  }

  /** Newest first, including minutes without events. */
  get last(): readonly Minute[] {
    const current = this.#current().at;
    return Array.from(
      { length: KEPT },
      (_, ago) => this.#minutes.find(({ at }) => at === current - ago) ?? empty(current - ago),
    );
  }

  #current(): Minute {
    const at = Math.floor(this.now() / MS_PER_MINUTE);
    const newest = this.#minutes.at(-1);
    if (newest?.at === at) return newest;
    const minute = empty(at);
    this.#minutes.push(minute);
    if (this.#minutes.length > KEPT) this.#minutes.shift();
    return minute;
  }
}

const empty = (at: number): Minute => ({
  at,
  inbound: 0,
  failed: 0,
  upstream: 0,
  refused: 0,
  items: 0,
  hits: 0,
  slowestMs: 0,
});

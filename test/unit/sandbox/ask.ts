import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/app';
import { KEY_HEADER } from '../../support/published-fields';

/** A Friday at the New York open's half hour: 2026-11-20T15:00:00Z. */
export const FRIDAY_MS = Date.UTC(2026, 10, 20, 15, 0, 0);

interface Reply<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON of the answer, or undefined if there is none. */
  readonly body: Body;
}

/** A record whose fields a test compares and hands on as text. */
export type Row = Readonly<Record<string, string | null>>;

export interface Quote {
  readonly symbol: string;
  readonly ask: number;
  readonly bid: number;
  readonly mid: number;
  readonly timestamp: number;
}

export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly total: number | null;
  readonly current_page: string | null;
  readonly current_page_backwards: string | null;
  readonly previous_page: string | null;
  readonly next_page: string | null;
}

interface Refused {
  readonly detail:
    string | readonly { readonly loc: readonly (string | number)[]; readonly msg: string; readonly type: string }[];
}

/** Asks for a path; the test states the shape that it expects. */
type Ask = <Body = Refused>(path: string, init?: RequestInit) => Promise<Reply<Body>>;

const ORIGIN = 'http://service.test';

/** Sends one request with the demo key to a sandbox. */
export async function askOf<Body = Refused>(
  sandbox: Sandbox,
  path: string,
  init: RequestInit = {},
): Promise<Reply<Body>> {
  const response = await sandbox.fetch(new Request(ORIGIN + path, { headers: { [KEY_HEADER]: 'demo' }, ...init }));
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) as Body };
}

/** A sandbox whose clock stands still at that Friday, as a function that asks it. */
export function asking(options: SandboxOptions = {}): Ask {
  const sandbox = createSandbox({ now: () => FRIDAY_MS, wait: () => Promise.resolve(), ...options });
  return <Body>(path: string, init?: RequestInit) => askOf<Body>(sandbox, path, init);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

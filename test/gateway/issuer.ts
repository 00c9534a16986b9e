import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';

/** What the pane is called at the issuer, and what it has come back to with a code. */
export const CLIENT = 'md-pane';
const BACK = 'https://md.example.com/sign-in.html';
/** What the gateway is called there. */
export const AUDIENCE = 'https://md.example.com';

interface Tokens {
  readonly access_token: string;
  readonly id_token: string;
}

/** A certified OpenID Connect provider in a process of its own. */
export class RealIssuer {
  private constructor(
    private readonly process: ChildProcess,
    readonly url: string,
  ) {}

  static async start(): Promise<RealIssuer> {
    const child = fork(path.join(__dirname, 'issuer-process.mjs'), {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const [{ issuer }] = (await once(child, 'message')) as [{ issuer: string }];
    return new RealIssuer(child, issuer);
  }

  /** Signs somebody in as a browser does: authorization code with PKCE, through redirects. */
  async signIn(name: string, resource = AUDIENCE, back = BACK): Promise<Tokens> {
    const verifier = randomBytes(32).toString('base64url');
    const request = new URLSearchParams({
      client_id: CLIENT,
      response_type: 'code',
      redirect_uri: back,
      scope: 'openid access',
      resource,
      login_hint: name,
      nonce: 'once',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const cookies = new Map<string, string>();
    let address = `${this.url}/auth?${request}`;
    while (address.startsWith(this.url)) {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const answer = await fetch(address, { redirect: 'manual', headers: { cookie } });
      for (const one of answer.headers.getSetCookie()) {
        const [, key, value] = /^([^=]+)=([^;]*)/.exec(one)!;
        cookies.set(key!, value!);
      }
      address = new URL(answer.headers.get('location')!, this.url).href;
    }
    const answer = await fetch(`${this.url}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: new URL(address).searchParams.get('code')!,
        client_id: CLIENT,
        redirect_uri: back,
        code_verifier: verifier,
        resource,
      }),
    });
    return (await answer.json()) as Tokens;
  }

  /** Signs with new keys from now on, and publishes them alone. */
  rotate(): Promise<void> {
    return this.#order({ order: 'rotate' });
  }

  /** Signs with another algorithm, comes back to other pages, or renews what it has given. */
  change(settings: {
    readonly alg?: string;
    readonly backs?: readonly string[];
    readonly renews?: boolean;
  }): Promise<void> {
    return this.#order({ order: 'change', ...settings });
  }

  async stop(): Promise<void> {
    this.process.kill('SIGKILL');
    await once(this.process, 'exit');
  }

  async #order(order: object): Promise<void> {
    this.process.send(order);
    await once(this.process, 'message');
  }
}

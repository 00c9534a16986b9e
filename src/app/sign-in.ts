import { ServiceError } from '../api/service-error';
import { messageOf } from '../core/basics';
import { MS_PER_MINUTE } from '../core/calendar/dates';
import { inTime } from '../core/waiting';

/** A token from an identity provider. It is kept only in memory and sent only to the gateway. */
export interface Grant {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  /** The user's name; empty if the provider does not say. */
  readonly person: string;
}

/** A way to sign in. Both methods reject with a sentence if something fails. */
export interface SignInWay {
  /**
   * A grant without asking the user; undefined if the user must be asked.
   * @param isRenewal whether the previous grant has become useless
   */
  grantSilently(isRenewal: boolean): Promise<Grant | undefined>;
  /** Asks the user; undefined if the user gave up, or if a click is needed and there was none. */
  askForGrant(isClicked: boolean): Promise<Grant | undefined>;
  /** Forgets the user: the next grant may be another person's. */
  forgetGrant(): void;
}

interface SessionSignInParts {
  readonly fetch: typeof fetch;
  readonly now?: () => number;
  /**
   * Called after every change of the state.
   * @param keepsAnswers false if the cached answers may be another person's
   */
  readonly onChange: (keepsAnswers: boolean) => void;
  /** Recalculates the cells whose error says to sign in. */
  readonly recalculate: () => Promise<unknown>;
}

/** Shorter than the timeout of a request to a gateway, whose sentence would not say what to do. */
const MAX_WAIT_MS = 40_000;
/** A grant is renewed this long before it ends, or at half of its time if that is shorter. */
const RENEWED_BEFORE_MS = 5 * MS_PER_MINUTE;

/**
 * The sign-in of one session. Requests wait for it, carry its token, and have it renewed before it ends or once the
 * gateway refuses it. No part of a token is ever stored, logged or put into an address.
 */
export class SessionSignIn {
  /** Undefined until it is needed. */
  #state: 'signing in' | 'signed in' | 'signed out' | undefined;
  #grant: Grant | undefined;
  #givenAt = 0;
  #beganAt = 0;
  /** Why the last attempt failed. */
  problem: string | undefined;
  #asking: Promise<void> | undefined;
  #renewing: Promise<void> | undefined;
  /** A new token that the gateway has refused too, so that another new one would not help. */
  #refused: string | undefined;
  /** A grant that cannot be renewed, and so is used until it ends. */
  #last: Grant | undefined;
  /** Whether cells say that the user must sign in. */
  #hasTold = false;
  /** Counts how often the user signed out: results that were requested before are then dropped. */
  #era = 0;
  readonly #now: () => number;

  constructor(
    private readonly way: SignInWay,
    private readonly parts: SessionSignInParts,
  ) {
    this.#now = parts.now ?? Date.now;
  }

  get state(): 'signing in' | 'signed in' | 'signed out' {
    return this.#state ?? 'signing in';
  }

  /** The signed-in user's name; empty if nobody is signed in, or if the provider does not say. */
  get person(): string {
    return this.#grant?.person ?? '';
  }

  /** Whether a user is signed in, or will be without being asked in the pane. */
  get isExpected(): boolean {
    return this.#state !== 'signed out';
  }

  /** Signs in without a click, the first time that it is called. Returns how requests are sent. */
  begin(): typeof fetch {
    if (this.#state === undefined) void this.#enter(false);
    return this.fetch;
  }

  /** Signs in after a click. Never rejects. */
  async start(): Promise<void> {
    await (this.#asking ?? this.#enter(true));
  }

  signOut(): void {
    this.#era++;
    this.way.forgetGrant();
    this.#grant = this.#asking = this.#renewing = this.problem = undefined;
    this.#become('signed out', false);
  }

  /** Sends a request with the token, once there is one. */
  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const token = await this.#token();
    const again = request.clone();
    const answer = await this.#send(request, token);
    if (answer.status !== 401 || token === this.#refused) return answer;
    // Another request may have noticed this first.
    if (token === this.#grant?.token) await this.#renew(true);
    const renewed = this.#valid()?.token;
    if (renewed === undefined || renewed === token) return answer;
    const second = await this.#send(again, renewed);
    if (second.status === 401) this.#refused = renewed;
    return second;
  };

  #send(request: Request, token: string): Promise<Response> {
    request.headers.set('authorization', `Bearer ${token}`);
    return this.parts.fetch(request);
  }

  async #token(): Promise<string> {
    if (this.#asking && !this.#valid()) await this.#wait(this.#asking);
    const grant = this.#valid();
    if (grant === undefined) {
      // The provider may have been temporarily unreachable.
      if (this.#grant) await this.#wait(this.#renew());
    } else if (grant !== this.#last && this.#now() > this.#renewedAt(grant)) void this.#renew();
    const token = this.#valid()?.token;
    if (token !== undefined) return token;
    this.#hasTold = true;
    throw new ServiceError('no-key', 'Sign in, in the MD pane');
  }

  /** All requests wait until the same moment, not one after the other. */
  async #wait(pending: Promise<void>): Promise<void> {
    const leftMs = Math.max(0, this.#beganAt + MAX_WAIT_MS - this.#now());
    await inTime(() => pending, leftMs).catch(() => undefined);
  }

  #valid(): Grant | undefined {
    return this.#grant && this.#now() < this.#grant.endsAt ? this.#grant : undefined;
  }

  #renewedAt({ endsAt }: Grant): number {
    return Math.max(endsAt - RENEWED_BEFORE_MS, (endsAt + this.#givenAt) / 2);
  }

  #enter(isClicked: boolean): Promise<void> {
    const keepsAnswers = this.#state === undefined;
    this.problem = undefined;
    const give = async (): Promise<Grant | undefined> =>
      (await this.way.grantSilently(false)) ?? this.way.askForGrant(isClicked);
    const asking = this.#whileSame(give(), (grant) => this.#take(grant, keepsAnswers)).finally(() => {
      if (this.#asking === asking) this.#asking = undefined;
    });
    this.#asking = asking;
    this.#become('signing in', true);
    return asking;
  }

  /** A grant that arrives after the user has signed out is dropped. Never rejects: a grant is used until it ends. */
  #whileSame(giving: Promise<Grant | undefined>, take: (grant: Grant | undefined) => void): Promise<void> {
    const era = this.#era;
    this.#beganAt = this.#now();
    return giving.then(
      (grant) => {
        if (era === this.#era) take(grant);
      },
      (error: unknown) => {
        if (era === this.#era && !(this.#state === 'signed in' && this.#valid())) this.#fail(error);
      },
    );
  }

  /**
   * Renews the grant, once for all requests that need it. Never rejects: unless it was refused, the old grant is used
   * until it ends.
   */
  #renew(isRefused = false): Promise<void> {
    if (this.#renewing) return this.#renewing;
    const before = this.#grant;
    const renewing = this.#whileSame(this.way.grantSilently(true), (grant) => {
      if (!grant && !isRefused && this.#valid()) this.#last = before;
      else this.#take(grant, grant?.person === before?.person);
    }).finally(() => {
      if (this.#renewing === renewing) this.#renewing = undefined;
    });
    this.#renewing = renewing;
    return renewing;
  }

  #take(grant: Grant | undefined, keepsAnswers: boolean): void {
    this.#grant = grant;
    this.#givenAt = this.#now();
    this.problem = undefined;
    this.#become(grant ? 'signed in' : 'signed out', keepsAnswers || !grant);
    if (!grant || !this.#hasTold) return;
    this.#hasTold = false;
    // If Excel refuses now, they are calculated with the next change.
    this.parts.recalculate().catch(() => undefined);
  }

  #fail(error: unknown): void {
    this.problem = messageOf(error);
    this.#become('signed out', true);
  }

  #become(state: 'signing in' | 'signed in' | 'signed out', keepsAnswers: boolean): void {
    if (state === this.#state && keepsAnswers) return;
    this.#state = state;
    this.parts.onChange(keepsAnswers);
  }
}

import type { Operation } from '../../api/interface/operation';
import { type Answered, refusal } from '../interface/replies';
import { type Groups, problemOf } from './groups';
import type { PersonRateLimiter } from './limits';
import { hasExpired, hashOf, type TokenRecord, type TokenShelf } from './token';

/** A revoked token stops working within this time, on every node. */
const RELOAD_MS = 1_000;

/** Who may send requests, by their tokens. Once there has been a token, every request needs one. */
export class People {
  #byHash = new Map<string, TokenRecord>();
  #isTokenNeeded = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param isFile if tokens are in a file, they are required as soon as the file is named */
  constructor(
    private readonly shelf: TokenShelf | undefined,
    private readonly groups: Groups,
    private readonly limits: PersonRateLimiter,
    private readonly isFile: boolean,
  ) {
    this.#isTokenNeeded = isFile;
  }

  /** Reads the tokens now and at regular intervals. */
  async start(): Promise<void> {
    await this.#reload();
    if (!this.shelf) return;
    this.#timer = setInterval(() => {
      // The last known tokens stay valid while the source cannot be read.
      this.#reload().catch(() => undefined);
    }, RELOAD_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  get isTokenNeeded(): boolean {
    return this.#isTokenNeeded;
  }

  /** The person with a token, or the answer that refuses it. */
  find(token: string | null): TokenRecord | Answered {
    if (!token) return refusal(401, 'This gateway requires a personal token: enter yours in the MD pane');
    const record = this.#byHash.get(hashOf(token));
    if (!record)
      return refusal(401, 'The gateway does not know this token: enter yours in the MD pane, or ask for a new one');
    if (record.revoked !== undefined) return refusal(401, 'This token was revoked: ask for a new one');
    if (hasExpired(record, Date.now())) return refusal(401, 'This token has expired: ask for a new one');
    return record;
  }

  /** Whether the person may request that now; otherwise the answer that says why not. */
  async allow({ name, groups }: TokenRecord, operation: Operation | undefined): Promise<Answered | undefined> {
    const problem = operation && problemOf(name, groups, operation, this.groups);
    if (problem !== undefined) return refusal(403, problem);
    const waitMs = await this.limits.take(name);
    if (waitMs === undefined) return undefined;
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    return refusal(
      429,
      `${name} has sent more than ${this.limits.perSecond} requests in a second: try again in ${seconds} s`,
      {
        'retry-after': String(seconds),
      },
    );
  }

  async #reload(): Promise<void> {
    const records = (await this.shelf?.read()) ?? [];
    const tokens = [...this.#byHash.values()];
    if (records.length === 0 && tokens.length > 0 && this.shelf?.putBack) {
      await this.shelf.putBack(tokens);
      return;
    }
    this.#byHash = new Map(records.map((record) => [record.hash, record]));
    this.#isTokenNeeded ||= this.isFile || records.length > 0;
  }
}

export const isRefusal = (result: TokenRecord | Answered): result is Answered => 'status' in result;

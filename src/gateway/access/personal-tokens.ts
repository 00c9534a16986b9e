import { createHash, randomBytes } from 'node:crypto';
import { isRecord } from '../../core/basics';
import { MS_PER_DAY } from '../../core/calendar/dates';
import { chmod, chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { StartError } from '../errors';
import type { Store } from '../nodes/store';

/** What is stored of a personal token: never the token itself. */
export interface TokenRecord {
  readonly name: string;
  /** SHA-256 of the token, which is long and random, in hex; empty if there is none. */
  readonly hash: string;
  /** Groups that allow areas and operations. @default everything is allowed */
  readonly groups?: readonly string[];
  /** ISO dates. */
  readonly added: string;
  readonly expires?: string;
  readonly revoked?: string;
  /** Since when this person is let in neither with this token nor by a sign-in. */
  readonly barred?: string;
  /** When the record was last written. Of two records of one name the newer one counts. */
  readonly changed?: string;
}

/** A revoked token stops working within this time, on every node. */
const RELOAD_MS = 1_000;

/** How many tokens there are, of which kind, and how well they are known. */
export interface StateOfTokens {
  readonly inForce: number;
  /** Also those of people who are barred. */
  readonly revoked: number;
  readonly expired: number;
  /** People who are not let in. */
  readonly barred: number;
  /** Stored records that cannot be read; 1 if nothing can be read of a file of tokens. */
  readonly unreadable: number;
  /** Seconds since they were last read. */
  readonly ageSeconds: number;
}

/** Why a token lets nobody in: for the log, and for whoever shows it. */
interface Unrecognized {
  readonly reason: string;
  readonly sentence: string;
}

/** The tokens that an operator has handed out, as far as this node knows: it reads them again every second. */
export class PersonalTokens {
  /** The newest record of each name that this node has seen. */
  #byName: ReadonlyMap<string, TokenRecord> = new Map();
  #byHash: ReadonlyMap<string, TokenRecord> = new Map();
  /** In small letters, as names of identity providers are the same in any. */
  #barred: ReadonlySet<string> = new Set();
  #problem: string | undefined;
  #unreadable = 0;
  #readAt = performance.now();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param say told whenever tokens become unreadable or readable again */
  constructor(
    private readonly storage: TokenStorage | undefined,
    private readonly say: (text: string) => void,
  ) {}

  /** Reads the tokens now and at regular intervals. Rejects if nothing can be read of them now. */
  async start(): Promise<void> {
    await this.#reload();
    if (!this.storage) return;
    this.#timer = setInterval(() => {
      // The last known tokens stay valid while the source cannot be read.
      this.#reload().catch((error: unknown) => {
        if (error instanceof StartError) this.#note(1, error.message);
      });
    }, RELOAD_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  get state(): StateOfTokens {
    const now = Date.now();
    const records = [...this.#byName.values()].filter(({ hash }) => hash !== '');
    const revoked = records.filter(isEnded).length;
    const expired = records.filter((record) => !isEnded(record) && hasExpired(record, now)).length;
    return {
      inForce: records.length - revoked - expired,
      revoked,
      expired,
      barred: this.#barred.size,
      unreadable: this.#unreadable,
      ageSeconds: (performance.now() - this.#readAt) / 1000,
    };
  }

  /** The record of a token that is in force, or why there is none. */
  find(token: string): TokenRecord | Unrecognized {
    const record = this.#byHash.get(hashOf(token));
    if (!record)
      return {
        reason: 'unknown token',
        sentence: 'The gateway does not know this token: enter yours in the MD pane, or ask for a new one',
      };
    if (record.revoked !== undefined)
      return { reason: `revoked token of ${record.name}`, sentence: 'This token was revoked: ask for a new one' };
    if (hasExpired(record, Date.now()))
      return { reason: `expired token of ${record.name}`, sentence: 'This token has expired: ask for a new one' };
    return record;
  }

  /** Whether somebody who is called all this is barred under any of it. */
  isBarred(names: readonly string[]): boolean {
    return this.#barred.size > 0 && names.some((name) => this.#barred.has(name.toLowerCase()));
  }

  /**
   * Merges what is stored with what is known, record by record: the newer one counts. A store that comes back from an
   * older file, or with some of the tokens, gets the others from the nodes.
   */
  async #reload(): Promise<void> {
    if (!this.storage) return;
    const { records, unreadable } = await this.storage.read();
    const merged = new Map(records.map((record) => [record.name, record]));
    const ahead: TokenRecord[] = [];
    for (const known of this.#byName.values()) {
      const stored = merged.get(known.name);
      const isKept = stored ? isAhead(known, stored) : this.storage.putBack !== undefined;
      if (!isKept && !(stored === undefined && unreadable.includes(known.name))) continue;
      merged.set(known.name, known);
      ahead.push(known);
    }
    this.#byName = merged;
    this.#byHash = new Map([...merged.values()].map((record) => [record.hash, record]));
    const barred = [...merged.values()].filter((record) => record.barred !== undefined);
    this.#barred = new Set(barred.map(({ name }) => name.toLowerCase()));
    this.#readAt = performance.now();
    const names = unreadable.join(', ');
    this.#note(
      unreadable.length,
      unreadable.length === 0
        ? undefined
        : `Tokens that cannot be read: ${names}. Nobody new is let in with them; add or revoke them again`,
    );
    if (ahead.length > 0) await this.storage.putBack?.(ahead);
  }

  #note(unreadable: number, problem: string | undefined): void {
    this.#unreadable = unreadable;
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.say(problem ?? 'All tokens can be read again');
  }
}

/** Everything that is stored of tokens. */
export interface StoredTokens {
  readonly records: readonly TokenRecord[];
  /** The names or places of records that cannot be read. */
  readonly unreadable: readonly string[];
}

/** Where tokens are stored: in a file, or in the store that nodes share. */
export interface TokenStorage {
  /** Rejects with a StartError if nothing can be read of it, and otherwise if it does not answer. */
  read(): Promise<StoredTokens>;
  /** Replaces the record of a name. Rejects if somebody else has changed it since it was read. */
  write(record: TokenRecord): Promise<void>;
  /**
   * Stores again what the store has lost, or has only in an older form. A file has no such method: what its operator
   * deletes is meant to be gone.
   */
  putBack?(records: readonly TokenRecord[]): Promise<void>;
}

/** Tokens in a JSON file, for gateways without a store. A name has one token at a time. */
export class TokenFile implements TokenStorage {
  constructor(private readonly path: string) {}

  /** A missing file is an error: it may be away for a moment, and its tokens stay valid. */
  async read(): Promise<StoredTokens> {
    const entries = entriesIn(await this.#text(), this.path);
    return {
      records: entries.filter(isToken),
      unreadable: entries.flatMap((entry, index) => (isToken(entry) ? [] : [nameOf(entry, index)])),
    };
  }

  /**
   * Replaced as a whole, so that a gateway never reads half of it. What cannot be read of others stays as it is. The new
   * file is there before the old one is read, so that of two commands none undoes what the other has done.
   */
  async write(record: TokenRecord): Promise<void> {
    const unfinished = `${this.path}.new`;
    try {
      await writeFile(unfinished, '', { flag: 'wx', mode: 0o600 });
    } catch (error) {
      throw new StartError(
        (error as NodeJS.ErrnoException).code === 'EEXIST'
          ? `--tokens: another command is changing ${this.path}: try again, or remove ${unfinished} if there is none`
          : `--tokens: ${this.path} cannot be written`,
      );
    }
    try {
      const others = entriesIn(await this.#text('[]'), this.path).filter(
        (entry, index) => nameOf(entry, index) !== record.name,
      );
      await writeFile(unfinished, `${JSON.stringify([...others, record], null, 2)}\n`);
      await this.#keepReaders(unfinished);
      await rename(unfinished, this.path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error instanceof StartError ? error : new StartError(`--tokens: ${this.path} cannot be written`);
    }
  }

  /** The gateway may run as another user than whoever adds a token: it must be able to read the new file too. */
  async #keepReaders(unfinished: string): Promise<void> {
    const before = await stat(this.path).catch(() => undefined);
    if (!before) return;
    // Only root may give a file to another user.
    await chown(unfinished, before.uid, before.gid).catch(() => undefined);
    await chmod(unfinished, before.mode);
  }

  /** @param missing what a missing file counts as */
  async #text(missing?: string): Promise<string> {
    try {
      return await readFile(this.path, 'utf8');
    } catch (error) {
      if (missing !== undefined && (error as NodeJS.ErrnoException).code === 'ENOENT') return missing;
      throw new StartError(`--tokens: ${this.path} cannot be read`);
    }
  }
}

const nameOf = (entry: unknown, index: number): string =>
  isRecord(entry) && typeof entry.name === 'string' ? entry.name : `record ${index + 1}`;

function entriesIn(text: string, path: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed)) return parsed as readonly unknown[];
  } catch {
    // The parser's error quotes the file.
  }
  throw new StartError(
    `--tokens: ${path} does not hold tokens: make it with "npm run gateway -- token add NAME --tokens FILE"`,
  );
}

/** Writes a record if the stored one is still what was read; empty for none. */
const PUT = `if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1`;

/** Tokens in the store that the nodes share. A name has one token at a time. */
export class TokenStore implements TokenStorage {
  /** What was stored under each name when it was read last, also what could not be understood. */
  #read: ReadonlyMap<string, string> = new Map();

  constructor(private readonly store: Store) {}

  async read(): Promise<StoredTokens> {
    this.#read = new Map(Object.entries(await this.store.ask((client) => client.hGetAll(this.#key))));
    const read = [...this.#read].map(([name, text]) => [name, recordIn(name, text)] as const);
    return {
      records: read.flatMap(([, record]) => record ?? []),
      unreadable: read.flatMap(([name, record]) => (record ? [] : [name])),
    };
  }

  async write(record: TokenRecord): Promise<void> {
    if (!(await this.#put(record)))
      throw new StartError(`${record.name}: somebody else has just changed this token: look at it and try again`);
  }

  /** What somebody else has changed since it was read is left for the next reading. */
  async putBack(records: readonly TokenRecord[]): Promise<void> {
    for (const record of records) await this.#put(record);
  }

  get #key(): string {
    return this.store.key('tokens');
  }

  async #put(record: TokenRecord): Promise<boolean> {
    const { name } = record;
    const words = { keys: [this.#key], arguments: [name, this.#read.get(name) ?? '', JSON.stringify(record)] };
    return (await this.store.ask((client) => client.eval(PUT, words))) === 1;
  }
}

function recordIn(name: string, text: string): TokenRecord | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isToken(parsed) && parsed.name === name ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Whether something is a record of a token. One field of a wrong type makes it unreadable: groups that are not a list
 * must not count as "everything".
 */
const isToken = (value: unknown): value is TokenRecord =>
  isRecord(value) &&
  [value.name, value.hash, value.added].every((text) => typeof text === 'string') &&
  [value.expires, value.revoked, value.barred, value.changed].every(
    (text) => text === undefined || typeof text === 'string',
  ) &&
  (value.groups === undefined ||
    (Array.isArray(value.groups) && value.groups.every((group) => typeof group === 'string')));

/** When a record was last written, as an ISO date. */
const changedAt = ({ changed, revoked, added }: TokenRecord): string => changed ?? revoked ?? added;

/** Whether somebody has ended a token. */
const isEnded = ({ revoked, barred }: TokenRecord): boolean => revoked !== undefined || barred !== undefined;

/** Whether a known record counts before the stored one of its name: the newer one, or the one that lets nobody in. */
function isAhead(known: TokenRecord, stored: TokenRecord): boolean {
  const [knownAt, storedAt] = [changedAt(known), changedAt(stored)];
  if (knownAt === storedAt) return isEnded(known) && !isEnded(stored);
  return knownAt > storedAt;
}

/**
 * The date of a change to a record. It is always after the date of the record before, even if that was written on a
 * computer whose clock is ahead: otherwise a revoked token would come back.
 */
export function dateOfChange(before: TokenRecord | undefined, now = new Date()): string {
  const lastMs = before ? Date.parse(changedAt(before)) : NaN;
  return new Date(lastMs >= now.getTime() ? lastMs + 1 : now.getTime()).toISOString();
}

interface TokenTraits {
  readonly groups?: readonly string[] | undefined;
  /** The last moment of the token, as an ISO date. @default it does not expire */
  readonly expires?: string | undefined;
  /** Days for which the token is valid, instead of its last moment. */
  readonly days?: number;
  readonly now?: Date;
  /** The record that the new one replaces. */
  readonly before?: TokenRecord | undefined;
}

/** Creates a token, and what is stored of it. */
export function makeToken(
  name: string,
  { groups, expires, days, now = new Date(), before }: TokenTraits,
): { readonly token: string; readonly record: TokenRecord } {
  const token = `md_${randomBytes(32).toString('base64url')}`;
  const until = days === undefined ? expires : new Date(now.getTime() + days * MS_PER_DAY).toISOString();
  return {
    token,
    record: {
      name,
      hash: hashOf(token),
      ...(groups && { groups }),
      added: now.toISOString(),
      ...(until !== undefined && { expires: until }),
      changed: dateOfChange(before, now),
    },
  };
}

/** Whether a token's time is over; a date that cannot be read counts as over. */
export const hasExpired = ({ expires }: TokenRecord, nowMs: number): boolean =>
  expires !== undefined && !(Date.parse(expires) > nowMs);

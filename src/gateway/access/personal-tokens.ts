import { createHash, randomBytes } from 'node:crypto';
import { isRecord, jsonIn } from '../../core/basics';
import { readable } from './sign-in';
import { MS_PER_DAY } from '../../core/calendar/dates';
import { chmod, chown, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { StartError, textIn } from '../errors';
import { type Answered, notLetIn } from '../replies';

/** The stored record of a personal token, without the token itself. */
export interface TokenRecord {
  readonly name: string;
  /** SHA-256 of the token, which is long and random, in hex; empty if there is none. */
  readonly hash: string;
  readonly groups?: readonly string[];
  readonly added: string;
  readonly expires?: string;
  readonly revoked?: string;
  /** Since when this person is barred, with this token and by sign-in. */
  readonly barred?: string;
}

/** A revoked token stops working within this time, on every node that sees the file. */
const RELOAD_MS = 1_000;

export interface StateOfTokens {
  readonly inForce: number;
  readonly revoked: number;
  readonly expired: number;
  readonly barred: number;
  /** The number of unreadable records; 1 if the whole file is unreadable. */
  readonly unreadable: number;
  readonly ageSeconds: number;
}

export class PersonalTokens {
  #byName: ReadonlyMap<string, TokenRecord> = new Map();
  #byHash: ReadonlyMap<string, TokenRecord> = new Map();
  #barred: ReadonlySet<string> = new Set();
  #problem: string | undefined;
  #unreadable = 0;
  #readAt = performance.now();
  #reading: Promise<void> | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly file: TokenSource | undefined,
    private readonly say: (text: string) => void,
  ) {}

  /** Reads the tokens now and at regular intervals. Rejects if the file cannot be read as one now. */
  async startWatching(): Promise<void> {
    await this.#reload();
    if (!this.file) return;
    this.#timer = setInterval(() => {
      // A disk that does not answer must not get one reading after the other, until nothing else can be read either.
      if (this.#reading) return;
      this.#reading = this.#reload()
        .catch((error: unknown) => {
          // While the file cannot be read, the previous tokens count.
          if (error instanceof StartError) this.#note(1, `${error.message}; what was known of it counts`);
        })
        .finally(() => (this.#reading = undefined));
    }, RELOAD_MS);
    this.#timer.unref();
  }

  stopWatching(): void {
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

  findToken(token: string): TokenRecord | Answered {
    const record = this.#byHash.get(hashOf(token));
    if (!record)
      return notLetIn(
        'unknown token',
        'The gateway does not know this token: enter yours in the MD pane, or ask its administrator for a new one',
      );
    if (record.revoked !== undefined)
      return notLetIn(`revoked token of ${record.name}`, 'This token was revoked: ask the administrator for a new one');
    if (hasExpired(record, Date.now()))
      return notLetIn(`expired token of ${record.name}`, 'This token has expired: ask the administrator for a new one');
    return record;
  }

  isBarred(names: readonly string[]): boolean {
    return this.#barred.size > 0 && names.some((name) => this.#barred.has(comparable(name)));
  }

  /** An unreadable record keeps its previous meaning. */
  async #reload(): Promise<void> {
    if (!this.file) return;
    const { records, unreadable, barred = [], remark } = await this.file.readTokens();
    const known = unreadable.flatMap((name) => this.#byName.get(name) ?? []);
    this.#byName = new Map([...known, ...records].map((record) => [record.name, record]));
    this.#byHash = new Map([...this.#byName.values()].map((record) => [record.hash, record]));
    // Of two records of a name, either may bar.
    const bars = [...known, ...records].flatMap(({ name, barred: since }) => (since === undefined ? [] : [name]));
    this.#barred = new Set([...bars, ...barred].map(comparable));
    this.#readAt = performance.now();
    const names = unreadable.join(', ');
    this.#note(
      unreadable.length,
      unreadable.length === 0
        ? remark
        : `Tokens that cannot be read: ${names}. Nobody new is let in with them; add or revoke them again`,
    );
  }

  #note(unreadable: number, problem: string | undefined): void {
    this.#unreadable = unreadable;
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.say(problem ?? 'All tokens can be read again');
  }
}

interface StoredTokens {
  readonly records: readonly TokenRecord[];
  readonly unreadable: readonly string[];
  /** The names of unreadable records that nevertheless bar somebody. */
  readonly barred?: readonly string[];
  readonly remark?: string;
}

export type TokenSource = Pick<TokenFile, 'readTokens'>;

/** Tokens and barred people. A name has one token at a time. An empty or missing file lets nobody in. */
export class TokenFile {
  constructor(private readonly path: string) {}

  async readTokens(): Promise<StoredTokens> {
    const text = await this.#text();
    if (text === undefined || text.trim() === '') {
      const problem = text === undefined ? `there is no ${this.path}` : `${this.path} is empty`;
      return { records: [], unreadable: [], remark: `--tokens: ${problem}, so nobody is let in` };
    }
    const entries = entriesIn(text, this.path);
    const others = entries.flatMap((entry, index) =>
      isToken(entry) ? [] : [{ name: nameOf(entry, index), bars: isRecord(entry) && Boolean(entry.barred) }],
    );
    // A container that has one file mounted keeps the old one when the command puts another in its place.
    const isReplaced = (await stat(this.path).catch(() => undefined))?.nlink === 0;
    return {
      ...(isReplaced && {
        remark: `--tokens: ${this.path} was replaced, but only the old file is mounted: mount its folder`,
      }),
      records: entries.filter(isToken),
      unreadable: others.map(({ name }) => name),
      ...(others.some(({ bars }) => bars) && { barred: others.filter(({ bars }) => bars).map(({ name }) => name) }),
    };
  }

  /** The new file is created before the old one is read, so that two commands at once cannot undo each other. */
  async writeToken(record: TokenRecord): Promise<void> {
    // A link stays a link: nodes may watch the file to which it leads.
    const target = await realpath(this.path).catch(() => this.path);
    const unfinished = `${target}.new`;
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
      const text = await this.#text();
      const others = (text === undefined || text.trim() === '' ? [] : entriesIn(text, this.path)).filter(
        (entry, index) => nameOf(entry, index) !== record.name,
      );
      await writeFile(unfinished, `${JSON.stringify([...others, record], null, 2)}\n`);
      await this.#keepReaders(unfinished);
      await rename(unfinished, target);
      await this.#readBack(record);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error instanceof StartError ? error : new StartError(`--tokens: ${this.path} cannot be written`);
    }
  }

  async #readBack(record: TokenRecord): Promise<void> {
    const { records } = await this.readTokens();
    if (!records.some((one) => JSON.stringify(one) === JSON.stringify(record)))
      throw new StartError(`--tokens: ${this.path} does not say what was written there: look at it and try again`);
  }

  /** The gateway may run as another user than the command: it must be able to read the new file too. */
  async #keepReaders(unfinished: string): Promise<void> {
    const before = await stat(this.path).catch(() => undefined);
    if (!before) return;
    // Only root may give a file to another user.
    await chown(unfinished, before.uid, before.gid).catch(() => undefined);
    await chmod(unfinished, before.mode);
  }

  async #text(): Promise<string | undefined> {
    try {
      return textIn(await readFile(this.path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new StartError(`--tokens: ${this.path} cannot be read`);
    }
  }
}

const nameOf = (entry: unknown, index: number): string =>
  isRecord(entry) && typeof entry.name === 'string' ? readable(entry.name) : `record ${index + 1}`;

function entriesIn(text: string, path: string): readonly unknown[] {
  const parsed = jsonIn(text);
  if (Array.isArray(parsed)) return parsed as readonly unknown[];
  throw new StartError(
    `--tokens: ${path} does not hold tokens: make it with "npm run gateway -- token add NAME --tokens FILE"`,
  );
}

/** Identity providers ignore the case of names, and computers write the same accents in two ways. */
export const comparable = (name: string): string => name.normalize().toLowerCase();

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** One field of a wrong type makes it unreadable: groups that are not a list must not count as "everything". */
const isToken = (value: unknown): value is TokenRecord =>
  isRecord(value) &&
  [value.name, value.hash, value.added].every((text) => typeof text === 'string') &&
  [value.expires, value.revoked, value.barred].every((text) => text === undefined || typeof text === 'string') &&
  (value.groups === undefined ||
    (Array.isArray(value.groups) && value.groups.every((group) => typeof group === 'string')));

const isEnded = ({ revoked, barred }: TokenRecord): boolean => revoked !== undefined || barred !== undefined;

interface TokenTraits {
  readonly groups?: readonly string[] | undefined;
  readonly expires?: string | undefined;
  readonly days?: number;
  readonly now?: Date;
}

export function makeToken(
  name: string,
  { groups, expires, days, now = new Date() }: TokenTraits,
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
    },
  };
}

/** Whether a token's time is over; a date that cannot be read counts as over. */
export const hasExpired = ({ expires }: TokenRecord, nowMs: number): boolean =>
  expires !== undefined && !(Date.parse(expires) > nowMs);

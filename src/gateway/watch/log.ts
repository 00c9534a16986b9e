import pino, { type Logger } from 'pino';
import type { RequestRecord } from '../../core/call';
import { MS_PER_MINUTE } from '../../core/calendar/dates';
import type { Inbound, Watcher } from './watcher';
import { chmodSync, fstatSync, openSync } from 'node:fs';
import { inTime } from '../../core/waiting';
import { codeOf, StartError } from '../errors';

const REDACTED = ['key', 'apiKey', 'token', '*.key', '*.apiKey', '*.token', 'headers', '*.headers'];
/** A user may have put a personal token or a sign-in token into an address by mistake. */
const TOKEN = /md_[\w-]{16,}|eyJ[\w-]+(?:\.[\w-]*)+/g;
const MAX_PATH_LENGTH = 300;
/** The maximum number of lines a minute about unknown people: for one address, and for all. The rest is counted. */
const [PER_ADDRESS, PER_MINUTE] = [5, 60];

/** The schema of audit lines. It increases when a field changes its meaning or is removed, not when one is added. */
const AUDIT_VERSION = 1;

/** Never values, tokens or keys. The audit has the same fields in every release, because auditors rely on them. */
export class Log implements Watcher {
  readonly #logger: Logger;
  readonly #files: readonly LogFile[];
  readonly #audit: LogFile | undefined;
  readonly #unknown = new UnknownLines();
  #isKeyRefused = false;

  /** @param files the log's is standard output if it is empty; without a name there is no audit */
  constructor(
    { log, audit = '' }: { readonly log: string; readonly audit?: string },
    private readonly say: (text: string) => void,
    private readonly now: () => number = Date.now,
  ) {
    const file = new LogFile(log, say, 'log');
    this.#audit = audit === '' ? undefined : new LogFile(audit, say, 'audit');
    this.#files = this.#audit ? [file, this.#audit] : [file];
    this.#logger = pino({ base: null, redact: REDACTED }, file);
  }

  onInbound(inbound: Inbound): void {
    const { person, id, operation, path, address, ms, isOpen, answered } = inbound;
    const { status, count, hits, reason } = answered;
    if (reason !== undefined || isOpen === true) {
      const { isWritten, left } = this.#unknown.takeLine(address ?? '', this.now());
      this.#noteLeftOut(left);
      if (!isWritten) return;
    }
    const line = { person, id, operation, path: path && shown(path), status, count, hits, ms: rounded(ms) };
    if (reason === undefined) this.#logger.info(line, 'request');
    else this.#logger.warn({ ...line, address, reason }, 'refused');
    this.#writeAudit({
      event: reason === undefined ? 'request' : 'refusal',
      who: person ?? null,
      id: id ?? null,
      from: address ?? null,
      what: operation ?? null,
      path: path === undefined ? null : shown(path),
      symbols: count ?? null,
      result: status,
      reason: reason ?? null,
    });
  }

  onUpstream({ what, status, ms, requestId }: RequestRecord): void {
    if (status === 401 || status === 200) this.#noteKey(status === 401);
    if (typeof status === 'number' && status < 400) return;
    this.#logger.warn({ path: withoutQuery(what), status, ms: rounded(ms), requestId }, 'service');
  }

  #noteKey(isRefused: boolean): void {
    if (isRefused === this.#isKeyRefused) return;
    this.#isKeyRefused = isRefused;
    this.say(
      isRefused
        ? "The service refuses the gateway's key (401): name the right one with --key-file or MD_KEY"
        : "The service takes the gateway's key again",
    );
  }

  /** Which of the files cannot be written now. */
  get unwritten(): readonly LogFile[] {
    return this.#files.filter(({ isBroken }) => isBroken);
  }

  /** Without this, the operator would see failing answers, but neither unreadable answers nor network errors. */
  onUseless(path: string, reason: string): void {
    this.#logger.warn({ path: withoutQuery(path), reason }, 'service gave nothing to use');
  }

  onFault(error: unknown): void {
    this.#logger.error({ fault: errorRecordOf(error) }, 'fault');
  }

  reopenFile(): void {
    for (const file of this.#files) file.reopenFile();
  }

  async flushLines(): Promise<void> {
    this.#noteLeftOut(this.#unknown.end());
    await Promise.all(this.#files.map((file) => file.flushLines()));
  }

  #noteLeftOut(count: number): void {
    if (count === 0) return;
    this.#logger.warn({ count }, 'of nobody known, without a line of their own');
    this.#writeAudit({ event: 'left out', count });
  }

  #writeAudit(fields: object): void {
    if (!this.#audit) return;
    const line = { version: AUDIT_VERSION, time: new Date(this.now()).toISOString(), ...fields };
    this.#audit.write(`${JSON.stringify(line)}\n`);
  }
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

const shown = (path: string): string =>
  path.slice(0, MAX_PATH_LENGTH).replaceAll(TOKEN, (token) => `${token.slice(0, 3)}•••`);

const withoutQuery = (path: string): string => shown(path.split('?')[0]!);

class UnknownLines {
  #minute = NaN;
  #written = 0;
  #left = 0;
  readonly #byAddress = new Map<string, number>();

  /** @returns whether this request gets a line, and, if a new minute has begun, how many of the last one got none */
  takeLine(address: string, nowMs: number): { readonly isWritten: boolean; readonly left: number } {
    const minute = Math.floor(nowMs / MS_PER_MINUTE);
    const left = minute === this.#minute ? 0 : this.end();
    this.#minute = minute;
    const count = this.#byAddress.get(address) ?? 0;
    const isWritten = count < PER_ADDRESS && this.#written < PER_MINUTE;
    if (isWritten) {
      this.#byAddress.set(address, count + 1);
      this.#written++;
    } else this.#left++;
    return { isWritten, left };
  }

  end(): number {
    const left = this.#left;
    [this.#written, this.#left] = [0, 0];
    this.#byAddress.clear();
    return left;
  }
}

/** Lines are collected up to this many characters or milliseconds. Beyond the last number, a slow disk loses lines. */
const [MIN_LENGTH, FLUSH_MS, MAX_LENGTH] = [4_096, 200, 4_000_000];
const MAX_FLUSH_MS = 1_000;
const STANDARD_OUTPUT = 1;

type LogStream = ReturnType<typeof pino.destination>;

/** A full disk loses lines, but never blocks the gateway, not even when it ends. */
class LogFile {
  /** The last stream is in use; the others still have lines for a file that was moved away. */
  readonly #streams: LogStream[];
  isBroken = false;
  #isEnded = false;

  /** @param path empty for standard output. Throws a StartError if it cannot be written. */
  constructor(
    private readonly path: string,
    private readonly say: (text: string) => void,
    readonly what: 'log' | 'audit',
  ) {
    this.#streams = [this.#open()];
  }

  write(line: string): void {
    if (!this.#isEnded) this.#streams.at(-1)!.write(line);
  }

  /** Opens a new file after the old one was moved away. If that fails, the old one stays in use. */
  reopenFile(): void {
    if (this.path === '') return;
    try {
      const stream = this.#open();
      this.#streams.at(-1)!.end();
      this.#streams.push(stream);
    } catch (error) {
      this.say((error as Error).message);
    }
  }

  /** Resolves once all lines are in the file, or the disk does not answer in time. Nothing is written after that. */
  async flushLines(): Promise<void> {
    this.#isEnded = true;
    const ended = this.#streams.map((stream) => new Promise((resolve) => stream.once('close', resolve)));
    for (const stream of this.#streams) stream.end();
    // Some lines are lost then, as with a full disk.
    await inTime(() => Promise.all(ended), MAX_FLUSH_MS).catch(() => undefined);
    // Unless it is destroyed, the process waits at its end until everything is written.
    for (const stream of [...this.#streams]) stream.destroy();
  }

  #open(): LogStream {
    const stream = pino.destination({
      dest: this.path === '' ? STANDARD_OUTPUT : this.#openFile(),
      sync: false,
      minLength: MIN_LENGTH,
      maxLength: MAX_LENGTH,
      periodicFlush: FLUSH_MS,
    });
    stream.on('error', (error: Error) => this.#note(error.message));
    stream.on('drop', () => this.#note('the disk is too slow'));
    stream.on('write', () => this.#note(undefined));
    stream.once('close', () => this.#streams.splice(this.#streams.indexOf(stream), 1));
    return stream;
  }

  #openFile(): number {
    try {
      const file = openSync(this.path, 'a', 0o600);
      // The log names people and their requests, so other users of this computer must not read it.
      if (fstatSync(file).isFile()) chmodSync(this.path, 0o600);
      return file;
    } catch {
      throw new StartError(`--${this.what}: ${this.path} cannot be written`);
    }
  }

  #note(problem: string | undefined): void {
    const isBroken = problem !== undefined;
    if (isBroken === this.isBroken) return;
    this.isBroken = isBroken;
    this.say(
      isBroken
        ? `The ${this.what} cannot be written: ${problem}`
        : `The ${this.what} is written again; lines are missing`,
    );
  }
}

const FRAME = /^\s+at (.*:\d+:\d+\)?)$/;

/** Without the message, which may quote a value, a token or the key. */
function errorRecordOf(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error, stack: [] };
  const { name, message, stack = '' } = error;
  // The lines of a long message may look like positions in the code.
  const places = stack.slice(Math.max(0, stack.indexOf(message)) + message.length);
  return {
    name,
    code: codeOf(error),
    stack: places.split('\n').flatMap((line) => FRAME.exec(line)?.[1] ?? []),
  };
}

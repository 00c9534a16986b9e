import pino, { type Logger } from 'pino';
import type { RequestRecord } from '../../api/client-observer';
import { MS_PER_MINUTE } from '../../core/calendar/units';
import { errorRecordOf } from './error-record';
import { LogFile } from './log-file';
import type { Inbound, Watcher } from './observer';

/** Fields that may never be written, whoever logs them. */
const REDACTED = ['key', 'apiKey', 'token', '*.key', '*.apiKey', '*.token', 'headers', '*.headers'];
/** Somebody may have put a token into an address by mistake. */
const TOKEN = /md_[\w-]{16,}/g;
const MAX_PATH_LENGTH = 300;
/** Lines in a minute about requests of nobody known: of one address, and of all. The others are counted. */
const [PER_ADDRESS, PER_MINUTE] = [5, 60];

/**
 * One JSON line per request: who asked for what, how much, and how it went; never values, tokens or keys. One per
 * fault.
 */
export class Log implements Watcher {
  readonly #logger: Logger;
  readonly #file: LogFile;
  readonly #refused = new RefusedLines();

  /**
   * @param path empty for standard output
   * @param say told if the log cannot be written
   */
  constructor(
    path: string,
    say: (text: string) => void,
    private readonly now: () => number = Date.now,
  ) {
    this.#file = new LogFile(path, say);
    this.#logger = pino({ base: null, redact: REDACTED }, this.#file);
  }

  onInbound({ person, operation, path, address, ms, answered }: Inbound): void {
    const { status, count, hits, reason } = answered;
    const line = { person, operation, path: path && shown(path), status, count, hits, ms: Math.round(ms * 10) / 10 };
    if (reason === undefined) this.#logger.info(line, 'request');
    else {
      const { isWritten, left } = this.#refused.take(address ?? '', this.now());
      this.#noteLeftOut(left);
      if (isWritten) this.#logger.warn({ ...line, address, reason }, 'refused');
    }
  }

  onUpstream({ status }: RequestRecord): void {
    if (typeof status !== 'number' || status >= 400) this.#logger.warn({ status }, 'service');
  }

  onList(): void {
    // The metrics count lists.
  }

  onFault(error: unknown): void {
    this.#logger.error({ fault: errorRecordOf(error) }, 'fault');
  }

  /** Continues in a new file, after the old one was moved away. */
  reopen(): void {
    this.#file.reopen();
  }

  flush(): void {
    this.#noteLeftOut(this.#refused.end());
    this.#file.flush();
  }

  #noteLeftOut(count: number): void {
    if (count > 0) this.#logger.warn({ count }, 'refused, without a line of their own');
  }
}

const shown = (path: string): string => path.slice(0, MAX_PATH_LENGTH).replaceAll(TOKEN, 'md_•••');

/** Decides which refusals get a line, so that nobody can fill the disk from outside. */
class RefusedLines {
  #minute = NaN;
  #written = 0;
  #left = 0;
  readonly #byAddress = new Map<string, number>();

  /** @returns whether this one gets a line, and how many of the minute before got none, if a new one has begun */
  take(address: string, nowMs: number): { readonly isWritten: boolean; readonly left: number } {
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

  /** Ends the minute. Returns how many got no line. */
  end(): number {
    const left = this.#left;
    [this.#written, this.#left] = [0, 0];
    this.#byAddress.clear();
    return left;
  }
}

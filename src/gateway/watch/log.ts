import { closeSync, openSync } from 'node:fs';
import pino, { type Logger } from 'pino';
import { StartError } from '../start-error';
import type { RequestRecord } from '../../api/client-observer';
import { errorRecordOf } from './error-record';
import type { Inbound, Watcher } from './observer';

/** Fields that may never be written, whoever logs them. */
const REDACTED = ['key', 'apiKey', 'token', '*.key', '*.apiKey', '*.token', 'headers', '*.headers'];

/**
 * One JSON line per request: who asked for what, how much, and how it went; never values, tokens or keys. One per
 * fault.
 */
export class Log implements Watcher {
  readonly #logger: Logger;
  readonly #destination: ReturnType<typeof pino.destination>;

  /**
   * @param dest 1 for standard output, or a file's path
   * @param say told once if the log cannot be written
   */
  constructor(dest: number | string, say: (text: string) => void) {
    if (typeof dest === 'string') checkWritable(dest);
    this.#destination = pino.destination({ dest, sync: false, minLength: 4_096, periodicFlush: 200 });
    let hasFailed = false;
    // A full disk must not end the gateway.
    this.#destination.on('error', ({ message }: Error) => {
      if (hasFailed) return;
      hasFailed = true;
      say(`The log cannot be written: ${message}`);
    });
    this.#logger = pino({ base: null, redact: REDACTED }, this.#destination);
  }

  onInbound({ person, operation, ms, answered: { status, count, hits }, isFromNode }: Inbound): void {
    if (isFromNode) return;
    this.#logger.info({ person, operation, status, count, hits, ms: Math.round(ms * 10) / 10 }, 'request');
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

  flush(): void {
    try {
      this.#destination.flushSync();
    } catch {
      // It has not been opened yet, or nobody reads it any more.
    }
  }
}

function checkWritable(path: string): void {
  try {
    closeSync(openSync(path, 'a'));
  } catch {
    throw new StartError(`--log: ${path} cannot be written`);
  }
}

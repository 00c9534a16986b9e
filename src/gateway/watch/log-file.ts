import { chmodSync, closeSync, fstatSync, openSync, write, writeSync } from 'node:fs';
import { StartError } from '../start-error';

/** Lines wait until there are this many bytes of them, or for this long. */
const [FLUSH_LENGTH, FLUSH_MS] = [4_096, 200];
/** More is not kept for a disk that is full or too slow. */
const MAX_WAITING = 4_000_000;
const STANDARD_OUTPUT = 1;

/**
 * A file to which lines are appended in the background. A disk that is full costs lines, and never holds up the gateway,
 * not even at its end.
 */
export class LogFile {
  #fd: number;
  #waiting = '';
  #isWriting = false;
  #isBroken = false;
  readonly #timer: ReturnType<typeof setInterval>;

  /**
   * @param path empty for standard output. Throws a StartError if it cannot be written.
   * @param say told when lines are lost, and when they are written again
   */
  constructor(
    private readonly path: string,
    private readonly say: (text: string) => void,
  ) {
    this.#fd = this.#open();
    this.#timer = setInterval(() => {
      this.#writeOn();
    }, FLUSH_MS);
    this.#timer.unref();
  }

  write(line: string): void {
    if (this.#waiting.length > MAX_WAITING) return;
    this.#waiting += line;
    if (this.#waiting.length >= FLUSH_LENGTH) this.#writeOn();
  }

  /** Opens the file anew, after somebody has moved it away. If that fails, the old one is used on. */
  reopen(): void {
    if (this.path === '') return;
    try {
      const [fd, old] = [this.#open(), this.#fd];
      this.flush();
      this.#fd = fd;
      // What is being written still goes into the old one.
      setTimeout(closeSync, FLUSH_MS, old);
    } catch (error) {
      this.say((error as Error).message);
    }
  }

  /** Writes at once what is waiting, if that is possible. */
  flush(): void {
    const text = this.#waiting;
    this.#waiting = '';
    try {
      if (text !== '') writeSync(this.#fd, text);
    } catch {
      // The disk is full, or nobody reads it any more.
    }
  }

  #open(): number {
    if (this.path === '') return STANDARD_OUTPUT;
    try {
      const fd = openSync(this.path, 'a', 0o600);
      // The log says who asked for what, so it is for nobody else on this computer.
      if (fstatSync(fd).isFile()) chmodSync(this.path, 0o600);
      return fd;
    } catch {
      throw new StartError(`--log: ${this.path} cannot be written`);
    }
  }

  #writeOn(): void {
    if (this.#isWriting || this.#waiting === '') return;
    const bytes = Buffer.from(this.#waiting);
    this.#waiting = '';
    this.#isWriting = true;
    this.#writeRest(bytes);
  }

  #writeRest(bytes: Buffer): void {
    write(this.#fd, bytes, (error, count) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => {
          this.#writeRest(bytes);
        }, FLUSH_MS).unref();
        return;
      }
      if (!error && count < bytes.length) {
        this.#writeRest(bytes.subarray(count));
        return;
      }
      this.#isWriting = false;
      this.#note(error);
      if (this.#waiting.length >= FLUSH_LENGTH) this.#writeOn();
    });
  }

  #note(error: Error | null): void {
    const isBroken = error !== null;
    if (isBroken === this.#isBroken) return;
    this.#isBroken = isBroken;
    // The last line may be half there.
    if (!isBroken) this.#waiting = `\n${this.#waiting}`;
    this.say(isBroken ? `The log cannot be written: ${error.message}` : 'The log is written again; lines are missing');
  }
}

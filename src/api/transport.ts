import { readComplaint } from './complaint';
import type { Answer } from './decode';
import { decode, isWebPage } from './decode';
import { Gate } from './gate';
import type { HttpOptions, Reply, Sending } from './http';
import { getReply } from './http';
import type { Operation, WireNames } from './operation';
import { argumentName, wireName } from './operation';
import { Places } from './places';
import type { Values } from './request';
import { requestPath } from './request';
import { retryAfterMs } from './retry-after';
import { ServiceError, bodyError, cancelledError, pauseError, statusError } from './service-error';

export interface TransportOptions extends HttpOptions {
  readonly wireNames: WireNames;
  /** Wait before the first retry; each further one doubles it. */
  readonly retryMs: number;
  /** Six when left out, which is as many as a browser opens to one host over HTTP/1.1. */
  readonly requestsAtOnce?: number | undefined;
}

const REQUESTS_AT_ONCE = 6;
const RETRIES = 2;
const LONGEST_SENTENCE = 300;
const NO_ADDRESS = 'Enter the service address in the MD pane';
const RETRIED: readonly number[] = [408, 500, 502, 503, 504];

/**
 * Speaks to the service for the lookups: six requests at once, retries, common pauses, and errors that a cell can show. A request
 * keeps its place among the six until it is over, so that what was refused goes first when a pause ends.
 */
export class Transport {
  readonly #gate: Gate;
  readonly #places: Places;
  /** Half of the places, so that there is always one for those who do not wait patiently. */
  readonly #patientPlaces: Places;
  /** Requests in a row that failed for reasons of the service as a whole. */
  #failedInARow = 0;

  constructor(private readonly options: TransportOptions) {
    this.#gate = new Gate(options.now);
    this.#places = new Places(options.requestsAtOnce ?? REQUESTS_AT_ONCE);
    this.#patientPlaces = new Places(Math.ceil(this.requestsAtOnce / 2));
  }

  get requestsAtOnce(): number {
    return this.#places.count;
  }

  /**
   * Sends one operation and decodes its answer. Rejects with a CellError in every case but success.
   *
   * @param isPatient whether nobody sits before an empty cell: then it leaves room for others
   */
  send(operation: Operation, values: Values, signal: AbortSignal, isPatient = false): Promise<Answer> {
    return this.#send(operation, values, undefined, signal, isPatient);
  }

  /** Sends an operation with a body, which is JSON. It is tried once: the service may have taken what it did not confirm. */
  upload(operation: Operation, values: Values, body: string, signal: AbortSignal): Promise<Answer> {
    return this.#send(operation, values, body, signal, false);
  }

  /** What the service says to everybody, as it comes: the key stays here. */
  async getPublic(path: string, signal: AbortSignal): Promise<Reply> {
    if (this.options.address === '') throw new ServiceError('no-address', NO_ADDRESS);
    return getReply({ path }, { ...this.options, apiKey: '' }, signal);
  }

  async #send(operation: Operation, values: Values, body: string | undefined, signal: AbortSignal, isPatient: boolean): Promise<Answer> {
    const { address, apiKey, wireNames } = this.options;
    if (address === '') throw new ServiceError('no-address', NO_ADDRESS);
    if (apiKey === '') throw new ServiceError('no-key', 'Enter your API key in the MD pane');
    const sending: Sending = { path: requestPath(operation, values, wireNames), body };
    try {
      const get = (): Promise<Reply> => this.#places.during(() => this.#getWithRetries(sending, signal), signal);
      const reply = await (isPatient ? this.#patientPlaces.during(get, signal) : get());
      if (reply.status >= 200 && reply.status < 300) return decode(operation, reply.body);
      throw this.#explain(reply, operation);
    } catch (error) {
      throw signal.aborted ? cancelledError() : error;
    }
  }

  async #getWithRetries(sending: Sending, signal: AbortSignal): Promise<Reply> {
    for (let retry = 0; ; retry++) {
      const isLast = retry >= RETRIES || sending.body !== undefined || this.#failedInARow >= this.requestsAtOnce;
      try {
        const reply = await this.#getUnlimited(sending, signal);
        if (isLast || !RETRIED.includes(reply.status)) return this.#heard(reply);
      } catch (error) {
        const isNetwork = error instanceof ServiceError && error.kind === 'network';
        if (isLast || !isNetwork) throw this.#notHeard(error);
      }
      await delay(this.options.retryMs * 2 ** retry * (0.5 + Math.random() / 2), signal);
    }
  }

  /** One answer that is not a request for a pause; waits through the pauses. */
  async #getUnlimited(sending: Sending, signal: AbortSignal): Promise<Reply> {
    for (;;) {
      const ticket = await this.#gate.pass(signal);
      let reply: Reply;
      try {
        reply = await getReply(sending, this.options, signal);
      } catch (error) {
        this.#gate.lost(ticket);
        throw error;
      }
      const { status, headers } = reply;
      const pauseMs = retryAfterMs(headers, this.options.now());
      if (status !== 429 && (status !== 503 || pauseMs === undefined)) {
        this.#gate.accepted(ticket);
        return reply;
      }
      if (!this.#gate.refused(ticket, pauseMs, status === 429)) throw this.#refuseWaiting(pauseError(status, pauseMs));
    }
  }

  #heard(reply: Reply): Reply {
    const { status } = reply;
    if (status !== 401 && !RETRIED.includes(status)) this.#failedInARow = 0;
    else this.#countFailure(status === 401 ? statusError(status) : undefined);
    return reply;
  }

  #notHeard(error: unknown): unknown {
    if (error instanceof ServiceError && (error.kind === 'network' || error.kind === 'timeout')) this.#countFailure(error);
    return error;
  }

  /**
   * When nothing gets through, thousands of waiting requests must not find that out one after the other: as many failures in
   * a row as go out at once are enough. Failures with a status may each have their own reason; they only lose their retries.
   */
  #countFailure(ofAll: ServiceError | undefined): void {
    this.#failedInARow++;
    if (!ofAll || this.#failedInARow < this.requestsAtOnce) return;
    this.#failedInARow = 0;
    this.#refuseWaiting(ofAll);
  }

  #refuseWaiting(error: ServiceError): ServiceError {
    this.#patientPlaces.refuseAll(error);
    this.#places.refuseAll(error);
    this.#gate.refuseAll(error);
    return error;
  }

  #explain({ status, body }: Reply, operation: Operation): ServiceError {
    // A web server that does not know the path; the service itself says what it does not know.
    if (status === 404 && isWebPage(body)) return bodyError('a web page instead of data (404)');
    if (status !== 422) return statusError(status);
    const { place = [], text } = readComplaint(body) ?? {};
    const { wireNames } = this.options;
    const parameter = operation.parameters.find((one) => place.includes(wireName(operation, one, wireNames)));
    const name = parameter ? argumentName(parameter) : place.at(-1) ?? operation.path;
    const sentence = text === undefined ? 'The service refused an argument (422): check the arguments' : `${name}: the service says "${text}" (422)`;
    return new ServiceError('refused-argument', this.#forCell(sentence), { code: '#VALUE!', status, parameter: parameter?.name });
  }

  /** A sentence that quotes the service, without the key, which may come back as it was sent or as an address carries it. */
  #forCell(sentence: string): string {
    const { apiKey } = this.options;
    const clean = sentence.replaceAll(apiKey, '•••').replaceAll(encodeURIComponent(apiKey), '•••').replaceAll(/\s+/g, ' ');
    return clean.length > LONGEST_SENTENCE ? `${clean.slice(0, LONGEST_SENTENCE)}…` : clean;
  }
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

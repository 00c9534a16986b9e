import { closedError } from './service-error';
import type { AnyLookup } from './lookup/lookup';
import type { Reply, Sending } from './transport/policy';
import type { Transport } from './transport/transport';

/**
 * Passes requests on unchanged, with the client's retries, pauses and learned limits, for servers between others and
 * the service. For `Client.lookup`.
 */
class PassThrough implements AnyLookup {
  readonly #pending = new Set<AbortController>();
  #isClosed = false;

  constructor(private readonly transport: Transport) {}

  /** The reply, whatever its status. Rejects with a ServiceError if there is none. */
  async ask(sending: Sending, signal?: AbortSignal): Promise<Reply> {
    if (this.#isClosed) throw closedError();
    const controller = new AbortController();
    const abort = (): void => {
      controller.abort();
    };
    signal?.addEventListener('abort', abort);
    this.#pending.add(controller);
    try {
      return await this.transport.pass(sending, controller.signal);
    } finally {
      this.#pending.delete(controller);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Recent latency of answers, in ms; 0 before the first. */
  get usualMs(): number {
    return this.transport.recentMs;
  }

  /** How many requests the service takes at a time. */
  get slots(): number {
    return this.transport.requestsAtOnce;
  }

  close(): void {
    this.#isClosed = true;
    for (const controller of this.#pending) controller.abort();
  }

  get pendingCount(): number {
    return this.#pending.size;
  }
}

export const createPassThrough = (transport: Transport): PassThrough => new PassThrough(transport);

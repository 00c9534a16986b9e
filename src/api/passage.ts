import { closedError } from './service-error';
import type { AnyLookup } from './lookup/lookup';
import type { Reply, Sending } from './transport/http';
import type { Transport } from './transport/transport';

/**
 * Hands requests on as they are, with the retries, the pauses and the learned limits of the client: for what stands between others and
 * the service. For `Client.lookup`.
 */
export class Passage implements AnyLookup {
  readonly #pending = new Set<AbortController>();
  #isClosed = false;

  constructor(private readonly transport: Transport) {}

  /** What came, whatever its status; rejects with a ServiceError where nothing did. */
  async ask(sending: Sending): Promise<Reply> {
    if (this.#isClosed) throw closedError();
    const controller = new AbortController();
    this.#pending.add(controller);
    try {
      return await this.transport.pass(sending, controller.signal);
    } finally {
      this.#pending.delete(controller);
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const controller of this.#pending) controller.abort();
  }

  get pendingCount(): number {
    return this.#pending.size;
  }
}

export const createPassage = (transport: Transport): Passage => new Passage(transport);

import { inTime } from '../../core/waiting';
import type { Behaviour, ToPage, ToService } from './simulated-service.worker';

/**
 * The address of the service that runs beside the page. Names that end in ".invalid" exist nowhere, so a request that
 * went astray would reach nobody.
 */
export const SIMULATED_ADDRESS = 'https://simulated.invalid';
/** The sandbox accepts every key except "invalid". */
export const DEMO_KEY = 'demo';

/** How long the worker may take until its first sign of life. Loading it takes as long as loading the page. */
const MAX_START_MS = 30_000;

interface AnswerToCome {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The simulated service without a port: it runs in a worker beside the page, or in the page itself where there are no
 * workers. It needs no service worker, so private windows and hard reloads have it too.
 */
export class SimulatedService {
  readonly #waiting = new Map<number, AnswerToCome>();
  #lastId = 0;
  #started: Promise<(message: ToService) => void> | undefined;

  constructor(private current: Behaviour) {}

  /** Starts before the first request, so that it does not wait. Resolves with where messages to the service go. */
  start(): Promise<(message: ToService) => void> {
    this.#started ??= this.#inWorker()
      .catch(() => this.#inPage())
      .catch((error: unknown) => {
        // Its code could not be loaded: the next request tries again.
        this.#started = undefined;
        throw error;
      });
    return this.#started;
  }

  get behaviour(): Behaviour {
    return this.current;
  }

  /** From the next request on. */
  set behaviour(behaviour: Behaviour) {
    this.current = behaviour;
    this.#started?.then(
      (post) => post({ behaviour }),
      // Starting again brings it along.
      () => undefined,
    );
  }

  /** Answers what is asked of {@link SIMULATED_ADDRESS}; everything else goes to the network. */
  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin !== SIMULATED_ADDRESS) return fetch(request);
    const { signal } = request;
    signal.throwIfAborted();
    const id = ++this.#lastId;
    const [post, body] = await Promise.all([
      this.start(),
      request.method === 'GET' ? undefined : request.arrayBuffer(),
    ]);
    signal.throwIfAborted();
    return new Promise<Response>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      signal.addEventListener('abort', () => {
        if (this.#waiting.delete(id)) post({ cancelled: id });
        reject(signal.reason as Error);
      });
      const { url, method, headers } = request;
      post({ id, request: { url, method, headers: [...headers], body } });
    });
  };

  async #inWorker(): Promise<(message: ToService) => void> {
    const worker = new Worker(new URL('./simulated-service.worker.ts', import.meta.url));
    const started = new Promise<void>((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message));
      worker.onmessage = () => resolve();
    });
    worker.postMessage({ behaviour: this.current } satisfies ToService);
    await inTime(() => started, MAX_START_MS).catch((error: unknown) => {
      worker.terminate();
      throw error;
    });
    worker.onmessage = ({ data }: MessageEvent<ToPage>) => this.#receive(data);
    return (message) => worker.postMessage(message);
  }

  async #inPage(): Promise<(message: ToService) => void> {
    const { createService } = await import('./simulated-service.worker');
    const serve = createService((message) => this.#receive(message));
    serve({ behaviour: this.current });
    return serve;
  }

  #receive(message: ToPage): void {
    if (!('id' in message)) return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (!waiting) return;
    if (!('status' in message)) {
      // As in the browser itself: the address does not answer.
      waiting.reject(new TypeError('Failed to fetch'));
      return;
    }
    const { status, headers, body } = message;
    const isEmpty = status === 204 || status === 304;
    waiting.resolve(new Response(isEmpty ? null : body, { status, headers }));
  }
}

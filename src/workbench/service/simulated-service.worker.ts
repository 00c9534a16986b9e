import { createSandbox, type Sandbox } from '../../sandbox/app';
import { parseFaults } from '../../sandbox/faults/fault';

/** What the page decides about the service. */
export interface Behaviour {
  /** How long every answer takes. */
  readonly latencyMs: number;
  /** As the sandbox's flag spells them; empty for none. */
  readonly faults: string;
  /** Equal seeds give equal figures. */
  readonly seed: string;
}

type Headers = [name: string, value: string][];

/** A message from the page: how to behave, a request, or one that nobody waits for any more. */
export type ToService =
  | { readonly behaviour: Behaviour }
  | {
      readonly id: number;
      readonly request: {
        readonly url: string;
        readonly method: string;
        readonly headers: Headers;
        readonly body: ArrayBuffer | undefined;
      };
    }
  | { readonly cancelled: number };

/** A message to the page: that the service runs, an answer, or that the connection broke. */
export type ToPage =
  | { readonly isReady: true }
  | { readonly id: number; readonly status: number; readonly headers: Headers; readonly body: ArrayBuffer }
  | { readonly id: number; readonly hasFailed: true };

/** The sandbox behind messages. Returns the function that receives them. */
export function createService(post: (message: ToPage) => void): (message: ToService) => void {
  const running = new Map<number, AbortController>();
  let sandbox: Sandbox | undefined;
  const answer = async (id: number, request: Request): Promise<ToPage> => {
    try {
      const response = await sandbox!.fetch(request);
      return { id, status: response.status, headers: [...response.headers], body: await response.arrayBuffer() };
    } catch {
      return { id, hasFailed: true };
    } finally {
      running.delete(id);
    }
  };
  return (message) => {
    if ('behaviour' in message) {
      const { latencyMs, seed, faults } = message.behaviour;
      sandbox = createSandbox({ latencyMs, seed, faults: parseFaults(faults) });
      post({ isReady: true });
    } else if ('cancelled' in message) {
      running.get(message.cancelled)?.abort();
    } else {
      const { id, request } = message;
      const { url, method, headers, body } = request;
      const controller = new AbortController();
      running.set(id, controller);
      const { signal } = controller;
      void answer(id, new Request(url, { method, headers, body: body ?? null, signal })).then(post);
    }
  };
}

/** In a worker there is no document. */
if (typeof document === 'undefined' && typeof self !== 'undefined') {
  const serve = createService((message) =>
    self.postMessage(message, 'body' in message ? { transfer: [message.body] } : {}),
  );
  self.onmessage = ({ data }: MessageEvent<ToService>) => serve(data);
}

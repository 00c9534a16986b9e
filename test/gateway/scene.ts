import { Guard, People } from '../../src/gateway/access/people';
import { DEFAULT_GROUPS } from '../../src/gateway/access/groups';
import { Gateway, type GatewayOptions } from '../../src/gateway/gateway';
import { ConnectionReset } from '../../src/sandbox/faults/fault-bench';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/app';

export const ORIGIN = 'http://localhost:3443';

export interface Scene {
  readonly gateway: Gateway;
  readonly sandbox: Sandbox;
  /** Path and query of every request that reached the service, in order. */
  readonly upstream: string[];
  /** What a browser's page of the gateway itself would get. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  close(): void;
}

interface SceneOptions {
  readonly sandbox?: SandboxOptions;
  readonly gateway?: Partial<GatewayOptions>;
}

const open: Scene[] = [];

/** Ends what tests of a file have opened. */
export const closeScenes = (): void => {
  for (const scene of open.splice(0)) scene.close();
};

/** A gateway in this process before a simulated service in this process. */
export function createScene({ sandbox: sandboxOptions = {}, gateway: options = {} }: SceneOptions = {}): Scene {
  const sandbox = createSandbox(sandboxOptions);
  const upstream: string[] = [];
  const gateway = new Gateway({
    service: 'http://service.test',
    apiKey: 'demo',
    version: '1.0.0',
    people: new People(undefined, DEFAULT_GROUPS, false),
    guard: new Guard([ORIGIN]),
    retryMs: 1,
    fetch: async (input) => {
      const request = input as Request;
      const { pathname, search } = new URL(request.url);
      upstream.push(pathname + search);
      try {
        return await sandbox.fetch(request);
      } catch (error) {
        throw error instanceof ConnectionReset ? new TypeError('fetch failed') : error;
      }
    },
    ...options,
  });
  const scene: Scene = {
    gateway,
    sandbox,
    upstream,
    ask: (path, init = {}) => {
      const request = new Request(ORIGIN + path, init);
      if (!request.headers.has('host')) request.headers.set('host', 'localhost:3443');
      return gateway.fetch(request);
    },
    close: () => gateway.close(),
  };
  open.push(scene);
  return scene;
}

/** Lets the simulated time of jest pass until it is settled. */
export async function settled<T>(promise: Promise<T>): Promise<T> {
  const state = { isOver: false };
  const end = (): void => {
    state.isOver = true;
  };
  promise.then(end, end);
  while (!state.isOver) {
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    if (jest.getTimerCount() > 0) await jest.advanceTimersToNextTimerAsync();
  }
  return promise;
}

import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** What came back, and how long it took. */
interface Asked {
  readonly status: number;
  readonly body: string;
  readonly ms: number;
}

/** Asks once. Rejects where the connection breaks, or where nothing comes for half a minute. */
export function ask(url: string, headers: Record<string, string> = {}): Promise<Asked> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('error', reject);
      response.on('close', () => {
        if (response.complete) resolve({ status: response.statusCode ?? 0, body, ms: performance.now() - startedAt });
        else reject(new Error('The answer broke off'));
      });
    });
    sent.on('error', reject);
    sent.setTimeout(30_000, () => sent.destroy(new Error('Nothing came')));
    sent.end();
  });
}

export const closeConnections = (): void => {
  agent.destroy();
};

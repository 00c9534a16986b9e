import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** What came back, and how long it took. */
interface Asked {
  readonly status: number;
  readonly body: string;
  readonly ms: number;
}

/** Asks once. Rejects where the connection breaks, or where nothing comes for that long. */
export function ask(url: string, headers: Record<string, string> = {}, patienceMs = 30_000): Promise<Asked> {
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
    sent.setTimeout(patienceMs, () => sent.destroy(new Error('Nothing came')));
    sent.end();
  });
}

/** Whether an answer is complete: a list of that many quotes. */
export const isWhole = ({ status, body }: Asked, count: number): boolean =>
  status === 200 && (JSON.parse(body) as { items: unknown[] }).items.length === count;

export const closeConnections = (): void => {
  agent.destroy();
};

import { readDocument } from '../../api/interface/openapi';
import type { Operation } from '../../api/interface/operation';
import { MS_PER_HOUR, MS_PER_MINUTE } from '../../core/calendar/dates';

const TIMEOUT_MS = 5_000;

export class DescribedParameters {
  #names: Promise<ReadonlySet<string>> | undefined;
  #readAt = -Infinity;
  #keptMs = 0;

  constructor(
    private readonly service: string,
    private readonly fetch: (request: Request) => Promise<Response>,
    private readonly now: () => number,
  ) {}

  /** Never rejects: a service that does not describe itself has no others than the table. */
  async has({ id }: Operation, name: string): Promise<boolean> {
    if (this.now() > this.#readAt + this.#keptMs) {
      this.#readAt = this.now();
      this.#names = this.#read();
    }
    return (await this.#names)!.has(`${id} ${name}`);
  }

  async #read(): Promise<ReadonlySet<string>> {
    this.#keptMs = MS_PER_HOUR;
    try {
      const answer = await this.fetch(
        new Request(`${this.service}/openapi.json`, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }),
      );
      const operations = readDocument(await answer.text());
      return new Set(
        operations.flatMap(({ method, path, parameters }) => parameters.map(({ name }) => `${method} ${path} ${name}`)),
      );
    } catch {
      this.#keptMs = MS_PER_MINUTE;
      return new Set();
    }
  }
}

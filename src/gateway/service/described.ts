import { compareDescription } from '../../api/interface/service-description';
import { readDocument } from '../../api/interface/openapi';
import { describeInterface } from '../../api/interface/description';
import type { AddedOperation, Operation, WireNames } from '../../api/interface/operation';
import { OPERATIONS } from '../../api/operations';
import { isRecord } from '../../core/basics';
import { MS_PER_HOUR, MS_PER_MINUTE } from '../../core/calendar/dates';

/** The most characters of a list of symbols in one question. */
export const MAX_LIST_LENGTH = 4_000;

const TIMEOUT_MS = 5_000;

interface Description {
  /** "GET /stocks/news size", of all operations. */
  readonly parameters: ReadonlySet<string>;
  readonly names: WireNames;
  readonly gone: ReadonlySet<string>;
  /** What the gateway can pass on besides the table. */
  readonly added: readonly AddedOperation[];
  readonly document: Readonly<Record<string, unknown>>;
}

const NONE: Description = { parameters: new Set(), names: {}, gone: new Set(), added: [], document: {} };

/** What the service says of itself. It is asked without the key, once an hour at most. */
export class ServiceDescription {
  #reading: Promise<Description> | undefined;
  #known = NONE;
  #readAt = -Infinity;
  #keptMs = 0;

  constructor(
    private readonly service: string,
    private readonly fetch: (request: Request) => Promise<Response>,
    private readonly now: () => number,
  ) {}

  /** Those that were read last. */
  get added(): readonly AddedOperation[] {
    return this.#known.added;
  }

  /** Never rejects: a service that does not describe itself has no more than the table. */
  readDescription(): Promise<Description> {
    if (this.#reading === undefined || this.now() > this.#readAt + this.#keptMs) {
      this.#readAt = this.now();
      this.#reading = this.#read();
    }
    return this.#reading;
  }

  async hasParameter({ id }: Operation, name: string): Promise<boolean> {
    return (await this.readDescription()).parameters.has(`${id} ${name}`);
  }

  async #read(): Promise<Description> {
    this.#keptMs = MS_PER_HOUR;
    try {
      const answer = await this.fetch(
        new Request(`${this.service}/openapi.json`, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }),
      );
      const text = await answer.text();
      const operations = readDocument(text);
      const { names, added, differences } = compareDescription(operations, {});
      this.#known = {
        parameters: new Set(
          operations.flatMap(({ method, path, parameters }) =>
            parameters.map(({ name }) => `${method} ${path} ${name}`),
          ),
        ),
        names,
        gone: new Set(
          differences.filter(({ kind }) => kind === 'gone' || kind === 'moved').map(({ operation }) => operation),
        ),
        added: added.filter(({ path }) => path.split('/').every((segment) => /^(?:\{[^{}]*\}|[^{}]*)$/.test(segment))),
        document: JSON.parse(text) as Record<string, unknown>,
      };
    } catch {
      this.#keptMs = MS_PER_MINUTE;
    }
    return this.#known;
  }
}

/**
 * The gateway's interface as an OpenAPI document: with the service's own names, and what it has added, if that may be
 * asked. Lists of symbols may be longer than the service's.
 */
export function describeGateway({ names, gone, added, document }: Description = NONE, isOpen = false): object {
  const rows = OPERATIONS.filter(({ id }) => !gone.has(id)).map((operation) => ({
    ...operation,
    parameters: operation.parameters.map((parameter) =>
      parameter.name === operation.batchBy && parameter.maxLength !== undefined && isOwnName(operation, names)
        ? { ...parameter, maxLength: MAX_LIST_LENGTH }
        : parameter,
    ),
  }));
  const described = describeInterface(rows, names, 'Market data gateway') as Record<'paths' | 'components', object>;
  if (!isOpen || !isRecord(document.paths)) return described;
  const { paths } = document;
  // Without what stands before them; of two that end alike, the shorter one is it.
  const keys = Object.keys(paths).sort((one, other) => one.length - other.length);
  const own = added.flatMap(({ path }) => {
    const item = paths[keys.find((key) => key.endsWith(path)) ?? ''];
    return isRecord(item) ? [[path, { parameters: item.parameters, get: item.get, $ref: item.$ref }] as const] : [];
  });
  const components = isRecord(document.components) ? document.components : {};
  return {
    ...described,
    paths: { ...described.paths, ...Object.fromEntries(own) },
    components: { ...components, ...described.components },
  };
}

/** Only a list under the table's name is divided here. */
const isOwnName = ({ id, batchBy }: Operation, names: WireNames): boolean =>
  [undefined, batchBy].includes(names[`${id} ${batchBy}`]);

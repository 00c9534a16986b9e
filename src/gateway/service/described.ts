import { compareDescription } from '../../api/interface/service-description';
import { readDocument } from '../../api/interface/openapi';
import { describeInterface } from '../../api/interface/description';
import { MAX_MIC_LIST_LENGTH } from '../../api/calendars';
import type { AddedOperation, Operation, WireNames } from '../../api/interface/operation';
import { MAX_SYMBOL_LIST_LENGTH } from '../../api/interface/quote-rows';
import { OPERATIONS } from '../../api/operations';
import { readValidationErrors } from '../../api/transport/refusals';
import { saidIn } from '../../api/transport/said';
import { isRecord } from '../../core/basics';
import type { RefusedReply } from '../errors';
import { MS_PER_HOUR, MS_PER_MINUTE } from '../../core/calendar/dates';

export const MAX_LIST_LENGTH = 4_000;

const TIMEOUT_MS = 5_000;
/** How long three facts are valid: a description, a limit from a refusal, and the absence of a description. */
const [DESCRIBED_MS, TAUGHT_MS, UNREAD_MS] = [5 * MS_PER_MINUTE, MS_PER_HOUR, MS_PER_MINUTE];

interface Description {
  /** "GET /stocks/news size", of all operations. */
  readonly parameters: ReadonlySet<string>;
  readonly names: WireNames;
  readonly gone: ReadonlySet<string>;
  readonly added: readonly AddedOperation[];
  readonly document: Readonly<Record<string, unknown>>;
}

const NONE: Description = { parameters: new Set(), names: {}, gone: new Set(), added: [], document: {} };

/** The service's own description, requested without the key, and the list lengths from its refusals. */
export class ServiceDescription {
  #reading: Promise<Description> | undefined;
  #known: Description;
  #readAt = -Infinity;
  #keptMs = 0;
  readonly #taught = new Map<string, { readonly length: number; readonly described: number; readonly at: number }>();

  /** @param profile the result of the check, which overrides the description */
  constructor(
    private readonly service: string,
    private readonly fetch: (request: Request) => Promise<Response>,
    private readonly now: () => number,
    private readonly profile: WireNames = {},
  ) {
    this.#known = { ...NONE, names: profile };
  }

  get added(): readonly AddedOperation[] {
    return this.#known.added;
  }

  /** Never rejects: a service without a description has only the operations of the table. */
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

  lengthOf(operation: Operation): number {
    const [described, taught] = [this.#describedLength(operation), this.#taught.get(operation.id)];
    // A service that has changed its description has changed its limits.
    const counts = taught?.described === described && this.now() < taught.at + TAUGHT_MS;
    return counts ? Math.min(taught.length, described) : described;
  }

  /** Learns from a refusal how long a list may be. Returns whether its length was the reason. */
  learnLength(operation: Operation, names: readonly string[], refusal: RefusedReply): boolean {
    const length = names.length > 1 ? longestIn(names, refusal) : undefined;
    if (length === undefined) return false;
    this.#taught.set(operation.id, { length, described: this.#describedLength(operation), at: this.now() });
    return true;
  }

  #describedLength({ id, batchBy, kind }: Operation): number {
    const inTable = kind === 'quotes' ? MAX_SYMBOL_LIST_LENGTH : MAX_MIC_LIST_LENGTH;
    const described = Number(this.#known.names[`${id} ${batchBy} length`] ?? inTable);
    return described > 0 ? Math.min(described, MAX_LIST_LENGTH) : inTable;
  }

  async #read(): Promise<Description> {
    this.#keptMs = DESCRIBED_MS;
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
        names: { ...names, ...this.profile },
        gone: new Set(
          differences.filter(({ kind }) => kind === 'gone' || kind === 'moved').map(({ operation }) => operation),
        ),
        added: added.filter(({ path }) => path.split('/').every((segment) => /^(?:\{[^{}]*\}|[^{}]*)$/.test(segment))),
        document: JSON.parse(text) as Record<string, unknown>,
      };
    } catch {
      this.#keptMs = UNREAD_MS;
    }
    return this.#known;
  }
}

const ABOUT_LENGTH =
  /\b(?:at most|no more than|too (?:long|many|large)|longer|exceed\w*|max(?:imum)?|up to|limit\w*)\b/i;
const OF_CHARACTERS = /\b(?:characters?|chars?|bytes?|length)\b/i;

/** The maximum length of a list according to this refusal; half if it does not say; undefined for another reason. */
function longestIn(names: readonly string[], { status, body }: RefusedReply): number | undefined {
  const sent = names.join().length;
  // A requested name may itself contain words about lengths, which the service repeats.
  const isAboutLength = (text: string): boolean => ABOUT_LENGTH.test(text) && !ABOUT_LENGTH.test(names.join(' '));
  const problem = readValidationErrors(body).find(({ type, text }) => type.includes('too_long') || isAboutLength(text));
  const said = problem?.text ?? saidIn(body) ?? '';
  const isItsSize = status === 413 || status === 414;
  if (problem === undefined && !isItsSize && !([400, 422].includes(status) && isAboutLength(said))) return undefined;
  const numbers = (said.match(/\d+/g) ?? []).map(Number).filter((number) => number > 0);
  const isOfCharacters = problem?.type === 'string_too_long' || OF_CHARACTERS.test(said);
  const lengths = numbers.map((number) => (isOfCharacters ? number : names.slice(0, number).join().length));
  return Math.max(...lengths.filter((length) => length < sent), 0) || Math.ceil(sent / 2);
}

/**
 * The gateway's interface as an OpenAPI document: with the service's own names, and its added operations if they are
 * allowed. Lists of symbols may be longer than the service's.
 */
export function describeGateway({ names, gone, added, document }: Description = NONE, isOpen: boolean): object {
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
  // Without their prefixes; of two paths with the same end, the shorter one matches.
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

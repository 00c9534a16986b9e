import type { Row } from '../core/columns';
import { CellError, notAvailable } from '../core/errors';
import { hasTypeInName, isOfType } from '../core/names/filing-types';
import { areValid } from '../core/table';
import { signalOf } from './lookup/ask';
import { Lookup, type LookupContext } from './lookup/lookup';
import { refuseOther } from './interface/records';
import { operationOf, parameterOf, type ParametersOf } from './operations';
import { ServiceError } from './service-error';
import { misspeltIn } from './symbol-finder';
import type { Asker } from './spending';
import type { Transport } from './transport/transport';
import { requestPath, type ValuesOf } from './transport/wire';
import { withoutRepeats } from './lookup/pages';
import { isRecord, lettersOf } from '../core/basics';

/** The filings that a ticker has, newest first. */
export interface Filings {
  readonly rows: readonly Row[];
  /** The ticker under which the service has them, if it differs: the service answers GOOG as GOOGL, FB as META. */
  readonly under?: string;
}

export type FilingsQuestion = ValuesOf<ParametersOf<'GET /stocks/filings'>> & { readonly limit: number };

/** #N/A: the service has no filings of a ticker, or of the requested type. */
export class NoFilingsError extends CellError {
  override readonly name = 'NoFilingsError';

  constructor(ticker: string, cause?: unknown) {
    super('#N/A', misspeltIn('stocks', ticker)?.message ?? `"${ticker}" has no filings: check the ticker`, { cause });
  }
}

/** Each filing once, newest first. */
export const newestFilings = (rows: readonly Row[], limit: number): readonly Row[] =>
  withoutRepeats(rows, numberOf)
    .toSorted((a, b) => dateOf(b).localeCompare(dateOf(a)))
    .slice(0, limit);

/** Filings of one company with the fields of the record FILING. Source: GET /stocks/filings. */
export function createFilingsLookup(transport: Transport, context: LookupContext): Lookup<FilingsQuestion, Filings> {
  const operation = operationOf('GET /stocks/filings');
  const send = async (question: FilingsQuestion, asker: Asker, signal: AbortSignal): Promise<Filings> => {
    const { rows, body } = await transport.send(operation, { ...question }, signal, { askers: [asker] });
    const under = isRecord(body) ? body.ticker : undefined;
    return { rows, ...(typeof under === 'string' && under !== '' && { under }) };
  };
  const subjects = new Subjects();
  return new Lookup<FilingsQuestion, Filings>(
    {
      keyOf: (question) => requestPath(operation, { ...question }),
      freshSeconds: operation.freshSeconds,
      maxAnswers: 2_000,
      isComplete: ({ rows }) => areValid(rows, operation.record),
      ask: (pending) =>
        pending.map(async (asker) => {
          const { question } = asker;
          const signal = signalOf([asker]);
          const { ticker, type } = question;
          let other: string | undefined;
          const read = async (limit: number): Promise<readonly Row[]> => {
            const { rows, under } = await send({ ...question, limit }, asker, signal);
            // This answer is shared: other formulas may wait for it when this one is cancelled.
            const probe = (example: string): Promise<Filings> =>
              send({ ticker: example, limit: 1 }, asker, new AbortController().signal);
            if (under !== undefined) other = await subjects.check(under, ticker, probe);
            if (type !== undefined)
              for (const row of rows) refuseOther('filings of the type', row.filing_type, type, hasTypeInName);
            return rows;
          };
          try {
            const rows = newestFilings(await filingsOfType(read, question), question.limit);
            return { rows, ...(other !== undefined && { under: other }) };
          } catch (error) {
            if (!(error instanceof ServiceError) || error.status !== 404) throw error;
            throw new NoFilingsError(ticker, error);
          }
        }),
    },
    context,
  );
}

/** Large companies: every service with filings has those of at least two of them. */
const EXAMPLES = ['AAPL', 'MSFT', 'IBM'];

/**
 * Decides whether a different ticker in an answer belongs to the same company. A service that knows the parameter by
 * another name ignores it and returns everything under one ticker. All other services can be trusted.
 */
class Subjects {
  /** At most two tickers that were answered under their own names: at least one of them differs from any third. */
  readonly #own = new Set<string>();
  readonly #isIgnored = new Map<string, Promise<boolean>>();

  /** The ticker of the filings; undefined if it is the requested one. Rejects if the service ignores the ticker. */
  async check(under: string, asked: string, probe: (ticker: string) => Promise<Filings>): Promise<string | undefined> {
    const letters = lettersOf(under);
    if (letters === lettersOf(asked)) {
      if (this.#own.size < 2) this.#own.add(letters);
      return undefined;
    }
    if (![...this.#own].some((own) => own !== letters) && (await this.#ignores(letters, asked, probe)))
      refuseOther('filings of', under, asked);
    return under;
  }

  #ignores(letters: string, asked: string, probe: (ticker: string) => Promise<Filings>): Promise<boolean> {
    const known = this.#isIgnored.get(letters);
    if (known) return known;
    const example = EXAMPLES.find((one) => one !== letters && one !== asked)!;
    const isSame = probe(example).then(
      ({ under = '' }) => lettersOf(under) === letters,
      (error: unknown) => {
        if (error instanceof ServiceError && error.isRefusal) return false;
        this.#isIgnored.delete(letters);
        throw error;
      },
    );
    this.#isIgnored.set(letters, isSame);
    return isSame;
  }
}

const MAX_LIMIT = parameterOf('GET /stocks/filings', 'limit').max!;

/**
 * The filings of the requested type. A service that compares parts of names also sends others, such as "424B5" for "4".
 * These may push out the right ones, so more are requested.
 */
async function filingsOfType(
  read: (limit: number) => Promise<readonly Row[]>,
  { ticker, type, limit }: FilingsQuestion,
): Promise<readonly Row[]> {
  const isRight = ({ filing_type: said }: Row): boolean =>
    type === undefined || typeof said !== 'string' || isOfType(said, type);
  const rows = await read(limit);
  const right = rows.filter(isRight);
  const isCrowded = rows.length >= limit && right.length < Math.min(rows.length, limit);
  if (!isCrowded || limit >= MAX_LIMIT) return right;
  const more = await read(MAX_LIMIT);
  const found = more.filter(isRight);
  if (found.length > 0 || more.length < MAX_LIMIT) return found;
  throw notAvailable(
    `The newest ${MAX_LIMIT} filings of ${ticker} sent for "${type}" are of other types: leave the type out`,
  );
}

const numberOf = ({ accession_number: number }: Row): string | undefined =>
  typeof number === 'string' ? number : undefined;
const dateOf = ({ filing_date: date }: Row): string => (typeof date === 'string' ? date : '');

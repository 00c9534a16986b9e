import type { Row } from '../core/columns';
import { CellError, notAvailable } from '../core/errors';
import { hasTypeInName, isOfType } from '../core/names/filing-types';
import { areValid } from '../core/table';
import { Lookup, type LookupContext } from './lookup/lookup';
import { refuseOther } from './interface/records';
import { operationOf, parameterOf } from './operations';
import { ServiceError } from './service-error';
import type { Transport } from './transport/transport';
import { withoutRepeats } from './lookup/pages';
import { isRecord } from '../core/basics';

export interface FilingsQuestion {
  readonly ticker: string;
  readonly type: string | undefined;
  readonly limit: number;
}

/** #N/A: the service has no filings of a ticker, or of the requested type. */
export class NoFilingsError extends CellError {
  override readonly name = 'NoFilingsError';

  constructor(ticker: string, cause?: unknown) {
    super('#N/A', `"${ticker}" has no filings: check the ticker`, { cause });
  }
}

/** Each filing once, newest first. */
export const newestFilings = (rows: readonly Row[], limit: number): readonly Row[] =>
  withoutRepeats(rows, numberOf)
    .toSorted((a, b) => dateOf(b).localeCompare(dateOf(a)))
    .slice(0, limit);

/** Filings of one company, newest first, with the fields of the record FILING. Source: GET /stocks/filings. */
export function createFilingsLookup(
  transport: Transport,
  context: LookupContext,
): Lookup<FilingsQuestion, readonly Row[]> {
  const operation = operationOf('GET /stocks/filings');
  return new Lookup<FilingsQuestion, readonly Row[]>(
    {
      keyOf: ({ ticker, type = '', limit }) => `${ticker} ${limit} ${type}`,
      freshSeconds: operation.freshSeconds,
      maxAnswers: 2_000,
      isComplete: (rows) => areValid(rows, operation.record),
      ask: (pending) =>
        pending.map(async (asker) => {
          const { question, signal } = asker;
          const read = async (limit: number): Promise<readonly Row[]> => {
            const { rows, body } = await transport.send(operation, { ...question, limit }, signal, { askers: [asker] });
            checkSubject(rows, body, question);
            return rows;
          };
          try {
            return newestFilings(await filingsOfType(read, question), question.limit);
          } catch (error) {
            if (!(error instanceof ServiceError) || error.status !== 404) throw error;
            throw new NoFilingsError(question.ticker, error);
          }
        }),
    },
    context,
  );
}

const MAX_LIMIT = parameterOf('GET /stocks/filings', 'limit').max!;

/**
 * The filings of the type that was asked for. A service that compares parts of names sends others too, "424B5" for "4":
 * these may take the place of the right ones, so that more are asked for.
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

function checkSubject(rows: readonly Row[], body: unknown, { ticker, type }: FilingsQuestion): void {
  if (isRecord(body)) refuseOther('filings of', body.ticker, ticker);
  if (type !== undefined)
    for (const row of rows) refuseOther('filings of the type', row.filing_type, type, hasTypeInName);
}

const numberOf = ({ accession_number: number }: Row): string | undefined =>
  typeof number === 'string' ? number : undefined;
const dateOf = ({ filing_date: date }: Row): string => (typeof date === 'string' ? date : '');

import type { Row } from '../core/columns';
import { CellError } from '../core/errors';
import { areValid } from '../core/table';
import { Lookup, type LookupContext } from './lookup/lookup';
import { isKindOf, refuseOther } from './interface/records';
import { operationOf } from './operations';
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
          try {
            const { rows, body } = await transport.send(operation, { ...question }, signal, { askers: [asker] });
            checkSubject(rows, body, question);
            return newestFilings(rows, question.limit);
          } catch (error) {
            if (!(error instanceof ServiceError) || error.status !== 404) throw error;
            throw new NoFilingsError(question.ticker, error);
          }
        }),
    },
    context,
  );
}

function checkSubject(rows: readonly Row[], body: unknown, { ticker, type }: FilingsQuestion): void {
  if (isRecord(body)) refuseOther('filings of', body.ticker, ticker);
  if (type !== undefined) for (const row of rows) refuseOther('filings of the type', row.filing_type, type, isKindOf);
}

const numberOf = ({ accession_number: number }: Row): string | undefined =>
  typeof number === 'string' ? number : undefined;
const dateOf = ({ filing_date: date }: Row): string => (typeof date === 'string' ? date : '');

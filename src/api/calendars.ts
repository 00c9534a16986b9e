import type { Row } from '../core/columns';
import type { Client } from './client';
import { areValid } from '../core/table';
import { type Ask, signalOf } from './lookup/ask';
import { askByGroup } from './lookup/batch';
import { askInLists, ListHistory, ownerIn, recordsByName } from './lookup/lists';
import { type LookupContext, Lookup } from './lookup/lookup';
import { operationOf } from './operations';
import type { Transport } from './transport/transport';
import { withoutRepeats } from './lookup/pages';

export type CalendarOperation =
  'GET /stocks/markets' | 'GET /stocks/markets/holidays' | 'GET /stocks/markets/hours' | 'GET /stocks/markets/status';

export interface CalendarQuestion {
  /** Upper case; undefined requests all markets. */
  readonly mic: string | undefined;
  /** "2026-11-20"; only for operations with dates. */
  readonly start?: string;
  readonly end?: string;
}

type CalendarLookup = Lookup<CalendarQuestion, readonly Row[]>;

export const calendarOf = (client: Client, id: CalendarOperation): CalendarLookup =>
  client.lookup(id, (transport, context) => createCalendarLookup(id, transport, context));

const ownerOf = ownerIn('mic');

/**
 * Records of one market per question, in the service's order. Questions with equal dates share one request: their
 * markets are merged into one list, and the answer is split again. An empty list means that the service knows nothing
 * about that market.
 * @internal
 */
export function createCalendarLookup(
  id: CalendarOperation,
  transport: Transport,
  context: LookupContext,
): CalendarLookup {
  const operation = operationOf(id);
  const history = new ListHistory();
  const isDated = operation.record.some(({ name }) => name === 'date');
  const unique = (rows: readonly Row[]): readonly Row[] =>
    withoutRepeats(rows, (row) =>
      isDated && typeof row.date !== 'string' ? undefined : `${ownerOf(row)} ${String(row.date)}`,
    );

  function askGroup(
    group: readonly Ask<CalendarQuestion>[],
    { start, end }: CalendarQuestion,
  ): Promise<readonly Row[]>[] {
    if (group.some(({ question }) => question.mic === undefined)) {
      const signal = signalOf(group);
      const all = transport.send(operation, { start, end }, signal, { askers: group });
      return group.map(({ question: { mic } }) =>
        all.then(({ rows }) => unique(mic === undefined ? rows : recordsByName([mic], rows, ownerOf).get(mic)!)),
      );
    }
    return askInLists(group, {
      history,
      parameter: operation.batchBy,
      nameOf: ({ mic = '' }) => mic,
      maxLength: MAX_MIC_LIST_LENGTH,
      send: async (mic, signal, options) =>
        unique((await transport.send(operation, { mic, start, end }, signal, options)).rows),
      ownerOf,
    });
  }

  return new Lookup<CalendarQuestion, readonly Row[]>(
    {
      keyOf: ({ mic = '', start = '', end = '' }) => `${mic} ${start} ${end}`,
      freshSeconds: operation.freshSeconds,
      maxAnswers: 1_000,
      // If a record is assumed, the service may send fewer fields than the table lists.
      isComplete: (rows) => areValid(rows, operation.isAssumed ? [] : operation.record),
      ask: (pending) => askByGroup(pending, ({ start = '', end = '' }) => `${start} ${end}`, askGroup),
    },
    context,
  );
}

/** The service publishes no limit for lists of MIC codes; this keeps URLs below the limit of proxies. */
export const MAX_MIC_LIST_LENGTH = 1_500;

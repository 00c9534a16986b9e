import { Lookup, type LookupContext, type LookupHolder } from './lookup/lookup';
import { type Ask, signalOf } from './lookup/ask';
import { unwrapped } from './added-answers';
import type { AddedOperation, Operation } from './interface/operation';
import { type OperationId, operationOf, type ParametersOf } from './operations';
import { PagedReading, PageSize, type RowFilter, withoutRepeats, leftFor, noteCut, stopAsk } from './lookup/pages';
import { PriceError } from './price-error';
import type { Transport } from './transport/transport';
import { requestPath, type ParameterValues, type DecodedAnswer, type ValuesOf } from './transport/wire';

interface ReadQuestion<Values = ParameterValues> {
  readonly values: Values;
  /** Pages are read until there are at least this many rows. @default one page */
  readonly minRows?: number;
  /** Only these rows appear in the answer. If no more requests may be sent, the rows found so far are enough. */
  readonly only?: RowFilter;
}

const MAX_STOPPED = 20;

type ReadLookup<Values = ParameterValues> = Lookup<ReadQuestion<Values>, DecodedAnswer>;

/**
 * Lookup for any operation of the table: each question is its own request, fresh for as long as the row says. Values
 * that the row does not allow throw #VALUE! at once.
 */
export function readsOf<Id extends OperationId>(client: LookupHolder, id: Id): ReadLookup<ValuesOf<ParametersOf<Id>>>;
export function readsOf(client: LookupHolder, id: string | AddedOperation): ReadLookup;
export function readsOf(client: LookupHolder, of: string | AddedOperation): unknown {
  const id = typeof of === 'string' ? of : of.id;
  // The calendars have a lookup of their own under the name of the operation.
  return client.lookup(`read ${id}`, (transport, context) => createReadLookup(of, transport, context));
}

/** A user who names an operation also uses the operation's names of parameters. */
const withOwnNames = (operation: Operation): Operation => ({
  ...operation,
  parameters: operation.parameters.map((parameter) => ({ ...parameter, argument: parameter.name })),
});

/** @internal */
export function createReadLookup(
  of: string | AddedOperation,
  transport: Transport,
  context: LookupContext,
): ReadLookup {
  const added = typeof of === 'string' ? undefined : of;
  const operation = withOwnNames(added ?? operationOf(of as string));
  const pageSize = PageSize.of(operation, 'size');
  const { spending } = context;

  const keyOf = ({ values, minRows, only }: ReadQuestion): string =>
    `${minRows ?? ''} ${only?.id ?? ''} ${requestPath(operation, values)}`;
  /** The state of readings whose formulas ran out of allowed requests: the next readings continue from there. */
  const stopped = new Map<string, { readonly reading: PagedReading; readonly untilMs: number }>();

  async function read(asker: Ask<ReadQuestion>): Promise<DecodedAnswer> {
    const answer = await readAll(asker);
    if (added) return answer;
    return { ...answer, rows: withoutRepeats(answer.rows, (row) => JSON.stringify(row)) };
  }

  async function readAll(asker: Ask<ReadQuestion>): Promise<DecodedAnswer> {
    const { values, minRows, only } = asker.question;
    let rowCount = 0;
    const send = async (all: ParameterValues): Promise<DecodedAnswer> => {
      await asker.untilWanted;
      const answer = await transport.send(operation, all, signalOf([asker]), { askers: [asker] });
      if (!added) return answer;
      const page = unwrapped(answer, added, all, rowCount);
      rowCount += page.rows.length;
      return page;
    };
    if (minRows === undefined) return send(values);
    const key = keyOf(asker.question);
    const before = stopped.get(key);
    stopped.delete(key);
    const reading =
      before && context.now() < before.untilMs ? before.reading : new PagedReading(added !== undefined, only);
    try {
      const answer = await reading.readTo(minRows, (cursor) => {
        const needed = Math.max(1, reading.surelyMissingPages(minRows));
        if (needed > leftFor(asker, spending)) {
          spending?.budget?.checkRequests(needed);
          // It would be stopped anyway. The number of missing requests is reported below.
          throw new PriceError({ missing: 0 });
        }
        // Its cursors are the values of the next page.
        if (added) return send({ ...values, ...(JSON.parse(cursor ?? '{}') as ParameterValues) });
        if (!pageSize) return send({ ...values, cursor });
        const wanted = only ? Infinity : minRows;
        const size = pageSize.beginTrial(wanted) ?? Math.min(pageSize.current, wanted);
        return pageSize.get(size, (taken) => send({ ...values, size: taken, cursor }));
      });
      if (reading.wasCut) noteCut(operation.path, context);
      return answer;
    } catch (error) {
      if (!(error instanceof PriceError)) throw error;
      if (only && reading.rowCount > 0) return reading.soFar;
      const [oldest] = stopped.keys();
      if (oldest !== undefined && stopped.size >= MAX_STOPPED) stopped.delete(oldest);
      stopped.set(key, { reading, untilMs: context.now() + operation.freshSeconds * 1000 });
      throw stopAsk(asker, spending, reading.missingPages(minRows));
    }
  }

  return new Lookup<ReadQuestion, DecodedAnswer>(
    {
      keyOf,
      freshSeconds: operation.freshSeconds,
      maxAnswers: operation.shape === 'page' ? 300 : 10_000,
      isComplete: ({ rows, body }) => (rows.length > 0 ? rows.some(holdsAnything) : holdsAnything(body)),
      ask: (questions) => questions.map(read),
    },
    context,
  );
}

const holdsAnything = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).some((field) => field !== null);

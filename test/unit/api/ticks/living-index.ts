import { BatchWindow } from '../../../../src/api/lookup/batch';
import type { LookupContext } from '../../../../src/api/lookup/lookup';
import { createTicksLookup, type TicksQuestion } from '../../../../src/api/ticks/ticks';
import type { Asker, Spending } from '../../../../src/api/spending';
import type { Call } from '../../../../src/core/call';
import { countBefore } from '../../../../src/core/basics';
import type { Row } from '../../../../src/core/columns';
import type { TickRequest, Ticks } from '../../../../src/api/ticks/reader';
import type { Transport } from '../../../../src/api/transport/transport';
import { createCall } from '../../../support/evaluate';
import { createMemoryArchive, type MemoryArchive } from '../../../support/memory-archive';
import { tickAt } from './tick-service';
import type { DecodedAnswer } from '../../../../src/api/transport/wire';

interface ArrivingTick {
  readonly timeMs: number;
  /** When the service has it. */
  readonly arrivesMs: number;
}

export interface Session {
  read(question: Omit<TicksQuestion, 'symbol'>, call?: Call): Promise<Ticks>;
  /** Requests so far. */
  readonly requests: readonly TickRequest[];
  readonly archive: MemoryArchive;
}

/**
 * An index whose ticks arrive over time, and sessions that read it.
 *
 * @param arriving in order of time
 */
export function createLivingIndex(arriving: readonly ArrivingTick[], largestPage = 100, rowAt = tickAt) {
  // Most of a large index is never asked for.
  const made = new Map<number, Row>();
  const rowOf = (index: number): Row => {
    const row = made.get(index) ?? rowAt(arriving[index]!.timeMs, index);
    made.set(index, row);
    return row;
  };
  const state = {
    nowMs: 0,
    /** How long each request takes. */
    requestMs: 0,
    /** How old the pages are, as those of a gateway may be: of one request after the other, again and again. */
    agesMs: [0],
  };
  const times = arriving.map(({ timeMs }) => timeMs);
  const page = ({ start, end, cursor, limit }: TickRequest, ageMs: number): DecodedAnswer => {
    const rows: Row[] = [];
    let lastIndex = Number(cursor ?? countBefore(times, start * 1000) - 1);
    for (let index = lastIndex + 1; index < arriving.length && arriving[index]!.timeMs < end * 1000; index++) {
      if (arriving[index]!.arrivesMs > state.nowMs - ageMs) continue;
      if (rows.length === Math.min(limit, largestPage))
        return { rows, cursors: { next: String(lastIndex), current: null }, body: null };
      rows.push(rowOf(index));
      lastIndex = index;
    }
    return { rows, cursors: { next: null, current: null }, body: null };
  };
  function open(archive: MemoryArchive = createMemoryArchive(), spending?: Spending, requestsAtOnce = 6): Session {
    const requests: TickRequest[] = [];
    const context: LookupContext = {
      batchWindow: new BatchWindow({ quietMs: 0, maxMs: 1 }),
      observer: { counts: { lookups: 0, hits: 0, questions: 0 }, onRequest: () => undefined },
      now: () => state.nowMs,
      // Answers are not to come from the cache of answers.
      notBefore: () => state.nowMs,
      archive: () => Promise.resolve(archive),
      quotesFreshMs: () => 15_000,
      spending,
    };
    const transport = {
      requestsAtOnce,
      async send(_operation: unknown, values: unknown, _signal: unknown, { askers }: { askers: readonly Asker[] }) {
        spending?.spendRequest(state.nowMs, askers);
        const request = values as TickRequest;
        requests.push(request);
        const ageMs = state.agesMs[requests.length % state.agesMs.length]!;
        const answer = page(request, ageMs);
        await Promise.resolve();
        state.nowMs += state.requestMs;
        return { ...answer, ageMs };
      },
    } as unknown as Transport;
    const lookup = createTicksLookup(transport, context);
    return {
      requests,
      archive,
      read: async (question, call = createCall()) => lookup.read({ symbol: 'SPX', ...question }, call),
    };
  }
  return { state, open };
}

import { countBefore } from '../../src/core/basics';
import { createStubService, type Route, status, type StubService } from './stub-service';

interface IndexServiceOptions {
  /** Of its ticks, in milliseconds since 1970, in order. */
  readonly times: readonly number[];
  /** The indices, which have the same ticks. @default SPX */
  readonly symbols?: readonly string[];
  /** @default 100 */
  readonly maxPage?: number;
  /** Whether pages say how many ticks their window has. @default false */
  readonly saysTotal?: boolean;
  /** Whether the request of this number fails; the same one does not fail again. @default none does */
  readonly fails?: (requestCount: number) => boolean;
}

/** A service of indices over HTTP: only its ticks, and cursors that no other request understands. */
export function createIndexService({
  times,
  symbols = ['SPX'],
  maxPage = 100,
  saysTotal = false,
  fails = () => false,
}: IndexServiceOptions): StubService {
  let requestCount = 0;
  const failed = new Set<string>();
  const ticks: Route = ({ query }) => {
    requestCount++;
    if (fails(requestCount) && !failed.has(query.toString())) {
      failed.add(query.toString());
      return status(503);
    }
    const [start, end] = ['start', 'end'].map((name) => Number(query.get(name)));
    const size = Number(query.get('limit') ?? 100);
    if (size > maxPage)
      return status(422, {
        detail: [
          { loc: ['query', 'limit'], msg: `Input should be less than or equal to ${maxPage}`, type: 'less_than_equal' },
        ],
      });
    const cursor = query.get('cursor');
    const [ofStart, ofEnd, at] = cursor === null ? [start, end, countBefore(times, start! * 1000)] : readCursor(cursor);
    if (ofStart !== start || ofEnd !== end) return status(400, { detail: 'Invalid cursor value' });
    const last = countBefore(times, end! * 1000);
    const next = Math.min(at + size, last);
    return {
      items: times.slice(at, next).map((timeMs, index) => {
        const bid = ((at + index) % 1000) + 1;
        return { time: new Date(timeMs).toISOString(), ask: bid + 1, bid, mid: bid + 0.5 };
      }),
      total: saysTotal ? last - countBefore(times, start! * 1000) : null,
      current_page: null,
      next_page: next < last ? btoa(`${start}:${end}:${next}`) : null,
      previous_page: null,
    };
  };
  return createStubService(Object.fromEntries(symbols.map((symbol) => [`/indices/${symbol}/ticks`, ticks])));
}

const readCursor = (cursor: string): number[] => atob(cursor).split(':').map(Number);

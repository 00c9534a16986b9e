import type { Row } from '../../../../src/core/columns';
import { ServiceError } from '../../../../src/api/service-error';
import type { SendTicks, TickRequest } from '../../../../src/api/ticks/reader';
import type { DecodedAnswer } from '../../../../src/api/transport/wire';

export interface TickServiceOptions {
  /** Times in milliseconds since 1970, in order. */
  readonly times: readonly number[];
  /** Larger pages are refused, or shortened if this is `shortens`. */
  readonly largestPage?: number;
  readonly tooLarge?: 'refuses' | 'refuses without a number' | 'shortens';
  readonly isNewestFirst?: boolean;
  /** How many turns of the event loop an answer takes. */
  readonly turns?: () => number;
}

export interface TickService {
  readonly send: SendTicks;
  readonly requests: TickRequest[];
  /** The most requests that were pending at the same time. */
  readonly mostAtOnce: () => number;
}

export const tickAt = (timeMs: number, index: number): Row => ({
  time: new Date(timeMs).toISOString(),
  ask: index + 2,
  bid: index + 1,
  mid: index + 1.5,
});

/** The index of a tick that tickAt has made. */
export const indexOf = ({ bid }: Row): number => Number(bid) - 1;

/** A service that holds exactly these ticks. */
export function createTickService({
  times,
  largestPage = 100,
  tooLarge = 'refuses',
  isNewestFirst = false,
  turns = () => 1,
}: TickServiceOptions): TickService {
  const requests: TickRequest[] = [];
  let [atOnce, mostAtOnce] = [0, 0];
  const indexFrom = (timeMs: number): number => {
    const index = times.findIndex((time) => time >= timeMs);
    return index < 0 ? times.length : index;
  };
  return {
    requests,
    mostAtOnce: () => mostAtOnce,
    async send(request, signal): Promise<DecodedAnswer> {
      requests.push(request);
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      for (let turn = turns(); turn > 0; turn--)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      atOnce--;
      signal.throwIfAborted();
      if (request.limit > largestPage && tooLarge !== 'shortens')
        throw refusal(tooLarge === 'refuses' ? `${largestPage}` : 'what I like');
      const end = indexFrom(request.end * 1000);
      const start = indexFrom(request.start * 1000);
      const first = request.cursor === undefined ? start : Number(request.cursor);
      const last = Math.min(first + Math.min(request.limit, largestPage), end);
      // No more than those of this page: others would cost more than all that the tests look at.
      const rows = Array.from({ length: Math.max(0, last - first) }, (_, place) => {
        const index = isNewestFirst ? end - 1 - (first - start + place) : first + place;
        return tickAt(times[index]!, index);
      });
      return {
        rows,
        cursors: { next: last < end ? String(last) : null, current: null },
        body: null,
      };
    },
  };
}

const refusal = (most: string): ServiceError =>
  new ServiceError(
    'refused-argument',
    `limit: the service says "Input should be less than or equal to ${most}" (422)`,
    { code: '#VALUE!', status: 422 },
  );

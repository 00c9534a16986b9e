import { AdaptiveConcurrency, type Learned } from '../../../../src/api/transport/concurrency-limit';

/**
 * When a request that leaves now is answered, and whether it is refused, given when the pending ones will be answered.
 */
type Service = (now: number, answersAt: readonly number[]) => { readonly at: number; readonly isRefused?: boolean };

/** HTTP/2 to a service that is never busy. */
export const CONSTANT =
  (ms: number): Service =>
  (now) => ({ at: now + ms });

/** So many are worked on at a time, the others wait: the connections of HTTP/1.1, or the threads of a service. */
export const held =
  (ms: number, places: number): Service =>
  (now, answersAt) => {
    const before = answersAt.toSorted((a, b) => a - b);
    const freeAt = before.length < places ? now : before[before.length - places]!;
    return { at: freeAt + ms };
  };

/** Every request beyond the third that is out makes the answers a third slower. */
export const slowUnderLoad =
  (ms: number): Service =>
  (now, answersAt) => ({ at: now + ms * Math.max(1, (answersAt.length + 1) / 3) });

/** A page that is busy with each answer for so long: they wait for each other there, and not in the service. */
export const busyPage =
  (ms: number, busyMs: number): Service =>
  (now, answersAt) => ({ at: Math.max(now + ms, Math.max(0, ...answersAt) + busyMs) });

/** Refuses what is one too many at once. */
export const limited =
  (ms: number, most: number): Service =>
  (now, answersAt) => ({ at: now + ms, isRefused: answersAt.length >= most });

interface Simulation {
  readonly endsAt: number;
  readonly limit: number;
  readonly refused: number;
  /** Milliseconds from one answer to the next, as the limit has learned them. */
  readonly pace: number;
  /** When each request was wanted, and how long it waited for its answer. */
  readonly waits: readonly { readonly wantedAt: number; readonly ms: number }[];
}

/** Sends `count` requests that are all there at the start. Refused ones are sent again. */
export const simulate = (count: number, service: Service, fixed?: number): Simulation =>
  simulateFrom(Array<number>(count).fill(0), service, fixed);

/** So many requests a minute apart, three times. */
export const threeTimes = (size: number): number[] =>
  [0, 60_000, 120_000].flatMap((at) => Array<number>(size).fill(at));

/** Sends a request at each of the times, in order, as soon as the limit lets it. Refused ones are sent again. */
export function simulateFrom(
  wantedAt: readonly number[],
  service: Service,
  fixed?: number,
  learned: Learned = {},
): Simulation {
  const concurrency = new AdaptiveConcurrency(fixed === undefined ? { learned } : { atMost: fixed });
  let [now, refused] = [0, 0];
  const later = [...wantedAt];
  const waiting: number[] = [];
  const waits: { wantedAt: number; ms: number }[] = [];
  let out: {
    readonly wantedAt: number;
    readonly startedAt: number;
    readonly at: number;
    readonly isRefused: boolean;
    readonly outCount: number;
    isBinding: boolean;
  }[] = [];
  while (later.length > 0 || waiting.length > 0 || out.length > 0) {
    while (later.length > 0 && later[0]! <= now) waiting.push(later.shift()!);
    while (waiting.length > 0 && out.length < concurrency.limit) {
      const wanted = waiting.shift()!;
      const { at, isRefused = false } = service(
        now,
        out.map((one) => one.at),
      );
      out.push({ wantedAt: wanted, startedAt: now, at, isRefused, outCount: out.length + 1, isBinding: false });
    }
    // Each that is out while another waits was sent under the limit.
    if (waiting.length > 0) for (const one of out) one.isBinding = true;
    const next = out.length > 0 ? out.reduce((first, one) => (one.at < first.at ? one : first)) : undefined;
    if (next === undefined || (later.length > 0 && later[0]! < next.at)) {
      now = later[0]!;
      continue;
    }
    const outCount = Math.max(next.outCount, out.length);
    out = out.filter((one) => one !== next);
    now = next.at;
    if (next.isRefused) {
      refused++;
      waiting.push(next.wantedAt);
      concurrency.overloaded(next.startedAt, now);
    } else {
      waits.push({ wantedAt: next.wantedAt, ms: now - next.wantedAt });
      concurrency.answered({ kind: 'a', ...next, outCount, now });
    }
  }
  return { endsAt: now, limit: concurrency.limit, refused, pace: concurrency.latencyOf()?.pace ?? 0, waits };
}

export const finishedIn = ({ endsAt }: Simulation): number => endsAt;

import type { Row } from '../../core/columns';
import type { DecodedAnswer } from '../transport/decode';
import { withOwnSignal } from '../lookup/own-signal';
import { pagesAfter } from '../lookup/pages';
import { bodyError } from '../service-error';
import { isInOrder, tickPage, type TickRows } from './tick-page';
import { FirstTicksPlan } from './first-ticks-plan';
import { NewestTicksPlan } from './newest-ticks-plan';
import type { SendTicks, TickPages } from './tick-pages';
import type { TickDemand, TickPart } from './tick-plan';
import { TickSegment } from './tick-segment';

export interface TickSource {
  readonly send: SendTicks;
  readonly pages: TickPages;
  readonly pagesAtOnce: number;
  /** Why a reading has to end before its next request, by how much of it is done (up to 1). */
  readonly endOf?: (share: number) => Error | undefined;
}

/** Oldest first. */
export interface Ticks extends TickRows {
  /** Whether the window has, or may have, more rows. */
  readonly hasMore: boolean;
  /** Whether every tick has all fields. */
  readonly isValid: boolean;
  /** Set if the service did not send them in order of time and not all were read: others may lie between them. */
  readonly hasHoles?: boolean;
  /** Set if the reading ended early, with what it had read. */
  readonly ended?: { readonly by: Error; readonly parts: readonly TickPart[] };
}

/** The service does not send ticks in order of time, so windows cannot be joined. */
class DisorderError extends Error {
  override readonly name = 'DisorderError';
}

/**
 * The ticks of a window: the same rows as a single chain of cursors, in less time. If the service sends them out of
 * order, falls back to the single chain. Aborts everything with the signal.
 */
export async function readTicks(demand: TickDemand, source: TickSource, signal: AbortSignal): Promise<Ticks> {
  try {
    // Some pending pages may turn out not to be needed.
    return await withOwnSignal(signal, (own) => readSideBySide(demand, source, own));
  } catch (error) {
    if (!(error instanceof DisorderError)) throw error;
    return readChain(demand, source, signal);
  }
}

async function readSideBySide(demand: TickDemand, source: TickSource, signal: AbortSignal): Promise<Ticks> {
  const plan = demand.isNewest ? new NewestTicksPlan(demand) : new FirstTicksPlan(demand);
  const running = new Set<Promise<void>>();
  while (!plan.isComplete) {
    const free = source.pagesAtOnce - running.size;
    const endedBy = free > 0 ? source.endOf?.(plan.share) : undefined;
    if (endedBy)
      return { rows: [], times: [], hasMore: true, isValid: plan.isValid, ended: { by: endedBy, parts: plan.parts } };
    const segment = free > 0 ? plan.next(pageSizeFor(demand, source), free) : undefined;
    if (segment === undefined) {
      // A plan without progress would keep the cell waiting for ever.
      if (running.size === 0) throw new RangeError('The plan of the ticks has no next page');
      await Promise.race(running);
      continue;
    }
    // A failed one stays, so that the race sees its failure, whatever else settles in the same turn.
    const work: Promise<void> = withOwnSignal(signal, (own) => readPage(segment, demand, source, own)).then(() => {
      running.delete(work);
    });
    // Nobody waits for those still running at the end.
    work.catch(() => undefined);
    running.add(work);
  }
  return { rows: plan.rows, times: plan.times, hasMore: plan.hasMore, isValid: plan.isValid };
}

async function readPage(
  segment: TickSegment,
  demand: TickDemand,
  source: TickSource,
  signal: AbortSignal,
): Promise<void> {
  const { window, cursor } = segment;
  const request = { ...window, cursor, limit: pageSizeFor(demand, source) };
  const page = tickPage(
    await (cursor === undefined
      ? source.pages.getFirst(request, demand.rowLimit, source.send, signal)
      : source.pages.get(request, source.send, signal)),
  );
  if (!isInOrder(page.times, segment.orderedFromMs)) throw new DisorderError();
  if (page.next !== null && segment.hasFollowed(page.next)) throw bodyError('pages that lead in a circle');
  segment.receive(page);
}

const pageSizeFor = ({ rowLimit, isNewest }: TickDemand, { pages }: TickSource): number =>
  isNewest ? pages.size : Math.min(pages.size, rowLimit);

/** Reads one page after the other as the service sends them, and sorts the rows at the end. */
async function readChain(demand: TickDemand, source: TickSource, signal: AbortSignal): Promise<Ticks> {
  const { startMs, endMs, rowLimit, isNewest } = demand;
  const { window } = new TickSegment(startMs, endMs);
  const load = (cursor?: string): Promise<DecodedAnswer> =>
    source.pages.get({ ...window, cursor, limit: pageSizeFor(demand, source) }, source.send, signal);
  const ticks: { readonly row: Row; readonly timeMs: number }[] = [];
  let [isAllValid, hasNext] = [true, false];
  const add = (answer: DecodedAnswer): void => {
    const { rows, times, next, isValid } = tickPage(answer);
    rows.forEach((row, index) => {
      const timeMs = times[index]!;
      if (!(timeMs < startMs || timeMs >= endMs)) ticks.push({ row, timeMs });
    });
    isAllValid &&= isValid;
    hasNext = next !== null;
  };
  const first = await load();
  add(first);
  if (isNewest || ticks.length < rowLimit) {
    for await (const page of pagesAfter(first, load)) {
      add(page);
      const endedBy = hasNext ? source.endOf?.(Math.min(1, ticks.length / rowLimit)) : undefined;
      if (endedBy) throw endedBy;
      if (!isNewest && ticks.length >= rowLimit) break;
    }
  }
  if (!ticks.some(({ timeMs }) => Number.isNaN(timeMs))) ticks.sort((a, b) => a.timeMs - b.timeMs);
  const kept = isNewest ? ticks.slice(-rowLimit) : ticks.slice(0, rowLimit);
  return {
    rows: kept.map(({ row }) => row),
    times: kept.map(({ timeMs }) => timeMs),
    hasMore: hasNext || ticks.length > kept.length,
    isValid: isAllValid,
    hasHoles: hasNext,
  };
}

import type { Span } from '../../core/calendar/bars';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../../core/calendar/dates';
import { isWeekend } from '../../core/calendar/iso-dates';
import { countBefore } from '../../core/basics';
import { joined, type TickPart } from './plan';

/** The number of moments to look at, with or without a request. */
const MAX_MOMENTS = 1_000;
/** Half hours are the places in time whose ticks are counted. */
const PLACE_MS = 30 * MS_PER_MINUTE;
const PLACES = MS_PER_DAY / PLACE_MS;
/**
 * A half hour counts as quiet if it has this many times fewer ticks than the busy ones, in this many pauses. Most pages
 * may be of nights, so few are of the busy ones.
 */
const [FEW, PAUSES, BUSY] = [4, 2, 0.1];
const LONG_NIGHT_MS = 20 * MS_PER_HOUR;
/** Ticks of a half hour that show how many come then. */
const MANY = 6;
/** So many pages are asked for at once: each turn depends on what the others have shown. */
const AT_ONCE = 6;
/** The share of requests that make short pages longer. */
const TO_EXTEND = 0.3;
/** How many standard errors too few the rows may be: in a hundred surveys, one is further off. */
const ERRORS = 2.5;
/** The parts by which moments move through the days, and through the hours: spread evenly, for any number of them. */
const STEPS = [Math.E - 2, (Math.sqrt(5) - 1) / 2] as const;

/**
 * Reads pages here and there in some spans. Says about how many of their ticks are then still unread, and the most that
 * the spread of these pages lets expect. The moments are spread evenly over days and over hours. Half hours that have
 * shown to be quiet take no more requests.
 *
 * @param read reads a page from the start of a span; undefined once no more may be read
 */
export async function surveyTicks(
  unread: readonly Span[],
  requestCount: number,
  mostAtOnce: number,
  read: (span: Span) => Promise<TickPart | undefined>,
): Promise<Surveyed> {
  const atOnce = Math.min(mostAtOnce, AT_ONCE);
  const [firstMs, endMs] = [unread[0]!.fromMs, unread.at(-1)!.toMs];
  const dayMs = Math.min(MS_PER_DAY, endMs - firstMs);
  const [seen, hours]: [Sample[], HalfHours] = [[], new HalfHours()];
  const moments: SurveyedMoment[] = [];
  const momentAt = (index: number): number => {
    const [day, hour] = STEPS.map((step) => (index * step) % 1) as [number, number];
    return firstMs + Math.floor((Math.floor((day * (endMs - firstMs)) / dayMs) + hour) * dayMs);
  };
  let left = requestCount;
  for (let index = 1; left > requestCount * TO_EXTEND && index <= MAX_MOMENTS;) {
    const next: Span[] = [];
    while (next.length < Math.min(atOnce, left) && index <= MAX_MOMENTS) {
      const atMs = momentAt(index);
      index++;
      const span = unread.find((one) => isIn(one, atMs));
      if (span === undefined) continue;
      const sample = seen.find(({ page }) => isIn(page, atMs));
      if (sample) moments.push({ atMs, sample });
      else if (hours.quietDensity(atMs) === undefined) next.push({ fromMs: atMs, toMs: endAfter(atMs, seen, span) });
    }
    left -= next.length;
    await Promise.all(
      next.map(async (span) => {
        const page = await read(span);
        if (page === undefined) left = 0;
        else {
          const sample = { page, endMs: span.toMs };
          moments.push({ atMs: page.fromMs, sample });
          seen.push(sample);
          hours.note(page);
        }
      }),
    );
  }
  // A page that a burst has filled says little of what is around it.
  while (left > 0) {
    const shortest = seen
      .filter(isOpen)
      .sort((one, other) => lengthOf(one.page) - lengthOf(other.page))
      .slice(0, Math.min(left, atOnce));
    if (shortest.length === 0) break;
    left -= shortest.length;
    await Promise.all(
      shortest.map(async (sample) => {
        const more = await read({ fromMs: sample.page.toMs, toMs: sample.endMs });
        if (more === undefined) left = 0;
        else sample.page = joined(sample.page, more);
      }),
    );
  }
  // Parts of about the same length, so that it matters little where pages happen to end. The shortest page ends with a
  // burst, and would say too much. Pages that are many times longer are of nights.
  const lengths = seen.filter(isOpen).map(({ page }) => lengthOf(page));
  const alike = lengths.filter((ms) => ms <= FEW * Math.min(...lengths)).sort((one, other) => one - other);
  const partMs = Math.max(1_000, Math.min(dayMs, alike[alike.length >> 2] ?? dayMs));
  const parts = moments
    .filter(({ atMs }) => hours.quietDensity(atMs) === undefined)
    .map((moment) => partAt(moment, partMs));
  const busy = total(parts);
  const perMs = busy.count / busy.ms;
  const lengthMs = unread.reduce((all, span) => all + lengthOf(span), 0);
  // More moments than had a request show how much of the time is quiet.
  const densities = Array.from({ length: MAX_MOMENTS }, (_, index) => momentAt(index))
    .filter((atMs) => unread.some((span) => isIn(span, atMs)))
    .map((atMs) => hours.quietDensity(atMs));
  const count = (lengthMs * densities.reduce<number>((sum, density = perMs) => sum + density, 0)) / densities.length;
  const readCount = seen.reduce((all, { page }) => all + page.rows.length, 0);
  const unreadIn = (all: number): number => Math.max(0, all - readCount);
  const error = Math.sqrt(varianceOf(parts)) / (busy.count || 1);
  return { rows: unreadIn(count), most: unreadIn(count * Math.exp(ERRORS * error)) };
}

interface Surveyed {
  readonly rows: number;
  readonly most: number;
}

/** The ticks from one of the moments on. */
interface Sample {
  page: TickPart;
  /** How far it may go. */
  readonly endMs: number;
}

interface SurveyedMoment {
  readonly atMs: number;
  /** Its page, or another page that has it. */
  readonly sample: Sample;
}

interface PagePart {
  /** Of its ticks. */
  readonly count: number;
  readonly ms: number;
}

/** The ticks in a part of a page that begins at a moment, or as late as it fits. */
function partAt({ atMs, sample: { page } }: SurveyedMoment, partMs: number): PagePart {
  const fromMs = Math.max(page.fromMs, Math.min(atMs, page.toMs - partMs));
  const toMs = Math.min(page.toMs, fromMs + partMs);
  return { count: countBefore(page.times, toMs) - countBefore(page.times, fromMs), ms: toMs - fromMs };
}

const total = (parts: readonly PagePart[]): PagePart => ({
  count: parts.reduce((sum, { count }) => sum + count, 0),
  ms: Math.max(
    1,
    parts.reduce((sum, { ms }) => sum + ms, 0),
  ),
});

/** Of the sum of their ticks. */
function varianceOf(parts: readonly PagePart[]): number {
  const { count, ms } = total(parts);
  const sum = parts.reduce((all, part) => all + (part.count - (part.ms * count) / ms) ** 2, 0);
  return sum / (1 - 1 / Math.max(2, parts.length));
}

const isIn = ({ fromMs, toMs }: Span, atMs: number): boolean => atMs >= fromMs && atMs < toMs;

const isOpen = ({ page, endMs }: Sample): boolean => page.toMs < endMs;

const lengthOf = ({ fromMs, toMs }: Span): number => toMs - fromMs;

/** Where the part of a span after a moment ends: before the next page that was read. */
const endAfter = (atMs: number, seen: readonly Sample[], { toMs }: Span): number =>
  seen.reduce((end, { page }) => (page.fromMs > atMs ? Math.min(end, page.fromMs) : end), toMs);

/** What pages have shown of the half hours of weekdays, and of weekends. */
class HalfHours {
  readonly #places = new Map<number, HalfHour>();
  readonly #densities: number[] = [];

  note(page: TickPart): void {
    this.#densities.push(page.rows.length / Math.max(1_000, lengthOf(page)));
    const [first, last] = [page.fromMs, page.toMs].map((timeMs) => Math.floor(timeMs / PLACE_MS)) as [number, number];
    let at = 0;
    for (let place = first; place <= last; place++) {
      const [fromMs, toMs] = [Math.max(page.fromMs, place * PLACE_MS), Math.min(page.toMs, (place + 1) * PLACE_MS)];
      const before = at;
      while (page.times[at]! < toMs) at++;
      const count = at - before;
      const known = this.#places.get(keyOf(place)) ?? { pauses: new Set(), wholeCount: 0, tickCount: 0, highest: 0 };
      this.#places.set(keyOf(place), known);
      // Longer pauses have a holiday, which shows nothing of other days.
      if (toMs - fromMs === PLACE_MS && (lengthOf(page) < LONG_NIGHT_MS || isOfWeekend(place))) {
        known.pauses.add(Math.floor(page.toMs / MS_PER_DAY));
        known.wholeCount++;
        known.tickCount += count;
      }
      if (count >= MANY) known.highest = Math.max(known.highest, count / (toMs - fromMs));
    }
  }

  /** Ticks per millisecond if few come at this time of day. */
  quietDensity(atMs: number): number | undefined {
    const known = this.#places.get(keyOf(Math.floor(atMs / PLACE_MS)));
    if (known === undefined || known.pauses.size < PAUSES) return undefined;
    const density = known.tickCount / known.wholeCount / PLACE_MS;
    const busy = this.#densities.toSorted((one, other) => other - one)[Math.floor(this.#densities.length * BUSY)]!;
    return Math.max(density, known.highest) * FEW < busy ? density : undefined;
  }
}

interface HalfHour {
  /** The days on which pages end that have the whole half hour. */
  readonly pauses: Set<number>;
  /** How often pages had the whole of it, and how many ticks. */
  wholeCount: number;
  tickCount: number;
  /** The highest density of a page in it. */
  highest: number;
}

const keyOf = (place: number): number => (place % PLACES) + (isOfWeekend(place) ? PLACES : 0);

const isOfWeekend = (place: number): boolean => isWeekend(Math.floor(place / PLACES));

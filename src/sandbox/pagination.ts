import { Refusal } from './refusal';

/** The position of an item in its source: two whole numbers, compared in order. */
type Position = readonly [major: number, minor: number];

export interface PositionedItem<T> {
  readonly position: Position;
  readonly item: T;
}

/** Ordered items that can be read onwards from any position. */
export interface Source<T> {
  readonly first: Position;
  readonly total: number | null;
  /** At most `count` items, the first at the position or after it. */
  readFrom(position: Position, count: number): readonly PositionedItem<T>[];
}

interface Page<T> {
  readonly items: readonly T[];
  readonly total: number | null;
  readonly current_page: string | null;
  /** Nobody reads backwards. */
  readonly current_page_backwards: null;
  readonly previous_page: null;
  readonly next_page: string | null;
}

const CURSOR = /^>from:(-?\d+)\.(\d+)$/;

/** Opaque to the caller: base64, with its padding percent-encoded. */
const writeCursor = ([major, minor]: Position): string => encodeURIComponent(btoa(`>from:${major}.${minor}`));

function readCursor(text: string): Position {
  const match = CURSOR.exec(decodeBase64(text));
  if (!match) throw new Refusal(400, 'Invalid cursor value');
  return [Number(match[1]), Number(match[2])];
}

function decodeBase64(text: string): string {
  try {
    return atob(decodeURIComponent(text));
  } catch {
    return '';
  }
}

/** The page at a cursor, or the first page. */
export function pageOf<T>(source: Source<T>, cursor: string | undefined, limit: number): Page<T> {
  const read = source.readFrom(cursor ? readCursor(cursor) : source.first, limit + 1);
  const [first, beyond] = [read[0], read[limit]];
  return {
    items: read.slice(0, limit).map(({ item }) => item),
    total: source.total,
    current_page: first ? writeCursor(first.position) : null,
    current_page_backwards: null,
    previous_page: null,
    next_page: beyond ? writeCursor(beyond.position) : null,
  };
}

/** Items numbered from `lowest` to `highest`. */
export const sourceOfNumbers = <T>(
  lowest: number,
  highest: number,
  item: (number: number) => T,
  total: number | null = null,
): Source<T> => ({
  first: [lowest, 0],
  total,
  readFrom: ([position], count) => {
    const start = Math.max(position, lowest);
    const length = Math.max(0, Math.min(count, highest - start + 1));
    return Array.from({ length }, (_, index) => ({ position: [start + index, 0], item: item(start + index) }));
  },
});

export const sourceOfList = <T>(list: readonly T[]): Source<T> =>
  sourceOfNumbers(0, list.length - 1, (index) => list[index] as T, list.length);

import { Refusal } from './refusal';

/** The position of an item in its source: two whole numbers, compared in order. */
export type Position = readonly [major: number, minor: number];

type Direction = 1 | -1;

export interface PositionedItem<T> {
  readonly position: Position;
  readonly item: T;
}

/** Ordered items that can be read in both directions from any position. */
export interface Source<T> {
  readonly first: Position;
  readonly total: number | null;
  /** At most `count` items in that direction, starting at the position or just after it. */
  read(position: Position, isIncluded: boolean, direction: Direction, count: number): readonly PositionedItem<T>[];
}

interface Page<T> {
  readonly items: readonly T[];
  readonly total: number | null;
  readonly current_page: string | null;
  readonly current_page_backwards: string | null;
  readonly previous_page: string | null;
  readonly next_page: string | null;
}

/** A page begins at a position (`from`) or ends before it (`until`), and runs in one direction. */
interface Cursor {
  readonly edge: 'from' | 'until';
  readonly direction: Direction;
  readonly position: Position;
}

const CURSOR = /^([<>])(from|until):(-?\d+)\.(\d+)$/;

/** Opaque to the caller: base64, with its padding percent-encoded. */
function writeCursor({ edge, direction, position: [major, minor] }: Cursor): string {
  return encodeURIComponent(btoa(`${direction === 1 ? '>' : '<'}${edge}:${major}.${minor}`));
}

function readCursor(text: string): Cursor {
  const match = CURSOR.exec(decodeBase64(text));
  if (!match) throw new Refusal(400, 'Invalid cursor value');
  const [, arrow, edge, major, minor] = match;
  return {
    edge: edge === 'until' ? edge : 'from',
    direction: arrow === '<' ? -1 : 1,
    position: [Number(major), Number(minor)],
  };
}

function decodeBase64(text: string): string {
  try {
    return atob(decodeURIComponent(text));
  } catch {
    return '';
  }
}

/** The page at a cursor, or the first page. */
export function pageOf<T>(source: Source<T>, cursorText: string | undefined, limit: number): Page<T> {
  const cursor: Cursor = cursorText ? readCursor(cursorText) : { edge: 'from', direction: 1, position: source.first };
  const { direction, position } = cursor;
  const back = direction === 1 ? -1 : 1;
  const isForward = cursor.edge === 'from';
  const items = isForward
    ? source.read(position, true, direction, limit + 1)
    : source.read(position, false, back, limit + 1);
  const rows = isForward ? items.slice(0, limit) : items.slice(0, limit).reverse();
  const [first, last, beyond] = [rows[0]?.position, rows.at(-1)?.position, items[limit]?.position];
  const has = (edge: Position, isIncluded: boolean, way: Direction): boolean =>
    source.read(edge, isIncluded, way, 1).length > 0;
  const previous = isForward ? has(first ?? position, false, back) && (first ?? position) : beyond && first;
  const next = isForward ? beyond : has(position, true, direction) && position;
  return {
    items: rows.map(({ item }) => item),
    total: source.total,
    current_page: first ? writeCursor({ edge: 'from', direction, position: first }) : null,
    current_page_backwards: last ? writeCursor({ edge: 'from', direction: back, position: last }) : null,
    previous_page: previous ? writeCursor({ edge: 'until', direction, position: previous }) : null,
    next_page: next ? writeCursor({ edge: 'from', direction, position: next }) : null,
  };
}

/** Items numbered from `lowest` to `highest`. */
export function sourceOfNumbers<T>(
  lowest: number,
  highest: number,
  item: (number: number) => T,
  total: number | null = null,
): Source<T> {
  return {
    first: [lowest, 0],
    total,
    read: ([position], isIncluded, direction, count) => {
      const items: PositionedItem<T>[] = [];
      const start = Math.min(Math.max(position, lowest - 1), highest + 1);
      for (let at = isIncluded ? start : start + direction; items.length < count; at += direction) {
        if (direction === 1 ? at > highest : at < lowest) break;
        if (at >= lowest && at <= highest) items.push({ position: [at, 0], item: item(at) });
      }
      return items;
    },
  };
}

/** A list as a source. */
export const sourceOfList = <T>(list: readonly T[]): Source<T> =>
  sourceOfNumbers(0, list.length - 1, (index) => list[index] as T, list.length);

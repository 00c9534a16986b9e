/**
 * Packs names into comma separated lists of at most `maxLength` characters, in as few lists as possible.
 *
 * A name of n letters takes n + 1 characters of maxLength + 1, because every list has one comma fewer than names.
 * Each list starts with the longest name left and is then filled as full as the names left allow. That is optimal for equal
 * lengths and within a percent or two of the lower bound otherwise; for a handful of names the optimum is searched for.
 */
export function packNames(names: readonly string[], maxLength: number): string[][] {
  const tooLong = names.find((name) => name.length > maxLength);
  if (tooLong !== undefined) throw new RangeError(`"${tooLong}" alone is longer than a list of ${maxLength} characters`);
  const capacity = maxLength + 1;
  const filled = fillLists(names, capacity);
  const sum = names.reduce((total, name) => total + name.length + 1, 0);
  if (filled.length <= Math.ceil(sum / capacity) || names.length > MOST_TO_SEARCH) return filled;
  return searchOptimum(names, capacity, filled);
}

const MOST_TO_SEARCH = 14;

function fillLists(names: readonly string[], capacity: number): string[][] {
  const left = new Map<number, string[]>();
  for (const name of [...names].sort((a, b) => b.length - a.length)) {
    const size = name.length + 1;
    const same = left.get(size);
    if (same) same.push(name);
    else left.set(size, [name]);
  }
  const lists: string[][] = [];
  while (left.size > 0) {
    const [longest] = left.keys() as unknown as [number];
    const list = take(left, [longest]);
    list.push(...take(left, fullestSizes(left, capacity - longest)));
    lists.push(list);
  }
  return lists;
}

function take(left: Map<number, string[]>, sizes: readonly number[]): string[] {
  return sizes.map((size) => {
    const same = left.get(size)!;
    const name = same.pop()!;
    if (same.length === 0) left.delete(size);
    return name;
  });
}

/** The sizes, of those left, whose sum comes nearest to the room; long ones first, since short ones fit anywhere later. */
function fullestSizes(left: ReadonlyMap<number, readonly string[]>, room: number): number[] {
  const lastSize = new Array<number>(room + 1).fill(0);
  const isReached = new Array<boolean>(room + 1).fill(false);
  isReached[0] = true;
  for (const [size, same] of left) {
    const used = new Array<number>(room + 1).fill(0);
    for (let sum = size; sum <= room; sum++) {
      const before = used[sum - size]!;
      if (isReached[sum] || !isReached[sum - size] || before >= same.length) continue;
      isReached[sum] = true;
      lastSize[sum] = size;
      used[sum] = before + 1;
    }
    if (isReached[room]) break;
  }
  const sizes: number[] = [];
  for (let sum = isReached.lastIndexOf(true); sum > 0; sum -= lastSize[sum]!) sizes.push(lastSize[sum]!);
  return sizes;
}

/** Tries every place for every name, longest first, and gives up a branch as soon as it cannot beat the best. */
function searchOptimum(names: readonly string[], capacity: number, known: string[][]): string[][] {
  const sorted = [...names].sort((a, b) => b.length - a.length);
  const lists: { room: number; names: string[] }[] = [];
  let best = known;
  const place = (index: number): void => {
    if (lists.length >= best.length) return;
    const name = sorted[index];
    if (name === undefined) {
      best = lists.map((list) => [...list.names]);
      return;
    }
    const size = name.length + 1;
    const tried = new Set<number>();
    for (const list of lists) {
      if (list.room < size || tried.has(list.room)) continue;
      tried.add(list.room);
      list.room -= size;
      list.names.push(name);
      place(index + 1);
      list.names.pop();
      list.room += size;
    }
    lists.push({ room: capacity - size, names: [name] });
    place(index + 1);
    lists.pop();
  };
  place(0);
  return best;
}

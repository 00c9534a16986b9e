/**
 * Packs names into comma separated lists of at most `maxLength` characters, in as few lists as possible.
 *
 * A name of n letters takes n + 1 characters of maxLength + 1, because every list has one comma fewer than names.
 * Each list starts with the longest name left and is then filled as full as the names left allow. That is optimal for equal
 * lengths and within a percent or two of the lower bound otherwise; for a dozen names the optimum is found.
 */
export function packNames(names: readonly string[], maxLength: number): string[][] {
  const tooLong = names.find((name) => name.length > maxLength);
  if (tooLong !== undefined)
    throw new RangeError(`"${tooLong}" alone is longer than a list of ${maxLength} characters`);
  const capacity = maxLength + 1;
  const filled = fillLists(names, capacity);
  const sum = names.reduce((total, name) => total + name.length + 1, 0);
  if (filled.length <= Math.ceil(sum / capacity) || names.length > MOST_TO_SEARCH) return filled;
  return packOptimally(names, capacity);
}

/** A dozen names have 4,096 sets, which takes less than a millisecond or two. */
const MOST_TO_SEARCH = 12;

function fillLists(names: readonly string[], capacity: number): string[][] {
  const left = new Map<number, string[]>();
  // Names of one length are taken from the end, so they go in backwards to come out as they came.
  for (const name of [...names].reverse().sort((a, b) => b.length - a.length)) {
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

/**
 * The optimum, by going through every set of names: the best way to pack a set is the best way to pack it without one of
 * its names, and that name then put into the list begun last, or into a new one.
 */
function packOptimally(names: readonly string[], capacity: number): string[][] {
  const setCount = 1 << names.length;
  // Room used so far, full lists counted whole: the less, the fewer lists, and then the emptier the last one.
  const used = new Float64Array(setCount).fill(Infinity);
  const lastName = new Uint8Array(setCount);
  used[0] = 0;
  for (let set = 1; set < setCount; set++) {
    names.forEach((name, index) => {
      if ((set & (1 << index)) === 0) return;
      const candidate = putNext(used[set ^ (1 << index)]!, name, capacity);
      if (candidate < used[set]!) [used[set], lastName[set]] = [candidate, index];
    });
  }
  const order: string[] = [];
  for (let set = setCount - 1; set > 0; set ^= 1 << lastName[set]!) order.unshift(names[lastName[set]!]!);
  return cut(order, capacity);
}

/** Room used once the name is in the list begun last, or in a new one where that is too full. */
function putNext(used: number, name: string, capacity: number): number {
  const size = name.length + 1;
  const room = (capacity - (used % capacity)) % capacity;
  return used + size + (size <= room ? 0 : room);
}

/** Names in order, cut into lists where the next name no longer fits. */
function cut(order: readonly string[], capacity: number): string[][] {
  const lists: string[][] = [];
  let used = 0;
  for (const name of order) {
    const next = putNext(used, name, capacity);
    if (Math.ceil(next / capacity) > lists.length) lists.push([name]);
    else lists.at(-1)!.push(name);
    used = next;
  }
  return lists;
}

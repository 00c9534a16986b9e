import { packOptimally } from './optimal-packing';

/**
 * Packs names into comma-separated lists of at most `maxLength` characters, in as few lists as possible.
 *
 * Counted with one comma each, a name of n letters takes n + 1 of maxLength + 1 characters. Each list starts with the
 * longest remaining name and is then filled as full as the remaining names allow. That is optimal for equal lengths and
 * otherwise within a percent or two of the lower bound. Up to a dozen names the optimum is found. A name that is too
 * long gets its own list: it is refused when it is sent.
 */
export function packNames(names: readonly string[], maxLength: number): string[][] {
  const fitting = names.filter((name) => name.length <= maxLength);
  const tooLong = names.filter((name) => name.length > maxLength);
  return [...packFitting(fitting, maxLength), ...tooLong.map((name) => [name])];
}

/** A dozen names have 4,096 subsets, which take a millisecond or two. */
const MAX_TO_SEARCH = 12;

function packFitting(names: readonly string[], maxLength: number): string[][] {
  const capacity = maxLength + 1;
  const filled = fillLists(names, capacity);
  const sum = names.reduce((total, name) => total + name.length + 1, 0);
  if (filled.length <= Math.ceil(sum / capacity) || names.length > MAX_TO_SEARCH) return filled;
  return packOptimally(names, capacity);
}

function fillLists(names: readonly string[], capacity: number): string[][] {
  const left = new Map<number, string[]>();
  // Names of one length are taken from the end, so they go in backwards to keep their order.
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

/** The available sizes whose sum comes nearest to the room. Long ones first, since short ones fit anywhere later. */
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

/**
 * The fewest comma separated lists of at most `maxLength` characters that hold all names, by dynamic programming over
 * every subset: slow, obviously right, and for up to 12 names fast enough.
 */
export function fewestLists(names: readonly string[], maxLength: number): number {
  const capacity = maxLength + 1;
  const sizes = names.map((name) => name.length + 1);
  // For each subset: fewest lists, and the least that the last of them can be filled.
  const best: { lists: number; filled: number }[] = [{ lists: 1, filled: 0 }];
  for (let subset = 1; subset < 1 << names.length; subset++) {
    let least = { lists: Infinity, filled: Infinity };
    sizes.forEach((size, index) => {
      if ((subset & (1 << index)) === 0) return;
      const { lists, filled } = best[subset ^ (1 << index)]!;
      const next = filled + size <= capacity ? { lists, filled: filled + size } : { lists: lists + 1, filled: size };
      if (next.lists < least.lists || (next.lists === least.lists && next.filled < least.filled)) least = next;
    });
    best.push(least);
  }
  return names.length === 0 ? 0 : best[(1 << names.length) - 1]!.lists;
}

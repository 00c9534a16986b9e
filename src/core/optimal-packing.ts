/**
 * Finds the optimum by visiting every set of names. The best packing of a set is that of the set without one of its
 * names, with this name added to the last list or to a new one.
 */
export function packOptimally(names: readonly string[], capacity: number): string[][] {
  const setCount = 1 << names.length;
  // Characters used so far, counting full lists whole: less means fewer lists, and then an emptier last list.
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

/** Characters used after adding the name to the last list, or to a new one if the last is too full. */
function putNext(used: number, name: string, capacity: number): number {
  const size = name.length + 1;
  const room = (capacity - (used % capacity)) % capacity;
  return used + size + (size <= room ? 0 : room);
}

/** Cuts the names, in order, into lists; a new list starts when the next name does not fit. */
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

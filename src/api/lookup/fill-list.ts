/**
 * Names that ride along in what is left of a list: they cost no request. Candidates are taken in their order wherever one fits, so the
 * most urgent come first.
 *
 * @param maxLength characters that the list may have, commas included
 */
export function fillList(names: readonly string[], maxLength: number, candidates: Iterable<string>): string[] {
  const taken = new Set(names);
  let room = maxLength + 1 - names.reduce((sum, name) => sum + name.length + 1, 0);
  const added: string[] = [];
  if (room < SHORTEST) return added;
  for (const name of candidates) {
    if (name.length + 1 > room || taken.has(name)) continue;
    taken.add(name);
    added.push(name);
    room -= name.length + 1;
    if (room < SHORTEST) break;
  }
  return added;
}

/** A name of two letters and its comma: with less room nothing is looked for. */
const SHORTEST = 3;

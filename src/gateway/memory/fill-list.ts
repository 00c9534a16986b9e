/**
 * Adds names to the unused room of a list, where they cost no extra request. Only a server that many people ask does
 * so: the gateway, since in one workbook nobody would ask for them. Candidates are tried in order and taken if they
 * fit, so the most urgent come first.
 *
 * @param maxLength of the list in characters, including commas
 */
export function fillList(names: readonly string[], maxLength: number, candidates: Iterable<string>): string[] {
  const taken = new Set(names);
  let room = maxLength + 1 - names.reduce((sum, name) => sum + name.length + 1, 0);
  const added: string[] = [];
  if (room < MIN_ROOM) return added;
  for (const name of candidates) {
    if (name.length + 1 > room || taken.has(name)) continue;
    taken.add(name);
    added.push(name);
    room -= name.length + 1;
    if (room < MIN_ROOM) break;
  }
  return added;
}

/** A name of two letters and its comma: with less room no candidate is tried. */
const MIN_ROOM = 3;

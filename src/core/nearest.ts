/** The number of edits (insert, delete or replace a letter) that turn one word into the other. */
export function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = previous[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[to.length]!;
}

/**
 * The allowed word that was probably meant, or the end of a path; undefined if none is near. In a short word one edit
 * is allowed: "last" is two away from "ask", and is another price.
 */
export function nearest(word: string, allowed: readonly string[]): string | undefined {
  const lowerCased = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = (lowerCased.length < 5 ? 1 : Math.ceil(lowerCased.length / 3)) + 1;
  for (const candidate of allowed) {
    const name = candidate.toLowerCase();
    const isMeant = lowerCased !== '' && (name.startsWith(lowerCased) || lowerCased.endsWith(`.${name}`));
    const distance = isMeant ? 0 : editDistance(lowerCased, name);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** `one of a, b, c (did you mean "b"?)`, the end of an error sentence about a wrong word. */
export const oneOf = (word: string, allowed: readonly string[]): string =>
  `one of ${allowed.join(', ')}${didYouMean(nearest(word, allowed))}`;

export const didYouMean = (near: string | undefined): string =>
  near === undefined ? '' : ` (did you mean "${near}"?)`;

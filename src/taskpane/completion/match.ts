import type { Entry } from './entries';

/** The entries that a text may mean, the nearest first: by the code, by the beginning of a name, by words of both. */
export function matching<T extends Entry>(entries: readonly T[], text: string, max: number): T[] {
  const query = text.trim().toLowerCase();
  const words = wordsIn(query);
  if (words.length === 0) return query === '' ? entries.slice(0, max) : [];
  const byRank: T[][] = [[], [], [], [], []];
  for (const entry of entries) {
    const rank = rankOf(entry, query, words);
    if (rank !== undefined) byRank[rank]!.push(entry);
  }
  return byRank.flat().slice(0, max);
}

function rankOf({ code, name, others }: Entry, query: string, words: readonly string[]): number | undefined {
  const [lowerCode, lowerName] = [code.toLowerCase(), name.toLowerCase()];
  if (lowerCode === query || others.includes(query)) return 0;
  if (lowerCode.startsWith(query)) return 1;
  if (lowerName.startsWith(query)) return 2;
  const parts = [lowerName, ...others].flatMap(wordsIn);
  const isMeant = words.every((word) => parts.some((one) => one.startsWith(word)) || lowerCode.includes(word));
  if (isMeant) return 3;
  return lowerCode.includes(query) ? 4 : undefined;
}

export const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,;/()]+/)
    .filter((word) => word !== '');

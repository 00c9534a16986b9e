/** Replaces names in a comma-separated text; every other character stays unchanged. */
export function replaceNames(text: string, meantBy: (item: string) => string | undefined): string {
  return text
    .split(',')
    .map((part) => {
      const item = part.trim();
      const meant = item === '' ? undefined : meantBy(item);
      return meant === undefined ? part : part.replace(item, () => meant);
    })
    .join(',');
}

/** Replaces names in a quoted text of a formula. */
export const replaceNamesInLiteral = (literal: string, meantBy: (item: string) => string | undefined): string =>
  `"${replaceNames(literal.slice(1, -1), (item) => meantBy(item.replaceAll('""', '"'))?.replaceAll('"', '""'))}"`;

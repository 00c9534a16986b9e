/** Replaces names in a comma-separated text; every other character stays unchanged. */
export function mendText(text: string, meantBy: (item: string) => string | undefined): string {
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
export const mendLiteral = (literal: string, meantBy: (item: string) => string | undefined): string =>
  `"${mendText(literal.slice(1, -1), (item) => meantBy(item.replaceAll('""', '"'))?.replaceAll('"', '""'))}"`;

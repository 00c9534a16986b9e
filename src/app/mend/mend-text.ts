/** A text with the names in it that a comma separates replaced, and every other character as it was. */
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

/** The same for a text of a formula, in its quotation marks. */
export const mendLiteral = (literal: string, meantBy: (item: string) => string | undefined): string =>
  `"${mendText(literal.slice(1, -1), (item) => meantBy(item.replaceAll('""', '"'))?.replaceAll('"', '""'))}"`;

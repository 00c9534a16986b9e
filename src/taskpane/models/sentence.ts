/** A text as a formula writes it: "it ""is""". */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * A text with {placeholders} as an expression of a formula that joins the texts between them with what they stand for:
 * "{count} of 3" → B3&" of 3".
 */
export function sentence(text: string, values: Readonly<Record<string, string>>): string {
  const parts = text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part && quoted(part) : values[part]));
  return parts.filter(Boolean).join('&');
}

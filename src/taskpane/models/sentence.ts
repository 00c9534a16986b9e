/** A text as a string in a formula: "it ""is""". */
export const stringLiteral = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * Turns a text with {placeholders} into a formula expression that joins its parts with the values: "{count} of 3" →
 * B3&" of 3".
 */
export function sentence(text: string, values: Readonly<Record<string, string>>): string {
  const parts = text
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part && stringLiteral(part) : values[part]));
  return parts.filter(Boolean).join('&');
}

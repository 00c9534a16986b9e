const MAX_NAME_LENGTH = 31;
/** Excel keeps it for itself, and refuses it in capitals too. */
const RESERVED = 'history';

/** The title as a name that Excel accepts, numbered if that name is taken. */
export function freeName(title: string, taken: readonly string[]): string {
  const clean =
    title
      .replace(/[:\\/?*[\]]/g, ' ')
      .slice(0, MAX_NAME_LENGTH)
      .replace(/^['\s]+|['\s]+$/g, '') || 'Sheet';
  const names = new Set([RESERVED, ...taken.map((name) => name.toLowerCase())]);
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const name = clean.slice(0, MAX_NAME_LENGTH - suffix.length).trimEnd() + suffix;
    if (!names.has(name.toLowerCase())) return name;
  }
}

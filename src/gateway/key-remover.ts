/** Names of characters in HTML. */
const ENTITIES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
/** What shows that a text may have escaped characters. */
const ESCAPES = /[\\%]|&(?:#|\w+;)/;
const REMOVED = '•••';

/**
 * Removes a key from the texts of a service, which may repeat what it was sent: as it is, with any of its characters
 * escaped as JSON, addresses or HTML escape them, also twice, and as a whole in Base64 or hexadecimal digits.
 */
export function keyRemover(key: string): (text: string) => string {
  if (key === '') return (text) => text;
  const wholes = [btoa(key), encodeURIComponent(btoa(key)), hexOf(key)].flatMap((whole) => [
    whole.replace(/(?:=|%3D)+$/, ''),
    whole.toUpperCase() === hexOf(key).toUpperCase() ? whole.toUpperCase() : whole,
  ]);
  const forms = new RegExp(`${Array.from(key, formsOf).join('')}|${wholes.map(literal).join('|')}`, 'g');
  const plain = [key, ...wholes];
  return (text) =>
    ESCAPES.test(text) || plain.some((one) => text.includes(one)) ? text.replace(forms, REMOVED) : text;
}

const hexOf = (text: string): string =>
  Array.from(text, (character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join('');

const literal = (text: string): string => text.replace(/[^\w]/g, (character) => `\\${character}`);

/**
 * A character as it is, and as it is escaped. Backslashes may be doubled by each further level of quotes. Each repetition
 * has an end, so that no text makes the search long.
 */
function formsOf(character: string): string {
  const code = character.charCodeAt(0);
  const hex = anyCase(code.toString(16).padStart(2, '0'));
  const entity = ENTITIES[character];
  return `(?:${[
    `\\\\{0,7}${literal(character)}`,
    `\\\\{1,8}u(?:00${hex}|\\{0{0,4}${hex}\\})`,
    `\\\\{1,8}x${hex}`,
    `%(?:25){0,3}${hex}`,
    `&(?:amp;){0,3}#0{0,6}${code};`,
    `&(?:amp;){0,3}#[xX]0{0,6}${hex};`,
    ...(entity === undefined ? [] : [`&(?:amp;){0,3}${entity};`]),
  ].join('|')})`;
}

const anyCase = (hex: string): string =>
  Array.from(hex, (digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit)).join('');

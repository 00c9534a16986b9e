const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** A character as JSON, JavaScript, addresses and HTML escape it. */
const ESCAPED =
  /\\u\{0*([\da-f]{1,6})\}|\\u([\da-f]{4})|\\x([\da-f]{2})|\\([^%&])|%([\da-f]{2})|&#x0{0,6}([\da-f]{1,6});|&#0{0,6}(\d{1,7});|&(amp|lt|gt|quot|apos);/gis;
/** Texts within texts are escaped again and again. */
const MAX_DEPTH = 4;
const REMOVED = '•••';

/** Removes the key from texts: a service may repeat it, escaped several times. The time is proportional to the text. */
export function keyRemover(key: string): (text: string) => string {
  if (key === '') return (text) => text;
  const hex = Buffer.from(key, 'latin1').toString('hex');
  // A backslash of the key may look as if it escaped what follows.
  const forms = [key, key.replaceAll('\\', ''), btoa(key).replace(/=+$/, ''), hex, hex.toUpperCase()].filter(Boolean);
  return (text) => {
    const levels = [text];
    while (levels.length <= MAX_DEPTH && levels.at(-1)!.search(ESCAPED) >= 0) levels.push(unescaped(levels.at(-1)!));
    let [starts, ends]: [readonly number[], readonly number[]] = [[], []];
    for (const level of levels.reverse()) {
      const found = placesOf(forms, level);
      // Matches in the unescaped text are also in this text, at other positions.
      starts = [...placesBefore(level, starts), ...found.map(([from]) => from)].sort(inOrder);
      ends = [...placesBefore(level, ends), ...found.map(([, to]) => to)].sort(inOrder);
    }
    return starts.length === 0 ? text : without(text, starts, ends);
  };
}

const inOrder = (one: number, other: number): number => one - other;

function placesOf(forms: readonly string[], text: string): (readonly [from: number, to: number])[] {
  const places: [number, number][] = [];
  for (const form of forms)
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
      places.push([at, at + form.length]);
  return places;
}

const unescaped = (text: string): string =>
  text.replace(ESCAPED, (...match: (string | undefined)[]) => characterOf(match));

function characterOf(match: readonly (string | undefined)[]): string {
  const [, braced, four, two, plain, percent, hexEntity, entity, name] = match;
  if (plain !== undefined) return plain;
  if (name !== undefined) return ENTITIES[name.toLowerCase()]!;
  const digits = braced ?? four ?? two ?? percent ?? hexEntity;
  const code = digits === undefined ? Number(entity) : parseInt(digits, 16);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ';
}

/** Where places of the unescaped text, in order, lie in the text. */
function placesBefore(text: string, places: readonly number[]): number[] {
  const before: number[] = [];
  if (places.length === 0) return before;
  let longer = 0;
  const pass = (end: number): void => {
    for (let place; (place = places[before.length]) !== undefined && place <= end;) before.push(place + longer);
  };
  for (const match of text.matchAll(ESCAPED)) {
    pass(match.index - longer);
    longer += match[0].length - characterOf(match).length;
  }
  pass(Infinity);
  return before;
}

function without(text: string, starts: readonly number[], ends: readonly number[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const [index, from] of starts.entries()) {
    if (from >= end) parts.push(text.slice(end, from), REMOVED);
    end = Math.max(end, ends[index]!);
  }
  return parts.join('') + text.slice(end);
}

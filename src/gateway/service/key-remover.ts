const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** A character as JSON, JavaScript, addresses and HTML escape it. */
const ESCAPED =
  /\\u\{0*([\da-f]{1,6})\}|\\u([\da-f]{4})|\\x([\da-f]{2})|\\([^%&])|%([\da-f]{2})|&#x0{0,6}([\da-f]{1,6});|&#0{0,6}(\d{1,7});|&(amp|lt|gt|quot|apos);/gis;
/** Texts within texts are escaped again and again. */
const MAX_DEPTH = 4;
const REMOVED = '•••';

/** A service may repeat what it was sent, escaped several times. It takes time in proportion to the text. */
export function keyRemover(key: string): (text: string) => string {
  if (key === '') return (text) => text;
  const hex = Buffer.from(key, 'latin1').toString('hex');
  // A backslash of the key may look as if it escaped what follows.
  const forms = [key, key.replaceAll('\\', ''), btoa(key).replace(/=+$/, ''), hex, hex.toUpperCase()].filter(Boolean);
  return (text) => {
    const spans: Stretch[] = [];
    let level: Level = { text };
    for (let depth = 0; ; depth++) {
      for (const form of forms)
        for (let at = level.text.indexOf(form); at >= 0; at = level.text.indexOf(form, at + form.length))
          spans.push(inSource(level, at, at + form.length));
      const next = depth === MAX_DEPTH ? level : unescapedOf(level);
      if (next === level) break;
      level = next;
    }
    return spans.length === 0 ? text : without(text, spans);
  };
}

type Stretch = readonly [from: number, to: number];

/** A text, and how its places lie in the one of which it was made. */
interface Level {
  readonly text: string;
  readonly source?: Level;
  /** Places of characters that were escaped, and by how much longer all of them were until then. */
  readonly places?: readonly number[];
  readonly longer?: readonly number[];
}

function unescapedOf(source: Level): Level {
  const [places, longer]: [number[], number[]] = [[], []];
  let sum = 0;
  const text = source.text.replace(ESCAPED, (whole: string, ...groups: (string | number | undefined)[]) => {
    const [braced, four, two, plain, percent, hexEntity, entity, name] = groups as (string | undefined)[];
    const digits = braced ?? four ?? two ?? percent ?? hexEntity;
    const code = digits === undefined ? Number(entity) : parseInt(digits, 16);
    const character = plain ?? (name === undefined ? characterOf(code) : ENTITIES[name.toLowerCase()]!);
    places.push((groups[8] as number) - sum);
    sum += whole.length - character.length;
    longer.push(sum);
    return character;
  });
  return places.length === 0 ? source : { text, source, places, longer };
}

const characterOf = (code: number): string => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ');

function inSource(level: Level, from: number, to: number): Stretch {
  let [span, at]: [Stretch, Level] = [[from, to], level];
  while (at.source) {
    span = [span[0] + longerBefore(at, span[0]), span[1] + longerBefore(at, span[1])];
    at = at.source;
  }
  return span;
}

function longerBefore({ places = [], longer = [] }: Level, place: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! < place) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : longer[low - 1]!;
}

function without(text: string, spans: readonly Stretch[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    if (from >= end) parts.push(text.slice(end, from), REMOVED);
    end = Math.max(end, to);
  }
  return parts.join('') + text.slice(end);
}

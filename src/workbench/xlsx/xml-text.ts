/** An element in the text of a part, with the places at which it stands there. */
export interface ElementText {
  /** Without its prefix. */
  readonly name: string;
  /** "x:" or nothing. */
  readonly prefix: string;
  /** The tag that opens it. */
  readonly head: string;
  readonly start: number;
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly end: number;
}

/** Comments, texts that look like elements, and tags: a ">" in quotes ends none. */
const TOKEN =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<(\/?)([^\s/>!?]+)[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>/g;

/** The elements that stand directly at this place of a text, up to the end of the one around them. */
export function* childrenOf(text: string, from: number): Generator<ElementText> {
  const tokens = new RegExp(TOKEN);
  tokens.lastIndex = from;
  let depth = 0;
  let open: Omit<ElementText, 'contentEnd' | 'end'> | undefined;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    const [head, slash, tag] = token;
    if (tag === undefined) continue;
    const end = tokens.lastIndex;
    const isEnd = slash === '/';
    if (isEnd && depth === 0) return;
    if (!isEnd && depth === 0) {
      const cut = tag.indexOf(':') + 1;
      open = { name: tag.slice(cut), prefix: tag.slice(0, cut), head, start: token.index, contentStart: end };
      if (head.endsWith('/>')) yield { ...open, contentEnd: end, end };
    }
    if (isEnd) depth--;
    else if (!head.endsWith('/>')) depth++;
    if (isEnd && depth === 0) yield { ...open!, contentEnd: token.index, end };
  }
}

const ATTRIBUTE = /(\s+)([^\s=]+)(\s*=\s*)("[^"]*"|'[^']*')/g;

/** As it is written; undefined if there is none. */
export function readAttribute(head: string, name: string): string | undefined {
  for (const [, , own, , value] of head.matchAll(ATTRIBUTE)) if (own === name) return value!.slice(1, -1);
  return undefined;
}

/** A tag with other values of some attributes; undefined takes one away. All others stay as they are written. */
export function withAttributes(head: string, values: Readonly<Record<string, string | number | undefined>>): string {
  const left = new Map(Object.entries(values));
  const changed = head.replace(ATTRIBUTE, (all, space: string, name: string) => {
    if (!left.has(name)) return all;
    const value = left.get(name);
    left.delete(name);
    return value === undefined ? '' : `${space}${name}="${value}"`;
  });
  const added = [...left].flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${value}"`])).join('');
  return changed.replace(/\s*\/?>$/, (end) => added + end);
}

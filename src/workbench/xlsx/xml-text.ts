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

/** The text of a part, in which single elements are replaced; they get the prefix that the part gives to its own. */
export class PartText {
  readonly prefix: string;

  constructor(public text: string) {
    this.prefix = this.root?.prefix ?? '';
  }

  get root(): ElementText | undefined {
    for (const one of childrenOf(this.text, 0)) return one;
    return undefined;
  }

  elements(): ElementText[] {
    return this.root ? this.inside(this.root) : [];
  }

  find(name: string): ElementText | undefined {
    return this.elements().find((one) => one.name === name);
  }

  inside({ head, contentStart }: ElementText): ElementText[] {
    return head.endsWith('/>') ? [] : [...childrenOf(this.text, contentStart)];
  }

  contentOf({ contentStart, contentEnd }: ElementText): string {
    return this.text.slice(contentStart, contentEnd);
  }

  textOf({ start, end }: ElementText): string {
    return this.text.slice(start, end);
  }

  /**
   * Replaces an element that stands directly in the part, or takes it away.
   *
   * @param before those behind which a new one comes
   */
  replaceElement(name: string, xml: string, before: readonly string[] = []): void {
    const found = this.find(name);
    if (found) this.splice(found.start, found.end, this.prefixed(xml));
    else if (xml !== '') {
      const last = this.elements().findLast((one) => before.includes(one.name));
      if (last) this.splice(last.end, last.end, this.prefixed(xml));
      else this.setContent(this.root!, this.prefixed(xml) + this.contentOf(this.root!));
    }
  }

  /** Adds an element to the end of the part. */
  add(xml: string): void {
    this.setContent(this.root!, this.contentOf(this.root!) + this.prefixed(xml));
  }

  /** Adds elements to the end of a list that stands directly in the part, and returns the place of the first of them. */
  append(name: string, elements: readonly string[], before: readonly string[] = []): number {
    const list = this.find(name);
    const first = list ? this.inside(list).length : 0;
    if (elements.length === 0) return first;
    if (list)
      this.setContent(list, this.contentOf(list) + elements.map((one) => this.prefixed(one)).join(''), {
        count: first + elements.length,
      });
    else this.replaceElement(name, `<${name} count="${elements.length}">${elements.join('')}</${name}>`, before);
    return first;
  }

  /** Gives an element another content; one that counts what it has gets that number too. */
  setContent(element: ElementText, content: string, { count }: { readonly count?: number } = {}): void {
    const isCounted = count !== undefined && readAttribute(element.head, 'count') !== undefined;
    const head = isCounted ? withAttributes(element.head, { count }) : element.head;
    this.splice(element.start, element.end, withContent(head, content));
  }

  splice(start: number, end: number, xml: string): void {
    this.text = this.text.slice(0, start) + xml + this.text.slice(end);
  }

  /** New elements have no prefix yet. */
  prefixed(xml: string): string {
    return this.prefix === '' ? xml : xml.replace(/<(\/?)(?=\w+[\s/>])/g, `<$1${this.prefix}`);
  }
}

/** An element with this content; without any it ends in its head. */
export function withContent(head: string, content: string): string {
  if (content === '') return head.endsWith('/>') ? head : head.replace(/\s*>$/, '/>');
  const [, tag] = /^<([^\s/>]+)/.exec(head)!;
  return `${head.replace(/\s*\/>$/, '>')}${content}</${tag}>`;
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

export const decoded = (xml: string): string =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replace(/&#(?:x([\da-f]+)|(\d+));/gi, (_, hex: string | undefined, number: string) =>
      String.fromCodePoint(hex === undefined ? Number(number) : parseInt(hex, 16)),
    )
    .replaceAll('&amp;', '&');

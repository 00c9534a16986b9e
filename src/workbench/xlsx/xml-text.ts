import { DAMAGED } from './file-kind';

/** A comment, a marked text or an instruction. */
const ASIDE = /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>/y;
const TAG = /<(\/?)([^\s<>/"'=]+)(?:\s+[^\s<>/"'=]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*(\/?)>/y;

function matchAt(pattern: RegExp, text: string, place: number): RegExpExecArray {
  pattern.lastIndex = place;
  const found = pattern.exec(text);
  if (!found) throw new Error(DAMAGED);
  return found;
}

/**
 * The elements that stand directly at this place of a text, up to the end of the one around them, one by one: a browser's
 * own parser reads all of a sheet at once, during which the page answers nobody. Throws, as that does, for what is no XML.
 *
 * @param isDeep finds all in them at once, which is quicker if all of it is wanted
 */
export function* childrenOf(text: string, from: number, isDeep = false): Generator<ElementText> {
  /** The elements that are read; of the others inside them only the names. */
  const open: (ElementText | string)[] = [];
  for (let place = text.indexOf('<', from); place >= 0; place = text.indexOf('<', place)) {
    const mark = text[place + 1];
    const [head, slash, tag, end] = matchAt(mark === '!' || mark === '?' ? ASIDE : TAG, text, place);
    const start = place;
    place += head.length;
    if (tag === undefined) continue;
    if (slash !== '' && open.length === 0 && from > 0) return;
    const isAsked = isDeep || open.length === 0;
    const one = slash !== '' ? open.pop() : isAsked ? new ElementText(text, head, tag, start, place) : tag;
    if ((typeof one === 'string' ? one : one?.tag) !== tag) throw new Error(DAMAGED);
    if (slash === '' && end === '') open.push(one!);
    else if (typeof one === 'object') {
      one.endAt(start, place);
      const around = open.at(-1);
      if (typeof around === 'object') around.add(one);
      else yield one;
    }
  }
  if (open.length > 0) throw new Error(DAMAGED);
}

/** An element in the text of a part, with the places at which it stands there. */
export class ElementText {
  contentEnd: number;
  end: number;
  #attributes: Map<string, string> | undefined;
  #children: ElementText[] | undefined;

  /**
   * @param head the tag that opens it
   * @param tag its name there
   */
  constructor(
    private readonly source: string,
    readonly head: string,
    readonly tag: string,
    readonly start: number,
    readonly contentStart: number,
  ) {
    this.contentEnd = this.end = contentStart;
  }

  endAt(contentEnd: number, end: number): void {
    if (end > this.contentStart) [this.contentEnd, this.end] = [contentEnd, end];
  }

  /** Without its prefix. */
  get name(): string {
    return this.tag.slice(this.prefix.length);
  }

  /** "x:" or nothing. */
  get prefix(): string {
    return this.tag.slice(0, this.tag.indexOf(':') + 1);
  }

  /** Found once they are asked for: a sheet has 300,000 cells. */
  get children(): readonly ElementText[] {
    this.#children ??= this.contentStart === this.end ? [] : [...childrenOf(this.source, this.contentStart)];
    return this.#children;
  }

  add(child: ElementText): void {
    (this.#children ??= []).push(child);
  }

  /** As it is written. */
  get content(): string {
    return this.source.slice(this.contentStart, this.contentEnd);
  }

  /** As it is written. */
  get text(): string {
    return this.source.slice(this.start, this.end);
  }

  /** What its text means, with that of the elements in it. */
  get textContent(): string {
    const { content } = this;
    return decoded(
      content.includes('<')
        ? content.replace(TAGS, (_, marked = '') => String(marked).replaceAll('&', '&amp;'))
        : content,
    );
  }

  /** What its value means; undefined if there is none. */
  getAttribute(name: string): string | undefined {
    this.#attributes ??= new Map(
      Array.from(this.head.matchAll(ATTRIBUTE), ([, , own = '', , value = '']) => [own, decoded(value.slice(1, -1))]),
    );
    return this.#attributes.get(name);
  }
}

const TAGS = /<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<[^>]*>/g;

/** The same without remarks and in the usual spelling: for what looks for tags, and for the texts between them. */
export const plainXml = (xml: string): string =>
  xml
    .replace(/<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>/g, (_, marked = '') => encoded(String(marked)))
    .replace(/(<\/[^\s<>]+)\s+>/g, '$1>');

/** A text between tags or in an attribute. */
export const encoded = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The text of a part, in which single elements are replaced; they get the prefix that the part gives to its own. */
export class PartText {
  #root: ElementText | undefined;

  constructor(public text: string) {}

  get root(): ElementText | undefined {
    if (!this.#root) for (const one of childrenOf(this.text, 0)) this.#root ??= one;
    return this.#root;
  }

  elements(): readonly ElementText[] {
    return this.root?.children ?? [];
  }

  find(name: string): ElementText | undefined {
    return this.elements().find((one) => one.name === name);
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
      else this.setContent(this.root!, this.prefixed(xml) + this.root!.content);
    }
  }

  /** Adds an element to the end of the part. */
  add(xml: string): void {
    this.setContent(this.root!, this.root!.content + this.prefixed(xml));
  }

  /** Adds elements to the end of a list that stands directly in the part, and returns the place of the first of them. */
  append(name: string, elements: readonly string[], before: readonly string[] = []): number {
    const list = this.find(name);
    const first = list?.children.length ?? 0;
    if (elements.length === 0) return first;
    if (list)
      this.setContent(list, list.content + elements.map((one) => this.prefixed(one)).join(''), {
        count: first + elements.length,
      });
    else this.replaceElement(name, `<${name} count="${elements.length}">${elements.join('')}</${name}>`, before);
    return first;
  }

  /** Gives an element another content; one that counts what it has gets that number too. */
  setContent(element: ElementText, content: string, { count }: { readonly count?: number } = {}): void {
    const isCounted = count !== undefined && element.getAttribute('count') !== undefined;
    const head = isCounted ? withAttributes(element.head, { count }) : element.head;
    this.splice(element.start, element.end, withContent(head, content));
  }

  splice(start: number, end: number, xml: string): void {
    this.text = this.text.slice(0, start) + xml + this.text.slice(end);
    this.#root = undefined;
  }

  /** New elements have no prefix yet. */
  prefixed(xml: string): string {
    const { prefix = '' } = this.root ?? {};
    return prefix === '' ? xml : xml.replace(/<(\/?)(?=\w+[\s/>])/g, `<$1${prefix}`);
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

const ENTITY = /&(?:#x([\da-f]+)|#(\d+)|(lt|gt|amp|quot|apos));|&/gi;
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** What a text in a file means. Throws for one that is no XML. */
export function decoded(xml: string): string {
  const lines = xml.includes('\r') ? xml.replace(/\r\n?/g, '\n') : xml;
  if (!lines.includes('&')) return lines;
  return lines.replace(ENTITY, (_, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name]!;
    const code = hex === undefined ? Number(decimal ?? NaN) : parseInt(hex, 16);
    if (Number.isNaN(code)) throw new Error(DAMAGED);
    return String.fromCodePoint(code);
  });
}

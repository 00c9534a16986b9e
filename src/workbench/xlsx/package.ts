import { strToU8, zipSync } from 'fflate';
import { unzipped } from './file-kind';

/** Excel writes 0 and 1, other programs false and true. What is not there is neither. */
type Flag = string | null | undefined;
export const isOff = (flag: Flag): boolean => flag === '0' || flag === 'false';
export const isOn = (flag: Flag): boolean => flag === '1' || flag === 'true';

/** A part of an .xlsx file that another part names. */
interface Relation {
  readonly id: string;
  /** "worksheet", "styles", "table" … */
  readonly kind: string;
  readonly path: string;
}

/** What is wrong with a file that cannot be read. */
export const DAMAGED = 'it is damaged, or not an Excel workbook (.xlsx)';

/** A sheet of a file. */
export interface SheetParts {
  readonly xml: Element;
  /** The content of its element sheetData, as it is written. */
  readonly rows: string;
}

function parsed(text: string, path: string): Element {
  const document = new DOMParser().parseFromString(text || '<empty/>', 'application/xml');
  if (document.getElementsByTagName('parsererror').length > 0) throw new Error(`${path} is not an XML document`);
  return document.documentElement;
}

/** The parts of an opened .xlsx file, by paths such as "xl/styles.xml". */
export class PackageReader {
  readonly #parts: ReadonlyMap<string, Uint8Array>;

  /** Throws for bytes that are no zip file. */
  constructor(bytes: Uint8Array) {
    const parts = Object.entries(unzipped(bytes));
    this.#parts = new Map(parts.map(([path, content]) => [keyOf(path), content]));
  }

  get paths(): string[] {
    return [...this.#parts.keys()];
  }

  /** Empty if there is no such part. */
  text(path: string): string {
    const bytes = this.#parts.get(keyOf(path)) ?? new Uint8Array();
    return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);
  }

  /** Throws for a part that is no XML: what a reader makes of the rest may be another workbook. */
  xml(path: string): Element {
    return parsed(this.text(path), path);
  }

  /** A sheet without its rows, which are too many to be read at once. */
  sheet(path: string): SheetParts {
    const text = this.text(path);
    const start = /<((?:[^\s<>/:]+:)?sheetData)(?:\s[^<>]*)?>/.exec(text);
    const from = start ? start.index + start[0].length : 0;
    const to = start?.[0].endsWith('/>') ? from : text.lastIndexOf(`</${start?.[1] ?? ''}>`);
    if (to < from) return { xml: parsed(text, path), rows: '' };
    return { xml: parsed(text.slice(0, from) + text.slice(to), path), rows: text.slice(from, to) };
  }

  /** What a part names; the file itself has no path. External targets, such as links, are left out. */
  relations(path: string): Relation[] {
    const cut = path.lastIndexOf('/') + 1;
    return descendants(this.xml(`${path.slice(0, cut)}_rels/${path.slice(cut)}.rels`), 'Relationship')
      .filter((relation) => relation.getAttribute('TargetMode') !== 'External')
      .map((relation) => ({
        id: relation.getAttribute('Id') ?? '',
        kind: relation.getAttribute('Type')?.replace(/^.*\//, '') ?? '',
        path: decodeURI(new URL(relation.getAttribute('Target') ?? '', `file:///${path}`).pathname.slice(1)),
      }));
  }

  /** The custom XML documents, in which Excel keeps an add-in's data, by the namespace of their roots. */
  customParts(): Record<string, string> {
    return Object.fromEntries(
      this.paths
        .filter((path) => /^customxml\/item\d+\.xml$/.test(path))
        .flatMap((path) => {
          const text = this.text(path);
          const root = new DOMParser().parseFromString(text, 'application/xml').documentElement;
          return root.namespaceURI === null || root.localName === 'parsererror' ? [] : [[root.namespaceURI, text]];
        }),
    );
  }
}

/** Paths are equal in either case. Some programs write them with a slash before, or with those of Windows. */
const keyOf = (path: string): string => path.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

export const children = (parent: Element | undefined, name: string): Element[] =>
  [...(parent?.children ?? [])].filter(({ localName }) => localName === name);

export const child = (parent: Element | undefined, name: string): Element | undefined => children(parent, name)[0];

export const descendants = (parent: Element, name: string): Element[] => [...parent.getElementsByTagNameNS('*', name)];

export const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CUSTOM_XML = 'http://schemas.openxmlformats.org/officeDocument/2006/customXml';
const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const PROPERTIES_TYPE = 'application/vnd.openxmlformats-officedocument.customXmlProperties+xml';
export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The attributes of a root element of spreadsheets. */
export const MAIN = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATIONSHIPS}"`;

/** An .xlsx file in the making: parts, their types, and which part names which. */
export class PackageWriter {
  readonly #parts = new Map<string, string>();
  readonly #types: string[] = [];
  readonly #relations = new Map<string, string[]>();

  /**
   * Adds a part of a spreadsheet.
   *
   * @param type such as "worksheet"
   */
  add(path: string, type: string, xml: string): void {
    this.#addTyped(path, `${SPREADSHEET_TYPE}.${type}+xml`, HEAD + xml);
  }

  /**
   * Has one part name another.
   *
   * @param from the path of the one; empty for the file itself
   * @param target of the other, from the folder of the one
   * @returns the id by which the one may refer to it
   */
  relate(from: string, kind: string, target: string): string {
    const own = this.#relations.get(from) ?? [];
    const id = `rId${own.length + 1}`;
    own.push(`<Relationship${attributes({ Id: id, Type: `${RELATIONSHIPS}/${kind}`, Target: target })}/>`);
    this.#relations.set(from, own);
    return id;
  }

  /**
   * Adds XML documents as custom XML parts. Excel itself stores an add-in's data there, so that a file of the workbench
   * opens in Excel with the pane's data, and vice versa. A very hidden sheet would survive as well, but the add-in in
   * Excel would have to support a second place.
   */
  addCustomParts(workbook: string, documents: readonly string[]): void {
    documents.forEach((xml, index) => {
      const [item, properties] = [`customXml/item${index + 1}.xml`, `itemProps${index + 1}.xml`];
      this.#parts.set(item, xml);
      this.#addTyped(
        `customXml/${properties}`,
        PROPERTIES_TYPE,
        `${HEAD}<ds:datastoreItem ds:itemID="{${crypto.randomUUID().toUpperCase()}}" xmlns:ds="${CUSTOM_XML}"/>`,
      );
      this.relate(item, 'customXmlProps', properties);
      this.relate(workbook, 'customXml', `../${item}`);
    });
  }

  bytes(): Uint8Array {
    const types = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${this.#types.join('')}`;
    const parts = [
      ['[Content_Types].xml', `${HEAD}<Types xmlns="${PACKAGE}/content-types">${types}</Types>`] as const,
      ...[...this.#relations].map(([from, own]) => {
        const cut = from.lastIndexOf('/') + 1;
        const xml = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${own.join('')}</Relationships>`;
        return [`${from.slice(0, cut)}_rels/${from.slice(cut)}.rels`, xml] as const;
      }),
      ...this.#parts,
    ];
    return zipSync(Object.fromEntries(parts.map(([path, xml]) => [path, strToU8(xml)])));
  }

  #addTyped(path: string, type: string, xml: string): void {
    this.#parts.set(path, xml);
    this.#types.push(`<Override${attributes({ PartName: `/${path}`, ContentType: type })}/>`);
  }
}

/** A text inside an element or an attribute. Characters that XML does not have are written as _x000b_. */
export const escaped = (text: string): string =>
  text
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, coded);

const coded = (one: string): string => `_x${one.charCodeAt(0).toString(16).padStart(4, '0')}_`;

/** The text that was written as `escaped` does. */
export const unescaped = (text: string | null | undefined): string =>
  (text ?? '')
    .replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replaceAll('\r\n', '\n');

/** Attributes without a value are left out. The end of a line would be read as a blank. */
export const attributes = (values: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(String(value)).replace(/[\t\n]/g, coded)}"`)
    .join('');

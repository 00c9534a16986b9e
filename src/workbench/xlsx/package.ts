import { strFromU8 } from 'fflate';
import { DAMAGED } from './file-kind';
import { decoded, type ElementText, encoded, PartText, readAttribute } from './xml-text';

/** Excel writes 0 and 1, other programs false and true. What is not there is neither. */
type Flag = string | undefined;
export const isOff = (flag: Flag): boolean => flag === '0' || flag === 'false';
export const isOn = (flag: Flag): boolean => flag === '1' || flag === 'true';

/** A part of an .xlsx file that another part names. */
interface Relation {
  readonly id: string;
  /** "worksheet", "styles", "table" … */
  readonly kind: string;
  readonly path: string;
}

/** A sheet of a file. */
export interface SheetParts {
  readonly xml: ElementText;
  /** The content of its element sheetData, as it is written. */
  readonly rows: string;
}

/** The content of a sheet's element sheetData, and the text around it. */
export function rowsApart(text: string): { readonly rows: string; readonly around: string } {
  const starts = /<!--[^]*?-->|<((?:[^\s<>/:]+:)?sheetData)(?:\s[^<>]*)?>/g;
  let start = starts.exec(text);
  while (start && start[1] === undefined) start = starts.exec(text);
  const from = starts.lastIndex;
  const to = text.lastIndexOf(`</${start?.[1] ?? '>'}`);
  if (to < from) return { rows: '', around: text };
  return { rows: text.slice(from, to), around: text.slice(0, from) + text.slice(to) };
}

function parsed(text: string): ElementText {
  const { root } = new PartText(text || '<empty/>');
  if (!root) throw new Error(DAMAGED);
  return root;
}

/** A sheet as the workbook of a file names it. */
export interface SheetOfFile {
  readonly name: string;
  /** "hidden" and "veryHidden". */
  readonly state: string | undefined;
  readonly path: string;
  readonly element: ElementText;
}

const relationIn = ({ head }: ElementText): string | undefined => /\s[\w.-]+:id\s*=\s*["']([^"']*)/.exec(head)?.[1];

/** The parts of an opened .xlsx file, by paths such as "xl/styles.xml". */
export class PackageReader {
  readonly #names: ReadonlyMap<string, string>;
  /** The path of its main part. */
  readonly workbook: string;

  /** @param content by their paths, as the file spells them */
  constructor(protected readonly content: Record<string, Uint8Array>) {
    this.#names = new Map(Object.keys(this.content).map((path) => [keyOf(path), path]));
    this.workbook = this.relationsOf('').find(({ kind }) => kind === 'officeDocument')?.path ?? 'xl/workbook.xml';
  }

  get paths(): string[] {
    return Object.keys(this.content).map(keyOf);
  }

  protected nameOf(path: string): string {
    return this.#names.get(keyOf(path)) ?? path;
  }

  /** Empty if there is no such part. */
  textOf(path: string): string {
    const bytes = this.content[this.nameOf(path)] ?? new Uint8Array();
    return new TextDecoder(encodingOf(bytes)).decode(bytes);
  }

  /** Throws for a part that is no XML: what a reader makes of the rest may be another workbook. */
  xmlOf(path: string): ElementText {
    return parsed(this.textOf(path));
  }

  /** A sheet without its rows, which are too many to be read at once. */
  sheetParts(path: string): SheetParts {
    const { rows, around } = rowsApart(this.textOf(path));
    return { xml: parsed(around), rows };
  }

  /** What a part names; the file itself has no path. External targets, such as links, are left out. */
  relationsOf(path: string): Relation[] {
    return new PartText(this.textOf(relationsPathOf(path)))
      .elements()
      .filter((one) => one.getAttribute('TargetMode') !== 'External')
      .map((one) => ({
        id: one.getAttribute('Id') ?? '',
        kind: one.getAttribute('Type')?.replace(/^.*\//, '') ?? '',
        path: decodeURI(new URL(one.getAttribute('Target') ?? '', `file:///${path}`).pathname.slice(1)),
      }));
  }

  sheets(): SheetOfFile[] {
    const relations = this.relationsOf(this.workbook);
    return children(child(this.xmlOf(this.workbook), 'sheets'), 'sheet').map((one) => ({
      name: one.getAttribute('name') ?? '',
      state: hiddenState(one.getAttribute('state')),
      path: relations.find(({ id }) => id === relationIn(one))?.path ?? '',
      element: one,
    }));
  }

  /** How many other workbooks formulas can name, by numbers from 1. */
  get links(): number {
    return children(child(this.xmlOf(this.workbook), 'externalReferences'), 'externalReference').length;
  }

  /** The custom XML documents, in which Excel keeps an add-in's data, by the namespace of their roots. */
  customParts(): Record<string, string> {
    return Object.fromEntries(
      this.paths
        .filter((path) => /^customxml\/item\d+\.xml$/.test(path))
        .flatMap((path) => {
          const text = this.textOf(path);
          const [, prefix = '', own = ''] = /<([\w.-]+:)?[\w.-]+((?:\s[^<>]*)?)>/.exec(text) ?? [];
          const namespace = readAttribute(own, prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`);
          return namespace === undefined ? [] : [[decoded(namespace), text]];
        }),
    );
  }
}

/** Other encodings than that of most files are marked, have a 0 for each letter, or are named: wrongly, if by UTF-16. */
function encodingOf(bytes: Uint8Array): string {
  const start = strFromU8(bytes.subarray(0, 100), true);
  if (/^(?:\u00ff\u00fe|<\0)/.test(start)) return 'utf-16le';
  if (/^(?:\u00fe\u00ff|\0<)/.test(start)) return 'utf-16be';
  return /^<\?xml[^>]*\sencoding=["'](?!utf-16)([\w-]+)/i.exec(start)?.[1] ?? 'utf-8';
}

/** Paths are equal in either case. Some programs write them with a slash before, or with those of Windows. */
export const keyOf = (path: string): string => path.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

/** Where it stands what a part names. */
export function relationsPathOf(path: string): string {
  const cut = path.lastIndexOf('/') + 1;
  return `${path.slice(0, cut)}_rels/${path.slice(cut)}.rels`;
}

export const children = (parent: ElementText | undefined, name: string): ElementText[] =>
  (parent?.children ?? []).filter((one) => one.name === name);

export const child = (parent: ElementText | undefined, name: string): ElementText | undefined =>
  parent?.children.find((one) => one.name === name);

export const descendants = (parent: ElementText, name: string): ElementText[] =>
  parent.children.flatMap((one) => [...(one.name === name ? [one] : []), ...descendants(one, name)]);

export const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
export const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The attributes of a root element of spreadsheets. */
export const MAIN = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATIONSHIPS}"`;

/** A text inside an element or an attribute. Characters that XML does not have are written as _x000b_. */
export const escaped = (text: string): string =>
  encoded(text.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')).replace(/[^\t\n -\ufffd]/g, coded);

const coded = (one: string): string => `_x${one.charCodeAt(0).toString(16).padStart(4, '0')}_`;

/** The text that was written as `escaped` does. */
export const unescaped = (text: string | undefined): string =>
  (text ?? '')
    .replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replaceAll('\r\n', '\n');

/** The end of a line would be read as a blank. */
export const inAttribute = (value: string | number): string => escaped(String(value)).replace(/[\t\n]/g, coded);

/** Attributes without a value are left out. */
export const attributes = (values: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${inAttribute(value!)}"`)
    .join('');

/** The state of a sheet, as a file says it; undefined for one that shows, whatever word the file has for that. */
const hiddenState = (state: string | undefined): string | undefined =>
  state === 'hidden' || state === 'veryHidden' ? state : undefined;

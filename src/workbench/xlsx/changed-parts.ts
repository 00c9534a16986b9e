import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { SavedAttachments } from '../engine/attachments';
import { DYNAMIC_ARRAYS, withDynamicMark } from './dynamic-mark';
import { type FileName } from './formulas';
import { namesXml } from './names';
import { attributes, escaped, HEAD, RELATIONSHIPS } from './package';
import type { StylesToFile } from './styles';
import { readAttribute } from './xml-text';

const CONTENT_TYPES = '[Content_Types].xml';

/** The parts of the opened file, of which some are changed. */
export class ChangedParts {
  readonly #parts: Record<string, Uint8Array>;
  readonly #paths: ReadonlyMap<string, string>;
  readonly workbook: string;
  #firstStyle: number | undefined;
  #dynamicMark: number | undefined;

  constructor(private readonly original: Uint8Array) {
    this.#parts = unzipSync(original);
    this.#paths = new Map(Object.keys(this.#parts).map((path) => [path.toLowerCase().replace(/^\//, ''), path]));
    this.workbook =
      /Target="\/?([^"]+)"/.exec(/<[^>]*officeDocument"[^>]*>/.exec(this.text('_rels/.rels'))?.[0] ?? '')?.[1] ??
      'xl/workbook.xml';
  }

  text(path: string): string {
    const bytes = this.#parts[this.#pathOf(path)];
    return bytes === undefined ? '' : strFromU8(bytes);
  }

  setText(path: string, text: string): void {
    if (text !== this.text(path)) this.#parts[this.#pathOf(path)] = strToU8(text);
  }

  #pathOf(path: string): string {
    return this.#paths.get(path.toLowerCase()) ?? path;
  }

  get paths(): string[] {
    return Object.keys(this.#parts);
  }

  /** What a part names in the file. */
  relationsOf(
    path: string,
  ): { readonly id: string; readonly kind: string; readonly path: string; readonly head: string }[] {
    const heads = this.text(relationsPathOf(path)).match(/<(?:\w+:)?Relationship\s[^>]*>/g) ?? [];
    return heads
      .filter((head) => readAttribute(head, 'TargetMode') !== 'External')
      .map((head) => ({
        id: readAttribute(head, 'Id') ?? '',
        kind: readAttribute(head, 'Type')?.replace(/^.*\//, '') ?? '',
        path: decodeURI(new URL(readAttribute(head, 'Target') ?? '', `file:///${path}`).pathname.slice(1)),
        head,
      }));
  }

  /** Takes a part away that the workbook names, and what nothing else names then. */
  removeNamed(path: string): void {
    const before = this.#reached();
    const head = this.relationsOf(this.workbook).find((one) => keyOf(one.path) === keyOf(path))?.head ?? '';
    this.setText(this.#relations, this.text(this.#relations).replace(head, ''));
    const now = this.#reached();
    for (const gone of before) if (!now.has(gone)) this.#removePart(gone);
  }

  /** The parts that can be found from the start of the file. */
  #reached(): Set<string> {
    const reached = new Set<string>();
    const waiting = [''];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
      for (const one of this.relationsOf(path)) {
        if (reached.has(keyOf(one.path))) continue;
        reached.add(keyOf(one.path));
        waiting.push(one.path);
      }
    return reached;
  }

  get #stylesPath(): string {
    return this.#related('styles') ?? 'xl/styles.xml';
  }

  /** The path of a part that the workbook names. */
  #related(kind: string): string | undefined {
    return this.relationsOf(this.workbook).find((one) => one.kind === kind)?.path;
  }

  get #relations(): string {
    return relationsPathOf(this.workbook);
  }

  /** Where a new style will be in the file. */
  styleOf(styles: StylesToFile, index: number): number {
    this.#firstStyle ??= styles.writeBehind(this.text(this.#stylesPath)).first;
    return this.#firstStyle + index;
  }

  /** The mark of formulas whose results fill other cells by themselves: one of the file's own, if it has one. */
  get dynamicMark(): number {
    const path = this.#related('sheetMetadata');
    const { text, mark } = withDynamicMark(path === undefined ? '' : this.text(path));
    if (path !== undefined) this.setText(path, text);
    this.#dynamicMark ??= mark;
    return this.#dynamicMark;
  }

  writeStyles(styles: StylesToFile): void {
    if (this.#firstStyle !== undefined)
      this.setText(this.#stylesPath, styles.writeBehind(this.text(this.#stylesPath)).xml);
  }

  /** Excel makes it anew; one that lists a cell without a formula would be a damage. */
  removeCalculationOrder(): void {
    const path = this.#related('calcChain');
    if (path !== undefined) this.removeNamed(path);
  }

  #removePart(path: string): void {
    Reflect.deleteProperty(this.#parts, this.#pathOf(path));
    Reflect.deleteProperty(this.#parts, this.#pathOf(relationsPathOf(path)));
    const name = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    this.setText(
      CONTENT_TYPES,
      this.text(CONTENT_TYPES).replace(new RegExp(`<[^>]*PartName="/${name}"[^>]*/>`, 'i'), ''),
    );
  }

  /** Adds a sheet, and returns the id by which the workbook names it. */
  addSheet(xml: string): string {
    let number = 1;
    while (this.text(`xl/worksheets/sheet${number}.xml`) !== '') number++;
    const path = `xl/worksheets/sheet${number}.xml`;
    this.#parts[path] = strToU8(HEAD + xml);
    this.#addType(`/${path}`, 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml');
    return this.#relate('worksheet', `/${path}`);
  }

  changeNames(gone: readonly FileName[], added: readonly FileName[]): void {
    let text = this.text(this.workbook);
    for (const { name, sheet } of gone) {
      const own = escaped(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      text = text.replace(/<(\w+:)?definedName\b[^>]*?(?:\/>|>[^]*?<\/\1?definedName>)/g, (element) => {
        const head = element.slice(0, element.indexOf('>'));
        const isOne =
          new RegExp(`\\sname="${own}"`, 'i').test(head) &&
          (/localSheetId="(\d+)"/.exec(head)?.[1] ?? '') === String(sheet ?? '');
        return isOne ? '' : element;
      });
    }
    text = text.replace(/<(\w+:)?definedNames>\s*<\/\1?definedNames>/, '');
    const prefix = /<(\w+:)?workbook\b/.exec(text)?.[1] ?? '';
    const xml = namesXml(added).replace(/<(\/?)/g, `<$1${prefix}`);
    const inner = xml.replace(/^<[^>]*>|<\/[^>]*>$/g, '');
    if (inner !== '')
      text = text.includes(`</${prefix}definedNames>`)
        ? text.replace(`</${prefix}definedNames>`, `${inner}</${prefix}definedNames>`)
        : text.replace(
            new RegExp(
              `(</${prefix}sheets>(?:\\s*<${prefix}(?:functionGroups|externalReferences)\\b[^]*?</${prefix}(?:functionGroups|externalReferences)>)*)`,
            ),
            (before) => before + xml,
          );
    this.setText(this.workbook, text);
  }

  /** The add-in's documents: a changed one takes the place of the old one. */
  writeDocuments({ parts: before = {} }: SavedAttachments, { parts: now }: Required<SavedAttachments>): void {
    for (const [namespace, xml] of Object.entries({
      ...Object.fromEntries(Object.keys(before).map((one) => [one, ''])),
      ...now,
    })) {
      if (before[namespace] === xml) continue;
      const path = [...this.#paths].find(
        ([name]) => /^customxml\/item\d+\.xml$/.test(name) && this.text(name).includes(`"${namespace}"`),
      )?.[1];
      if (path !== undefined) this.setText(path, xml === '' ? `<removed xmlns="${namespace}"/>` : xml);
      else if (xml !== '') this.#addDocument(xml);
    }
  }

  #addDocument(xml: string): void {
    let number = 1;
    while (this.#parts[`customXml/item${number}.xml`] !== undefined) number++;
    const item = `customXml/item${number}.xml`;
    const properties = `customXml/itemProps${number}.xml`;
    const id = crypto.randomUUID().toUpperCase();
    this.#parts[item] = strToU8(xml);
    this.#parts[properties] = strToU8(
      `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<ds:datastoreItem ds:itemID="{${id}}" xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"/>`,
    );
    this.#parts[`customXml/_rels/item${number}.xml.rels`] = strToU8(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/customXmlProps" Target="itemProps${number}.xml"/></Relationships>`,
    );
    this.#relate('customXml', `/${item}`);
    this.#addType(`/${properties}`, 'application/vnd.openxmlformats-officedocument.customXmlProperties+xml');
  }

  #relate(kind: string, target: string): string {
    const text = this.text(this.#relations);
    const prefix = /<(\w+:)?Relationships\b/.exec(text)?.[1] ?? '';
    const id = `rIdMd${crypto.randomUUID().slice(0, 8)}`;
    const relation = `<${prefix}Relationship${attributes({ Id: id, Type: `${RELATIONSHIPS}/${kind}`, Target: target })}/>`;
    this.setText(this.#relations, text.replace(`</${prefix}Relationships>`, `${relation}</${prefix}Relationships>`));
    return id;
  }

  #addType(path: string, type: string): void {
    const text = this.text(CONTENT_TYPES);
    const prefix = /<(\w+:)?Types\b/.exec(text)?.[1] ?? '';
    const override = `<${prefix}Override${attributes({ PartName: path, ContentType: type })}/>`;
    this.setText(CONTENT_TYPES, text.replace(`</${prefix}Types>`, `${override}</${prefix}Types>`));
  }

  bytes(): Uint8Array {
    if (this.#dynamicMark !== undefined && this.#related('sheetMetadata') === undefined) {
      this.#parts['xl/metadata.xml'] = strToU8(DYNAMIC_ARRAYS);
      this.#relate('sheetMetadata', '/xl/metadata.xml');
      this.#addType(
        '/xl/metadata.xml',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheetMetadata+xml',
      );
    }
    const before = unzipSync(this.original);
    const isUnchanged =
      Object.keys(before).length === Object.keys(this.#parts).length &&
      Object.entries(before).every(([path, content]) => isSameBytes(content, this.#parts[path]));
    return isUnchanged ? this.original : zipSync(this.#parts);
  }
}

/** Paths are equal in either case. */
const keyOf = (path: string): string => path.replace(/^\//, '').toLowerCase();

/** Where it stands what a part names. */
function relationsPathOf(path: string): string {
  const cut = path.lastIndexOf('/') + 1;
  return `${path.slice(0, cut)}_rels/${path.slice(cut)}.rels`;
}

const isSameBytes = (one: Uint8Array, other: Uint8Array | undefined): boolean =>
  one.length === other?.length && one.every((byte, index) => byte === other[index]);

/** Whether a file is one with macros, which has an ending of its own. */
export const hasMacros = (file: Uint8Array): boolean =>
  strFromU8(
    unzipSync(file, { filter: ({ name }) => name === CONTENT_TYPES })[CONTENT_TYPES] ?? new Uint8Array(),
  ).includes('macroEnabled');

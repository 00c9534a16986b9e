import { strToU8 } from 'fflate';
import type { IStyleData } from '@univerjs/core';
import type { SavedAttachments } from '../engine/attachments';
import { withDynamicMark } from './dynamic-mark';
import { zipped } from './file-kind';
import type { FileName } from './formulas';
import { nameXml } from './names';
import {
  attributes,
  HEAD,
  keyOf,
  PACKAGE,
  PackageReader,
  RELATIONSHIPS,
  relationsPathOf,
  SPREADSHEET_TYPE,
  unescaped,
} from './package';
import { NO_STYLES, StylesToFile } from './styles';
import { WHAT_IF } from './unsupported';
import { PartText, withAttributes } from './xml-text';

const CONTENT_TYPES = '[Content_Types].xml';
const PROPERTIES_TYPE = 'application/vnd.openxmlformats-officedocument.customXmlProperties+xml';
const CUSTOM_XML = 'http://schemas.openxmlformats.org/officeDocument/2006/customXml';

/** The parts of a file, of which some are changed. */
export class ChangedParts extends PackageReader {
  readonly #before: Readonly<Record<string, Uint8Array>>;
  #styles: StylesToFile | undefined;
  #dynamicMark: number | undefined;

  /** @param usual how cells look in a file that says nothing of it */
  constructor(
    private readonly original: Uint8Array,
    content: Record<string, Uint8Array>,
    private readonly usual: IStyleData = {},
  ) {
    super(content);
    this.#before = { ...this.content };
  }

  setText(path: string, text: string): void {
    // A part in another encoding says so.
    if (text !== this.textOf(path))
      this.content[this.nameOf(path)] = strToU8(
        text.replace(/^(<\?xml[^>]*\sencoding=["'])(?!utf-8)[\w-]+/i, '$1UTF-8'),
      );
  }

  /** Changes a part that is read as elements. */
  #edit(path: string, change: (part: PartText) => void): void {
    const part = new PartText(this.textOf(path));
    change(part);
    this.setText(path, part.text);
  }

  /** Takes a part away that another one names, and what nothing else names then. */
  removeNamed(path: string, by = this.workbook): void {
    const before = this.#reached();
    const own = this.relationsOf(by).find((one) => keyOf(one.path) === keyOf(path));
    this.#remove(relationsPathOf(by), 'Id', own?.id);
    const now = this.#reached();
    for (const gone of before) {
      if (now.has(gone)) continue;
      // Some programs give a type to what a part names.
      for (const one of [gone, relationsPathOf(gone)]) {
        Reflect.deleteProperty(this.content, this.nameOf(one));
        this.#remove(CONTENT_TYPES, 'PartName', `/${one}`);
      }
    }
  }

  /** Takes the element away whose attribute has this value. */
  #remove(path: string, name: string, value = ''): void {
    this.#edit(path, (part) => {
      const found = part.elements().find((one) => keyOf(one.getAttribute(name) ?? '') === keyOf(value));
      if (found) part.splice(found.start, found.end, '');
    });
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

  /** The path of a part that the workbook names. */
  #related(kind: string): string | undefined {
    return this.relationsOf(this.workbook).find((one) => one.kind === kind)?.path;
  }

  /** How its cells look, to which looks may come. */
  get styles(): StylesToFile {
    if (this.#related('styles') === undefined)
      this.#addRelated('styles', 'xl/styles.xml', `${SPREADSHEET_TYPE}.styles+xml`, '');
    return (this.#styles ??= new StylesToFile(
      this.textOf(this.#related('styles')!) || HEAD + NO_STYLES,
      this.xmlOf(this.#related('theme') ?? ''),
      this.usual,
    ));
  }

  /** The mark of formulas whose results fill other cells by themselves: one of the file's own, if it has one. */
  get dynamicMark(): number {
    if (this.#dynamicMark !== undefined) return this.#dynamicMark;
    const path = this.#related('sheetMetadata');
    const { text, mark } = withDynamicMark(path === undefined ? '' : this.textOf(path));
    if (path !== undefined) this.setText(path, text);
    else this.#addRelated('sheetMetadata', 'xl/metadata.xml', `${SPREADSHEET_TYPE}.sheetMetadata+xml`, text);
    this.#dynamicMark = mark;
    return mark;
  }

  /** Excel creates both anew; a list with a cell that has no such formula would count as damage. */
  removeCalculationOrder(): void {
    for (const kind of ['calcChain', 'volatileDependencies']) {
      const path = this.#related(kind);
      if (path !== undefined) this.removeNamed(path);
    }
  }

  /** Excel calculates them when it opens the file, though nothing else of it: they have the values of the opened file. */
  calculateWhatIfTables(): void {
    for (const { path } of this.sheets())
      this.setText(
        path,
        this.textOf(path).replace(new RegExp(WHAT_IF, 'g'), (head) => withAttributes(head, { ca: 1 })),
      );
  }

  /** Adds a sheet, and returns the id by which the workbook names it. */
  addSheet(xml: string): string {
    const path = this.#freePath((number) => `xl/worksheets/sheet${number}.xml`);
    return this.#addRelated('worksheet', path, `${SPREADSHEET_TYPE}.worksheet+xml`, HEAD + xml);
  }

  /** Has the file opened on this sheet, and no other sheet selected with it. */
  showSheet(index: number): void {
    const set = (path: string, name: string, values: Parameters<typeof withAttributes>[1]): void => {
      const head = new RegExp(`<(?:\\w+:)?${name}\\b[^<>]*>`);
      this.setText(
        path,
        this.textOf(path).replace(head, (found) => withAttributes(found, values)),
      );
    };
    this.setText(this.workbook, withView(this.textOf(this.workbook)));
    set(this.workbook, 'workbookView', { activeTab: index });
    for (const [place, { path }] of this.sheets().entries())
      set(path, 'sheetView', { tabSelected: place === index ? 1 : undefined });
  }

  changeNames(isGone: (name: string, sheet: number | undefined) => boolean, added: readonly FileName[]): void {
    this.#edit(this.workbook, (part) => {
      const list = part.find('definedNames');
      const kept = (list?.children ?? []).filter((one) => {
        const sheet = one.getAttribute('localSheetId');
        return !isGone(unescaped(one.getAttribute('name')), sheet === undefined ? undefined : Number(sheet));
      });
      const names = [...kept.map((one) => one.text), ...added.map((one) => part.prefixed(nameXml(one)))];
      if (list && names.length > 0) part.setContent(list, names.join(''));
      else
        part.replaceElement(
          'definedNames',
          names.length === 0 ? '' : `<definedNames>${added.map(nameXml).join('')}</definedNames>`,
          BEFORE_NAMES,
        );
    });
  }

  /** The add-in's documents: a changed one takes the place of the old one. */
  writeDocuments({ parts: before = {} }: SavedAttachments, { parts: now }: Required<SavedAttachments>): void {
    const gone = Object.keys(before).map((namespace) => [namespace, ''] as const);
    for (const [namespace, xml] of Object.entries({ ...Object.fromEntries(gone), ...now })) {
      if (before[namespace] === xml) continue;
      const path = this.paths.find(
        (name) => /^customxml\/item\d+\.xml$/.test(name) && this.textOf(name).includes(`"${namespace}"`),
      );
      if (path !== undefined) this.setText(path, xml === '' ? `<removed xmlns="${namespace}"/>` : xml);
      else if (xml !== '') this.#addDocument(xml);
    }
  }

  /**
   * Excel itself keeps an add-in's data in such parts, so that a file of the workbench opens there with the pane's data,
   * and vice versa.
   */
  #addDocument(xml: string): void {
    const item = this.#freePath((number) => `customXml/item${number}.xml`);
    const properties = item.replace('item', 'itemProps');
    const id = crypto.randomUUID().toUpperCase();
    this.content[item] = strToU8(xml);
    this.#relate(this.workbook, 'customXml', item);
    this.#relate(item, 'customXmlProps', properties);
    this.#addPart(
      properties,
      PROPERTIES_TYPE,
      `${HEAD}<ds:datastoreItem ds:itemID="{${id}}" xmlns:ds="${CUSTOM_XML}"/>`,
    );
  }

  #freePath(pathOf: (number: number) => string): string {
    let number = 1;
    while (this.textOf(pathOf(number)) !== '') number++;
    return pathOf(number);
  }

  #addRelated(kind: string, path: string, type: string, xml: string): string {
    this.#addPart(path, type, xml);
    return this.#relate(this.workbook, kind, path);
  }

  #addPart(path: string, type: string, xml: string): void {
    this.content[path] = strToU8(xml);
    this.#edit(CONTENT_TYPES, (part) =>
      part.add(`<Override${attributes({ PartName: `/${path}`, ContentType: type })}/>`),
    );
  }

  /** Has one part name another, and returns the id by which it does. */
  #relate(from: string, kind: string, to: string): string {
    const path = relationsPathOf(from);
    if (this.textOf(path) === '')
      this.content[path] = strToU8(`${HEAD}<Relationships xmlns="${PACKAGE}/relationships"/>`);
    let number = this.relationsOf(from).length + 1;
    while (new RegExp(`["']rId${number}["']`).test(this.textOf(path))) number++;
    const folder = from.slice(0, from.lastIndexOf('/') + 1);
    const target = to.startsWith(folder) ? to.slice(folder.length) : '../'.repeat(folder.split('/').length - 1) + to;
    this.#edit(path, (part) =>
      part.add(
        `<Relationship${attributes({ Id: `rId${number}`, Type: `${RELATIONSHIPS}/${kind}`, Target: target })}/>`,
      ),
    );
    return `rId${number}`;
  }

  /** The ending of the file's name: workbooks with macros and templates have their own. Its main part's type decides. */
  get extension(): string {
    const types = new PartText(this.textOf(CONTENT_TYPES)).elements();
    const type =
      types.find((one) => keyOf(one.getAttribute('PartName') ?? '') === keyOf(this.workbook)) ??
      types.find((one) => one.getAttribute('Extension')?.toLowerCase() === 'xml');
    const name = type?.getAttribute('ContentType') ?? '';
    return `xl${name.includes('template') ? 't' : 's'}${name.includes('macroEnabled') ? 'm' : 'x'}`;
  }

  async bytes(): Promise<Uint8Array> {
    if (this.#styles) this.setText(this.#related('styles')!, this.#styles.xml);
    this.#styles = undefined;
    const isUnchanged =
      Object.keys(this.#before).length === Object.keys(this.content).length &&
      Object.entries(this.#before).every(([path, content]) => content === this.content[path]);
    if (isUnchanged) return this.original;
    // Excel too removes a signature from what it changes; with this one, it would say that the file was tampered with.
    const signature = this.relationsOf('').find(({ kind }) => kind === 'origin');
    if (signature) this.removeNamed(signature.path, '');
    return zipped(this.content);
  }
}

/** A workbook with a view, which says what sheet is shown: without one it is the first, though it may be hidden. */
export const withView = (workbook: string): string =>
  /<(?:\w+:)?workbookView\b/.test(workbook)
    ? workbook
    : workbook.replace(
        /<(\w+:)?sheets\b/,
        (head, prefix = '') => `<${prefix}bookViews><${prefix}workbookView/></${prefix}bookViews>${head}`,
      );

/** What the format has before the names of a workbook. */
const BEFORE_NAMES = [
  ...['fileVersion', 'fileSharing', 'workbookPr', 'workbookProtection', 'bookViews', 'sheets', 'functionGroups'],
  'externalReferences',
];

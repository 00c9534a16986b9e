import { CFB } from 'xlsx';

/** The files of a package, as the library that reads and writes zip files has them. */
interface Package {
  readonly FullPaths: readonly string[];
  readonly FileIndex: readonly { readonly content: Uint8Array | readonly number[] }[];
}

interface PackageLibrary {
  read(bytes: Uint8Array, options: { type: 'array' }): Package;
  write(files: Package, options: { fileType: 'zip'; type: 'array'; compression: true }): Uint8Array | readonly number[];
  readonly utils: { cfb_add(files: Package, path: string, content: Uint8Array): void };
}

const ZIP = CFB as PackageLibrary;
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PROPERTIES_TYPE = 'application/vnd.openxmlformats-officedocument.customXmlProperties+xml';
const CONTENT_TYPES = '[Content_Types].xml';
const WORKBOOK_RELATIONS = 'xl/_rels/workbook.xml.rels';
const ITEM = /(?:^|\/)customXml\/item\d+\.xml$/i;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/**
 * Puts XML documents into an .xlsx file as custom XML parts. That is where Excel itself keeps what an add-in stores with
 * a workbook, so that a file of the workbench opens in Excel with all that the pane had kept in it, and the other way
 * round. A very hidden sheet would survive as well, but Excel's add-in would have to know of a second place.
 */
export function addParts(file: Uint8Array, parts: readonly string[]): Uint8Array {
  const files = ZIP.read(file, { type: 'array' });
  parts.forEach((xml, index) => {
    const item = `item${index + 1}.xml`;
    const properties = `itemProps${index + 1}.xml`;
    write(files, `customXml/${item}`, xml);
    write(files, `customXml/${properties}`, `${HEAD}<ds:datastoreItem ds:itemID="{${crypto.randomUUID().toUpperCase()}}" xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"/>`);
    write(files, `customXml/_rels/${item}.rels`, `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('rId1', 'customXmlProps', properties)}</Relationships>`);
    extend(files, WORKBOOK_RELATIONS, '</Relationships>', relation(`rIdMd${index + 1}`, 'customXml', `../customXml/${item}`));
    extend(files, CONTENT_TYPES, '</Types>', `<Override PartName="/customXml/${properties}" ContentType="${PROPERTIES_TYPE}"/>`);
  });
  return Uint8Array.from(ZIP.write(files, { fileType: 'zip', type: 'array', compression: true }));
}

/** The custom XML documents of a file, by the namespace of their roots. */
export function readParts(file: Uint8Array): Record<string, string> {
  const files = ZIP.read(file, { type: 'array' });
  const items = files.FullPaths.flatMap((path, index) => (ITEM.test(path) ? [textOf(files.FileIndex[index]?.content ?? [])] : []));
  return Object.fromEntries(items.flatMap((xml) => {
    const namespace = namespaceOf(xml);
    return namespace === undefined ? [] : [[namespace, xml]];
  }));
}

function namespaceOf(xml: string): string | undefined {
  const { documentElement } = new DOMParser().parseFromString(xml, 'application/xml');
  return documentElement.namespaceURI ?? undefined;
}

const relation = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${kind}" Target="${target}"/>`;

function extend(files: Package, path: string, before: string, addition: string): void {
  const index = files.FullPaths.findIndex((known) => known.endsWith(`/${path}`));
  write(files, path, textOf(files.FileIndex[index]?.content ?? []).replace(before, addition + before));
}

const write = (files: Package, path: string, text: string): void => {
  ZIP.utils.cfb_add(files, `/${path}`, new TextEncoder().encode(text));
};

function textOf(content: Uint8Array | readonly number[]): string {
  const bytes = Uint8Array.from(content);
  return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);
}

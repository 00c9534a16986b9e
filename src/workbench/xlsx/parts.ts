import type { Package } from './package';

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PROPERTIES_TYPE = 'application/vnd.openxmlformats-officedocument.customXmlProperties+xml';
export const CONTENT_TYPES = '[Content_Types].xml';
const WORKBOOK_RELATIONS = 'xl/_rels/workbook.xml.rels';
const ITEM = /^customXml\/item\d+\.xml$/i;
export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/**
 * Adds XML documents to an .xlsx file as custom XML parts. Excel itself stores an add-in's data there, so that a file
 * of the workbench opens in Excel with the pane's data, and vice versa. A very hidden sheet would survive as well, but
 * the add-in in Excel would have to support a second place.
 */
export function addParts(files: Package, parts: readonly string[]): void {
  parts.forEach((xml, index) => {
    const item = `item${index + 1}.xml`;
    const properties = `itemProps${index + 1}.xml`;
    files.write(`customXml/${item}`, xml);
    files.write(
      `customXml/${properties}`,
      `${HEAD}<ds:datastoreItem ds:itemID="{${crypto.randomUUID().toUpperCase()}}" xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"/>`,
    );
    files.write(`customXml/_rels/${item}.rels`, relations(relation('rId1', 'customXmlProps', properties)));
    extend(
      files,
      WORKBOOK_RELATIONS,
      '</Relationships>',
      relation(`rIdMd${index + 1}`, 'customXml', `../customXml/${item}`),
    );
    extend(
      files,
      CONTENT_TYPES,
      '</Types>',
      `<Override PartName="/customXml/${properties}" ContentType="${PROPERTIES_TYPE}"/>`,
    );
  });
}

/** The custom XML documents of a file, by the namespace of their roots. */
export function readParts(files: Package): Record<string, string> {
  return Object.fromEntries(
    files.paths
      .filter((path) => ITEM.test(path))
      .flatMap((path) => {
        const namespace = files.xml(path).documentElement.namespaceURI;
        return namespace === null ? [] : [[namespace, files.text(path)]];
      }),
  );
}

export const relations = (content: string): string =>
  `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;

export const relation = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${kind}" Target="${target}"/>`;

export const extend = (files: Package, path: string, before: string, addition: string): void => {
  files.write(path, files.text(path).replace(before, addition + before));
};

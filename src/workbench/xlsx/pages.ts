import type { IWorksheetData, Worksheet } from '@univerjs/core';
import { quoteSheet } from '../../core/sheet/a1';
import { PAGE, type PageSetup } from '../sheet/page-setup';
import { colorToFile } from './colors';
import { isOn } from './flags';
import type { FileName } from './names';
import { escaped } from './xml';

const [TITLES, AREA] = ['_xlnm.Print_Titles', '_xlnm.Print_Area'];

/** In the order in which a file has them. */
const ELEMENTS = ['printOptions', 'pageMargins', 'pageSetup', 'headerFooter'];
/** "Model!" or "'My model'!", before each part of a reference. */
const SHEET = /(?:'(?:[^']|'')*'|[^,'!]+)!/g;

const pageOf = (worksheet: Worksheet): PageSetup | undefined =>
  worksheet.getConfig().custom?.[PAGE] as PageSetup | undefined;

/**
 * How a sheet is printed and the colour of its tab, which the engine does not know or show, and the package does not
 * write.
 */
export function readPage(sheet: Document, names: readonly FileName[], index: number): Partial<IWorksheetData> {
  const own = (name: string): string | undefined =>
    names.find(({ Name, Sheet }) => Name === name && Sheet === index)?.Ref.replace(SHEET, '');
  const [titles, area] = [own(TITLES), own(AREA)];
  const elements = ELEMENTS.flatMap((name) => [...sheet.getElementsByTagNameNS('*', name)]);
  const tab = sheet.getElementsByTagNameNS('*', 'tabColor')[0]?.getAttribute('rgb');
  const page: PageSetup = {
    xml: elements.map(plainXml).join(''),
    isFitted: isOn(sheet.getElementsByTagNameNS('*', 'pageSetUpPr')[0]?.getAttribute('fitToPage')),
    ...(titles !== undefined && { titles }),
    ...(area !== undefined && { area }),
  };
  return {
    custom: { [PAGE]: page },
    ...(tab ? { tabColor: `#${tab.slice(-6).toLowerCase()}` } : {}),
  };
}

/** The file's sheet with its page and its tab. */
export function withPage(xml: string, worksheet: Worksheet): string {
  const page = pageOf(worksheet);
  const color = colorToFile(worksheet.getTabColor());
  const tab = color === undefined ? '' : `<tabColor rgb="${color}"/>`;
  const properties = `${tab}${page?.isFitted ? '<pageSetUpPr fitToPage="1"/>' : ''}`;
  return xml
    .replace('<dimension', properties === '' ? '<dimension' : `<sheetPr>${properties}</sheetPr><dimension`)
    .replace(/(?=<ignoredErrors>|<\/worksheet>)/, () => page?.xml ?? '');
}

/** What a sheet prints, and the rows at the top of each page: names of the file. */
export function pageNames(worksheet: Worksheet, index: number): FileName[] {
  const { titles, area } = pageOf(worksheet) ?? {};
  const name = (Name: string, ref: string | undefined): FileName[] =>
    ref === undefined
      ? []
      : [{ Name, Sheet: index, Ref: ref.replace(/[^,]+/g, (part) => `${quoteSheet(worksheet.getName())}!${part}`) }];
  return [...name(TITLES, titles), ...name(AREA, area)];
}

/** An element as the file has it, without what leads to another part of the file, such as a printer's settings. */
function plainXml(element: Element): string {
  const attributes = [...element.attributes].filter(({ prefix, name }) => prefix === null && name !== 'xmlns');
  const written = attributes.map(({ name, value }) => ` ${name}="${escaped(value)}"`).join('');
  const content = [...element.children].map(plainXml).join('') || escaped(element.textContent);
  const start = `<${element.localName}${written}`;
  return content === '' ? `${start}/>` : `${start}>${content}</${element.localName}>`;
}

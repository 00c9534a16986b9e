import { strToU8, zipSync } from 'fflate';
import { HEAD, MAIN, PACKAGE, RELATIONSHIPS, SPREADSHEET_TYPE } from './package';

const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET_TYPE}.sheet.main+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook ${MAIN}><bookViews><workbookView firstSheet="0" activeTab="0"/></bookViews><sheets></sheets></workbook>`,
};

/** The file that a new workbook is written into: one without a sheet. */
export const emptyPackage = (): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(PARTS).map(([path, xml]) => [path, strToU8(HEAD + xml)])));

import { strToU8, zipSync } from 'fflate';
import { HEAD, MAIN, RELATIONSHIPS } from './package';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook ${MAIN}><bookViews><workbookView firstSheet="0" activeTab="0"/></bookViews><sheets></sheets></workbook>`,
  // The looks of cells come behind, and the first of them is the usual one.
  'xl/styles.xml': `<styleSheet ${MAIN}><fonts count="0"/><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="0"/><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" applyAlignment="1"><alignment vertical="center"/></xf></cellStyleXfs><cellXfs count="0"/><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};

/** The file that a new workbook is written into: one without a sheet. */
export const emptyPackage = (): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(PARTS).map(([path, xml]) => [path, strToU8(HEAD + xml)])));

import { strToU8, zipSync } from 'fflate';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';

/** Cells of each kind that another program writes, in its own spelling; much of it the workbench does not know. */
const SHEET = `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}" xmlns:x14ac="urn:x14ac"><sheetPr codeName="Tabelle1"><outlinePr summaryBelow="0"/></sheetPr><dimension ref="A1:F12"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"><selection activeCell="B2" sqref="B2"/></sheetView></sheetViews><sheetFormatPr baseColWidth="10" defaultRowHeight="15" x14ac:dyDescent="0.25"/><cols><col min="1" max="1" width="21.5" style="1" customWidth="1"/></cols><sheetData>
<row r="1" spans="1:6" x14ac:dyDescent="0.25"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>1000</v></c><c r="C1"><v>2</v></c><c r="D1"><f>B1*C1</f><v>2000</v></c></row>
<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>3</v></c><c r="C2"><v>4</v></c><c r="D2" cm="0"><f t="array" ref="D2">SUM(B1:B2*C1:C2)</f><v>2012</v></c></row>
<row r="3"><c r="D3"><f t="shared" ref="D3:D5" si="0">B1+1</f><v>1001</v></c></row>
<row r="4"><c r="D4"><f t="shared" si="0"/><v>4</v></c></row>
<row r="5"><c r="D5"><f t="shared" si="0"/><v>1</v></c></row>
<row r="6"><c r="A6" t="str"><f>STOCKHISTORY("MSFT",TODAY())</f><v>kept</v></c><c r="B6"><f>[1]Other!A1</f><v>77</v></c></row>
<row r="7"><c r="B7"><v>0.5</v></c><c r="C7"><f t="dataTable" ref="C7:C8" dt2D="0" dtr="0" r1="B1"/><v>11</v></c></row>
<row r="8"><c r="C8"><v>12</v></c></row>
<row r="9" hidden="1" outlineLevel="1"><c r="A9" t="inlineStr"><is><t>inline</t></is></c><c r="B9" t="b"><v>1</v></c><c r="C9" t="e"><v>#N/A</v></c></row>
</sheetData><conditionalFormatting sqref="B1:B9"><cfRule type="cellIs" dxfId="0" priority="1" operator="greaterThan"><formula>10</formula></cfRule></conditionalFormatting><dataValidations count="1"><dataValidation type="list" sqref="A12"><formula1>"a,b"</formula1></dataValidation></dataValidations><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><drawing r:id="rId1"/><extLst><ext uri="{urn}"><x xmlns="urn:x"/></ext></extLst></worksheet>`;

const override = (path: string, type: string): string => `<Override PartName="/${path}" ContentType="${type}"/>`;
const SHEETS = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** By path. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>${[
    override('xl/workbook.xml', 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'),
    override('xl/worksheets/sheet1.xml', `${SHEETS}.worksheet+xml`),
    override('xl/worksheets/sheet2.xml', `${SHEETS}.worksheet+xml`),
    override('xl/styles.xml', `${SHEETS}.styles+xml`),
    override('xl/sharedStrings.xml', `${SHEETS}.sharedStrings+xml`),
    override('xl/calcChain.xml', `${SHEETS}.calcChain+xml`),
  ].join('')}</Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><fileVersion appName="xl" lastEdited="7"/><workbookPr codeName="DieseArbeitsmappe" defaultThemeVersion="166925"/><bookViews><workbookView xWindow="0" yWindow="0" activeTab="0"/></bookViews><sheets><sheet name="Model" sheetId="7" r:id="rId1"/><sheet name="Other" sheetId="9" r:id="rId2"/></sheets><externalReferences><externalReference r:id="rId6"/></externalReferences><definedNames><definedName name="Hidden" hidden="1">0.25</definedName><definedName name="Rate">Model!$B$7</definedName></definedNames><calcPr calcId="191029" iterate="1" iterateCount="50" calcMode="manual"/></workbook>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId4" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId5" Type="${OFFICE}/calcChain" Target="calcChain.xml"/><Relationship Id="rId6" Type="${OFFICE}/externalLink" Target="externalLinks/externalLink1.xml"/><Relationship Id="rId7" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/></Relationships>`,
  'xl/worksheets/sheet1.xml': SHEET,
  'xl/worksheets/sheet2.xml': `${HEAD}<x:worksheet xmlns:x="${MAIN}"><x:sheetData/></x:worksheet>`,
  'xl/worksheets/_rels/sheet1.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/drawing" Target="../drawings/drawing1.xml"/></Relationships>`,
  'xl/drawings/drawing1.xml': `${HEAD}<xdr:wsDr xmlns:xdr="urn:xdr"/>`,
  'xl/externalLinks/externalLink1.xml': `${HEAD}<externalLink xmlns="${MAIN}"/>`,
  'xl/calcChain.xml': `${HEAD}<calcChain xmlns="${MAIN}"><c r="D1" i="7"/><c r="D2"/></calcChain>`,
  'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="170" formatCode="0.0&quot; x&quot;"/></numFmts><fonts count="1" x="y"><font><sz val="11"/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="170" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Standard" xfId="0" builtinId="0"/></cellStyles><dxfs count="1"><dxf><font><color rgb="FF9C0006"/></font></dxf></dxfs></styleSheet>`,
  'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${MAIN}" count="2" uniqueCount="2"><si><r><t>Units </t></r><r><rPr><b/></rPr><t>sold</t></r></si><si><t xml:space="preserve"> Price</t><phoneticPr fontId="1"/></si></sst>`,
  'xl/vbaProject.bin': 'not a macro, but as unreadable as one',
  'docProps/custom.xml': `${HEAD}<Properties xmlns="urn:custom"/>`,
};

/** A file that another program has written, with texts of its parts replaced. */
export function fileOfOthers(changes: Readonly<Record<string, (text: string) => string>> = {}): Uint8Array {
  const parts = Object.entries(PARTS).map(([path, text]) => [path, strToU8(changes[path]?.(text) ?? text)] as const);
  return zipSync(Object.fromEntries(parts));
}

/** The same file with these rows in place of its own on the first sheet, and with more names, as XML. */
export const fileOfRows = (rows: readonly string[], names = ''): Uint8Array =>
  fileOfOthers({
    'xl/worksheets/sheet1.xml': (text) => text.replace(/(?<=<sheetData>)[^]*(?=<\/sheetData>)/, () => rows.join('')),
    'xl/workbook.xml': (text) => text.replace('<definedNames>', `$&${names}`),
  });

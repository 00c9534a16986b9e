import { CFB } from '@e965/xlsx';

interface Zip {
  readonly FullPaths: readonly string[];
}
interface ZipLibrary {
  read(bytes: Uint8Array, options: { type: 'array' }): Zip;
  write(zip: Zip, options: { fileType: 'zip'; type: 'array'; compression: true }): Uint8Array;
  readonly utils: { cfb_new(): Zip; cfb_add(zip: Zip, path: string, content: Uint8Array): void };
}
const zips = CFB as ZipLibrary;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relations = (...targets: readonly (readonly [kind: string, target: string])[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const override = (path: string, kind: string): string =>
  `<Override PartName="${path}" ContentType="${TYPE}.${kind}+xml"/>`;

/** Another workbook to which a formula refers. */
const LINK: Readonly<Record<string, string>> = {
  'xl/externalLinks/externalLink1.xml': `${HEAD}<externalLink xmlns="${MAIN}" xmlns:r="${OFFICE}"><externalBook r:id="rId1"><sheetNames><sheetName val="Rates"/></sheetNames></externalBook></externalLink>`,
  'xl/externalLinks/_rels/externalLink1.xml.rels': relations(['externalLinkPath', 'Rates.xlsx']),
};

/**
 * A workbook in the layout that Excel writes: shared strings and formulas, styles that refer to the theme, a table with
 * structured references, spills and their marks, names, a page and the colour of a tab.
 */
export function excelLayout({ date1904 = false, isLinked = false } = {}): Uint8Array {
  const zip = zips.utils.cfb_new();
  const files: Readonly<Record<string, string>> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/worksheets/sheet1.xml', 'worksheet')}${override('/xl/worksheets/sheet2.xml', 'worksheet')}${override('/xl/styles.xml', 'styles')}${override('/xl/sharedStrings.xml', 'sharedStrings')}${override('/xl/tables/table1.xml', 'table')}</Types>`,
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${date1904 ? ' date1904="1"' : ''} defaultThemeVersion="166925"/><bookViews><workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="12000"/></bookViews><sheets><sheet name="Px book" sheetId="1" r:id="rId1"/><sheet name="Report" sheetId="4" r:id="rId2"/></sheets><definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">'Px book'!$A$1:$F$9</definedName><definedName name="_xlnm.Print_Titles" localSheetId="0">'Px book'!$1:$1</definedName><definedName name="Amounts">Px[Amount]</definedName><definedName name="Limit">'Px book'!$B$2</definedName></definedNames><calcPr calcId="191029"/></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['worksheet', 'worksheets/sheet2.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${MAIN}" count="6" uniqueCount="6"><si><t>Pair</t></si><si><t>Amount</t></si><si><t>Twice</t></si><si><t>EURUSD</t></si><si><r><t xml:space="preserve">two </t></r><r>${isLinked ? '<rPr><b/></rPr>' : ''}<t>runs</t></r></si><si><t xml:space="preserve"> blanks around </t></si></sst>`,
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.00\\ &quot;USD&quot;"/></numFmts><fonts count="3"><font><sz val="11"/><color theme="1"/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font><font><u val="double"/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF17324D"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0"><alignment horizontal="justify" textRotation="120" indent="2"/></xf><xf numFmtId="10" fontId="1" fillId="2" borderId="0" xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetPr><tabColor rgb="FF0B45C4"/><pageSetUpPr fitToPage="1"/></sheetPr><dimension ref="A1:F9"/><sheetViews><sheetView showGridLines="0" tabSelected="1" workbookViewId="0"><pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/><selection pane="bottomRight" activeCell="B2" sqref="B2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="1" width="18.7109375" customWidth="1"/></cols><sheetData>
<row r="1" spans="1:6"><c r="A1" s="2" t="s"><v>0</v></c><c r="B1" s="2" t="s"><v>1</v></c><c r="C1" s="2" t="s"><v>2</v></c></row>
<row r="2" spans="1:6"><c r="A2" t="s"><v>3</v></c><c r="B2" s="1"><v>1250.5</v></c><c r="C2" s="1"><f t="shared" ref="C2:C4" si="0">B2*2</f><v>2501</v></c><c r="E2"><f>SUM(Px[Amount])</f><v>1260.5</v></c></row>
<row r="3" spans="1:6"><c r="A3" t="s"><v>4</v></c><c r="B3" s="1"><v>3</v></c><c r="C3" s="1"><f t="shared" si="0"/><v>6</v></c><c r="E3"><f>Px[[#This Row],[Amount]]+1</f><v>4</v></c></row>
<row r="4" spans="1:6"><c r="A4" t="inlineStr"><is><t>inline</t></is></c><c r="B4" s="1"><v>7</v></c><c r="C4" s="1"><f t="shared" si="0"/><v>14</v></c><c r="E4" t="str"><f>IF(B2&gt;Limit,"over","under")</f><v>under</v></c></row>
<row r="6" spans="1:6"><c r="A6" s="3"><v>46346</v></c><c r="B6" t="b"><v>1</v></c><c r="C6" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="D6" t="s"><v>5</v></c></row>
<row r="7" spans="1:6"><c r="A7" cm="1"><f t="array" ref="A7:A9">_xlfn.SEQUENCE(3)</f><v>1</v></c><c r="B7"><f>SUM(_xlfn.ANCHORARRAY(A7))</f><v>6</v></c><c r="C7"><f>_xlfn.SINGLE(B2:B4)+_xlfn.STDEV.S(B2:B4)</f><v>0</v></c><c r="D7"><f>_xlfn._xlws.SORT(A2)</f><v>0</v></c></row>
<row r="8" spans="1:6" ht="60" customHeight="1"><c r="A8"><v>2</v></c><c r="B8"><f>_xlfn.LET(_xlpm.x,B3,_xlpm.x+1)</f><v>4</v></c><c r="D8" s="4" t="inlineStr"><is><t>turned</t></is></c></row>
<row r="9" spans="1:6"><c r="A9"><v>3</v></c></row>
${isLinked ? '<row r="10"><c r="A10"><f>[1]Rates!A1+1</f><v>77</v></c></row>' : ''}
</sheetData><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/><headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter><tableParts count="1"><tablePart r:id="rId1"/></tableParts></worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': relations(['table', '../tables/table1.xml']),
    'xl/worksheets/sheet2.xml': `${HEAD}<worksheet xmlns="${MAIN}"><dimension ref="A1"/><sheetViews><sheetView zoomScale="150" workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="3" max="3" width="9.140625" style="5"/><col min="12" max="12" width="30" hidden="1" customWidth="1"/></cols><sheetData><row r="1"><c r="A1"><f>SUM(Px[Twice])</f><v>2521</v></c></row></sheetData></worksheet>`,
    'xl/tables/table1.xml': `${HEAD}<table xmlns="${MAIN}" id="1" name="Px" displayName="Px" ref="A1:C4" totalsRowShown="0"><autoFilter ref="A1:C4"/><tableColumns count="3"><tableColumn id="1" name="Pair"/><tableColumn id="2" name="Amount"/><tableColumn id="3" name="Twice"><calculatedColumnFormula>Px[[#This Row],[Amount]]*2</calculatedColumnFormula></tableColumn></tableColumns><tableStyleInfo name="TableStyleMedium2" showRowStripes="1"/></table>`,
  };
  if (isLinked) Object.assign(files, LINK);
  for (const [path, text] of Object.entries(files)) zips.utils.cfb_add(zip, `/${path}`, new TextEncoder().encode(text));
  return Uint8Array.from(zips.write(zip, { fileType: 'zip', type: 'array', compression: true }));
}

import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { LineEdit } from '../../../../src/workbench/engine/line-edits';
import { ChangedParts } from '../../../../src/workbench/xlsx/changed-parts';
import { PackageReader } from '../../../../src/workbench/xlsx/package';
import { referringTo, reshape, type SheetNow } from '../../../../src/workbench/xlsx/reshaped-file';
import { PartText } from '../../../../src/workbench/xlsx/xml-text';
import { fileOfOthers } from '../../../browser/opened-file';

const SHEET = 'xl/worksheets/sheet1.xml';
const DRAWING = 'xl/drawings/drawing1.xml';
const WORKBOOK = 'xl/workbook.xml';

const textsIn = (content: Record<string, Uint8Array>): Record<string, string> =>
  Object.fromEntries(Object.entries(content).map(([name, content]) => [name, strFromU8(content)]));

const sheet = (before: number | undefined, name: string, state?: string): SheetNow => ({
  before,
  name,
  state,
  xml: '<worksheet xmlns="urn:new"><sheetData/></worksheet>',
});
const [MODEL, OTHER] = [sheet(0, 'Model'), sheet(1, 'Other')];
const rows = (first: number, count: number, areDeleted = false): LineEdit => ({
  sheet: 'Model',
  areRows: true,
  first: first - 1,
  count,
  areDeleted,
});
const columns = (first: number, count: number, areDeleted = false): LineEdit => ({
  ...rows(first, count, areDeleted),
  areRows: false,
});

function reshapedFile(bytes: Uint8Array, now: readonly SheetNow[], edits: readonly LineEdit[]) {
  const content = unzipSync(bytes);
  const uncorrected = reshape(new ChangedParts(bytes, content), now, edits);
  return { content, uncorrected };
}

/** The parts of a file with sheets, rows and columns as they are now. */
function reshaped(
  edits: readonly LineEdit[],
  now: readonly SheetNow[] = [MODEL, OTHER],
  changes: Readonly<Record<string, (text: string) => string>> = {},
): Record<string, string> {
  return textsIn(reshapedFile(fileOfOthers(changes), now, edits).content);
}

test('dragged rows change places, and all that refers to them follows', () => {
  const after = reshaped([{ ...rows(2, 1), to: 4 }]);
  const order = [...after[SHEET]!.matchAll(/<row r="(\d+)"/g)].map(([, row]) => Number(row));
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(after[SHEET]).toMatch(/<row r="4"><c r="A4" t="s"><v>1<\/v><\/c><c r="B4"><v>3<\/v>/);
  expect(after[SHEET]).toContain('<f>B1+1</f>');
  expect(after[SHEET]).toContain('<conditionalFormatting sqref="B1:B1 B4:B4 B2:B3 B5:B9">');
});

test.each([
  [1, 4, 'D4'],
  [1, 3, 'D3'],
  [3, 0, 'D1:D3'],
])('a formula that fills three rows, of which %d are dragged to %d, fills %s', (count, to, expected) => {
  const filling = { [SHEET]: (text: string) => text.replace('t="array" ref="D2"', 't="array" ref="D2:D4"') };
  const after = reshaped([{ ...rows(2, count), to }], undefined, filling);
  expect(after[SHEET]).toContain(`<c r="${expected.slice(0, 2)}" cm="0"><f t="array" ref="${expected}">`);
});

/** The sheet of the file with something more behind its cells. */
const withEnding = (xml: string, start = '') => ({
  [SHEET]: (text: string) => text.replace('<cols>', `${start}<cols>`).replace('</sheetData>', `</sheetData>${xml}`),
});

test('a file whose sheets, rows and columns are as they were stays the same, byte for byte', () => {
  const bytes = fileOfOthers();
  expect(reshapedFile(bytes, [MODEL, OTHER], [])).toEqual({ content: unzipSync(bytes), uncorrected: [] });
  // Other programs have words of their own for a sheet that shows.
  for (const state of ['show', 'visible', '']) {
    const named = fileOfOthers({
      'xl/workbook.xml': (text) => text.replace('sheetId="7"', `sheetId="7" state="${state}"`),
    });
    expect(reshapedFile(named, [MODEL, OTHER], []).content).toEqual(unzipSync(named));
  }
});

test('the properties of a file name no sheet that is gone or has another name: Excel names them anew', () => {
  const titles =
    '<HeadingPairs><x:vector>Worksheets</x:vector></HeadingPairs>\n<TitlesOfParts><x:vector>Model</x:vector></TitlesOfParts>';
  const parts = unzipSync(
    fileOfOthers({
      '_rels/.rels': (text) =>
        text.replace('</R', '<Relationship Id="rId2" Type="a/extended-properties" Target="docProps/app.xml"/></R'),
    }),
  );
  const bytes = zipSync({ ...parts, 'docProps/app.xml': strToU8(`<P><A>Excel</A>${titles}<Company>M</Company></P>`) });
  const properties = (now: readonly SheetNow[]): string | undefined =>
    textsIn(reshapedFile(bytes, now, []).content)['docProps/app.xml'];
  const without = '<P><A>Excel</A><Company>M</Company></P>';
  expect(properties([sheet(0, 'Plan'), OTHER])).toBe(without);
  expect(properties([OTHER])).toBe(without);
  expect(properties([MODEL, OTHER, sheet(undefined, 'New')])).toBe(without);
  expect(properties([sheet(0, 'Model', 'hidden'), OTHER])).toContain(titles);
});

test('cells move with their rows, and formulas, formats, rules, names and array formulas follow', () => {
  const after = reshaped([rows(2, 3)]);
  expect(after[SHEET]).toContain('<row r="1" spans="1:6" x14ac:dyDescent="0.25"><c r="A1" t="s"><v>0</v></c>');
  expect(after[SHEET]).toContain('<row r="5"><c r="A5" t="s"><v>1</v></c><c r="B5"><v>3</v></c>');
  expect(after[SHEET]).toContain('<c r="D5" cm="0"><f t="array" ref="D5">SUM(B1:B5*C1:C5)</f><v>2012</v></c>');
  expect(after[SHEET]).toContain('<f t="dataTable" ref="C10:C11" dt2D="0" dtr="0" r1="B1"/>');
  expect(after[SHEET]).toContain('<conditionalFormatting sqref="B1:B12">');
  expect(after[SHEET]).toContain('type="list" sqref="A15"><formula1>"a,b"</formula1>');
  expect(after[SHEET]).toContain('<dimension ref="A1:F15"/>');
  expect(after[WORKBOOK]).toContain('<definedName name="Rate">Model!$B$10</definedName>');
  expect(after[WORKBOOK]).toContain('<definedName name="Hidden" hidden="1">0.25</definedName>');
});

test('cells that shared a formula get their own, because each reference moves differently', () => {
  const after = reshaped([rows(2, 1)]);
  expect(after[SHEET]).toContain('<c r="D4"><f>B1+1</f><v>1001</v></c>');
  expect(after[SHEET]).toContain('<c r="D5"><f>B3+1</f><v>4</v></c>');
  expect(after[SHEET]).toContain('<c r="D6"><f>B4+1</f><v>1</v></c>');
});

test('the contents of deleted rows are removed, and the order of calculation with them', () => {
  const after = reshaped(
    [rows(2, 2, true)],
    undefined,
    withEnding(
      '<mergeCells count="1"><mergeCell ref="A2:B3"/></mergeCells><hyperlinks><hyperlink ref="A3" location="Model!A9"/><hyperlink ref="A9" location="Model!A9"/></hyperlinks>',
    ),
  );
  expect(after[SHEET]).toContain('<row r="2"><c r="D2"><f>#REF!+1</f><v>4</v></c></row>');
  expect(after[SHEET]).not.toContain('mergeCell');
  expect(after[SHEET]).toContain('<hyperlinks><hyperlink ref="A7" location="Model!A7"/></hyperlinks>');
  expect(after['xl/calcChain.xml']).toBeUndefined();
  expect(after['[Content_Types].xml']).not.toContain('calcChain');
});

test('what a button or a list on a sheet names follows once, in its own part too', () => {
  const path = 'xl/ctrlProps/ctrlProp1.xml';
  const control = (link: string, range: string): string => `<formControlPr fmlaLink="${link}" fmlaRange="${range}"/>`;
  const parts = unzipSync(
    fileOfOthers({
      'xl/worksheets/_rels/sheet1.xml.rels': (text) =>
        text.replace('</R', '<Relationship Id="rId2" Type="ctrlProp" Target="../ctrlProps/ctrlProp1.xml"/></R'),
    }),
  );
  const bytes = zipSync({ ...parts, [path]: strToU8(control('Model!$B$2', '$A$2:$A$3')) });
  const { content } = reshapedFile(bytes, [MODEL, OTHER], [rows(1, 1)]);
  expect(strFromU8(content[path]!)).toBe(control('Model!$B$3', '$A$3:$A$4'));
});

test('columns take their widths, cells, blanks and breaks with them', () => {
  const after = reshaped([columns(1, 2)], undefined, {
    [SHEET]: (text) =>
      text
        .replace('B1*C1', '[1]Other!A1+B1*$C$1')
        .replace(
          '<drawing',
          '<colBreaks count="1" manualBreakCount="1"><brk id="2" max="16383" man="1"/></colBreaks><drawing',
        ),
  });
  expect(after[SHEET]).toContain('<col min="3" max="3" width="21.5" style="1" customWidth="1"/>');
  expect(after[SHEET]).toContain('<row r="1" x14ac:dyDescent="0.25"><c r="C1" t="s"><v>0</v></c>');
  expect(after[SHEET]).toContain('<f>[1]Other!A1+D1*$E$1</f>');
  expect(after[SHEET]).toContain('<brk id="4" max="16383" man="1"/>');
  expect(reshaped([columns(1, 1, true)])[SHEET]).not.toMatch(/<cols>|<col /);
});

test('charts, drawings, links and newer kinds of conditional formats follow moved rows', () => {
  const anchor = (row: number, end: number): string =>
    `<xdr:twoCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:row>${row}</xdr:row></xdr:from><xdr:to><xdr:col>5</xdr:col><xdr:row>${end}</xdr:row></xdr:to></xdr:twoCellAnchor>`;
  const after = reshaped([rows(3, 2)], undefined, {
    ...withEnding(
      '<extLst><ext><x14:conditionalFormattings><x14:conditionalFormatting><x14:cfRule><xm:f>Other!$A$3&gt;Model!$A$3</xm:f></x14:cfRule><xm:sqref>B2:B9 D9</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>',
    ),
    [DRAWING]: (text) => text.replace('/>', `>${anchor(1, 8)}${anchor(4, 8)}</xdr:wsDr>`),
  });
  expect(after[SHEET]).toContain('<xm:f>Other!$A$3&gt;Model!$A$5</xm:f>');
  expect(after[SHEET]).toContain('<xm:sqref>B2:B11 D11</xm:sqref>');
  expect(after[DRAWING]).toContain(anchor(1, 10) + anchor(6, 10));
});

test('a renamed sheet is renamed in every formula and name that refers to it', () => {
  const after = reshaped([], [sheet(0, "My 'model' & more"), OTHER], {
    'xl/worksheets/sheet2.xml': (text) =>
      text.replace(
        '<x:sheetData/>',
        '<x:sheetData><x:row r="1"><x:c r="A1"><x:f>Model!B1&amp;"Model!B1"</x:f></x:c></x:row></x:sheetData>',
      ),
  });
  expect(after[WORKBOOK]).toContain(`<sheet name="My 'model' &amp; more" sheetId="7" r:id="rId1"/>`);
  expect(after[WORKBOOK]).toContain(`<definedName name="Rate">'My ''model'' &amp; more'!$B$7</definedName>`);
  expect(after['xl/worksheets/sheet2.xml']).toContain(
    `<x:f>'My ''model'' &amp; more'!B1&amp;&quot;Model!B1&quot;</x:f>`,
  );
  expect(after[SHEET]).toBe(textsIn(unzipSync(fileOfOthers()))[SHEET]);
});

test('a new sheet gets its own part, place and number', () => {
  const [before, after] = [textsIn(unzipSync(fileOfOthers())), reshaped([], [MODEL, sheet(undefined, 'New'), OTHER])];
  expect(after['xl/worksheets/sheet3.xml']).toContain('<worksheet xmlns="urn:new"><sheetData/></worksheet>');
  expect(after['[Content_Types].xml']).toContain('PartName="/xl/worksheets/sheet3.xml"');
  const id = /<sheet name="New" sheetId="10" r:id="(\w+)"\/><sheet name="Other"/.exec(after[WORKBOOK]!)?.[1];
  expect(after['xl/_rels/workbook.xml.rels']).toMatch(new RegExp(`Id="${id}"[^>]*Target="worksheets/sheet3.xml"`));
  const changed = [WORKBOOK, '[Content_Types].xml', 'xl/_rels/workbook.xml.rels', 'xl/worksheets/sheet3.xml'];
  expect(
    Object.keys(after)
      .filter((path) => after[path] !== before[path])
      .sort(),
  ).toEqual(changed.sort());
});

test('sheets that change places keep their names and the choice of the active sheet', () => {
  const after = reshaped([], [OTHER, MODEL], {
    [WORKBOOK]: (text) =>
      text.replace(
        '</definedNames>',
        '<definedName name="_xlnm.Print_Area" localSheetId="0">Model!$A$1:$D$9</definedName></definedNames>',
      ),
  });
  expect(after[WORKBOOK]).toMatch(/<sheets><sheet name="Other"[^>]*\/><sheet name="Model"[^>]*\/><\/sheets>/);
  expect(after[WORKBOOK]).toContain('activeTab="1"');
  expect(after[WORKBOOK]).toContain('name="_xlnm.Print_Area" localSheetId="1">Model!$A$1:$D$9<');
  expect(reshaped([], [sheet(0, 'Model', 'hidden'), OTHER])[WORKBOOK]).toMatch(
    /activeTab="1".*name="Model" sheetId="7" r:id="rId1" state="hidden"/,
  );
  // Other programs write no view, or one that says nothing.
  for (const view of ['', '<bookViews><workbookView/></bookViews>'])
    expect(
      reshaped([], [sheet(0, 'Model', 'hidden'), OTHER], {
        [WORKBOOK]: (text) => text.replace(/<bookViews>.*<\/bookViews>/, view),
      })[WORKBOOK],
    ).toContain('<bookViews><workbookView activeTab="1"/></bookViews><sheets>');
});

test('a deleted sheet goes with its drawing, and names that refer to it become #REF!', () => {
  const type = '<Override PartName="/xl/worksheets/_rels/sheet1.xml.rels" ContentType="text/xml"/>';
  const after = reshaped([], [OTHER], { '[Content_Types].xml': (text) => text.replace('</Types>', `${type}</Types>`) });
  expect(Object.keys(after).filter((path) => /sheet1|drawing/.test(path))).toEqual([]);
  expect(after['[Content_Types].xml']).not.toContain('sheet1.xml');
  expect(after[WORKBOOK]).toContain('<sheets><sheet name="Other" sheetId="9" r:id="rId2"/></sheets>');
  expect(after[WORKBOOK]).toContain('<definedName name="Rate">#REF!</definedName>');
  expect(after['xl/vbaProject.bin']).toBeDefined();
});

test('a file with macros says that they cannot follow if cells have moved, but not if a sheet was added', () => {
  const { uncorrected } = reshapedFile(fileOfOthers(), [MODEL, OTHER], [rows(1, 1)]);
  expect(uncorrected).toEqual(['macros']);
  expect(reshapedFile(fileOfOthers(), [MODEL, OTHER, sheet(undefined, 'New')], []).uncorrected).toEqual([]);
});

test('a sheet element with its own end tag is found, and a missing one is not guessed', () => {
  const spelled = (text: string): string =>
    text.replace(/(<sheet [^>]*)\/>/g, '$1></sheet>').replace(/r:id="rId1"/, "r:id='rId1'");
  const after = reshaped([], [OTHER, sheet(0, 'Renamed')], { [WORKBOOK]: spelled });
  expect(after[WORKBOOK]).toContain(
    `<sheets><sheet name="Other" sheetId="9" r:id="rId2"/><sheet name="Renamed" sheetId="7" r:id='rId1'/></sheets>`,
  );
  expect(() => reshapedFile(fileOfOthers(), [MODEL, OTHER, sheet(2, 'Third')], [])).toThrow(
    'a sheet that it does not have',
  );
});

test('a sheet from which a pivot table takes its values says so when it goes', () => {
  const source = '<pivotCacheDefinition><worksheetSource ref="A1:B9" sheet="Model"/></pivotCacheDefinition>';
  const bytes = zipSync({
    ...unzipSync(fileOfOthers()),
    'xl/pivotCache/pivotCacheDefinition1.xml': strToU8(source),
  });
  expect(reshapedFile(bytes, [OTHER], []).uncorrected).toContain('pivot tables');
  expect(reshapedFile(bytes, [MODEL], []).uncorrected).not.toContain('pivot tables');
});

test('watched and mapped cells follow moved rows, and go with deleted ones', () => {
  const watched = (row: number): string => `<cellWatches><cellWatch r="A${row}"/></cellWatches>`;
  expect(reshaped([rows(2, 3)], undefined, withEnding(watched(5)))[SHEET]).toContain(watched(8));
  expect(reshaped([rows(5, 1, true)], undefined, withEnding(watched(5)))[SHEET]).not.toContain('cellWatch');
});

describe('where the cells of something went,', () => {
  const gone = (xml: string): string => {
    const after = reshaped([rows(5, 1, true)], undefined, withEnding(xml))[SHEET]!;
    return after.slice(after.indexOf('</sheetData>') + '</sheetData>'.length, after.indexOf('<conditionalFormatting'));
  };

  it.each([
    '<autoFilter ref="A5:C5"><sortState ref="A5:C5"><sortCondition ref="B5"/></sortState></autoFilter>',
    '<ThreadedComments><threadedComment ref="A5"><text>x</text></threadedComment></ThreadedComments>',
    '<cellWatches><cellWatch r="B5"/></cellWatches>',
  ])('it goes as well: %s', (xml) => expect(gone(xml)).not.toContain('5'));

  it.each(['<dimension ref="A5:C5"/>', '<location ref="A5:B5"/>'])(
    'it keeps the last that it had, since #REF! would be damage: %s',
    (xml) => expect(gone(xml)).toBe(xml),
  );

  it('a scenario says that its input went', () =>
    expect(gone('<scenario><inputCells r="B5" val="1"/></scenario>')).toContain(
      '<inputCells r="B5" val="1" deleted="1"/>',
    ));

  it('a what-if table says that its input went, and what a file prints or filters has no name', () => {
    const name = (own: string): string => `<definedName name="${own}" localSheetId="0">Model!$A$7:$B$7</definedName>`;
    const after = reshaped([rows(7, 1, true), rows(1, 1, true)], undefined, {
      [WORKBOOK]: (text) => text.replace('<definedNames>', `$&${name('_xlnm.Print_Area')}${name('Own')}`),
      [SHEET]: (text) =>
        text.replace('<row r="8"><c r="C8">', '<row r="8"><c r="C8"><f t="dataTable" r1="B1" ref="C8"/>'),
    });
    expect(after[SHEET]).toContain('<f t="dataTable" r1="B1" ref="C6" del1="1"/>');
    expect(after[WORKBOOK]).not.toContain('Print_Area');
    expect(after[WORKBOOK]).toContain('<definedName name="Own" localSheetId="0">#REF!<');
  });
});

test('what of a file refers to a sheet is said in words: charts, rules and pivot tables', () => {
  const content = unzipSync(fileOfOthers());
  const cells = '<x:sheetData><x:row r="1"><x:c r="A1"><x:f>Model!B1</x:f></x:c></x:row></x:sheetData>';
  const other = (rule: string) => strToU8(`<x:worksheet xmlns:x="urn:x">${cells}${rule}</x:worksheet>`);
  const referring = (parts: Record<string, Uint8Array>, index: number) =>
    referringTo(new PackageReader({ ...content, ...parts }), index);
  const chart = { 'xl/charts/chart1.xml': strToU8('<c:ser><c:f>Other!$A$1:$A$3</c:f></c:ser>') };
  expect(referring({ ...chart, 'xl/worksheets/sheet2.xml': other('') }, 0)).toEqual([]);
  expect(referring(chart, 1)).toEqual(['charts']);
  const rule = '<x:dataValidation sqref="A1"><x:formula1>Model!$A$1:$A$3</x:formula1></x:dataValidation>';
  const pivot = { 'xl/pivotCache/pivotCacheDefinition1.xml': strToU8('<worksheetSource sheet="Model"/>') };
  expect(referring({ ...pivot, 'xl/worksheets/sheet2.xml': other(rule) }, 0)).toEqual([
    'conditional formats or rules for input',
    'pivot tables',
  ]);
});

test.each<[string, (text: string) => string]>([
  [
    'as marked texts',
    (text) => text.replace(/<((?:f|formula|definedName)\b[^<>]*[^<>/])>([^<]+)</g, '<$1><![CDATA[$2]]><'),
  ],
  ['with remarks', (text) => text.replace(/<(?=f|formula|definedName|sheet )/g, '<!-- <sheets> & <f> --><')],
  ['with blanks in their end tags', (text) => text.replace(/<\/([\w:]+)>/g, '</$1 >')],
  ['with single quotes', (text) => text.replace(/="([^"]*)"/g, "='$1'")],
])('formulas, rules and names that are written %s follow moved rows and sheets', (_, spelled) => {
  const name = '<definedName name="_xlnm.Print_Area" localSheetId="0">Model!$A$2:$B$7</definedName>';
  const named = { [WORKBOOK]: (text: string) => text.replace('</definedNames>', `${name}$&`) };
  const otherwise = {
    ...Object.fromEntries(
      [SHEET, 'xl/_rels/workbook.xml.rels'].map((path) => [path, (text: string) => spelled(text)] as const),
    ),
    [WORKBOOK]: (text: string) => spelled(named[WORKBOOK](text)),
  };
  const now = [sheet(undefined, 'New'), OTHER, sheet(0, 'Plan')];
  const facts = (changes: Parameters<typeof reshaped>[2]): unknown[] => {
    const after = reshaped([rows(2, 3)], now, changes);
    const found = [SHEET, WORKBOOK].flatMap((path) => [
      ...new PartText(after[path]!).root!.text.matchAll(/<(f|formula|definedName|sheet)\b[^<>]*>/g),
    ]);
    const texts = [SHEET, WORKBOOK].map((path) => new PartText(after[path]!).root!.textContent.replace(/\s+/g, ' '));
    return [texts, found.map(([head]) => head.replaceAll("'", '"').replace(/\s+(?=\/?>)/g, ''))];
  };
  expect(facts(otherwise)).toEqual(facts(named));
});

test('the sources of consolidated sheets follow moved rows and renamed sheets', () => {
  const source =
    '<dataConsolidate><dataRefs count="1"><dataRef ref="B2:C4" sheet="Model"/></dataRefs></dataConsolidate>';
  const after = reshaped([rows(2, 1)], [sheet(0, 'Plan'), OTHER], withEnding(source));
  expect(after[SHEET]).toContain('<dataRef ref="B3:C5" sheet="Plan"/>');
});

test('names that mean other cells in each cell stay as they are, and what is fixed in them follows', () => {
  const name = (formula: string): string => `<definedName name="Before">${formula}</definedName>`;
  const after = (formula: string, edit: LineEdit): string =>
    reshaped([edit], undefined, { [WORKBOOK]: (text) => text.replace('<definedNames>', `$&${name(formula)}`) })[
      WORKBOOK
    ]!;
  expect(after('Model!A1048576', rows(2, 1))).toContain(name('Model!A1048576'));
  expect(after('Model!XFD1*Model!$C$3', columns(2, 1, true))).toContain(name('Model!XFD1*Model!$B$3'));
  expect(after('SUM(Model!$A$1:Model!$A4)', rows(1, 1))).toContain(name('SUM(Model!$A$2:Model!$A4)'));
});

test('a renamed sheet has its new name before lost cells and in the chart of a pivot table', () => {
  const source = (name: string): string => `<c:pivotSource><c:name>[a!b.xlsx]${name}!Pivot1</c:name></c:pivotSource>`;
  const after = reshaped([], [{ ...MODEL, name: 'Plan B' }, OTHER], {
    [SHEET]: (text) => text.replace('>B1*C1<', '>Model!#REF!+1<'),
    [DRAWING]: (text) => text.replace('/>', `>${source('Model')}</xdr:wsDr>`),
  });
  expect(after[SHEET]).toContain("<f>'Plan B'!#REF!+1<");
  expect(after[DRAWING]).toContain(source('Plan B'));
  const gone = reshaped([], [OTHER], {
    'xl/worksheets/sheet2.xml': (text) => text.replace('<x:sheetData/>', '<x:f>Model!#REF!+1</x:f>'),
  });
  expect(gone['xl/worksheets/sheet2.xml']).toContain('<x:f>#REF!+1</x:f>');
});

test.each<[string, LineEdit[], SheetNow, string]>([
  ['rows come', [rows(2, 1)], MODEL, '(Model!$A$6:$A$10,Other!$A$9)'],
  ['its sheet is renamed', [], { ...MODEL, name: 'Plan' }, '(Plan!$A$5:$A$9,Other!$A$9)'],
])('what a chart filters out is corrected as a formula when %s', (_, edits, model, after) => {
  const chart = (formula: string): string => `<c15:fullRef><c15:sqref>${formula}</c15:sqref></c15:fullRef>`;
  const path = 'xl/charts/chart1.xml';
  const parts = { ...unzipSync(fileOfOthers()), [path]: strToU8(chart('(Model!$A$5:$A$9,Other!$A$9)')) };
  expect(textsIn(reshapedFile(zipSync(parts), [model, OTHER], edits).content)[path]).toBe(chart(after));
});

test('buttons and objects move with their cells if they say so', () => {
  const anchor = (moves: string, row: number): string =>
    `<anchor${moves}><from><xdr:col>1</xdr:col><xdr:row>${row}</xdr:row></from></anchor>`;
  const after = (xml: string): string => reshaped([rows(2, 1)], undefined, withEnding(xml))[SHEET]!;
  expect(after(anchor(' moveWithCells="1"', 3))).toContain(anchor(' moveWithCells="1"', 4));
  expect(after(anchor('', 3))).toContain(anchor('', 3));
});

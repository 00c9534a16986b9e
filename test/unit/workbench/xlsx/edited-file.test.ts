import { Pauses } from '../../../../src/core/pauses';
import { a1, cellsIn, parseA1 } from '../../../../src/core/sheet';
import { CalculatedOtherwise, missingInCopy, writtenFile } from '../../../../src/workbench/xlsx/xlsx';
import {
  refuseLines,
  refuseMoves,
  refuseParts,
  tellOfWhatIfTables,
} from '../../../../src/workbench/engine/fixed-blocks';
import { engineRangeOf } from '../../../../src/workbench/engine/cell-position';
import { UndoCommand, type Worksheet } from '@univerjs/core';
import {
  AutoFillCommand,
  BaseFunction,
  ErrorType,
  ErrorValueObject,
  IFunctionService,
} from '@univerjs/preset-sheets-core';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { fileOfOthers } from '../../../browser/opened-file';
import { OpenedWorkbook, textsOf } from '../../../support/opened-workbook';
import { useDatesOf } from '../../../../src/workbench/engine/system-dates';

const SHEET = 'xl/worksheets/sheet1.xml';
const WORKBOOK = 'xl/workbook.xml';
const STYLES = 'xl/styles.xml';
const bench = new OpenedWorkbook();

type Changes = Parameters<typeof fileOfOthers>[0];

/** A part with something more at the end of its root. */
const withEnd = (part: Uint8Array, xml: string): Uint8Array =>
  strToU8(strFromU8(part).replace(/<\/\w+>$/, (end) => xml + end));

async function open(changes?: Changes): Promise<void> {
  await bench.open(fileOfOthers(changes));
}

/** Changes a workbook, and waits until it is calculated. */
async function calculate(...change: Parameters<OpenedWorkbook['change']>): Promise<void> {
  const calculated = bench.calculated();
  await bench.change(...change);
  await calculated;
}

const enter = (address: string, value: object): Promise<void> =>
  calculate('sheet.command.set-range-values', address, { value });

const setStyle = (address: string, type: string, value: unknown): Promise<void> =>
  bench.change('sheet.command.set-style', address, { style: { type, value } });

describe('a download of a file that was edited', () => {
  const bytes = fileOfOthers();
  const before = textsOf(bytes);
  const after = (cells: string, old = '</c></row>'): Changes => ({ [SHEET]: (text) => text.replace(old, cells) });
  /** The parts that differ. */
  const changedIn = (now: Record<string, string>): string[] =>
    [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => before[name] !== now[name]).sort();

  it('has texts, formulas and cells where there was none', async () => {
    await open();
    await enter('B2', { v: 'a & b' });
    await enter('F1', { f: '=B1*2' });
    await enter('B11', { v: 7 });
    await enter('A3', { v: 8 });
    const sheet = (await bench.download())[SHEET]!;
    expect(sheet).toContain('<c r="B2" t="inlineStr"><is><t xml:space="preserve">a &amp; b</t></is></c>');
    expect(sheet).toContain('<c r="F1"><f>B1*2</f><v>2000</v></c></row>');
    expect(sheet).toContain('<row r="3"><c r="A3" s="1"><v>8</v></c><c r="D3">');
    expect(sheet).toContain('</row><row r="11"><c r="B11"><v>7</v></c></row>');
  });

  it('has the formula of each cell that follows from the first of those that share one', async () => {
    await open(after('>D2*2<', '>B1+1<'));
    await enter('D3', { v: 5 });
    const sheet = (await bench.download())[SHEET]!;
    expect(sheet).toContain('<c r="D3"><v>5</v></c>');
    expect(sheet).toContain('<c r="D4"><f>D3*2</f><v>10</v></c>');
    expect(sheet).toContain('<c r="D5"><f>D4*2</f><v>20</v></c>');
  });

  it('counts the formulas without a value, which had none in the file either, until another edit changes theirs', async () => {
    const valueless = async () => (await writtenFile(bench.sheet, bench.attachments)).valueless;
    await open();
    expect(await valueless()).toBe(0);
    await open(after('</c><c r="F1"><f>B1*2</f></c><c r="G1"><f>IF(B1=1,2,"")</f></c></row>'));
    expect(await valueless()).toBe(1);
    await enter('A3', { v: 8 });
    expect(await valueless()).toBe(1);
    await enter('B1', { v: 4 });
    expect(await valueless()).toBe(0);
    expect((await bench.download())[SHEET]).toContain('<f>B1*2</f><v>8</v>');
  });

  it.each([
    ['an array that is no array formula', 'b', '<f>ISERR({1,2,3})</f><v>0</v>'],
    ['a line through points, of which one value is shown', 'n', '<f>LINEST(B1:B2,C1:C2)</f><v>7</v>'],
    [
      'an error that files do not know',
      'e" cm="1" vm="1',
      '<f t="array" ref="F1">_xlfn._xlws.FILTER({1,2},{FALSE,FALSE})</f><v>#VALUE!</v>',
    ],
    ['more cells of a result than the file knows', 'n', '<f t="array" ref="F1:F2">TRANSPOSE(B1:D1)</f>'],
  ])('is the file itself with %s', async (_, kind, cell) => {
    const file = fileOfOthers(after(`</c><c r="F1" t="${kind}">${cell}</c></row>`));
    await bench.open(file);
    expect(await bench.download()).toEqual(textsOf(file));
  });

  it('is the file itself with a formula that calculates with one cell of each range', async () => {
    const file = fileOfOthers(after('<f>B1:B2*C1:C2</f>', '<f>B1*C1</f>'));
    await bench.open(file);
    expect([bench.valueAt('D1'), bench.valueAt('D2')]).toEqual([2_000, 2_012]);
    expect(await bench.download()).toEqual(textsOf(file));
  });

  it('has all cells of a result that has grown, as one block', async () => {
    const formula = '<f t="array" ref="F1:F2">_xlfn._xlws.FILTER(B1:B3,B1:B3&gt;0)</f><v>1000</v>';
    const second = '<v>4</v></c><c r="F2"><v>3</v></c><c r="D2"';
    await open({
      [SHEET]: (text) =>
        text
          .replace('</c></row>', `</c><c r="F1" cm="1">${formula}</c></row>`)
          .replace('<v>4</v></c><c r="D2"', second),
    });
    await enter('B3', { v: 9 });
    const sheet = (await bench.download())[SHEET]!;
    expect(sheet).toMatch(/<c r="F1"[^>]*><f t="array" ref="F1:F3">_xlfn\._xlws\.FILTER\(/);
    expect(sheet).toContain('<c r="F3"><v>9</v></c>');
  });

  it.each([
    ['the order of calculation', 'calcChain'],
    ['the list of formulas that wait for other programs', 'volatileDependencies'],
  ])('has lost %s with a formula, and nothing else', async (_, kind) => {
    await open({ 'xl/_rels/workbook.xml.rels': (text) => text.replace('/calcChain"', `/${kind}"`) });
    await enter('D1', { v: 5, f: null });
    const now = await bench.download();
    const others = ['[Content_Types].xml', 'xl/_rels/workbook.xml.rels', 'xl/calcChain.xml'];
    expect(changedIn(now)).toEqual([...others, SHEET]);
    expect(now['xl/calcChain.xml']).toBeUndefined();
    expect(now['xl/_rels/workbook.xml.rels']).not.toContain('calcChain');
  });

  it('has a new number format beside the looks of the file', async () => {
    await open();
    await setStyle('C1', 'n', { pattern: '0.000' });
    const now = await bench.download();
    expect(changedIn(now)).toEqual([STYLES, SHEET]);
    expect(now[STYLES]).toContain('formatCode="0.000"');
    expect(now[STYLES]).toContain('<dxfs count="1">');
    expect(now[SHEET]).toContain('<c r="C1" s="2">');
    expect(now[STYLES]).toContain('<cellXfs count="3">');
  });

  it('has a newly typed formula as an array formula where it calculates with arrays', async () => {
    await open();
    await enter('F1', { f: '=SUM(B1:B2*C1:C2)' });
    await enter('F2', { f: '=SUM(B1:B2)*2' });
    const now = await bench.download();
    expect(now[SHEET]).toContain('<c r="F1" cm="1"><f t="array" ref="F1">SUM(B1:B2*C1:C2)</f><v>2012</v></c>');
    expect(now[SHEET]).toContain('<c r="F2"><f>SUM(B1:B2)*2</f><v>2006</v></c>');
    expect(now['xl/metadata.xml']).toContain('fDynamic="1"');
  });

  it.each([
    'OFFSET(Model!$A$1,0,0,COUNTA(Model!$A:$A),4)',
    "INDEX('Model'!$A:$A,2):Model!$D$9",
    'Model!$A$1:$B$4,Model!$D$1:$D$9',
    'Rate',
  ])('has the print area %s still when a sheet is added', async (area) => {
    const name = `<definedName name="_xlnm.Print_Area" localSheetId="0">${area}</definedName>`;
    await open({ [WORKBOOK]: (text) => text.replace('<definedNames>', `<definedNames>${name}`) });
    await bench.change('sheet.command.insert-sheet', 'A1');
    expect((await bench.download())[WORKBOOK]).toContain(name);
  });
});

describe('a look that is changed', () => {
  const look =
    '<xf numFmtId="4" fontId="0" fillId="1" borderId="0" xfId="0" quotePrefix="1"><alignment horizontal="left" readingOrder="2"/><protection locked="0"/></xf>';
  const withLook: Changes = {
    [STYLES]: (text) =>
      text.replace('<cellXfs count="2">', '<cellXfs count="3">').replace('</cellXfs>', `${look}</cellXfs>`),
    [SHEET]: (text) =>
      text.replace('<c r="C1">', '<c r="C1" s="2">').replace('<row r="2">', '<row r="2" s="2" customFormat="1">'),
  };

  it.each([
    ['a bold font', 'C1', 'bl', 1, 'numFmtId="4" fontId="1" fillId="1" borderId="0"', 'readingOrder="2"/>'],
    [
      'a number format',
      'C1',
      'n',
      { pattern: '0.000' },
      'numFmtId="171" fontId="0" fillId="1" borderId="0"',
      'readingOrder="2"/>',
    ],
    ['a fill', 'C1', 'bg', { rgb: '#ff0000' }, 'numFmtId="4" fontId="0" fillId="2" borderId="0"', 'readingOrder="2"/>'],
    ['an alignment', 'C1', 'ht', 3, 'numFmtId="4" fontId="0" fillId="1" borderId="0"', '<alignment horizontal="right"'],
    [
      'a font where the row alone has a look',
      'E2',
      'it',
      1,
      'numFmtId="4" fontId="1" fillId="1" borderId="0"',
      'readingOrder="2"/>',
    ],
  ])('by %s keeps the formatting that the workbench does not know', async (_, address, type, value, ids, alignment) => {
    await open(withLook);
    await setStyle(address, type, value);
    const after = await bench.download();
    expect(after[SHEET]).toContain(`<c r="${address}" s="3"`);
    expect(after[STYLES]).toContain(`<xf ${ids} xfId="0" quotePrefix="1"`);
    expect(after[STYLES]).toContain(alignment);
    expect(after[STYLES]!.match(/<protection locked="0"\/>/g)).toHaveLength(2);
  });
});

describe('a cell whose look is changed in one thing keeps', () => {
  const font =
    '<font><b/><outline/><u val="singleAccounting"/><vertAlign val="superscript"/><sz val="11"/><color theme="4" tint="-0.25"/><name val="Aptos"/><family val="2"/><charset val="238"/><scheme val="minor"/></font>';
  const border =
    '<border diagonalUp="1"><left style="thin"><color theme="5"/></left><right/><top style="double"><color indexed="10"/></top><bottom/><diagonal style="hair"><color auto="1"/></diagonal></border>';
  const fill =
    '<fill><gradientFill degree="90"><stop position="0"><color theme="0"/></stop><stop position="1"><color theme="4"/></stop></gradientFill></fill>';
  const look =
    '<xf numFmtId="4" fontId="1" fillId="2" borderId="1" xfId="0"><alignment horizontal="centerContinuous" wrapText="1" shrinkToFit="1" readingOrder="2"/><protection hidden="1"/><extLst><ext uri="{u}"/></extLst></xf>';
  const aligned = look.replace('xfId="0"', 'xfId="0" applyAlignment="1"');
  const withLook = (text: string): string =>
    text
      .replace('</fonts>', `${font}</fonts>`)
      .replace('</fills>', `${fill}</fills>`)
      .replace('</borders>', `${border}</borders>`)
      .replace('</cellXfs>', `${look}</cellXfs>`);
  const withPrefix = (text: string): string =>
    withLook(text)
      .replace(/<(\/?)(?=\w)/g, '<$1x:')
      .replace('xmlns=', 'xmlns:x=');
  const RED = { rgb: '#ff0000' };

  it.each<[string, string, unknown, string]>([
    ['all of its font but the slant', 'it', 1, font.replace('<b/>', '<b/><i/>')],
    ['all of its font but the weight', 'bl', 0, font.replace('<b/>', '')],
    ['all of its font but the size', 'fs', 20, font.replace('"11"', '"20"')],
    ['all of its font but the line', 'ul', { s: 0 }, font.replace('<u val="singleAccounting"/>', '')],
    ['all of its font but the colour', 'cl', RED, font.replace('theme="4" tint="-0.25"', 'rgb="FFFF0000"')],
    [
      'all of its font but what tells of the typeface',
      'ff',
      'Courier New',
      font.replace(/<name.*(?=<\/font>)/, '<name val="Courier New"/>'),
    ],
    [
      'the lines of its other sides',
      'bd',
      { r: { s: 8, cl: RED } },
      border.replace('<right/>', '<right style="medium"><color rgb="FFFF0000"/></right>'),
    ],
    ['the rest of its alignment', 'vt', 2, aligned.replace('readingOrder="2"', 'readingOrder="2" vertical="center"')],
    ['the rest of its alignment, not wrapped', 'tb', 1, aligned.replace(' wrapText="1"', '')],
    ['its gradient', 'n', { pattern: '0%' }, 'fontId="1" fillId="2" borderId="1" xfId="0" applyNumberFormat="1"><alig'],
  ])('%s', async (_, type, value, expected) => {
    for (const styles of [withLook, withPrefix]) {
      await open({ [STYLES]: styles, [SHEET]: (text) => text.replace('<c r="C1">', '<c r="C1" s="2">') });
      await setStyle('C1', type, value);
      const after = (await bench.download())[STYLES]!.replace(/<(\/?)x:/g, '<$1');
      expect(after).toContain(expected);
    }
  });
});

describe('a cell without a number format of its own whose result has one', () => {
  const WITH_DATES: Changes = {
    [STYLES]: (text) => text.replace('<xf numFmtId="170"', '<xf numFmtId="14"'),
    [SHEET]: (text) =>
      text.replace(
        '<row r="3">',
        '<row r="3"><c r="A3"><f>B1</f><v>1000</v></c><c r="B3"><f>EDATE(B1,1)</f><v>1030</v></c><c r="C3"><f>PV(1%,2,-3)</f><v>5.911184</v></c>',
      ),
  };
  const row = (after: Record<string, string>, number: number): string =>
    new RegExp(`<row r="${number}".*?</row>`).exec(after[SHEET]!)![0];

  it('has none in a download', async () => {
    await open(WITH_DATES);
    expect(await bench.download()).toEqual(textsOf(fileOfOthers(WITH_DATES)));
  });

  it.each(['A3', 'B3', 'C3'])('has none in a download after another change of its look, as in %s', async (address) => {
    await open(WITH_DATES);
    await setStyle(address, 'bl', 1);
    const after = await bench.download();
    expect(row(after, 3)).toContain(`<c r="${address}" s="2"><f>`);
    expect(after[STYLES]).toContain(
      '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>',
    );
  });

  it.each(['A3', 'B3', 'C3'])('has the one that somebody gives it, as in %s', async (address) => {
    await open(WITH_DATES);
    await setStyle(address, 'n', { pattern: '0.00%' });
    const after = await bench.download();
    expect(row(after, 3)).toContain(`<c r="${address}" s="2"><f>`);
    expect(after[STYLES]).toContain(
      '<xf numFmtId="10" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>',
    );
  });

  it('has none in a download when its value is another', async () => {
    await open(WITH_DATES);
    await enter('B1', { v: 2000 });
    const after = await bench.download();
    expect(row(after, 3)).toContain('<c r="A3"><f>B1</f><v>2000</v></c>');
    expect(after[STYLES]).toBe(textsOf(fileOfOthers(WITH_DATES))[STYLES]);
  });

  it.each([
    ['a formula that is entered', '=B1', '<c r="E3" s="1"><f>B1</f><v>1000</v></c>'],
    ['each cell of a result that fills several', '=EDATE(+B1,{0,1})', '<c r="F3" s="2"><v>1030</v></c>'],
  ])('has it in a download for %s, as Excel gives it', async (_, formula, cell) => {
    await open(WITH_DATES);
    await enter('E3', { f: formula });
    const after = await bench.download();
    expect(row(after, 3)).toContain(cell);
  });
});

test.each<[string, Changes]>([
  ['names none', { 'xl/_rels/workbook.xml.rels': (text) => text.replace(/<Relationship Id="rId3"[^>]*>/, '') }],
  ['has lost them', { [STYLES]: () => '' }],
])('a cell gets a look in a file that says nothing of looks, because it %s', async (_, changes) => {
  const without: Changes = { ...changes, [SHEET]: (text) => text.replace(/ s(?:tyle)?="1"/g, '') };
  await open(without);
  expect(await bench.download()).toEqual(textsOf(fileOfOthers(without)));
  await setStyle('B2', 'bl', 1);
  const after = await bench.download();
  expect(after[SHEET]).toContain('<c r="B2" s="1"><v>3</v></c>');
  expect(after[STYLES]).toMatch(/<fonts count="2"><font><sz val="10"\/>.*?<\/font><font><b\/><sz val="10"\/>/);
  expect(after[STYLES]).toMatch(/<cellXfs count="2"><xf [^>]*fontId="0".*?<xf [^>]*fontId="1"/);
});

describe('a file keeps', () => {
  const NAMES =
    '<definedName name="ExternalData_1" localSheetId="0" hidden="1">Model!$A$1:$C$9</definedName>' +
    '<definedName name="ExternalData_1" localSheetId="1" hidden="1">Other!$A$1:$C$9</definedName>' +
    '<definedName name="List" localSheetId="0" hidden="1">[1]Codes!$A$2:$A$99</definedName>' +
    '<definedName name="solver_opt" localSheetId="0" hidden="1">Model!$B$1</definedName>' +
    '<definedName name="Codes" hidden="1">\'[1]Old codes\'!$A$2:$A$99</definedName>';
  const named: Changes = { [WORKBOOK]: (text) => text.replace('<definedNames>', `$&${NAMES}`) };

  it('the hidden names of other programs, also those of one sheet or of another workbook', async () => {
    await open(named);
    expect(await bench.download()).toEqual(textsOf(fileOfOthers(named)));
    await bench.change('sheet.command.set-range-values', 'E20', { value: { v: 1 } });
    expect((await bench.download())[WORKBOOK]).toBe(textsOf(fileOfOthers(named))[WORKBOOK]);
    await bench.change('sheet.command.insert-row', 'A1:A1', { direction: 0 });
    expect((await bench.download())[WORKBOOK]).toContain(
      NAMES.replace('Model!$A$1:$C$9', 'Model!$A$2:$C$10').replace('Model!$B$1', 'Model!$B$2'),
    );
  });

  it('names that use names of a sheet, or one of several that are called the same', async () => {
    const used: Changes = {
      [SHEET]: (text) => text.replace('<f>B1*C1</f>', "<f>B1*'My sheet'!Own*Twice*2</f>"),
      [WORKBOOK]: (text) =>
        text
          .replace('name="Other"', 'name="My sheet"')
          .replace(
            '<definedNames>',
            `$&<definedName name="Own" localSheetId="1">2</definedName><definedName name="Rate" localSheetId="1">2</definedName><definedName name="Twice">Rate*2+'My sheet'!Own</definedName>`,
          ),
    };
    await open(used);
    expect(bench.valueAt('D1')).toBe(1_000 * 2 * (0.5 * 2 + 2) * 2);
    await bench.change('sheet.command.set-range-values', 'E20', { value: { v: 1 } });
    expect((await bench.download())[WORKBOOK]).toBe(textsOf(fileOfOthers(used))[WORKBOOK]);
  });

  it('names for cells of other workbooks, which formulas may go on to use', async () => {
    const linked: Changes = {
      [WORKBOOK]: (text) =>
        text.replace(
          '<definedNames>',
          `$&<definedName name="Codes">'[1]Old codes'!$A$2:$A$9</definedName><definedName name="Twice">SUM([1]Other!$A$1:$A$9)*2</definedName>`,
        ),
    };
    await open(linked);
    expect(await bench.download()).toEqual(textsOf(fileOfOthers(linked)));
    await bench.change('sheet.command.set-range-values', 'E20', { value: { f: '=[1]Other!A1*2+[2]Other!A1' } });
    const after = await bench.download();
    expect(after[WORKBOOK]).toBe(textsOf(fileOfOthers(linked))[WORKBOOK]);
    expect(after[SHEET]).toContain('<f>[1]Other!A1*2+#REF!</f>');
  });

  it('a sheet that it names and does not have, beside what is changed elsewhere', async () => {
    const without: Changes = { [WORKBOOK]: (text) => text.replace('sheetId="9" r:id="rId2"', 'sheetId="9" r:id=""') };
    await open(without);
    expect(await bench.download()).toEqual(textsOf(fileOfOthers(without)));
    await bench.change('sheet.command.set-range-values', 'E20', { value: { v: 1 } });
    const after = await bench.download();
    expect(after[SHEET]).toContain('<c r="E20"><v>1</v></c>');
    expect(after[WORKBOOK]).toBe(textsOf(fileOfOthers(without))[WORKBOOK]);
    await bench.change('sheet.command.insert-row', 'A1:A1', { direction: 0 });
    expect((await bench.download())[SHEET]).toContain('<c r="E21"><v>1</v></c>');
  });

  it('a sheet of a chart, which has no cells: what is typed there is not lost in silence', async () => {
    const chart: Changes = {
      'xl/worksheets/sheet2.xml': () => '<chartsheet xmlns="urn:x"><sheetViews/></chartsheet>',
    };
    await open(chart);
    expect(await bench.download()).toEqual(textsOf(fileOfOthers(chart)));
    const subUnitId = bench.sheet.workbook.getSheets()[1]!.getSheetId();
    await bench.change('sheet.command.set-range-values', 'A1', { subUnitId, value: { v: 1 } });
    await expect(bench.download()).rejects.toThrow('"Other" of the opened file has no cells');
  });

  it('its looks when a number is typed, though it calls the general format otherwise', async () => {
    const general: Changes = {
      [STYLES]: (text) =>
        text
          .replace('</numFmts>', '<numFmt numFmtId="164" formatCode="GENERAL"/></numFmts>')
          .replace('<cellXfs count="2"><xf numFmtId="0"', '<cellXfs count="2"><xf numFmtId="164"'),
    };
    await open(general);
    await bench.change('sheet.command.set-range-values', 'E20', { value: { v: 1 } });
    const after = await bench.download();
    expect(after[SHEET]).toContain('<c r="E20"><v>1</v></c>');
    expect(after[STYLES]).toBe(textsOf(fileOfOthers(general))[STYLES]);
  });
});

test('a change that is undone leaves the file as it was, also where the text has lines', async () => {
  const lined: Changes = {
    [STYLES]: (text) => text.replace('<font><sz', '<font><strike/><u/><color rgb="FF0000FF"/><sz'),
    [SHEET]: (text) => text.replace('<c r="B2">', '<c r="B2" s="1">'),
  };
  await open(lined);
  await bench.change('sheet.command.set-range-values', 'B2', { value: { v: 4 } });
  await bench.sheet.commands.executeCommand('univer.command.undo');
  await bench.calculated();
  expect(await bench.download()).toEqual(textsOf(fileOfOthers(lined)));
});

test('the lines of a typed text stay lines, in formulas and in the file', async () => {
  await open();
  const p = { id: 'd', documentStyle: {}, body: { dataStream: 'two\rlines\r\n' } };
  await bench.change('sheet.command.set-range-values', 'B20', { value: { p } });
  const calculated = bench.calculated();
  await bench.change('sheet.command.set-range-values', 'C20', { value: { f: '=CODE(MID(B20,4,1))' } });
  await calculated;
  expect(bench.valueAt('C20')).toBe(10);
  expect(bench.valueAt('B20')).toBe('two\nlines');
  expect((await bench.download())[SHEET]).toContain('>two\nlines</t>');
});

test.each([
  ['column', 'C1:C200', ['C1', 'C3', 'C9', 'C200'], 'D3'],
  ['row', 'A3:Z3', ['A3', 'D3', 'Z3'], 'C4'],
])(
  'a new look of a whole %s applies to its cells, also to blank ones, and to no others',
  async (_, all, looked, other) => {
    await open();
    const looks = (sheet = ''): ReadonlyMap<string, string> =>
      new Map([...sheet.matchAll(/<c r="([A-Z]+\d+)"([^>]*)>/g)].map(([, address = '', head = '']) => [address, head]));
    const before = looks((await bench.download())[SHEET]);
    await setStyle(all, 'bl', 1);
    const after = await bench.download();
    for (const address of looked) {
      expect(looks(after[SHEET]).get(address)).toMatch(/ s="\d+"/);
      expect(looks(after[SHEET]).get(address)).not.toBe(before.get(address));
    }
    expect(looks(after[SHEET]).get(other)).toBe(before.get(other));
    expect(after[STYLES]).toContain('<font><b/>');
    expect(after[SHEET]).toContain('<f t="shared" ref="D3:D5" si="0">B1+1</f><v>1001</v>');
  },
);

test('frozen rows leave the rest of the sheet’s views in the file unchanged', async () => {
  const view = '<sheetView rightToLeft="1" showZeros="0" zoomScale="80" tabSelected="1" workbookViewId="0">';
  await open({ [SHEET]: (text) => text.replace(/<sheetView [^>]*>/, view) });
  await bench.change('sheet.mutation.set-frozen', 'A3', { startRow: 2, startColumn: -1, xSplit: 0, ySplit: 2 });
  const frozen = `${view}<pane ySplit="2" topLeftCell="A3" activePane="bottomLeft" state="frozen"/><selection activeCell="B2" sqref="B2"/></sheetView>`;
  expect((await bench.download())[SHEET]).toContain(frozen);
});

describe('what a sheet looks like as a whole is written without the rest of its part:', () => {
  const withTab: Changes = {
    [SHEET]: (text) =>
      text
        .replace('<outlinePr', '<tabColor theme="5"/><outlinePr')
        .replace('workbookViewId', 'rightToLeft="1" workbookViewId'),
  };

  it.each<[string, string, object, string, string]>([
    [
      'no grid lines',
      'toggle-gridlines',
      { showGridlines: 0 },
      '<sheetView tabSelected="1" rightToLeft="1" workbookViewId="0"',
      ' showGridLines="0"',
    ],
    [
      'the colour of its tab',
      'set-tab-color',
      { value: '#00aa33' },
      '<tabColor theme="5"/>',
      '<tabColor rgb="FF00AA33"/>',
    ],
  ])('%s', async (_, command, params, before, after) => {
    await open(withTab);
    await bench.change(`sheet.command.${command}`, 'A1', params);
    const expected = textsOf(fileOfOthers(withTab))[SHEET]!;
    expect((await bench.download())[SHEET]).toBe(
      after.startsWith(' ') ? expected.replace(before, before + after) : expected.replace(before, after),
    );
  });

  it('its zoom', async () => {
    await open(withTab);
    // As the engine does where it draws.
    bench.sheet.workbook.getSheets()[0]!.getConfig().zoomRatio = 0.85;
    const part = textsOf(fileOfOthers(withTab))[SHEET]!;
    expect((await bench.download())[SHEET]).toBe(
      part.replace('workbookViewId="0"', 'workbookViewId="0" zoomScale="85"'),
    );
  });
});

test('a cell that is moved has the look that the file has for it', async () => {
  await open();
  const at = (row: number) => ({ startRow: row, endRow: row, startColumn: 1, endColumn: 1 });
  await bench.change('sheet.command.move-range', 'B1', { fromRange: at(0), toRange: at(9) });
  const after = await bench.download();
  expect(after[SHEET]).toContain('<c r="B10" s="1"><v>1000</v></c>');
  expect(after[STYLES]).toContain('<numFmts count="1">');
});

test('a cell that is moved keeps the colours and the typeface of the theme', async () => {
  const THEME = 'xl/theme/theme1.xml';
  const color = (name: string, rgb: string): string => `<a:${name}><a:srgbClr val="${rgb}"/></a:${name}>`;
  const scheme = ['dk1', 'lt1', 'dk2', 'lt2', 'accent1'].map((name, index) => color(name, `1${index}3456`)).join('');
  const file = zipSync({
    ...unzipSync(
      fileOfOthers({
        [STYLES]: (text) =>
          text
            .replace(
              '</fonts>',
              '<font><sz val="9"/><color theme="4" tint="0.4"/><name val="Aptos"/><scheme val="minor"/></font></fonts>',
            )
            .replace(
              '</fills>',
              '<fill><patternFill patternType="solid"><fgColor theme="4"/></patternFill></fill></fills>',
            )
            .replace('</cellXfs>', '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0"/></cellXfs>'),
        [SHEET]: (text) => text.replace('<c r="B1" s="1">', '<c r="B1" s="2">'),
        'xl/_rels/workbook.xml.rels': (text) =>
          text.replace(
            '</Relationships>',
            `<Relationship Id="rId9" Type="http://x/theme" Target="theme/theme1.xml"/></Relationships>`,
          ),
      }),
    ),
    [THEME]: strToU8(
      `<a:theme xmlns:a="urn:a"><a:themeElements><a:clrScheme name="x">${scheme}</a:clrScheme></a:themeElements></a:theme>`,
    ),
  });
  await bench.open(file);
  const at = (row: number) => ({ startRow: row, endRow: row, startColumn: 1, endColumn: 1 });
  await bench.change('sheet.command.move-range', 'B1', { fromRange: at(0), toRange: at(9) });
  const after = await bench.download();
  const index = /<c r="B10" s="(\d+)"/.exec(after[SHEET]!)![1];
  expect(after[STYLES]!.match(/<xf [^>]*>/g)![Number(index) + 1]).toContain('fontId="1" fillId="2"');
});

describe('a row that comes has below it, where they are now,', () => {
  const NAMES =
    '<definedName name="_xlnm.Print_Area" localSheetId="0">Model!$A$1:$D$9</definedName>' +
    '<definedName name="_xlnm.Print_Titles" localSheetId="0">Model!$A:$A,Model!$2:$3</definedName>' +
    '<definedName name="Dynamic">OFFSET(Model!$A$4,0,0,COUNTA(Model!$A:$A),1)</definedName>' +
    '<definedName name="Constant">0.25</definedName>';
  const RULES =
    '<conditionalFormatting sqref="A1:A2 C3:C9"><cfRule type="expression" dxfId="0" priority="2"><formula>$B3&gt;SUM($C$1:$C3)</formula></cfRule></conditionalFormatting>' +
    '<dataValidations count="2"><dataValidation type="list" sqref="B5:B7"><formula1>$C$5:$C$7</formula1></dataValidation>';
  let after: Record<string, string>;

  beforeAll(async () => {
    await open({
      [WORKBOOK]: (text) => text.replace('<definedNames>', `<definedNames>${NAMES}`),
      [SHEET]: (text) => text.replace('<dataValidations count="1">', RULES),
    });
    await calculate('sheet.command.insert-row', 'A3:Z3', { direction: 0 });
    after = await bench.download();
  });

  it.each([
    ['its print area', WORKBOOK, '>Model!$A$1:$D$10<'],
    ['the rows on each page', WORKBOOK, '>Model!$A:$A,Model!$2:$4<'],
    ['names that are formulas', WORKBOOK, '>OFFSET(Model!$A$5,0,0,COUNTA(Model!$A:$A),1)<'],
    ['names that are constants', WORKBOOK, '<definedName name="Constant">0.25<'],
    ['conditional formats in several places', SHEET, 'sqref="A1:A2 C4:C10"'],
    ['the formulas of conditional formats', SHEET, '<formula>$B4&gt;SUM($C$1:$C4)<'],
    ['rules for input', SHEET, '<dataValidation type="list" sqref="B6:B8"><formula1>$C$6:$C$8<'],
    ['rules for input beyond the cells in use', SHEET, 'sqref="A13"'],
    ['shared formulas, each its own', SHEET, '<c r="D6"><f>B4+1</f><v>1</v></c>'],
    ['what-if tables', SHEET, '<f t="dataTable" ref="C8:C9" dt2D="0" dtr="0" r1="B1"/>'],
    ['hidden rows', SHEET, '<row r="10" hidden="1" outlineLevel="1">'],
  ])('%s', (_, part, expected) => expect(after[part]).toContain(expected));
});

test('a row that comes leaves the widths of columns as the file has them, also where results have widened one', async () => {
  await open();
  bench.sheet.workbook.getSheets()[0]!.getConfig().columnData[3] = { w: 200 };
  await bench.change('sheet.command.insert-row', 'A2:A2', { direction: 0 });
  const cols = /<cols>.*<\/cols>/;
  expect((await bench.download())[SHEET]?.match(cols)?.[0]).toBe(textsOf(fileOfOthers())[SHEET]?.match(cols)?.[0]);
});

test('a column that a new result has widened keeps its width, and the others stay as the file has them', async () => {
  await open();
  const [D, E] = [3, 4];
  const { columnData } = bench.sheet.workbook.getSheets()[0]!.getConfig();
  columnData[D] = columnData[E] = { w: 210 };
  await enter('E1', { f: '=B1+1' });
  const cols = /<cols>.*<\/cols>/;
  expect((await bench.download())[SHEET]?.match(cols)?.[0]).toBe(
    textsOf(fileOfOthers())
      [SHEET]?.match(cols)?.[0]
      .replace('</cols>', '<col min="5" max="5" width="30" customWidth="1"/></cols>'),
  );
});

test('a row that is inserted below one that a filter hides is to be seen', async () => {
  await open();
  const [worksheet] = bench.sheet.workbook.getSheets();
  const { _viewModel: model } = worksheet as unknown as { _viewModel: Pick<Worksheet, 'getRowFiltered'> };
  const filter = jest.spyOn(model, 'getRowFiltered').mockImplementation((row) => row === 1);
  await bench.change('sheet.command.insert-row-by-range', 'A3:Z3', { direction: 2 });
  filter.mockRestore();
  expect(worksheet!.getRowHeight(2)).toBeGreaterThan(0);
});

describe('lines that are dragged', () => {
  const line = (index: number, areRows: boolean) =>
    areRows
      ? { startRow: index, endRow: index, startColumn: 0, endColumn: 25, rangeType: 1 }
      : { startRow: 0, endRow: 199, startColumn: index, endColumn: index, rangeType: 2 };
  const drag = async (kind: 'rows' | 'cols', from: number, to: number): Promise<void> => {
    const [range, toRange] = [line(from, kind === 'rows'), line(to, kind === 'rows')];
    await calculate(`sheet.command.move-${kind}`, 'A1', { range, fromRange: range, toRange });
  };
  const before = textsOf(fileOfOthers());

  it.each<[string, 'rows' | 'cols', number, number, RegExp]>([
    [
      'rows that go down',
      'rows',
      1,
      5,
      /<row r="5"><c r="A5" t="s"><v>1<\/v><\/c><c r="B5"><v>3<\/v><\/c>.*?ref="D5">SUM\(B1:B5\*C1:C5\)/,
    ],
    ['rows that go up', 'rows', 6, 1, /<row r="2"><c r="B2"><v>0.5<\/v><\/c>.*<c r="B3"><v>3<\/v>/],
    [
      'columns',
      'cols',
      1,
      3,
      /<c r="A1" t="s"><v>0<\/v><\/c><c r="B1"><v>2<\/v><\/c><c r="C1" s="1"><v>1000<\/v>.*?<f>C1\*B1<\/f>/,
    ],
  ])('change places with all that refers to them: %s', async (_, kind, from, to, expected) => {
    await open();
    await drag(kind, from, to);
    const after = await bench.download();
    expect(after[SHEET]).toMatch(expected);
    expect(after[SHEET]).toContain('<conditionalFormatting ');
    expect(after['xl/sharedStrings.xml']).toBe(before['xl/sharedStrings.xml']);
    await bench.sheet.commands.executeCommand('univer.command.undo');
    await bench.calculated();
    expect(await bench.download()).toEqual(before);
  });
});

it.each([
  ['rows that come', 'insert-row', 'A3:Z4', { direction: 0 }],
  ['rows that go', 'remove-row', 'A3:Z4', {}],
  ['columns that come', 'insert-col', 'B1:C200', { direction: 3 }],
  ['columns that go', 'remove-col', 'B1:C200', {}],
])('%s leave the file as it was when they are undone', async (_, command, address, params) => {
  await open();
  const before = await bench.download();
  await calculate(`sheet.command.${command}`, address, params);
  expect((await bench.download())[SHEET]).not.toBe(before[SHEET]);
  await bench.sheet.commands.executeCommand('univer.command.undo');
  await bench.calculated();
  expect(await bench.download()).toEqual(before);
});

test('a filter by values that is changed keeps those by colour and by rank beside it', async () => {
  const columns = [
    '<filterColumn colId="0"><colorFilter dxfId="0"/></filterColumn>',
    '<filterColumn colId="1"><filters><filter val="3"/></filters></filterColumn>',
    '<filterColumn colId="2"><top10 val="5"/></filterColumn>',
  ] as const;
  await open({
    [SHEET]: (text) =>
      text.replace(
        '<conditionalFormatting',
        `<autoFilter ref="A1:C5">${columns.join('')}</autoFilter><conditionalFormatting`,
      ),
  });
  const criteria = { colId: 1, filters: { filters: ['1000.0 x'] } };
  await bench.change('sheet.mutation.set-filter-criteria', 'A1:C5', { col: 1, criteria });
  const now = '<filterColumn colId="1"><filters><filter val="1000.0 x"/></filters></filterColumn>';
  expect((await bench.download())[SHEET]).toContain(
    `<autoFilter ref="A1:C5">${columns[0]}${now}${columns[2]}</autoFilter>`,
  );
});

describe('a part of what is calculated as a whole', () => {
  const said: string[] = [];
  beforeAll(() => {
    const say = (sentence: string): unknown => said.push(sentence);
    refuseParts(bench.sheet, bench.attachments, say);
    refuseLines(bench.sheet, bench.attachments, say);
    refuseMoves(bench.sheet, bench.attachments, say);
  });
  beforeEach(async () => {
    said.length = 0;
    await open({
      [SHEET]: (text) =>
        text.replace(
          '</c></row>',
          '</c><c r="F1"><f t="array" ref="F1:F3">B1:B3*2</f><v>2000</v></c><c r="H1" cm="1"><f t="array" ref="H1:H3">B1:B3*3</f><v>3000</v></c></row>',
        ),
    });
  });

  const set = async (address: string, cell: object): Promise<void> => {
    await bench.change('sheet.command.set-range-values', address, { value: cell });
    await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const held = (address: string): unknown => {
    const { row, column } = parseA1(address, '')!;
    return bench.sheet.workbook.getSheets()[0]!.getCellRaw(row, column)?.v ?? null;
  };

  it.each([
    ['in an array', 'F2', { v: 5 }, 'an array: F1:F3'],
    ['in an array and beside it', 'F3:G3', { v: 5 }, 'an array: F1:F3'],
    ['by a formula in an array', 'F2', { f: '=1' }, 'an array: F1:F3'],
    ['in a what-if table', 'C8', { v: 5 }, 'a what-if table: Excel calculates C7:C8'],
    ['in the first cell of a what-if table', 'C7', { v: 5 }, 'a what-if table: Excel calculates C7:C8'],
  ])('is not changed %s', async (_, address, cell, sentence) => {
    const before = held(address.slice(0, 2));
    await set(address, cell);
    expect(said).toEqual([expect.stringContaining(sentence)]);
    expect(held(address.slice(0, 2))).toBe(before);
  });

  it.each([
    ['insert-row', 'A2:Z2', 'an array: F1:F3'],
    ['remove-row', 'A3:Z5', 'an array: F1:F3'],
    ['remove-row', 'A8:Z9', 'a what-if table: Excel calculates C7:C8'],
  ])('is not divided by %s of %s', async (command, lines, sentence) => {
    await bench.change(`sheet.command.${command}`, lines, { direction: 0 });
    expect(said).toEqual([expect.stringContaining(sentence)]);
    expect(bench.valueAt('D4')).toBe(4);
  });

  it.each([
    ['insert-row', 'A1:Z1'],
    ['insert-row', 'A4:Z4'],
    ['remove-row', 'A1:Z3'],
    ['remove-row', 'A9:Z9'],
    ['remove-col', 'F1:F9'],
    ['insert-col', 'F1:F9'],
  ])('does not keep %s of %s from beside it, or of all of it', async (command, lines) => {
    const count =
      bench.sheet.workbook.getSheets()[0]!.getRowCount() + bench.sheet.workbook.getSheets()[0]!.getColumnCount();
    await bench.change(`sheet.command.${command}`, lines, { direction: command === 'insert-col' ? 3 : 0 });
    expect(said).toEqual([]);
    expect(
      bench.sheet.workbook.getSheets()[0]!.getRowCount() + bench.sheet.workbook.getSheets()[0]!.getColumnCount(),
    ).not.toBe(count);
  });

  it.each([
    ['all of an array', 'F1:F3', { v: 5 }],
    ['the first cell of an array', 'F1', { v: 5 }],
    ['all of a what-if table', 'C7:C8', { v: 5 }],
    ['a cell beside them', 'G2', { v: 5 }],
    ['a cell of a result that fills others by itself', 'H2', { v: 5 }],
  ])('does not keep %s from being changed', async (_, address, cell) => {
    await set(address, cell);
    expect(said).toEqual([]);
    expect(held(address.slice(0, 2))).toBe(5);
  });

  const ranges = (from: string, to: string) => ({
    fromRange: engineRangeOf(parseA1(from, '')!),
    toRange: engineRangeOf(parseA1(to, '')!),
  });

  it.each([
    ['move-range', 'F2', 'F20', 'an array: F1:F3'],
    ['move-range', 'F1:F2', 'K1:K2', 'an array: F1:F3'],
    ['move-range', 'D4', 'F2', 'an array: F1:F3'],
    ['move-range', 'H2:H3', 'K2:K3', 'a result: H1:H3'],
    ['move-range', 'A3:Z3', 'A30:Z30', 'an array: F1:F3'],
    ['move-range', 'G3:I3', 'G30:I30', 'a result: H1:H3'],
    ['insert-range-move-down', 'H2', '', 'a result: H1:H3'],
    ['insert-range-move-right', 'G3', '', 'a result: H1:H3'],
    ['delete-range-move-up', 'H3', '', 'a result: H1:H3'],
    ['delete-range-move-left', 'A7', '', 'a what-if table: Excel calculates C7:C8'],
  ])('is not moved by %s of %s %s', async (command, cells, to, sentence) => {
    bench.sheet.commands.syncExecuteCommand('sheet.command.set-range-values', {
      ...{ unitId: bench.sheet.workbook.getUnitId(), subUnitId: bench.sheet.workbook.getSheets()[0]!.getSheetId() },
      ...{ range: engineRangeOf(parseA1('M1', '')!), value: { f: '=F2+H3+C8' } },
    });
    await bench.change(`sheet.command.${command}`, cells, to === '' ? {} : ranges(cells, to));
    expect(said).toEqual([expect.stringContaining(sentence)]);
    expect(bench.sheet.workbook.getSheets()[0]!.getCellRaw(0, 12)?.f).toBe('=F2+H3+C8');
    expect(bench.valueAt('D4')).toBe(4);
  });

  it.each([
    ['move-range', 'F1:F3', 'K1:K3'],
    ['move-range', 'F1:F3', 'F2:F4'],
    ['move-range', 'H1', 'K1'],
    ['move-range', 'D4', 'H2'],
    ['insert-range-move-down', 'H1', ''],
  ])('does not keep %s of %s %s, which takes the formula along or lies beside it', async (command, cells, to) => {
    await bench.change(`sheet.command.${command}`, cells, to === '' ? {} : ranges(cells, to));
    expect(said).toEqual([]);
  });

  it('may get another look', async () => {
    await setStyle('F2', 'bl', 1);
    expect(said).toEqual([]);
  });
});

describe('a what-if table, whose values stay,', () => {
  const said: string[] = [];
  const FORMULA = '<c r="C6"><f>MAX(D1,D5)*2</f><v>4000</v></c></row>\n<row r="7">';
  beforeAll(() => tellOfWhatIfTables(bench.sheet, bench.attachments, (sentence) => said.push(sentence)));
  beforeEach(async () => {
    await open({ [SHEET]: (text) => text.replace('</row>\n<row r="7">', FORMULA) });
    said.length = 0;
  });
  const OLD = expect.stringContaining('Model!C7:C8 may show old values') as unknown;
  const step = async (name: 'undo' | 'redo'): Promise<void> => {
    const calculated = bench.calculated();
    await bench.sheet.commands.executeCommand(`univer.command.${name}`);
    await calculated;
  };

  it.each([
    ['a number', 'B1', { v: 5 }],
    ['one that changes the result with other inputs alone', 'B3', { v: 6 }],
    ['an input', 'B7', { v: 0.6 }],
    ['the formula', 'C6', { f: '=D1*3' }],
    ['a number that goes', 'C1', { v: null }],
  ])('says so once for each step that changes what it reads: %s', async (_, address, value) => {
    await enter(address, value);
    expect(said).toEqual([OLD]);
    await step('undo');
    await step('redo');
    expect(said).toEqual([OLD]);
    await enter('C1', { v: 3 });
    expect(said).toEqual([OLD, OLD]);
  });

  it('says nothing of what it does not read, and of looks', async () => {
    await enter('B2', { v: 9 });
    await setStyle('B7', 'bl', 1);
    await calculate('sheet.command.insert-row', 'A2:Z2', { direction: 0 });
    expect(said).toEqual([]);
  });

  it('is calculated by Excel when it opens a download with other contents', async () => {
    const before = await bench.download();
    await setStyle('B2', 'bl', 1);
    expect((await bench.download())[SHEET]).not.toContain(' ca=');
    await enter('B1', { v: 5 });
    expect((await bench.download())[SHEET]).toContain(
      '<f t="dataTable" ref="C7:C8" dt2D="0" dtr="0" r1="B1" ca="1"/><v>11</v>',
    );
    await step('undo');
    await bench.sheet.commands.executeCommand('univer.command.undo');
    expect(await bench.download()).toEqual(before);
  });
});

describe('an array formula fills its block', () => {
  const array = (ref: string, formula: string): string =>
    `<c r="${ref.split(':')[0]!}"><f t="array" ref="${ref}">${formula}</f></c>`;
  const cells = array('F1:F2', 'A20:A99*2') + array('H1:H3', 'A1:A2') + array('J1:K2', 'SUM(B1:B2)');
  beforeEach(() =>
    open({ [SHEET]: (text) => text.replace('</c></row>', `</c>${cells}${array('M1', 'B1:B3')}</row>`) }),
  );

  it.each([
    ['the values of a longer result, though a cell below is not free', 'F1:F2', [0, 0]],
    ['#N/A where a result ends', 'H1:H3', ['Units sold', ' Price', '#N/A']],
    ['one value in all cells', 'J1:K2', [1_003, 1_003, 1_003, 1_003]],
    ['the first value alone in one cell', 'M1:M2', [1_000, null]],
  ])('with %s', (_, block, expected) => {
    const own = cellsIn(parseA1(block, '')!).flat();
    expect(own.map((cell) => bench.valueAt(a1(cell)))).toEqual(expected);
  });

  it('and stays what it is in the file, when other values come', async () => {
    await enter('A20:A22', [[{ v: 5 }], [{ v: 6 }], [{ v: 7 }]]);
    const after = (await bench.download())[SHEET];
    expect(after).toContain('<c r="F1"><f t="array" ref="F1:F2">A20:A99*2</f><v>10</v></c>');
    expect(after).toContain('<c r="F2"><v>12</v></c>');
    expect(after).not.toContain('F3');
  });

  it('until another formula is entered', async () => {
    await enter('M1', { f: '=B1:B2*2' });
    expect([bench.valueAt('M1'), bench.valueAt('M2')]).toEqual([2_000, 6]);
  });
});

it('what was typed where a result of the file ended, or into its way, is in the file', async () => {
  await open();
  await enter('F1', { f: '=SEQUENCE(3)' });
  await enter('G1', { f: '=SEQUENCE(H9)' });
  await enter('H9', { v: 3 });
  const reopen = async (): Promise<void> => bench.open((await writtenFile(bench.sheet, bench.attachments)).bytes);
  const shown = (): unknown[] => ['F1', 'F2', 'F3', 'G1', 'G2', 'G3'].map((cell) => bench.valueAt(cell));
  await reopen();
  expect(shown()).toEqual([1, 2, 3, 1, 2, 3]);
  await enter('H9', { v: 2 });
  await enter('G3', { v: 8 });
  await enter('F2', { v: 7 });
  const edited = ['#SPILL!', 7, null, 1, 2, 8];
  expect(shown()).toEqual(edited);
  await reopen();
  expect(shown()).toEqual(edited);
});

describe('the formulas of the add-in that wait', () => {
  class Waiting extends BaseFunction {
    override calculate(): ErrorValueObject {
      return ErrorValueObject.create(ErrorType.CONNECT);
    }
  }
  const formulas =
    '<c r="F1"><f>_xldudf_MD_QUOTE("EURUSD")</f><v>1.25</v></c>' +
    '<c r="G1" cm="1"><f t="array" ref="G1:G3">_xldudf_MD_QUOTE(A1:A3)</f><v>1.5</v></c>' +
    '<c r="H1"><f>_xlfn.LET(_xlpm.x,_xldudf_MD_QUOTE("EURUSD"),_xlpm.x*2)</f><v>2.5</v></c>' +
    '<c r="I1"><f>Px*2</f><v>3.5</v></c>';
  const changes: Changes = {
    [SHEET]: (text) =>
      text
        .replace('</c></row>', `</c>${formulas}</row>`)
        .replace('<v>2012</v></c></row>', '<v>2012</v></c><c r="G2"><v>1.75</v></c></row>'),
    [WORKBOOK]: (text) =>
      text.replace('<definedNames>', '<definedNames><definedName name="Px">_xldudf_MD_QUOTE("EURUSD")</definedName>'),
  };

  beforeAll(() => bench.sheet.serviceOf(IFunctionService).registerExecutors(new Waiting('MD.QUOTE')));

  it('keep in a file the values that they had, also in others, in names and where they fill cells', async () => {
    await open(changes);
    expect(['F1', 'G1', 'H1', 'I1'].map((address) => bench.valueAt(address))).toEqual(
      Array.from({ length: 4 }, () => ErrorType.CONNECT),
    );
    const before = textsOf(fileOfOthers(changes));
    expect(await bench.download()).toEqual(before);
    await bench.change('sheet.command.set-range-values', 'A12', { value: { v: 'Edited' } });
    const after = await bench.download();
    expect(after[WORKBOOK]).toBe(before[WORKBOOK]);
    expect(after[SHEET]).toContain(formulas);
    expect(after[SHEET]).toContain('<c r="G2"><v>1.75</v></c>');
  });

  it('say so in a file where they are new', async () => {
    await open();
    await enter('F1', { f: '=MD.QUOTE("EURUSD")' });
    expect((await bench.download())[SHEET]).toMatch(
      /<c r="F1" t="e" cm="1"><f t="array" ref="F1">_xldudf_MD_QUOTE\(&quot;EURUSD&quot;\)<\/f><v>#GETTING_DATA<\/v><\/c>/,
    );
  });
});

test('a new value of a circle counts as another value only if it differs by more than the file allows for its end', async () => {
  const circle = '<c r="F1"><f>100-G1</f><v>95.2381</v></c><c r="G1"><f>0.05*F1</f><v>4.7</v></c></row>';
  await open({ [SHEET]: (text) => text.replace('</c></row>', `</c>${circle}`).replace('<v>2000</v>', '<v>1999</v>') });
  const otherwise = new CalculatedOtherwise(bench.sheet);
  await otherwise.compareSheets(bench.opened.sheetsInFile);
  expect(otherwise.others.map(({ address, inFile }) => [address, inFile])).toEqual([
    ['Model!D1', 1_999],
    ['Model!G1', 4.7],
  ]);
});

test('a formula that depends on a changing cell through a name, or a name of a name, is no other value', async () => {
  const names = '<definedName name="Today">Model!$F$1</definedName><definedName name="Later">2*today</definedName>';
  const cells =
    '<c r="F1"><f>TODAY()</f><v>1</v></c><c r="G1"><f>Later+1</f><v>3</v></c><c r="H1"><f>1+1</f><v>3</v></c>';
  await open({
    [WORKBOOK]: (text) => text.replace('</definedNames>', `${names}</definedNames>`),
    [SHEET]: (text) => text.replace('</c></row>', `</c>${cells}</row>`),
  });
  const otherwise = new CalculatedOtherwise(bench.sheet);
  await otherwise.compareSheets(bench.opened.sheetsInFile);
  expect(bench.valueAt('G1')).toBeGreaterThan(80_000);
  expect(otherwise.others.map(({ address }) => address)).toEqual(['Model!H1']);
});

test('what depends on cells that another cell fills is another value, unless that cell moves by itself', async () => {
  const cells =
    '<c r="F1"><f t="array" ref="F1:F2">{1;2}+3</f><v>4</v></c><c r="G1"><f t="array" ref="G1:G2">{1;2}*TODAY()</f><v>4</v></c>' +
    '<c r="H1"><f>F2+1</f><v>7</v></c><c r="I1"><f>G2+1</f><v>7</v></c>';
  await open({
    [SHEET]: (text) =>
      text
        .replace('</c></row>', `</c>${cells}</row>`)
        .replace('<v>2012</v></c></row>', '<v>2012</v></c><c r="F2"><v>5</v></c><c r="G2"><v>5</v></c></row>'),
  });
  const otherwise = new CalculatedOtherwise(bench.sheet);
  await otherwise.compareSheets(bench.opened.sheetsInFile);
  expect(['F2', 'H1'].map((address) => bench.valueAt(address))).toEqual([5, 6]);
  expect(otherwise.others.map(({ address }) => address)).toEqual(['Model!H1']);
});

test('a file to which a row comes before it is calculated keeps the values of functions that the engine does not know', async () => {
  const cells = '<c r="F1"><f>FOOBAR(B1)</f><v>77</v></c><c r="G1"><f>F1+1</f><v>78</v></c>';
  await open({ [SHEET]: (text) => text.replace('</c></row>', `</c>${cells}</row>`) });
  const { file, ...others } = bench.attachments.save();
  const { calculated: _, ...early } = file;
  bench.attachments.restore({ ...others, file: early });
  const calculated = bench.calculated();
  await bench.change('sheet.command.insert-row', 'A1:T1', { direction: 0 });
  await calculated;
  expect(bench.valueAt('G2')).toBe(78);
  const sheet = (await bench.download())[SHEET]!;
  expect(sheet).toContain('<f>FOOBAR(B2)</f><v>77</v>');
  expect(sheet).toContain('<f>F2+1</f><v>78</v>');
});

describe('a formula with a function that the engine does not know', () => {
  const withFoobar = (cells: string, others: Changes = {}): Changes => ({
    [SHEET]: (text) => text.replace('</c></row>', `</c>${cells}</row>`),
    ...others,
  });
  const values = (...addresses: string[]): unknown[] => addresses.map((address) => bench.valueAt(address));

  it('keeps the value of the file, marked, also for what rests on it', async () => {
    const cells =
      '<c r="F1"><f>FOOBAR(B1)</f><v>77</v></c><c r="G1"><f>F1+1</f><v>78</v></c>' +
      '<c r="H1"><f>IFERROR(_xll.FOO(B1),0)</f><v>3</v></c><c r="I1" t="str"><f>"a"&amp;FOOBAR(B1)</f><v>ab</v></c>' +
      '<c r="J1" t="b"><f>FOOBAR(B1)</f><v>0</v></c><c r="K1" t="e"><f>FOOBAR(B1)</f><v>#N/A</v></c>' +
      '<c r="L1"><f>IFNA(K1,7)</f><v>7</v></c>';
    await open(withFoobar(cells));
    expect(values('F1', 'G1', 'H1', 'I1', 'J1', 'K1', 'L1')).toEqual([77, 78, 3, 'ab', false, '#N/A', 7]);
    expect(bench.formatAt('F1')).toBe('General" ⏱"');
    expect(['I1', 'J1', 'K1', 'L1'].map((address) => bench.textAt(address))).toEqual(['ab ⏱', 'FALSE ⏱', '#N/A', '7']);
    await enter('B1', { v: 5 });
    expect(values('F1', 'G1')).toEqual([77, 78]);
  });

  it('keeps all values of its result, which a download leaves as they are', async () => {
    const cells =
      '<c r="F1" cm="1"><f t="array" ref="F1:H1">FOOBAR(B1)</f><v>77</v></c><c r="G1"><v>3</v></c>' +
      '<c r="H1" t="str"><v>ab</v></c><c r="I1"><f>G1*2</f><v>6</v></c>';
    await open(withFoobar(cells));
    await enter('B1', { v: 5 });
    expect(values('F1', 'G1', 'H1', 'I1')).toEqual([77, 3, 'ab', 6]);
    expect([bench.formatAt('G1'), bench.textAt('H1')]).toEqual(['General" ⏱"', 'ab ⏱']);
    await enter('F5', { f: '=SUM(F1#)+COLUMNS(F1#)' });
    expect(values('F5')).toEqual([83]);
    await enter('F5', { v: null, f: null });
    expect((await bench.download())[SHEET]).toContain(cells);
  });

  it('makes room for what is entered into what it fills as another result does, until that is undone', async () => {
    const cells =
      '<c r="F1" t="str" cm="1"><f t="array" ref="F1:I1">FOOBAR(B1)</f><v>ab</v></c><c r="G1"><v>3</v></c>' +
      '<c r="H1" t="b"><v>1</v></c><c r="I1" t="e"><v>#N/A</v></c>';
    await open(withFoobar(cells));
    const shown = ['ab', 3, true, '#N/A'];
    expect(values('F1', 'G1', 'H1', 'I1')).toEqual(shown);
    expect(['F1', 'H1', 'I1'].map((address) => bench.textAt(address))).toEqual(['ab ⏱', 'TRUE ⏱', '#N/A']);
    await enter('G1', { v: 99 });
    expect(values('F1', 'G1', 'H1')).toEqual(['#SPILL!', 99, null]);
    expect((await bench.download())[SHEET]).toMatch(/ref="F1">FOOBAR.*<c r="G1"><v>99<\/v><\/c><c r="H1"\/?>/);
    const undone = bench.calculated();
    await bench.sheet.commands.executeCommand(UndoCommand.id);
    await undone;
    expect(values('F1', 'G1', 'H1', 'I1')).toEqual(shown);
    expect(bench.formatAt('G1')).toBe('General" ⏱"');
    expect((await bench.download())[SHEET]).toContain(cells);
    await enter('F1', { f: '=SEQUENCE(1,2)' });
    expect(values('F1', 'G1', 'H1')).toEqual([1, 2, null]);
  });

  it.each([' cm="1"', ''])('moves its values with a row that is inserted above (%s)', async (mark) => {
    const cells = `<c r="F1"${mark}><f t="array" ref="F1:F3">FOOBAR(B1)</f><v>77</v></c>`;
    const below = (text: string): string => text.replace('<c r="D2"', '<c r="F2"><v>3</v></c>$&');
    await open({ [SHEET]: (text) => below(text.replace('</c></row>', `</c>${cells}</row>`)) });
    expect(values('F1', 'F2', 'F3', 'F4')).toEqual([77, 3, '', null]);
    await calculate('sheet.command.insert-row', 'A1:Z1', { direction: 0 });
    expect(values('F1', 'F2', 'F3', 'F4')).toEqual([null, 77, 3, '']);
    await enter('G5', { f: '=ROWS(F2#)+SUM(F2:F4)' });
    expect(values('G5')).toEqual([83]);
  });

  it('has no value once it is entered anew, or where it is filled, until that is undone', async () => {
    await open(withFoobar('<c r="F1"><f>FOOBAR(B1)</f><v>77</v></c>'));
    const [sourceRange, targetRange] = ['F1', 'F1:F3'].map((at) => engineRangeOf(parseA1(at, 'Model')!));
    await calculate(AutoFillCommand.id, 'F1', { sourceRange, targetRange });
    expect(values('F1', 'F2', 'F3')).toEqual([77, '#NAME?', '#NAME?']);
    await enter('F1', { f: '=FOOBAR(B2)' });
    expect(values('F1')).toEqual(['#NAME?']);
    const undone = bench.calculated();
    await bench.sheet.commands.executeCommand(UndoCommand.id);
    await undone;
    expect(values('F1')).toEqual([77]);
  });

  it('has none where nobody has calculated it, or where the name is one of the workbook or of the formula', async () => {
    const cells =
      '<c r="F1"><f>FOOBAR(B1)</f><v>0</v></c><c r="G1"><f>_xlfn.LET(_xlpm.f,_xlfn.LAMBDA(_xlpm.x,_xlpm.x+1),_xlpm.f(1))</f><v>9</v></c>' +
      '<c r="H1"><f>"FOOBAR("&amp;1</f><v>9</v></c>';
    const toBeCalculated: Changes = {
      [WORKBOOK]: (text) => text.replace('<calcPr ', '<calcPr fullCalcOnLoad="1" '),
    };
    await open(withFoobar(cells, toBeCalculated));
    expect(values('F1', 'G1', 'H1')).toEqual(['#NAME?', 2, 'FOOBAR(1']);
  });
});

test('a difference that nobody sees is not named, and the file keeps its value', async () => {
  const near = (1_000 / 3) * (1 + 1e-9);
  const cells = `<c r="F1"><f>B1/3</f><v>${near}</v></c><c r="G1"><f>B1/3</f><v>333.33</v></c>`;
  await open({ [SHEET]: (text) => text.replace('</c></row>', `</c>${cells}</row>`) });
  const otherwise = new CalculatedOtherwise(bench.sheet);
  await otherwise.compareSheets(bench.opened.sheetsInFile);
  expect(bench.valueAt('F1')).toBe(1_000 / 3);
  expect(otherwise.others.map(({ address }) => address)).toEqual(['Model!G1']);
  expect((await bench.download())[SHEET]).toContain(`<f>B1/3</f><v>${near}</v>`);
});

test.each([
  ['listed', 'LOWER("Kept")', ['Model!F1', 'Model!G1']],
  ['not listed in a workbook with a cell that changes by itself, on which they may depend', '$&', []],
])('other values of OFFSET and INDIRECT are %s', async (_, today, listed) => {
  const cells = '<c r="F1"><f>OFFSET(A1,0,1)+1</f><v>7</v></c><c r="G1"><f>INDIRECT("B1")+1</f><v>7</v></c>';
  await open({
    [SHEET]: (text) => text.replace('</c></row>', `</c>${cells}</row>`).replace('STOCKHISTORY("MSFT",TODAY())', today),
  });
  const otherwise = new CalculatedOtherwise(bench.sheet);
  await otherwise.compareSheets(bench.opened.sheetsInFile);
  expect(otherwise.others.map(({ address }) => address)).toEqual(listed);
});

test('an error that files do not know, and what depends on the service across sheets, are no other values', async () => {
  const cells =
    '<c r="F1" t="e"><f>FILTER(A1:A2,A1:A2="none")</f><v>#VALUE!</v></c><c r="G1"><f>_xldudf_MD_QUOTE("EURUSD")</f><v>2</v></c>' +
    '<c r="H1"><f>1+SUM(Model:Model!G1)</f><v>3</v></c><c r="I1"><f>1+SUM(Model:Model!A1)</f><v>-3</v></c>';
  await open({ [SHEET]: (text) => text.replace('</c></row>', `</c>${cells}</row>`) });
  const otherwise = new CalculatedOtherwise(bench.sheet);
  await otherwise.compareSheets(bench.opened.sheetsInFile);
  expect(bench.valueAt('F1')).toBe('#CALC!');
  expect(otherwise.others.map(({ address }) => address)).toEqual(['Model!I1']);
});

test('others are let in while what a changed formula depends on is followed', async () => {
  const cellData = Object.fromEntries(
    Array.from({ length: 200 }, (_, row) => [row, { 0: row === 0 ? { v: 1 } : { f: `=A${row}+1` } }]),
  );
  await bench.openSheet({ cellData });
  let now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 40));
  const turns = jest.spyOn(Pauses.prototype, 'take');
  const otherwise = new CalculatedOtherwise(bench.sheet);
  await otherwise.compareSheets(
    new Map([
      ['one', { path: '', results: new Map([['A200', 0]]), arrays: [], merges: new Map(), filters: new Map() }],
    ]),
  );
  expect(otherwise.others).toMatchObject([{ address: 'One!A200', here: 200, inFile: 0 }]);
  expect(turns).toHaveBeenCalled();
  clock.mockRestore();
});

test('a formula that has no value yet counts as waiting, and not as changed', async () => {
  await open();
  const compared = async (): Promise<CalculatedOtherwise> => {
    const otherwise = new CalculatedOtherwise(bench.sheet);
    await otherwise.compareSheets(bench.opened.sheetsInFile);
    return otherwise;
  };
  expect(await compared()).toMatchObject({ isWaiting: false, others: [] });
  const cell = bench.sheet.workbook.getSheets()[0]!.getCellRaw(0, 3)!;
  const value = cell.v;
  delete cell.v;
  const waiting = await compared();
  expect(waiting).toMatchObject({ isWaiting: true, others: [] });
  expect(waiting.values).not.toHaveProperty(['sheet-1', 'D1']);
  cell.v = 3;
  expect(await compared()).toMatchObject({
    isWaiting: false,
    others: [{ address: 'Model!D1', here: 3, inFile: value }],
  });
});

test.each(["'Other'!A1+1", 'SUM(Other!A1:A3)*2', `'Other'!A1&"'Other'!A1"`, "'Oth er'!A1"])(
  'a sheet that is renamed there and back leaves the formula %s as it is written',
  async (formula) => {
    const named = formula.includes('Oth er') ? 'Oth er' : 'Other';
    const written = formula.replaceAll('&', '&amp;');
    const file = fileOfOthers({
      [SHEET]: (text) => text.replace('<f>B1*C1</f>', `<f>${written}</f>`),
      [WORKBOOK]: (text) => text.replace('name="Other"', `name="${named}"`),
    });
    await bench.open(file);
    const { workbook, commands } = bench.sheet;
    const target = { unitId: workbook.getUnitId(), subUnitId: workbook.getSheets()[1]!.getSheetId() };
    for (const name of ['Elsewhere & more', named]) {
      const calculated = bench.calculated();
      await commands.executeCommand('sheet.command.set-worksheet-name', { ...target, name });
      await calculated;
    }
    expect((await bench.download())[SHEET]).toBe(textsOf(file)[SHEET]);
  },
);

test('a name for cells of another workbook keeps their sheet when one of the same name is renamed', async () => {
  const name = '<definedName name="Last">[1]Model!$A$2</definedName>';
  await open({ [WORKBOOK]: (text) => text.replace('<definedNames>', `$&${name}`) });
  await bench.change('sheet.command.set-worksheet-name', 'A1', { name: 'Plan' });
  expect((await bench.download())[WORKBOOK]).toContain(name);
});

test('a name that means another cell in each cell is unknown to a formula that is typed', async () => {
  const names = '<definedName name="Before">Model!XFD1</definedName><definedName name="Double_">Before*2</definedName>';
  await open({
    [WORKBOOK]: (text) => text.replace('<definedNames>', `$&${names}`),
  });
  await enter('F9', { f: '=Before*2' });
  await enter('F10', { f: '=Double_' });
  expect([bench.valueAt('F9'), bench.valueAt('F10')]).toEqual(['#NAME?', '#NAME?']);
  expect((await bench.download())[WORKBOOK]).toContain(names);
});

test('a formula calculates with a sheet whose name has an exclamation mark, also after another sheet is renamed', async () => {
  const formula = "'It''s 1!'!A1+B1";
  await open({
    [SHEET]: (text) => text.replace('<f>B1*C1</f>', `<f>${formula}</f>`),
    [WORKBOOK]: (text) => text.replace('name="Other"', 'name="It\'s 1!"'),
  });
  await calculate('sheet.command.set-worksheet-name', 'A1', { name: 'Plan' });
  await enter('B1', { v: 7 });
  expect(bench.valueAt('D1')).toBe(7);
  expect((await bench.download())[SHEET]).toContain(`<f>${formula}</f><v>7</v>`);
});

test('a signature goes with the first change, and the file says so when it is opened', async () => {
  const [start, types] = ['_rels/.rels', '[Content_Types].xml'];
  const parts = unzipSync(fileOfOthers());
  const signed = {
    ...parts,
    [start]: withEnd(
      parts[start]!,
      '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin" Target="_xmlsignatures/origin.sigs"/>',
    ),
    [types]: withEnd(parts[types]!, '<Override PartName="/_xmlsignatures/sig1.xml" ContentType="sig"/>'),
    '_xmlsignatures/origin.sigs': new Uint8Array(),
    '_xmlsignatures/_rels/origin.sigs.rels': strToU8('<R><R Id="rId1" Type="signature" Target="sig1.xml"/></R>'),
    '_xmlsignatures/sig1.xml': strToU8('<Signature/>'),
  };
  await bench.open(zipSync(signed));
  expect(bench.opened.unsupported).toContainEqual({
    name: 'a signature (a changed download has none)',
    kind: 'without effect',
  });
  expect(await bench.download()).toEqual(textsOf(zipSync(signed)));
  await enter('E20', { v: 1 });
  expect(await bench.download()).toEqual({ ...textsOf(fileOfOthers()), [SHEET]: expect.stringContaining('"E20"') });
});

test('what is not shown is named wherever the file has its workbook', async () => {
  const parts = textsOf(fileOfOthers());
  const moved = (text: string): string => text.replaceAll('xl/', 'office/book/');
  await bench.open(
    zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [moved(path), strToU8(moved(text))]))),
  );
  const namedThere = bench.opened.unsupported;
  await open();
  expect(namedThere.map(({ name }) => name)).toContain('macros (they do not run)');
  expect(namedThere).toEqual(bench.opened.unsupported);
});

test('what does not follow cells that are cut is named, until they are back', async () => {
  const uncorrected = async (): Promise<readonly string[]> =>
    (await writtenFile(bench.sheet, bench.attachments)).uncorrected;
  const others = {
    'xl/charts/chart1.xml': strToU8('<c:f>Model!$C$1:$C$2</c:f>'),
    'xl/pivotCache/pivotCacheDefinition1.xml': strToU8('<worksheetSource ref="C1:C9" sheet="Model"/>'),
  };
  await bench.open(zipSync({ ...unzipSync(fileOfOthers()), ...others }));
  const { commands } = bench.sheet;
  const move = (fromRange: object, toRange: object): Promise<unknown> =>
    commands.executeCommand('sheet.command.move-range', { fromRange, toRange });
  const cell = (row: number, column: number): object => ({
    startRow: row,
    endRow: row,
    startColumn: column,
    endColumn: column,
  });
  await move(cell(1, 0), cell(20, 6));
  expect(await uncorrected()).toEqual([]);
  await move(cell(1, 2), cell(21, 6));
  expect(await uncorrected()).toEqual(['charts', 'pivot tables']);
  await move(cell(2, 1), cell(22, 6));
  expect(await uncorrected()).toEqual(['charts', 'conditional formats', 'pivot tables']);
  for (let steps = 0; steps < 3; steps++) await commands.executeCommand('univer.command.undo');
  expect(await uncorrected()).toEqual([]);
});

describe('a table of a file', () => {
  const TABLE = 'xl/tables/table1.xml';
  const relation = '<Relationship Id="rId9" Type="x/table" Target="../tables/table1.xml"/></Relationships>';
  const rows = `<row r="1">${['k', 'v', 'w'].map((name, at) => `<c r="${'ABC'[at]}1" t="str"><v>${name}</v></c>`).join('')}</row><row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c><c r="C2"><v>3</v></c></row><row r="3"><c r="A3"><v>4</v></c><c r="B3"><v>5</v></c><c r="C3"><v>6</v></c><c r="F3"><f>SUM(T_[w])</f><v>9</v></c></row>`;
  const columns = ['k', 'v', 'w'].map((name, at) => `<tableColumn id="${at + 1}" name="${name}"/>`);
  const file = (): Uint8Array =>
    zipSync({
      ...unzipSync(
        fileOfOthers({
          [SHEET]: (text) =>
            text
              .replace(/(?<=<sheetData>)[^]*(?=<\/sheetData>)/, rows)
              .replace('</worksheet>', '<tableParts count="1"><tablePart r:id="rId9"/></tableParts></worksheet>'),
          'xl/worksheets/_rels/sheet1.xml.rels': (text) => text.replace('</Relationships>', relation),
        }),
      ),
      [TABLE]: strToU8(
        `<table id="1" name="T_" displayName="T_" ref="A1:C3"><autoFilter ref="A1:C3"/><tableColumns count="3">${columns.join('')}</tableColumns></table>`,
      ),
    });

  it('has no more columns than cells when one of them is deleted', async () => {
    await bench.open(file());
    await bench.change('sheet.command.remove-col', 'B1:B200');
    const parts = await bench.download();
    expect(parts[TABLE]).toContain(
      `ref="A1:B3"><autoFilter ref="A1:B3"/><tableColumns count="2">${columns[0]}${columns[2]}<`,
    );
    expect(parts[SHEET]).toContain('<f>SUM(T_[w])</f>');
  });

  it('is named by the formulas that named it when one of its rows is left', async () => {
    await bench.open(file());
    await bench.change('sheet.command.remove-row', 'A2:Z2');
    const parts = await bench.download();
    expect(parts[TABLE]).toContain('ref="A1:C2"');
    expect(parts[SHEET]).toContain('<f>SUM(T_[w])</f>');
  });
});

test('what no copy of a sheet has is named, of that sheet alone', async () => {
  const drawing = 'xl/drawings/_rels/drawing1.xml.rels';
  const related = '<R><R Id="rId1" Type="r/chart" Target="../charts/chart1.xml"/></R>';
  const ending = '<hyperlinks><hyperlink ref="A1"/></hyperlinks><tableParts><tablePart/></tableParts></worksheet>';
  const file = fileOfOthers({ [SHEET]: (text) => text.replace('</worksheet>', ending) });
  await bench.open(zipSync({ ...unzipSync(file), [drawing]: strToU8(related) }));
  const original = bench.attachments.file.package!;
  expect(await missingInCopy(original, 'sheet-1')).toEqual([
    'charts',
    'conditional formats',
    'rules for input',
    'links',
    'tables',
  ]);
  expect(await missingInCopy(original, 'sheet-2')).toEqual([]);
  expect(await missingInCopy(original, 'new')).toEqual([]);
});

test('a deleted sheet takes its own names with it, and what used them is #REF!', async () => {
  const own = (sheet: number, cells: string): string =>
    `<definedName name="Own" localSheetId="${sheet}">${cells}</definedName>`;
  const ofModel = own(0, 'Model!$B$1');
  await open({
    [SHEET]: (text) => text.replace('<f>B1*C1</f>', "<f>'It''s 1!'!Own+Model!Own</f>"),
    [WORKBOOK]: (text) =>
      text
        .replace('name="Other"', 'name="It\'s 1!"')
        .replace('<definedNames>', `$&${ofModel}${own(1, "'It''s 1!'!$B$2")}`),
  });
  await bench.change('sheet.command.remove-sheet', 'A1', { subUnitId: 'sheet-2' });
  const after = await bench.download();
  expect(after[SHEET]).toContain('<f>#REF!+Model!Own</f>');
  expect(after[WORKBOOK]?.match(/<definedName name="Own".*?<\/definedName>/g)).toEqual([ofModel]);
});

describe('the sheet on the screen', () => {
  const onOther: Changes = { [WORKBOOK]: (text) => text.replace('activeTab="0"', 'activeTab="1"') };
  const onScreen = (): string => bench.sheet.workbook.getActiveSheet().getName();

  it('is the one of an opened file, whose download is the file itself', async () => {
    const file = fileOfOthers(onOther);
    await bench.open(file);
    expect(onScreen()).toBe('Other');
    expect(await bench.download()).toEqual(textsOf(file));
  });

  it('is the one with which a download is opened, and no other sheet is selected with it', async () => {
    await open();
    const [, other] = bench.sheet.workbook.getSheets();
    bench.sheet.workbook.setActiveSheet(other!);
    const after = await bench.download();
    expect(after[WORKBOOK]).toContain('activeTab="1"');
    expect(after[SHEET]).not.toContain('tabSelected');
  });

  it('is the first that shows, if the file is open on a hidden one', async () => {
    const file = fileOfOthers({
      [WORKBOOK]: (text) =>
        text.replace('activeTab="0"', 'activeTab="1"').replace('name="Other"', 'name="Other" state="hidden"'),
    });
    await bench.open(file);
    expect(onScreen()).toBe('Model');
    expect(await bench.download()).toEqual(textsOf(file));
  });
});

test('a sheet that is added is written in the font of the others', async () => {
  await open();
  await bench.change('sheet.command.insert-sheet', 'A1');
  const [first, , added] = bench.sheet.workbook.getSheets();
  expect(added!.getDefaultCellStyleInternal()).toEqual(first!.getDefaultCellStyleInternal());
  expect(added!.getConfig().defaultRowHeight).toBe(first!.getConfig().defaultRowHeight);
});

describe('the number format of a cell', () => {
  const styled = (xf: string): Promise<void> => open({ [STYLES]: (text) => text.replace('<xf numFmtId="170"', xf) });

  it.each([
    [7, '"$"#,##0.00_);("$"#,##0.00)'],
    [14, 'm/d/yyyy'],
    [22, 'm/d/yyyy h:mm'],
    [37, '#,##0_);(#,##0)'],
    [40, '#,##0.00_);[Red](#,##0.00)'],
    [41, '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)'],
    [44, '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)'],
    [47, 'mm:ss.0'],
  ])('that the file names by the number %i is that of Excel: %s', async (number, format) => {
    await styled(`<xf numFmtId="${number}"`);
    expect(bench.formatAt('B1')).toBe(format);
  });

  it.each([
    ['fr-FR', 14, 'dd/mm/yyyy'],
    ['fr-FR', 22, 'dd/mm/yyyy hh:mm'],
    ['de-DE', 14, 'dd.mm.yyyy'],
    ['sv-SE', 14, 'yyyy-mm-dd'],
    ['ja-JP', 14, 'yyyy/mm/dd'],
    ['es-ES', 22, 'd/m/yyyy h:mm'],
    ['bg-BG', 14, 'd.mm.yyyy'],
  ])(
    'is in %s, where the file names it by the number %i, %s, and stays that number',
    async (language, number, format) => {
      useDatesOf(language);
      await styled(`<xf numFmtId="${number}"`);
      expect(bench.formatAt('B1')).toBe(format);
      await bench.change('sheet.command.set-style', 'B1', { style: { type: 'bl', value: 1 } });
      expect((await bench.download())[STYLES]).toContain(`<xf numFmtId="${number}" fontId="1"`);
      useDatesOf('en-US');
    },
  );

  it('has the first font of the file where its style names none', async () => {
    await open({
      [STYLES]: (text) => text.replace('<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>', '<xf/>'),
    });
    expect(bench.sheet.workbook.getSheets()[0]!.getConfig().defaultStyle).toMatchObject({ ff: 'Calibri', fs: 11 });
  });

  const pmt: Changes = {
    [SHEET]: (text) => text.replace('<f>B1*C1</f><v>2000</v>', '<f>PMT(0.05/12,60,B1)</f><v>-18.87</v>'),
  };

  it('that the file leaves General is that of the file, and not of what a function gives', async () => {
    await open(pmt);
    expect(bench.formatAt('D1')).toBe('General');
  });

  it('that the file leaves General is no other one below a column of dates', async () => {
    await open({
      [STYLES]: (text) => text.replace('<xf numFmtId="170"', '<xf numFmtId="14"'),
      [SHEET]: (text) => text.replace('<row r="3">', '<row r="3"><c r="A3"><f>PMT(0.01,2,B1)</f><v>-507.5</v></c>'),
    });
    expect(bench.formatAt('A3')).toBe('General');
    expect(bench.formatAt('A4')).toBe('m/d/yyyy');
  });

  it('stays General when its formula is calculated again, and when a row is inserted above it', async () => {
    await open(pmt);
    await enter('B1', { v: 500 });
    expect(bench.valueAt('D1')).toBeCloseTo(-9.4356, 3);
    expect(bench.formatAt('D1')).toBe('General');
    await calculate('sheet.command.insert-row', 'A1:Z1', { direction: 0 });
    expect(bench.formatAt('D2')).toBe('General');
  });

  it.each([
    ['alone', {}],
    ['with all else of its cell, as the editor does', { custom: { isGeneral: true } }],
  ])('is that of the result when a formula is entered there %s, until that is undone', async (_, rest) => {
    await open(pmt);
    await enter('D1', { f: '=PMT(0.05/12,60,B1*2)', ...rest });
    expect(bench.formatAt('D1')).toContain('$');
    await bench.sheet.commands.executeCommand('univer.command.undo');
    expect(bench.formatAt('D1')).toBe('General');
    await bench.sheet.commands.executeCommand('univer.command.redo');
    await bench.sheet.commands.executeCommand('univer.command.undo');
    expect(bench.formatAt('D1')).toBe('General');
  });
});

test.each(['=1+', '=ROUND(1.5)', '=(', '=A1 B1 +'])(
  'what Excel would not read is the text in the file that was typed, and no formula: %s',
  async (f) => {
    await open();
    const entered = bench.calculated();
    await bench.change('sheet.command.set-range-values', 'H9', { value: { f } });
    await entered;
    const written = (await bench.download())[SHEET]!;
    expect(written).toMatch(
      new RegExp(`<c r="H9"[^>]* t="inlineStr"><is><t[^>]*>${f.replaceAll(/[+()]/g, '\\$&')}</t></is></c>`),
    );
    expect(bench.valueAt('H9')).toMatch(/^#/);
  },
);

test('a new sheet can be read where the prefix of its relation is declared at each sheet alone', async () => {
  const declared = ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  await bench.open(
    fileOfOthers({
      'xl/workbook.xml': (text) =>
        text.replace(declared, '').replace(/<(?:sheet|externalReference) /g, `$&${declared} `),
    }),
  );
  await bench.change('sheet.command.insert-sheet', 'A1');
  const { bytes } = await writtenFile(bench.sheet, bench.attachments);
  const sheets = textsOf(bytes)['xl/workbook.xml']!.match(/<sheet [^>]*>/g)!;
  expect(sheets).toHaveLength(3);
  for (const sheet of sheets) expect(sheet).toContain(declared);
});

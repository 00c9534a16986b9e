import { BooleanNumber, type Worksheet } from '@univerjs/core';
import type { Attachments } from '../engine/attachments';
import { type Spreadsheet } from '../sheet/spreadsheet';
import { type CellMarkup, TextsToFile, cellsToFile } from './cells';
import { DYNAMIC_ARRAYS } from './dynamic-mark';
import { type FileName, FormulasToFile } from './formulas';
import { columnsXml, mergesXml, pageNames, pageXml, propertiesXml, rowsXml, viewXml } from './layout';
import { namesToFile, namesXml } from './names';
import { attributes, MAIN, PackageWriter } from './package';
import { StylesToFile } from './styles';
import { filterName, filterToFile, openFilters } from './filters';
import { addTables, validTables } from './tables';
import { FONT } from '../sheet/new-sheet';
import { a1, overlaps, SHEET_NAME } from '../../core/sheet';
import { IS_VERY_HIDDEN } from './opened-file';

const WORKBOOK = 'xl/workbook.xml';

/** The open workbook as a file of our own making. */
export function newFile(sheet: Spreadsheet, attachments: Attachments): Uint8Array {
  const files = new PackageWriter();
  const worksheets = sheet.workbook.getSheets();
  const tables = validTables(sheet, attachments);
  const { structured = {}, countsFrom1904 = false } = attachments.file;
  const writing: CellMarkup = {
    styles: new StylesToFile(worksheets[0]?.getDefaultCellStyleInternal() ?? FONT),
    texts: new TextsToFile(),
    formulas: new FormulasToFile(tables, structured),
    countsFrom1904,
  };
  files.relate('', 'officeDocument', WORKBOOK);
  const filters = openFilters(sheet);
  const filterNames: FileName[] = [];
  const sheets = worksheets.map((worksheet, index) => {
    const path = `worksheets/sheet${index + 1}.xml`;
    const open = filters[worksheet.getSheetId()];
    const filter = open && filterToFile(worksheet, open);
    const ending = addTables(files, `xl/${path}`, worksheet.getName(), tables, filter);
    // Excel repairs a file in which one reaches into a table.
    const own = filter && !tables.some(({ block }) => overlaps(block, filter.block)) ? filter : undefined;
    if (own) filterNames.push(filterName(own, index));
    const { xml = '' } = own ?? {};
    const filtered = open?.cachedFilteredOut ?? [];
    files.add(`xl/${path}`, 'worksheet', sheetXml(sheet, worksheet, { ...writing, filter: xml, filtered }, ending));
    const id = files.relate(WORKBOOK, 'worksheet', path);
    const state = stateOf(worksheet);
    return `<sheet${attributes({ name: worksheet.getName(), sheetId: index + 1, state, 'r:id': id })}/>`;
  });
  const parts = [
    ['styles', writing.styles.write()],
    ['sharedStrings', `<sst ${MAIN}>${writing.texts.write()}</sst>`],
    ['sheetMetadata', DYNAMIC_ARRAYS],
  ] as const;
  for (const [kind, xml] of parts) {
    files.add(`xl/${kind}.xml`, kind, xml);
    files.relate(WORKBOOK, kind, `${kind}.xml`);
  }
  const names = [
    ...namesToFile(sheet, attachments.tracked, writing.formulas),
    ...worksheets.flatMap(pageNames),
    ...filterNames,
  ];
  const shown = worksheets.findIndex((worksheet) => stateOf(worksheet) === undefined);
  const views = attributes({ firstSheet: Math.max(shown, 0), activeTab: Math.max(shown, 0) });
  files.add(
    WORKBOOK,
    'sheet.main',
    `<workbook ${MAIN}><workbookPr${attributes({ date1904: countsFrom1904 ? 1 : undefined })}/><bookViews><workbookView${views}/></bookViews><sheets>${sheets.join('')}</sheets>${namesXml(names)}</workbook>`,
  );
  files.addCustomParts(WORKBOOK, Object.values(attachments.save().parts));
  return files.bytes();
}

/** A sheet that only a macro can unhide stays so, as long as the user does not show it. */
export function stateOf(worksheet: Worksheet): string | undefined {
  if (worksheet.isSheetHidden() !== BooleanNumber.TRUE) return undefined;
  return worksheet.getConfig().custom?.[IS_VERY_HIDDEN] === true ? 'veryHidden' : 'hidden';
}

/** @param ending what comes last, of its tables */
function sheetXml(
  sheet: Spreadsheet,
  worksheet: Worksheet,
  { filter, filtered, ...writing }: CellMarkup & { readonly filter: string; readonly filtered: readonly number[] },
  ending: string,
): string {
  const name = worksheet.getName();
  if (!SHEET_NAME.test(name)) throw new Error(`Excel allows no sheet named "${name}": rename it`);
  const cells = cellsToFile(sheet, worksheet, writing);
  const rows = [...cells.keys()].reduce((most, row) => Math.max(most, row), 0) + 1;
  const columns = [...cells.values()].reduce((most, row) => Math.max(most, ...row.keys()), 0) + 1;
  const used = a1({ row: 0, column: 0, rows, columns });
  return [
    `<worksheet ${MAIN}>`,
    propertiesXml(worksheet),
    `<dimension ref="${used}"/>`,
    viewXml(worksheet),
    columnsXml(worksheet, columns, writing.styles),
    rowsXml(worksheet, cells, filtered),
    filter,
    mergesXml(worksheet),
    pageXml(worksheet),
    // An identifier of digits is no mistake of the user's.
    `<ignoredErrors><ignoredError numberStoredAsText="1" sqref="${used}"/></ignoredErrors>`,
    ending,
    '</worksheet>',
  ].join('');
}

import {
  CellValueType,
  CommandType,
  type ICellData,
  type IStyleData,
  type IUndoRedoItem,
  IUndoRedoService,
  type Nullable,
  ObjectMatrix,
  RedoCommand,
  UndoCommand,
} from '@univerjs/core';
import {
  type IInsertRowMutationParams,
  InsertRowMutation,
  type ISetRangeValuesMutationParams,
  SetDefinedNameMutation,
  SetRangeValuesMutation,
  SetRangeValuesUndoMutationFactory,
} from '@univerjs/preset-sheets-core';
import { a1, type Block, cellOf, cellsIn, overlaps } from '../../core/sheet';
import { type Attachments, RESIZE_TABLE } from '../engine/attachments';
import { formulaAt, NOTHING, ownLook, textAt, valueAt } from '../engine/cell-contents';
import { blockOfEngineRange, engineRangeOf } from '../engine/cell-position';
import { formulaAfter, resizing } from '../engine/line-edits';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { filteredBy } from '../engine/structured-references';
import { obstacles } from '../xlsx/tables';
import { openFilters } from '../xlsx/filters';
import { moved } from '../xlsx/formulas';

/** The engine's own mutation, which it has once its filters are loaded. */
const SET_FILTER_RANGE = 'sheet.mutation.set-filter-range';

interface Opened {
  readonly sheet: Spreadsheet;
  readonly attachments: Attachments;
}

type OpenTable = Attachments['tables'][number];

/**
 * As in Excel, rows that are entered directly below a table join it, and so do columns directly right of it: references to
 * all rows of the table mean the new ones too, and its formulas are filled down. This is a step of its own, so that undo
 * can leave the values beside the table. Of formulas only those join that continue their column: others are totals, or may
 * fill several cells, which no table has. And a column without a heading gets one.
 *
 * @param say told what joined, and which rows did not
 */
export function joinTables(opened: Opened, say: (sentence: string) => void): void {
  const { sheet, attachments } = opened;
  const undo = sheet.serviceOf(IUndoRedoService);
  let last: Nullable<IUndoRedoItem>;
  sheet.commands.onCommandExecuted(({ id, type }) => {
    // Those of the formula bar come within others, before there is a step.
    if (type !== CommandType.COMMAND || id.startsWith('doc.')) return;
    const step = undo.pitchTopUndoElement();
    const isNew = step !== last && id !== UndoCommand.id && id !== RedoCommand.id;
    last = step;
    if (!step || !isNew) return;
    for (const table of attachments.tables) {
      nameColumns(sheet, table, step);
      fillInserted(sheet, table, step);
    }
    for (const table of attachments.tables)
      for (const { lines, isFree } of besideTable(opened, table, step)) {
        if (isFree) {
          last = { unitID: step.unitID, undoMutations: [], redoMutations: [] };
          join(opened, table, lines, last);
          undo.pushUndoRedo(last);
        }
        say(
          isFree
            ? `${a1(lines)} joined the table ${table.name}. Undo takes it out again`
            : `${a1(lines)} is not part of the table ${table.name}: its totals leave it out`,
        );
      }
  });
}

/** Lines that a step has filled directly beside a table where there was nothing, and whether they can join it. */
function besideTable(opened: Opened, table: OpenTable, step: IUndoRedoItem): { lines: Block; isFree: boolean }[] {
  const { sheet } = opened;
  const { block, totalsRows } = table;
  const [entered, before] = [step.redoMutations, step.undoMutations].map((all) =>
    all.flatMap(({ id, params }) =>
      id === SetRangeValuesMutation.id ? filledBy(sheet, params as ISetRangeValuesMutationParams) : [],
    ),
  ) as [Block[], Block[]];
  const areEntered = new Set(entered.filter(({ sheet: name }) => name === block.sheet).map(a1));
  return [true, false].flatMap((areRows) => {
    const [line, lines] = areRows ? (['row', 'rows'] as const) : (['column', 'columns'] as const);
    const end = block[line] + block[lines];
    const behind = { ...(areRows ? block : filteredBy(table)), [line]: end, [lines]: Infinity };
    const own = entered.filter((cell) => overlaps(behind, cell));
    const places = new Set(own.map((cell) => cell[line]));
    let count = 0;
    while (places.has(end + count)) count++;
    const all = { ...block, [line]: end, [lines]: count };
    if (count === 0 || (areRows && totalsRows > 0) || before.some((cell) => overlaps(all, cell))) return [];
    const continues = (cell: Block): boolean => {
      const to = sheet.positionOf(cell);
      const formula = formulaAt(sheet, to);
      const above = { ...to, row: end - 1 };
      return formula === '' || (areRows && moved(formulaAt(sheet, above), 1, 0) === formula);
    };
    const isAlone = (cell: Block): boolean => areEntered.has(a1(cell)) || isBlank(sheet, cell);
    const isFree =
      own.some((cell) => cell[line] === end && continues(cell)) &&
      cellsIn(all).flat().every(isAlone) &&
      ![
        ...obstacles(sheet, sheet.worksheetNamed(block.sheet)),
        ...opened.attachments.tables.map((one) => one.block),
      ].some((other) => overlaps(other, all));
    const isSaid = areRows && own.some((cell) => formulaAt(sheet, sheet.positionOf(cell)) === '');
    return isFree || isSaid ? [{ lines: all, isFree }] : [];
  });
}

function filledBy(sheet: Spreadsheet, { unitId, subUnitId, cellValue }: ISetRangeValuesMutationParams): Block[] {
  const name = sheet.sheetOf({ unitId, sheetId: subUnitId })?.getName() ?? '';
  const filled: Block[] = [];
  new ObjectMatrix(cellValue ?? {}).forValue((row, column, cell) => {
    if (cell && ((cell.v ?? '') !== '' || cell.f || cell.p?.body)) filled.push(cellOf(name, row, column));
  });
  return filled;
}

function isBlank(sheet: Spreadsheet, cell: Block): boolean {
  const position = sheet.positionOf(cell);
  return (valueAt(sheet, position) ?? '') === '' && formulaAt(sheet, position) === '';
}

/** Has lines behind its last one join a table, as a part of a step. */
function join(opened: Opened, table: OpenTable, lines: Block, step: IUndoRedoItem): void {
  const { sheet } = opened;
  const { name, block, headerRows } = table;
  const areRows = lines.row > block.row;
  const to = areRows
    ? { ...block, rows: block.rows + lines.rows }
    : { ...block, columns: block.columns + lines.columns };
  const sheets = sheet.workbook.getSheets().map((worksheet) => worksheet.getName());
  const reshaping = { edits: [resizing(block.sheet, { from: block, to, headerRows })], sheets, names: sheets };
  for (const worksheet of sheet.workbook.getSheets()) {
    const changed = new ObjectMatrix<ICellData>();
    worksheet.getCellMatrix().forValue((row, column, cell) => {
      if (!cell?.f) return;
      const f = formulaAfter(cell.f, worksheet.getName(), reshaping);
      if (f !== cell.f) changed.setValue(row, column, { f });
    });
    setCells(sheet, worksheet.getName(), changed, step);
  }
  const { unitId, sheetId: subUnitId } = sheet.positionOf(block);
  for (const one of sheet.definedNames) {
    const formulaOrRefString = formulaAfter(one.formulaOrRefString, '', reshaping);
    if (formulaOrRefString !== one.formulaOrRefString)
      act(sheet, step, SetDefinedNameMutation.id, { unitId, ...one, formulaOrRefString }, { unitId, ...one });
  }
  const [range, resized] = [engineRangeOf(block), engineRangeOf(to)];
  const params = { name, subUnitId, headerRows };
  const filter = openFilters(sheet)[subUnitId]?.ref;
  // It has the rows below by itself.
  if (filter && !areRows && overlaps(block, blockOfEngineRange(block.sheet, filter))) {
    const target = { unitId, subUnitId };
    const wider = { ...filter, endColumn: resized.endColumn };
    act(sheet, step, SET_FILTER_RANGE, { ...target, range: wider }, { ...target, range: filter });
  }
  act(sheet, step, RESIZE_TABLE, { ...params, range, resized }, { ...params, range: resized, resized: range });
  if (areRows) setCells(sheet, block.sheet, filledDown(sheet, table, lines), step);
  else nameColumns(sheet, { ...table, block: to }, step);
}

/** Does something as a part of a step. */
function act(sheet: Spreadsheet, step: IUndoRedoItem, id: string, params: object, undo: object): void {
  sheet.commands.syncExecuteCommand(id, params);
  step.redoMutations.push({ id, params });
  step.undoMutations.unshift({ id, params: undo });
}

function setCells(sheet: Spreadsheet, name: string, cells: ObjectMatrix<ICellData>, step: IUndoRedoItem): void {
  if (cells.getLength() === 0) return;
  const { unitId, sheetId: subUnitId } = sheet.positionOf(cellOf(name, 0, 0));
  const params = { unitId, subUnitId, cellValue: cells.getMatrix() };
  const undo = SetRangeValuesUndoMutationFactory(sheet.univer.__getInjector(), params);
  act(sheet, step, SetRangeValuesMutation.id, params, undo);
}

/** What rows that join a table get: the looks and the formulas of its columns. */
function filledDown(sheet: Spreadsheet, table: OpenTable, lines: Block): ObjectMatrix<ICellData> {
  const filled = formulasOf(sheet, table, lines);
  for (const cell of cellsIn(lines).flat()) {
    const to = sheet.positionOf(cell);
    const [look, own] = [lines.row - 1, to.row].map((row) =>
      Object.entries(ownLook(sheet, sheet.sheetOf(to)?.getCellRaw(row, to.column))).filter(([, part]) => part !== null),
    ) as [[string, unknown][], [string, unknown][]];
    const s = Object.fromEntries([...look, ...own]) as IStyleData;
    filled.setValue(to.row, to.column, { ...filled.getValue(to.row, to.column), s });
  }
  return filled;
}

/** As in Excel, rows that are inserted within a table get its formulas, and the look of its data. */
function fillInserted(sheet: Spreadsheet, table: OpenTable, step: IUndoRedoItem): void {
  for (const { id, params } of step.redoMutations) {
    if (id !== InsertRowMutation.id) continue;
    const { unitId, subUnitId, range } = params as IInsertRowMutationParams;
    const name = sheet.sheetOf({ unitId, sheetId: subUnitId })?.getName();
    const lines = { ...table.block, row: range.startRow, rows: range.endRow - range.startRow + 1 };
    const [start, end] = rowsOfData(table);
    if (name !== table.block.sheet || lines.row < start || lines.row + lines.rows > end) continue;
    const filled = formulasOf(sheet, table, lines);
    for (const cell of lines.row === start && lines.row + lines.rows < end ? cellsIn(lines).flat() : []) {
      const { row, column } = sheet.positionOf(cell);
      const lookIn = (line: number): IStyleData =>
        ownLook(sheet, sheet.workbook.getSheetBySheetId(subUnitId)?.getCellRaw(line, column));
      // Not that of the headings.
      const none = Object.fromEntries(Object.keys(lookIn(row)).map((part) => [part, null]));
      const s = { ...none, ...lookIn(lines.row + lines.rows) };
      filled.setValue(row, column, { ...filled.getValue(row, column), s });
    }
    setCells(sheet, name, filled, step);
  }
}

/** Indices of the first row of data, and of the one after the last. */
const rowsOfData = ({ block, headerRows, totalsRows }: OpenTable): readonly [number, number] => [
  block.row + headerRows,
  block.row + block.rows - totalsRows,
];

/** For the blank cells of new rows: the formula that a column has in two rows beside them, or in its only other one. */
function formulasOf(sheet: Spreadsheet, table: OpenTable, lines: Block): ObjectMatrix<ICellData> {
  const filled = new ObjectMatrix<ICellData>();
  const { row: first, rows } = lines;
  const [start, end] = rowsOfData(table);
  const beside = [first - 1, first - 2, first + rows, first + rows + 1].filter((row) => row >= start && row < end);
  for (const cell of cellsIn(lines).flat()) {
    const to = sheet.positionOf(cell);
    const all = beside.map((row) => moved(formulaAt(sheet, { ...to, row }), to.row - row, 0));
    const f = all.find((formula, index) => all.length === 1 || all.includes(formula, index + 1));
    if (f && isBlank(sheet, cell)) filled.setValue(to.row, to.column, { ...NOTHING, f });
  }
  return filled;
}

/** As in Excel, every column of a table has a heading. */
function nameColumns(sheet: Spreadsheet, { block, headerRows }: OpenTable, step: IUndoRedoItem): void {
  const headings = headerRows === 0 ? [] : cellsIn({ ...block, rows: 1 })[0]!.map((cell) => sheet.positionOf(cell));
  const taken = new Set(headings.map((heading) => textAt(sheet, heading).toUpperCase()));
  const missing = new ObjectMatrix<ICellData>();
  for (const { row, column } of headings.filter((heading) => textAt(sheet, heading) === '')) {
    let number = 1;
    while (taken.has(`COLUMN${number}`)) number++;
    taken.add(`COLUMN${number}`);
    missing.setValue(row, column, { ...NOTHING, v: `Column${number}`, t: CellValueType.STRING });
  }
  setCells(sheet, block.sheet, missing, step);
}

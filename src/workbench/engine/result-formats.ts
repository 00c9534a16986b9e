import {
  type ISetFormulaCalculationResultMutation,
  type ISetRangeValuesMutationParams,
  SetFormulaCalculationResultMutation,
  SetRangeValuesCommand,
  SetRangeValuesMutation,
  INTERCEPTOR_POINT,
  SheetInterceptorService,
} from '@univerjs/preset-sheets-core';
import {
  CellValueType,
  type ICellData,
  InterceptorEffectEnum,
  isTextFormat,
  type Nullable,
  ObjectMatrix,
} from '@univerjs/core';
import { CLOCK, isMarked } from '../../core/last-value-mark';
import { withoutMarks } from '../../core/level';
import type { CellPosition } from './cell-position';
import type { Spreadsheet } from '../sheet/spreadsheet';
import {
  chosenFormat,
  columnFormat,
  forgetKeptValue,
  formatToShow,
  GENERAL,
  isErrorCode,
  isGeneralInFile,
  keepFormats,
  keptMark,
  keptResultFormat,
  noteEntered,
} from './cell-contents';

/**
 * Removes number formats that came with a formula's result. The engine writes such a format into the cell for good, so
 * that a price instead of an earlier date would be shown as a date. Therefore it is removed when the cell gets
 * other contents. A format that the user chose is never changed; a marked one is kept beside it while its value is
 * there.
 */
export function removeResultFormats(sheet: Spreadsheet): void {
  const cellAt = (position: CellPosition) => sheet.sheetOf(position)?.getCellRaw(position.row, position.column);

  const removeFormat = (position: CellPosition, incoming?: ICellData): void => {
    const present = cellAt(position);
    const format = keptResultFormat(present);
    if (present) keepFormats(present, {});
    // A formula that comes back, or comes from another cell, brings its own format.
    if (incoming && !incoming.f) keepFormats(incoming, {});
    // The value of a formula that is pasted over it keeps the format.
    if (format === undefined || (incoming && typeof incoming.v === 'number' && incoming.v === present?.v)) return;
    // What the user types into a cell arrives with the cell's previous style.
    const n = columnFormat(sheet, position) === undefined ? null : { pattern: GENERAL };
    for (const cell of [present, incoming]) {
      const style = styleOf(sheet, cell);
      if (cell && style?.n?.pattern === format) cell.s = { ...style, n };
    }
  };

  const beforeResult = (position: CellPosition, result: Nullable<ICellData>): void => {
    removeFormat(position);
    const style = styleOf(sheet, result);
    const cell = cellAt(position);
    if (!result || !cell || !style?.n) return;
    // The colour of an alert is not that of the cells that refer to it.
    const plain = withoutMarks(style.n.pattern);
    if (plain !== undefined) result.s = { ...style, n: { pattern: plain } };
    const format = plain ?? style.n.pattern;
    const [own, ofColumn] = [styleOf(sheet, cell), columnFormat(sheet, position)];
    // A formula in a cell with the format Text would be a text once it is edited.
    if (isTextFormat(format)) {
      result.s = { ...style, n: own?.n ?? null };
      return;
    }
    const isGeneral = isGeneralInFile(cell);
    const isChosen =
      isGeneral || (own?.n ? ofColumn === undefined || own.n.pattern !== GENERAL : ofColumn !== undefined);
    if (!isChosen) keepFormats(cell, { result: format });
    else if (isMarked(format)) keepFormats(cell, { mark: format });
    if (isGeneral) result.s = { ...style, n: own?.n ?? null };
    if (isGeneral || ofColumn === undefined) return;
    // The engine knows only the cell's own format.
    if (!isChosen) cell.s = { ...own, n: null };
    else if (!own?.n) result.s = { ...style, n: { pattern: ofColumn } };
  };

  sheet.commands.beforeCommandExecuted((command, options) => {
    if (command.id === SetFormulaCalculationResultMutation.id) {
      const { unitData } = command.params as ISetFormulaCalculationResultMutation;
      for (const [unitId, sheets] of Object.entries(unitData)) {
        for (const [sheetId, cells] of Object.entries(sheets ?? {}))
          new ObjectMatrix(cells).forValue((row, column, cell) => beforeResult({ unitId, sheetId, row, column }, cell));
      }
    } else if (command.id === SetRangeValuesMutation.id && !options?.fromFormula) {
      const {
        unitId,
        subUnitId,
        cellValue,
        trigger,
        options: undone,
      } = command.params as ISetRangeValuesMutationParams;
      new ObjectMatrix(cellValue ?? {}).forValue((row, column, cell) => {
        if (!cell || !('v' in cell || 'f' in cell)) return;
        const position = { unitId, sheetId: subUnitId, row, column };
        removeFormat(position, cell);
        // What is undone, and a reference that follows what moves, is not entered. What is typed may bring all of the cell.
        if (trigger === SetRangeValuesCommand.id && !undone) [cellAt(position), cell].forEach(noteEntered);
        else if (trigger !== undefined && !undone) forgetKeptValue(cell);
      });
    }
  });
}

const styleOf = (sheet: Spreadsheet, cell: Nullable<ICellData>) => sheet.workbook.getStyles().getStyleByCell(cell);

/** After the engine has laid the spill's values over the cells, and before it turns numbers into text. */
const PRIORITY = 50;

/**
 * Gives every cell of a spill the number format that came with its value; the engine does so only for the first cell.
 * The formats are laid over the sheet and never written into it, so that they disappear with the spill. A format that
 * the user gave a cell takes precedence, except over a marked format, in spills and in single cells. The mark of a text
 * that a formula keeps of its file, which no format shows, stands behind it.
 */
export function showSpillFormats(sheet: Spreadsheet): void {
  sheet.serviceOf(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    priority: PRIORITY,
    effect: InterceptorEffectEnum.Value | InterceptorEffectEnum.Style,
    handler: (cell, { unitId, subUnitId, row, col, workbook }, next) => {
      const spilled = sheet.formulas.getArrayFormulaCellData()[unitId]?.[subUnitId]?.[row]?.[col];
      const format = keptMark(cell) ?? (typeof spilled?.s === 'object' ? spilled.s?.n?.pattern : undefined);
      if (!cell || format === undefined) return next(cell);
      const flag = cell.v ? 'TRUE' : 'FALSE';
      const text = cell.t === CellValueType.BOOLEAN ? flag : cell.v;
      if (isMarked(format) && typeof text === 'string' && text !== '' && !isErrorCode(cell.v))
        return next({ ...cell, v: `${text} ${CLOCK}`, t: CellValueType.STRING });
      const style = workbook.getStyles().getStyleByCell(cell);
      const pattern = formatToShow(chosenFormat(sheet, { unitId, sheetId: subUnitId, row, column: col }), format)!;
      return next(pattern === style?.n?.pattern ? cell : { ...cell, s: { ...style, n: { pattern } } });
    },
  });
}

import { CellValueType, type ICellData } from '@univerjs/core';
import { BaseReferenceObject } from '@univerjs/preset-sheets-core';
import { MAX_COLUMNS, MAX_ROWS } from '../../core/sheet';

/** What is private in the engine's references. */
interface References {
  _checkIfWorksheetMiss(): boolean;
}

/**
 * Mends: the engine takes a cell with an empty text, such as `=""`, for a blank one, so that it counts as 0: with
 * `=IF(A1<5,…)` a loan runs on past its end. A cell below or beside those that its sheet has so far is #NAME?, where it
 * is blank. And the values that it keeps for a reference to a sheet that is not there are found for the same cells of
 * the sheet on which that reference stands.
 *
 * Can go when test/browser/workbench-calculations.test.ts, "an empty text is a text", "cells beyond those in use are
 * blank" and "a sheet that is not there spoils no other", pass without it.
 */
export function readEmptyTextsAndFarCells(): void {
  const { prototype } = BaseReferenceObject;
  // oxlint-disable typescript/unbound-method -- called on the instances below
  const { getCellData, toArrayValueObject } = prototype;
  // oxlint-enable typescript/unbound-method
  prototype.getCellData = function (row, column) {
    const cell = getCellData.call(this, row, column) as ICellData | undefined;
    const isEmptyText = cell?.v === '' && cell.t === CellValueType.STRING;
    // The engine takes what has a formula for no blank cell.
    return isEmptyText ? { ...cell, f: '=""' } : cell;
  };
  prototype.isExceedRange = function () {
    const { startRow, endRow, startColumn, endColumn } = this.getRangePosition();
    return startRow < 0 || startColumn < 0 || endRow >= MAX_ROWS || endColumn >= MAX_COLUMNS;
  };
  prototype.toArrayValueObject = function (useCache = true) {
    return toArrayValueObject.call(this, useCache && !(this as unknown as References)._checkIfWorksheetMiss());
  };
}

import { IUniverInstanceService, type IWorksheetData } from '@univerjs/core';
import { strFromU8, unzipSync } from 'fflate';
import {
  IFunctionService,
  type ISetFormulaCalculationNotificationMutation,
  SetFormulaCalculationNotificationMutation,
} from '@univerjs/preset-sheets-core';
import { Attachments } from '../../src/workbench/engine/attachments';
import { removeResultFormats, showSpillFormats } from '../../src/workbench/engine/result-formats';
import { Spreadsheet } from '../../src/workbench/sheet/spreadsheet';
import { patchCalculation } from '../../src/workbench/univer-patches/patches';
import { CalculatedOtherwise, type OpenedFile, workbookFromFile, writtenFile } from '../../src/workbench/xlsx/xlsx';
import { parseA1 } from '../../src/core/sheet';
import { formatAt, textAt, valueAt } from '../../src/workbench/engine/cell-contents';
import { type CellPosition, engineRangeOf } from '../../src/workbench/engine/cell-position';

export const textsOf = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content, true)]));

/** Some formulas never get a value. */
const [MAX_LOOKS, LOOK_MS] = [20, 10];

/** The workbench without its page, with a file that is opened in it. */
export class OpenedWorkbook {
  readonly sheet = new Spreadsheet(undefined as never);
  readonly attachments = new Attachments(this.sheet, () => undefined);
  opened!: OpenedFile;

  constructor() {
    removeResultFormats(this.sheet);
    this.sheet.openWorkbook({});
    showSpillFormats(this.sheet);
    patchCalculation(this.sheet);
  }

  async open(bytes: Uint8Array): Promise<void> {
    const functions = this.sheet.serviceOf(IFunctionService);
    this.opened = await workbookFromFile(bytes, 'Others', { isFunction: (name) => functions.hasExecutor(name) });
    const { sheetsInFile } = this.opened;
    const hasFormulas = [...sheetsInFile.values()].some(({ results }) => results.size > 0);
    const calculated = hasFormulas ? this.calculated() : undefined;
    this.sheet.openWorkbook({ ...this.opened.data, id: crypto.randomUUID() });
    // As a page does, for undo.
    this.sheet.serviceOf(IUniverInstanceService).focusUnit(this.sheet.workbook.getUnitId());
    await calculated;
    // What has ended may be the calculation of the workbook before, as for a page.
    for (let looks = 0; looks < MAX_LOOKS; looks++) {
      const otherwise = new CalculatedOtherwise(this.sheet);
      await otherwise.compareSheets(sheetsInFile);
      this.attachments.noteCalculated(otherwise.values);
      if (!otherwise.isWaiting) break;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  /** Opens a workbook with one sheet; resolves when its formulas are calculated, before which it may be changed. */
  openSheet(one: Partial<IWorksheetData>): Promise<void> {
    const calculated = this.calculated();
    const sheets = { one: { id: 'one', name: 'One', ...one } };
    this.sheet.openWorkbook({ id: crypto.randomUUID(), sheetOrder: ['one'], sheets });
    return calculated;
  }

  /** Resolves when the next calculation has ended. */
  calculated(): Promise<void> {
    return new Promise((resolve) => {
      const listening = this.sheet.commands.onCommandExecuted(({ id, params }) => {
        if (id !== SetFormulaCalculationNotificationMutation.id) return;
        if ((params as ISetFormulaCalculationNotificationMutation).functionsExecutedState === undefined) return;
        // Within its turn, the engine would pass over the next one that listens.
        queueMicrotask(() => listening.dispose());
        resolve();
      });
    });
  }

  /** Does to cells of the first sheet, or to its lines, what a command of the engine does. */
  async change(command: string, address: string, params: object = {}): Promise<void> {
    const { workbook } = this.sheet;
    const [worksheet] = workbook.getSheets();
    const range = engineRangeOf(parseA1(address, '')!);
    const target = { unitId: workbook.getUnitId(), subUnitId: worksheet!.getSheetId() };
    await this.sheet.commands.executeCommand(command, { ...target, range, ...params });
  }

  valueAt(address: string): unknown {
    return valueAt(this.sheet, this.#positionOf(address));
  }

  textAt(address: string): string {
    return textAt(this.sheet, this.#positionOf(address));
  }

  formatAt(address: string): string {
    return formatAt(this.sheet, this.#positionOf(address));
  }

  #positionOf(address: string): CellPosition {
    const { row, column } = parseA1(address, '')!;
    const [worksheet] = this.sheet.workbook.getSheets();
    return { unitId: this.sheet.workbook.getUnitId(), sheetId: worksheet!.getSheetId(), row, column };
  }

  /** The texts of the parts of a download. */
  async download(): Promise<Record<string, string>> {
    return textsOf((await writtenFile(this.sheet, this.attachments)).bytes);
  }
}

import type { IAccessor } from '@univerjs/core';
import { MoveSelectionEnterAndTabCommand, SheetsSelectionsService } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** Where Tab was first pressed, which the engine does not export. */
interface TabStart {
  getCurrentBySearch(search: unknown): unknown;
  dispose(): void;
}

const isTabStart = (service: object): service is TabStart => 'getCurrentBySearch' in service;

/**
 * Mends: Enter goes below the cell in which Tab was first pressed, even if another cell was selected meanwhile with the
 * mouse, the name box or the pane. What is typed next would replace that cell. Here it does so only from where Tab led.
 *
 * Can go when test/browser/workbench-shell.test.ts, "goes below the selected cell with Enter, though Tab was pressed
 * elsewhere before", passes without it.
 */
export function forgetTabStart(sheet: Spreadsheet): void {
  const selections = sheet.serviceOf(SheetsSelectionsService);
  const selected = (): string => {
    const { unitId, sheetId } = selections.currentSelectionParam ?? {};
    return JSON.stringify([unitId, sheetId, selections.getCurrentLastSelection()?.primary]);
  };
  let leftAt = '';
  const move = MoveSelectionEnterAndTabCommand.handler.bind(MoveSelectionEnterAndTabCommand);
  MoveSelectionEnterAndTabCommand.handler = async (accessor, params) => {
    const isElsewhere = selected() !== leftAt;
    const get = ((id: never, ...options: never[]) => {
      const service = accessor.get<object>(id, ...options);
      if (isElsewhere && isTabStart(service)) service.dispose();
      return service;
    }) as IAccessor['get'];
    const isDone = await move({ ...accessor, get }, params);
    leftAt = selected();
    return isDone;
  };
}

import {
  FormulaExecutedStateType,
  type ISetFormulaCalculationNotificationMutation,
  SetFormulaCalculationNotificationMutation,
  SetFormulaCalculationStartMutation,
  SetFormulaCalculationStopMutation,
  TriggerCalculationController,
} from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** What is to be calculated, in the engine's terms. */
type Changes = object;

/** What the engine's start of calculations keeps to itself. */
interface Trigger {
  _mergeDirty(one: Changes, other: Changes): Changes;
  /** Is called with what has changed in the last moment (source-changes). */
  calculate(changes: Changes): void;
}

/**
 * Mends: a change during a calculation stops it, but only if it is past its beginning; else a second one ran into it, and
 * what the first had found was taken for what the second was to do. And the end of one that was stopped counted as the
 * end of the next. Typed formulas stayed blank, and thousands of others kept the values of before. Here one calculation
 * runs at a time, and what has changed is kept until one that contained it has ended.
 */
export function keepChangesUntilCalculated(sheet: Spreadsheet): void {
  const trigger = sheet.serviceOf(TriggerCalculationController) as unknown as Trigger;
  let [waiting, running]: (Changes | undefined)[] = [];
  const start = (): void => {
    [running, waiting] = [waiting, undefined];
    void sheet.commands.executeCommand(SetFormulaCalculationStartMutation.id, { ...running }, { onlyLocal: true });
  };
  trigger.calculate = (changes) => {
    waiting = waiting ? trigger._mergeDirty(waiting, changes) : changes;
    if (running) void sheet.commands.executeCommand(SetFormulaCalculationStopMutation.id, {});
    else start();
  };
  onCalculated(sheet, (isStopped) => {
    // Others hear of the end first.
    if (waiting) queueMicrotask(start);
    if (isStopped && running) waiting = waiting ? trigger._mergeDirty(running, waiting) : running;
    running = undefined;
  });
}

/** Calls back when a calculation has ended. What was stopped is calculated again. */
export function onCalculated({ commands }: Pick<Spreadsheet, 'commands'>, ended: (isStopped: boolean) => void): void {
  commands.onCommandExecuted(({ id, params }) => {
    if (id !== SetFormulaCalculationNotificationMutation.id) return;
    const { functionsExecutedState: state } = params as ISetFormulaCalculationNotificationMutation;
    if (state !== undefined) ended(state === FormulaExecutedStateType.STOP_EXECUTION);
  });
}

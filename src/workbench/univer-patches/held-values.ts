import {
  ArrayValueObject,
  type BaseValueObject,
  type FunctionVariantType,
  IActiveDirtyManagerService,
  IFormulaRuntimeService,
  IFunctionService,
  SetFormulaCalculationStartMutation,
  SetRangeValuesMutation,
} from '@univerjs/preset-sheets-core';
import { isForAnswers } from '../engine/adapter';
import { readValues } from '../engine/executor';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { onCalculated } from './kept-changes';
import type { Calculate } from './wrong-functions';

/** Functions whose values are others in each calculation. */
const CHANGING = ['NOW', 'TODAY', 'RAND', 'RANDBETWEEN', 'RANDARRAY'];

/**
 * Mends: each answer that arrives is shown by a calculation, in which NOW and RAND have other values: a formula with one
 * of them asked again each time, and waited for ever. Here such a calculation leaves them the values that they had in the
 * last one after a change.
 *
 * Can go when test/unit/workbench/engine/adapter.test.ts, "a formula with NOW or RAND …", passes without it.
 */
export function holdChangingValues(sheet: Spreadsheet): void {
  const dirty = sheet.serviceOf(IActiveDirtyManagerService);
  const runtime = sheet.serviceOf(IFormulaRuntimeService);
  const held = new Map<string, BaseValueObject>();
  let counts = new Map<string, number>();
  // Changes since the last calculation has begun, and those of the one that runs.
  let [isChanged, isAnew] = [true, true];

  onCalculated(sheet, (isStopped) => (isAnew &&= isStopped));
  sheet.commands.onCommandExecuted((command, options) => {
    if (!dirty.get(command.id) || (command.id === SetRangeValuesMutation.id && options?.onlyLocal)) return;
    isChanged ||= !isForAnswers(command);
  });
  sheet.commands.beforeCommandExecuted(({ id }) => {
    if (id !== SetFormulaCalculationStartMutation.id) return;
    isAnew ||= isChanged;
    isChanged = false;
    if (isAnew) held.clear();
  });
  const reset = runtime.reset.bind(runtime);
  runtime.reset = () => {
    counts = new Map();
    reset();
  };

  for (const name of CHANGING) {
    const executor = sheet.serviceOf(IFunctionService).getExecutor(name)!;
    const calculate = executor.calculate.bind(executor) as Calculate;
    executor.calculate = (...variants: FunctionVariantType[]) => {
      const { unitId, subUnitId, row, column } = executor;
      const call = [unitId, subUnitId, row, column, name, ...variants.flatMap(valuesIn)].join('!');
      // A formula may call it more than once.
      const count = counts.get(call) ?? 0;
      counts.set(call, count + 1);
      const key = `${call}!${count}`;
      const value = held.get(key) ?? (calculate(...variants) as BaseValueObject);
      held.set(key, value);
      return value;
    };
  }
}

const valuesIn = (variant: FunctionVariantType): unknown[] => {
  const held = readValues(variant);
  const cells = held instanceof ArrayValueObject ? held.getArrayValue().flat() : [held];
  return cells.map((cell) => cell?.getValue());
};

import {
  type ArrayValueObject,
  type BaseReferenceObject,
  type BaseValueObject,
  BooleanValueObject,
  ErrorType,
  ErrorValueObject,
  Interpreter,
  NullValueObject,
} from '@univerjs/preset-sheets-core';
import { readValues } from '../engine/executor';

/** Kinds of parts of formulas, as the engine numbers them. */
export const KIND = { reference: 1, value: 2, function: 4, lambda: 5, lambdaParameter: 6, range: 10, suffix: 12 };

/** A part of a formula, as the engine calculates it. */
export interface FormulaPart {
  /** One of KIND. */
  readonly nodeType: number;
  getToken(): string;
  getChildren(): FormulaPart[];
  getValue(): BaseReferenceObject | BaseValueObject | null;
  setValue(value: BaseReferenceObject | BaseValueObject): void;
  execute(): void;
}

/** What is private in the engine's interpreter. */
export interface FormulaSteps {
  _execute(part: FormulaPart, refOffsetX?: number, refOffsetY?: number): number;
}

/**
 * Mends: the engine calculates all branches of IF and CHOOSE, so that the sixty rows of a model's list cost as much as if
 * all were filled in, and functions ask the service for those that are blank. Here only the branch that is taken is
 * calculated, as in Excel, unless the condition is several values. And a branch that is cells stays those, so that a range
 * can end there.
 *
 * Can go when the engine does the same: test/unit/workbench/engine/adapter.test.ts, "only the branch of IF and CHOOSE that
 * is taken is calculated, and asks the service", and test/unit/workbench/univer-patches/calculated-ranges.test.ts then
 * pass without it.
 */
export function leaveBranchesNotTaken(): void {
  const steps = Interpreter.prototype as unknown as FormulaSteps;
  // oxlint-disable-next-line typescript/unbound-method -- called on the instance below
  const { _execute } = steps;
  steps._execute = function (part, refOffsetX = 0, refOffsetY = 0) {
    const [condition, ...branches] = part.getChildren();
    const choose = part.nodeType === KIND.function && CHOICES[part.getToken().toUpperCase()];
    if (!choose || branches.length === 0) return _execute.call(this, part, refOffsetX, refOffsetY);
    this._execute(condition!, refOffsetX, refOffsetY);
    const taken = choose(condition!);
    branches.forEach((branch, index) => {
      if (taken === undefined || taken === index) this._execute(branch, refOffsetX, refOffsetY);
      else branch.setValue(NullValueObject.create());
    });
    part.execute();
    const value = taken === undefined ? undefined : branches[taken]?.getValue();
    if (value?.isReferenceObject()) part.setValue(value);
    return 0;
  };
}

/** The index of the branch, below 0 for none; undefined for a condition that the engine itself is to judge. */
const CHOICES: Readonly<Record<string, (condition: FormulaPart) => number | undefined>> = {
  IF(condition) {
    readText(condition);
    const first = onlyOne(condition.getValue());
    if (first?.isError()) return -1;
    return first?.isBoolean() || first?.isNumber() ? Number(!first.getValue()) : undefined;
  },
  CHOOSE(condition) {
    const first = onlyOne(condition.getValue());
    if (first?.isError()) return -1;
    return first?.isNumber() ? Math.trunc(Number(first.getValue())) - 1 : undefined;
  },
};

/** No text but TRUE and FALSE is a condition. The engine takes each for TRUE, and an empty one for FALSE. */
function readText(condition: FormulaPart): void {
  const value = onlyOne(condition.getValue());
  if (!value?.isString()) return;
  const word = String(value.getValue()).toUpperCase();
  const isCondition = word === 'TRUE' || word === 'FALSE';
  condition.setValue(
    isCondition ? BooleanValueObject.create(word === 'TRUE') : ErrorValueObject.create(ErrorType.VALUE),
  );
}

/** The value of a part, unless it has several. */
function onlyOne(part: ReturnType<FormulaPart['getValue']>): BaseValueObject | undefined {
  const value = part ? readValues(part) : undefined;
  if (!value?.isArray()) return value;
  const values = value as ArrayValueObject;
  return values.getRowCount() * values.getColumnCount() === 1 ? values.getFirstCell() : undefined;
}

import {
  BaseFunction,
  type BaseReferenceObject,
  type BaseValueObject,
  BooleanValueObject,
  ErrorType,
  ErrorValueObject,
  type FunctionVariantType,
  IFunctionService,
  type Interpreter,
  LambdaNodeFactory,
  LambdaValueObjectObject,
  LexerNode,
  NullValueObject,
} from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { LAMBDA_CALL } from '../engine/readable-formulas';
import { type FormulaPart, type FormulaSteps, KIND } from './branches-not-taken';

/** A part of a formula that is a LAMBDA, with what it keeps to itself. */
interface LambdaPart extends FormulaPart {
  /** How many parameters may be left out. */
  optionalCount?: number;
}

/** The value of a LAMBDA, with what it keeps to itself. */
interface LambdaValue {
  readonly _lambdaNode: LambdaPart;
  readonly _lambdaPrivacyVarKeys: readonly string[];
  readonly _interpreter: Interpreter;
  _setLambdaPrivacyValueMap(values: readonly FunctionVariantType[]): void;
  _setLambdaNodeValue(part: FormulaPart): void;
  /** What the parameters of LAMBDAs and the names of LETs around it were when it was made. */
  around?: readonly (readonly [FormulaPart, FunctionVariantType | null])[];
}

/** Beyond it, the stack may end. Excel gives up too. */
const MAX_DEPTH = 400;

/**
 * Mends: a LAMBDA that calls itself is an error, and so is one that is an argument or the result of another, or has optional
 * parameters: the engine has the values of a LAMBDA once, in its formula, which the next call overwrites. Here each call
 * has its own.
 *
 * Can go when "LAMBDA" of test/unit/workbench/univer-patches/functions.test.ts passes without it.
 */
export function callLambdas(sheet: Spreadsheet): void {
  sheet.serviceOf(IFunctionService).registerExecutors(new LambdaCall(LAMBDA_CALL), new IsOmitted('ISOMITTED'));
  const factory = sheet.serviceOf(LambdaNodeFactory);
  const create = factory.create.bind(factory);
  factory.create = (part) => {
    const optional = part.getChildren().flatMap((parameter) => {
      const children = parameter instanceof LexerNode ? parameter.getChildren() : [];
      const [written] = children;
      const name = typeof written === 'string' ? /^\s*\[(.+)\]\s*$/.exec(written)?.[1] : undefined;
      return name === undefined ? [] : [{ children, name, written: written! }];
    });
    for (const { children, name } of optional) children[0] = name;
    const made = create(part);
    // The engine may read it again.
    for (const { children, written } of optional) children[0] = written;
    return Object.assign(made, { optionalCount: optional.length });
  };

  let depth = 0;
  const values = LambdaValueObjectObject as unknown as {
    prototype: { execute: (this: LambdaValue, ...values: FunctionVariantType[]) => FunctionVariantType };
    create: (part: LambdaPart, ...others: readonly unknown[]) => LambdaValue;
  };
  const make = values.create.bind(values);
  values.create = (part, ...others) =>
    Object.assign(make(part, ...others), {
      around: partsIn(part)
        .filter(isNamed)
        // What is made right now has no value yet: it calls itself.
        .flatMap((one) => [one, ...meantBy(one).filter((meant) => Boolean(meant.getValue()))])
        .map((one) => [one, one.getValue()] as const),
    });
  values.prototype.execute = function (...given) {
    const [part, { length: count }] = [this._lambdaNode, this._lambdaPrivacyVarKeys];
    if (given.length > count || given.length < count - (part.optionalCount ?? 0))
      return ErrorValueObject.create(ErrorType.VALUE);
    if (depth >= MAX_DEPTH) return ErrorValueObject.create(ErrorType.NUM);
    const { around = [] } = this;
    const parts = [...partsIn(part), ...around.map(([one]) => one)].map((one) => [one, one.getValue()] as const);
    depth++;
    try {
      for (const [one, value] of around) one.setValue(value!);
      this._setLambdaPrivacyValueMap([
        ...given,
        ...Array.from({ length: count - given.length }, () => NullValueObject.create()),
      ]);
      this._setLambdaNodeValue(part);
      const body = part.getChildren().at(-1)!;
      if (body.nodeType === KIND.lambda && body.getChildren().length < 2) body.execute();
      else (this._interpreter as unknown as FormulaSteps)._execute(body);
      const value = body.getValue() ?? ErrorValueObject.create(ErrorType.VALUE);
      return value.isReferenceObject() ? (value as BaseReferenceObject).toArrayValueObject() : value;
    } finally {
      depth--;
      for (const [one, value] of parts) one.setValue(value!);
    }
  };
}

/** A parameter of a LAMBDA, or a name of a LET, with the part that has its value. */
interface NamedPart extends FormulaPart {
  getLambdaParameter(): string;
  getCurrentLambdaPrivacyVar(): ReadonlyMap<string, FormulaPart | undefined>;
}

const isNamed = (part: FormulaPart): part is NamedPart => part.nodeType === KIND.lambdaParameter;

/** What has the value of a name of a LET, by way of others if it is one itself; empty for a parameter of a LAMBDA. */
function meantBy(part: FormulaPart): FormulaPart[] {
  const meant = isNamed(part) && part.getCurrentLambdaPrivacyVar().get(part.getLambdaParameter());
  return meant ? [meant, ...meantBy(meant)] : [];
}

const partsIn = (part: FormulaPart): FormulaPart[] => part.getChildren().flatMap((one) => [one, ...partsIn(one)]);

class LambdaCall extends BaseFunction {
  override needsReferenceObject = true;

  override calculate(lambda: FunctionVariantType, ...values: FunctionVariantType[]): BaseValueObject {
    if (lambda.isError()) return lambda as BaseValueObject;
    const isLambda = !lambda.isReferenceObject() && (lambda as BaseValueObject).isLambda();
    return isLambda
      ? ((lambda as LambdaValueObjectObject).execute(...(values as BaseValueObject[])) as BaseValueObject)
      : ErrorValueObject.create(ErrorType.VALUE);
  }
}

class IsOmitted extends BaseFunction {
  override needsReferenceObject = true;

  override calculate(value: FunctionVariantType): BaseValueObject {
    return BooleanValueObject.create(!value.isReferenceObject() && (value as BaseValueObject).isNull());
  }
}

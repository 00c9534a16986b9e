import {
  ArrayValueObject,
  BaseFunction,
  type BaseValueObject,
  BooleanValueObject,
  ErrorType,
  ErrorValueObject,
  IFunctionService,
  StringValueObject,
} from '@univerjs/preset-sheets-core';
import { arrayOf } from '../engine/executor';
import type { Spreadsheet } from '../sheet/spreadsheet';

/**
 * Mends: of a pattern with brackets REGEXEXTRACT gives what is in them, where Excel gives all that is found; it and
 * REGEXREPLACE take no more arguments, and there is no REGEXTEST. Excel's expressions are those of PCRE2.
 *
 * Can go when test/unit/workbench/univer-patches/functions.test.ts, "functions calculate as in Excel", passes without it.
 */
export function readRegularExpressions(sheet: Spreadsheet): void {
  const text = (one: string): BaseValueObject => StringValueObject.create(one);
  const none = ErrorValueObject.create(ErrorType.NA);
  sheet.serviceOf(IFunctionService).registerExecutors(
    new OfExpression('REGEXTEST', 0, (within, expression) => BooleanValueObject.create(expression.test(within))),
    new OfExpression('REGEXEXTRACT', 1, (within, expression, mode = 0) => {
      const [first, ...others] = within.matchAll(expression);
      if (!first) return none;
      if (Number(mode) === 0) return text(first[0]);
      const parts = Number(mode) === 1 ? [first, ...others].map(([one]) => one) : first.slice(1);
      return parts.length > 0 ? arrayOf([parts.map((one: string | undefined) => text(one ?? ''))]) : none;
    }),
    new OfExpression('REGEXREPLACE', 2, (within, expression, given = '', which = 0) => {
      const instead = String(given).replaceAll(/\$0(?!\d)/g, '$$&');
      const count = [...within.matchAll(expression)].length;
      const meant = Number(which) < 0 ? count + Number(which) : Number(which) - 1;
      if (Number(which) === 0) return text(within.replace(expression, instead));
      const once = new RegExp(expression.source, expression.flags.replace('g', ''));
      let place = 0;
      return text(within.replace(expression, (found) => (place++ === meant ? found.replace(once, instead) : found)));
    }),
  );
}

type PlainOption = string | number | boolean | null;

class OfExpression extends BaseFunction {
  /** @param count how many arguments stand between the pattern and whether its case matters */
  constructor(
    name: string,
    private readonly count: number,
    private readonly result: (within: string, expression: RegExp, ...others: readonly PlainOption[]) => BaseValueObject,
  ) {
    super(name);
  }

  override calculate(within: BaseValueObject, ...given: readonly BaseValueObject[]): BaseValueObject {
    const options = given.map((one) => (one instanceof ArrayValueObject ? one.getFirstCell() : one));
    const [pattern = '', ...others] = options.map((one) => (one.isNull() ? undefined : one.getValue()));
    const wrong = options.find((one) => one.isError());
    if (wrong) return wrong;
    const resultOf = (one: BaseValueObject): BaseValueObject => {
      if (one.isError()) return one;
      const text = one.isNull() ? '' : one.isBoolean() ? String(one.getValue()).toUpperCase() : String(one.getValue());
      try {
        const expression = expressionOf(String(pattern), Boolean(others[this.count]));
        return this.result(text, expression, ...(others.slice(0, this.count) as PlainOption[]));
      } catch {
        return ErrorValueObject.create(ErrorType.VALUE);
      }
    };
    const isMany = within instanceof ArrayValueObject && within.getRowCount() * within.getColumnCount() > 1;
    if (isMany) return within.mapValue((one) => firstOf(resultOf(one)));
    return resultOf(within instanceof ArrayValueObject ? within.getFirstCell() : within);
  }
}

/** What a name stands for within brackets: "[[:alpha:]]". */
const CLASSES: Readonly<Record<string, string>> = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  blank: ' \\t',
  digit: '0-9',
  lower: 'a-z',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\s',
  upper: 'A-Z',
  word: '\\w',
  xdigit: '0-9a-fA-F',
};

function expressionOf(pattern: string, ignoresCase: boolean): RegExp {
  const [, options = '', rest = ''] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(pattern)!;
  const source = rest
    .replaceAll(/\[:(\w+):\]/g, (found, name: string) => CLASSES[name] ?? found)
    .replaceAll(/(?<!\\)\\[AZz]/g, (end) => (end === '\\A' ? '(?<![^])' : '(?![^])'));
  // With Unicode, an escape that needs none is an error.
  const flags = new Set(`g${options}${ignoresCase ? 'i' : ''}${/\\p\{/i.test(source) ? 'u' : ''}`);
  return new RegExp(source, [...flags].join(''));
}

const firstOf = (one: BaseValueObject): BaseValueObject => (one instanceof ArrayValueObject ? one.getFirstCell() : one);

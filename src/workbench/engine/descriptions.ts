import { BooleanNumber } from '@univerjs/core';
import { FunctionType, IDescriptionService, type IFunctionInfo } from '@univerjs/preset-sheets-core';
import type { FunctionHelp, Example } from '../../functions/help/explain';
import { nameOf } from './executor';
import type { Spreadsheet } from '../sheet/spreadsheet';
import type { AnyDeclaration, Parameter } from '../../functions/define';
import { callsIn } from '../../app/workbook/formulas';

/** The popup with a function's arguments, beside the cell that is being edited. */
const HELP_BOX = '[data-u-comp="rect-popup"]';

/** Clicks in the popup open and close its parts, but the cell keeps the keyboard focus. */
export function keepKeysInCell(page: Document): void {
  page.addEventListener(
    'mousedown',
    (event) => {
      if (event.target instanceof Element && event.target.closest(HELP_BOX)) event.preventDefault();
    },
    { capture: true },
  );
}

/** Makes the formula bar suggest our functions and show their arguments. Needs an open workbook. */
export function describeFunctions(sheet: Spreadsheet, helps: readonly FunctionHelp[]): void {
  sheet.serviceOf(IDescriptionService).registerDescriptions(helps.map(describe));
}

function describe({ declaration, summary, returns, parameters, examples }: FunctionHelp): IFunctionInfo {
  const written = argumentExamples(declaration, examples);
  return {
    functionName: nameOf(declaration),
    functionType: FunctionType.User,
    abstract: summary,
    description: `${summary} ${returns}`,
    functionParameter: Object.entries(declaration.parameters).map(([name, parameter], index) => ({
      name,
      detail: parameter.dropDown
        ? `${parameters[name]!.text} (${parameter.dropDown.words.join(', ')})`
        : parameters[name]!.text,
      example: written[index] ?? '',
      require: parameter.isOptional ? BooleanNumber.FALSE : BooleanNumber.TRUE,
      repeat: BooleanNumber.FALSE,
    })),
  };
}

/**
 * One argument per parameter, which together make a working formula: taken from the example with the most arguments.
 *
 * @internal
 */
export function argumentExamples(
  { parameters }: Pick<AnyDeclaration, 'parameters'>,
  examples: readonly [Example, ...Example[]],
): string[] {
  const written = examples.map(({ formula }) => callsIn(formula)[0]?.arguments ?? []);
  const longest = written.reduce((one, other) => (other.length > one.length ? other : one));
  return Object.values(parameters).map((parameter, index) => longest[index] ?? usualOf(parameter));
}

/** For a parameter that no example of its function uses: its default, its first word, or TRUE. */
function usualOf({ default: usual, words = [] }: Parameter): string {
  const value = usual ?? words[0] ?? true;
  return typeof value === 'string' ? `"${value}"` : String(value).toUpperCase();
}

import { BooleanNumber } from '@univerjs/core';
import { FunctionType, IDescriptionService, type IFunctionInfo } from '@univerjs/preset-sheets-core';
import type { FunctionHelp } from '../../functions/help/explain';
import { nameOf } from './executor';
import { argumentExamples } from './argument-examples';
import type { Spreadsheet } from '../sheet/spreadsheet';

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

import { BooleanNumber } from '@univerjs/core';
import { FunctionType, IDescriptionService } from '@univerjs/preset-sheets-core';
import type { IFunctionInfo } from '@univerjs/preset-sheets-core';
import type { AnyDeclaration } from '../functions/define';
import { nameOf } from './executor';
import type { Spreadsheet } from './spreadsheet';

/** Lets the formula bar offer our functions while they are typed, and show their arguments. Needs an open workbook. */
export function describeFunctions(sheet: Spreadsheet, catalog: readonly AnyDeclaration[]): void {
  sheet.get(IDescriptionService).registerDescriptions(catalog.map(describe));
}

const describe = (declaration: AnyDeclaration): IFunctionInfo => ({
  functionName: nameOf(declaration),
  functionType: FunctionType.User,
  abstract: declaration.summary,
  description: `${declaration.summary} ${declaration.returns}`,
  functionParameter: Object.entries(declaration.parameters).map(([name, parameter]) => ({
    name,
    detail: parameter.choices
      ? `${parameter.help} (${parameter.choices.values.map((choice) => choice.value).join(', ')})`
      : parameter.help,
    example: '',
    require: parameter.isOptional ? BooleanNumber.FALSE : BooleanNumber.TRUE,
    repeat: BooleanNumber.FALSE,
  })),
});

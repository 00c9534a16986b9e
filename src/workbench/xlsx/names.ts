import type { IWorksheetData } from '@univerjs/core';
import type { BroughtName, Spreadsheet } from '../sheet/spreadsheet';
import { type FileName, type FormulasToFile, isRelative, OF_NAMES } from './formulas';
import { SCOPE_WORKBOOK_VALUE_DEFINED_NAME as OF_WORKBOOK } from '@univerjs/preset-sheets-core';
import { attributes, child, children, escaped, isOn, unescaped } from './package';
import type { ElementText } from './xml-text';
import { engineRangeOf } from '../engine/cell-position';
import type { SavedName, TrackedBlocks } from '../engine/attachments';
import { blocksOfFormula, formulaOfBlocks } from '../../core/sheet';

/** Names of the file format itself, such as print areas. */
const BUILT_IN = /^_xlnm\./i;
const OURS = /^MD_(?:frozen|snapshot|results|alert|chart)_/;

/** Whether a name says for the product where cells are. LibreOffice keeps such names, but not that they are hidden. */
const isOurs = (name: string): boolean => OURS.test(name);

/**
 * Of another program's hidden name only the file knows what it means; the engine would take a relative one for that of
 * cell A1.
 */
export const isOnlyOfFile = ({ name, formula, isHidden = false }: FileName): boolean =>
  BUILT_IN.test(name) || ((isHidden || isRelative(formula)) && !isOurs(name));

export const namesFromFile = (workbook: ElementText): FileName[] =>
  children(child(workbook, 'definedNames'), 'definedName').map((element) => {
    const sheet = element.getAttribute('localSheetId');
    return {
      name: unescaped(element.getAttribute('name')),
      formula: unescaped(element.textContent),
      ...(sheet !== undefined && { sheet: Number(sheet) }),
      ...(isOn(element.getAttribute('hidden')) && { isHidden: true }),
    };
  });

export const nameXml = ({ name, formula, sheet, isHidden }: FileName): string =>
  `<definedName${attributes({ name, localSheetId: sheet, hidden: isHidden ? 1 : undefined })}>${escaped(formula)}</definedName>`;

/** Names as the engine has them. Those of a sheet go with it, as in Excel. */
export const ownToFile = (
  names: Spreadsheet['definedNames'],
  sheets: readonly string[],
  formulas: FormulasToFile,
): FileName[] =>
  names.flatMap(({ name, formulaOrRefString, localSheetId = OF_WORKBOOK }) => {
    const sheet = sheets.indexOf(localSheetId);
    if (sheet < 0 && localSheetId !== OF_WORKBOOK) return [];
    const formula = formulas.writeFormula(`=${formulaOrRefString.replace(/^=/, '')}`, OF_NAMES);
    return [{ name, formula, ...(sheet < 0 ? {} : { sheet }) }];
  });

/** The tracked blocks as hidden names, as in Excel. */
export const trackedToFile = (tracked: TrackedBlocks): FileName[] =>
  [...tracked.startingWith('')]
    .filter(([name]) => isOurs(name))
    .map(([name, blocks]) => ({ name, formula: formulaOfBlocks(blocks), isHidden: true }));

export function trackedFromFile(
  names: readonly FileName[],
  sheets: readonly Partial<IWorksheetData>[],
): Record<string, SavedName> {
  return Object.fromEntries(
    names
      .filter(({ name }) => isOurs(name))
      .map(({ name, formula }) => [
        name,
        blocksOfFormula(formula).map((block) => {
          const id = sheets.find((sheet) => sheet.name === block?.sheet)?.id ?? '';
          return block && id !== '' ? { sheetId: id, range: engineRangeOf(block) } : { sheetId: id };
        }),
      ]),
  );
}

/**
 * The user's names.
 *
 * @param typed the formula of a name as in the file → as typed
 */
export function ownFromFile(
  names: readonly FileName[],
  sheets: readonly Partial<IWorksheetData>[],
  typed: (formula: string) => string,
): BroughtName[] {
  return names
    .filter((one) => !isOurs(one.name) && !isOnlyOfFile(one))
    .map(({ name, formula, sheet }) => ({
      name,
      formula: typed(formula),
      sheetId: sheet === undefined ? undefined : sheets[sheet]?.id,
    }));
}

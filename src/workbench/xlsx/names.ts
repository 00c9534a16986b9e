import type { IWorksheetData } from '@univerjs/core';
import { RANGE_NAME_PREFIX, SNAPSHOT_NAME_PREFIX } from '../../app/workbook/snapshot-store';
import type { BroughtName, Spreadsheet } from '../sheet/spreadsheet';
import { type FileName, type FormulasToFile, OF_NAMES } from './formulas';
import { attributes, child, children, escaped, isOn, unescaped } from './package';
import type { ElementText } from './xml-text';
import { engineRangeOf } from '../engine/cell-position';
import type { SavedName, TrackedBlocks } from '../engine/attachments';
import { blocksOfFormula, formulaOfBlocks } from '../../core/sheet';
import { FROZEN_NAME_PREFIX } from '../../app/workbook/frozen';

/** Names of the file format itself, such as print areas. */
const BUILT_IN = /^_xlnm\./i;
const OURS = [FROZEN_NAME_PREFIX, SNAPSHOT_NAME_PREFIX, RANGE_NAME_PREFIX];

/** Whether a name says for the product where cells are. */
export const isOurs = ({ name }: FileName): boolean => OURS.some((prefix) => name.startsWith(prefix));

/** Whether a name only says where cells are now. LibreOffice keeps such names, and does not keep that they are hidden. */
const isTracked = (name: FileName): boolean => name.isHidden === true || isOurs(name);

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

/** The user's names, and the tracked blocks as hidden names, as in Excel. */
export function namesToFile(sheet: Spreadsheet, tracked: TrackedBlocks, formulas: FormulasToFile): FileName[] {
  const order = sheet.workbook.getSheetOrders();
  return [
    ...sheet.definedNames.map(({ name, formulaOrRefString, localSheetId }): FileName => {
      const index = order.indexOf(localSheetId ?? '');
      const formula = formulas.writeFormula(`=${formulaOrRefString.replace(/^=/, '')}`, OF_NAMES);
      return { name, formula, ...(index < 0 ? {} : { sheet: index }) };
    }),
    ...[...tracked.startingWith('')].map(([name, blocks]): FileName => ({
      name,
      formula: formulaOfBlocks(blocks),
      isHidden: true,
    })),
  ];
}

export function trackedFromFile(
  names: readonly FileName[],
  sheets: readonly Partial<IWorksheetData>[],
): Record<string, SavedName> {
  return Object.fromEntries(
    names
      .filter((one) => isTracked(one) && !BUILT_IN.test(one.name))
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
    .filter((one) => !isTracked(one) && !BUILT_IN.test(one.name))
    .map(({ name, formula, sheet }) => ({
      name,
      formula: typed(formula),
      sheetId: sheet === undefined ? undefined : sheets[sheet]?.id,
    }));
}

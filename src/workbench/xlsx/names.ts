import {
  IDefinedNamesService,
  type IDefinedNamesServiceParam,
  SCOPE_WORKBOOK_VALUE_DEFINED_NAME,
} from '@univerjs/preset-sheets-core';
import type { IWorksheetData } from '@univerjs/core';
import type { DefinedName } from '@e965/xlsx';
import { FROZEN_NAME_PREFIX } from '../../app/freeze/tracked-blocks';
import { SNAPSHOT_NAME_PREFIX } from '../../app/snapshot/snapshot-part';
import { blocksOfFormula, formulaOfBlocks } from '../../core/sheet/block-list';
import { engineRangeOf } from '../engine/ranges';
import type { FormulaPosition, FormulasToFile } from './formulas-to-file';
import type { Spreadsheet } from '../sheet/spreadsheet';
import type { SavedName, TrackedBlocks } from '../engine/tracked-blocks';

/** A name in a file. `Hidden`, which the package's types omit, hides it from the user. */
export type FileName = DefinedName & { Hidden?: boolean };

/** Names of the file format itself, such as print areas. */
const BUILT_IN = /^_xlnm\./i;
const OURS = [FROZEN_NAME_PREFIX, SNAPSHOT_NAME_PREFIX];

/** Whether a name only says where cells are now. LibreOffice keeps such names, and does not keep that they are hidden. */
const isTracked = ({ Name, Hidden }: FileName): boolean =>
  Hidden === true || OURS.some((prefix) => Name.startsWith(prefix));

/** Names stand on no sheet. */
export const OF_NAMES: FormulaPosition = { sheetId: '', sheet: '', row: -1 };

/** The user's names, and the tracked blocks as hidden names, as in Excel. */
export function namesToFile(sheet: Spreadsheet, tracked: TrackedBlocks, formulas: FormulasToFile): FileName[] {
  const own = Object.values(sheet.get(IDefinedNamesService).getDefinedNameMap(sheet.workbook.getUnitId()) ?? {});
  const order = sheet.workbook.getSheetOrders();
  return [
    ...own.map(({ name, formulaOrRefString, localSheetId }): FileName => {
      const index = order.indexOf(localSheetId ?? '');
      const formula = `=${formulaOrRefString.replace(/^=/, '')}`;
      return { Name: name, Ref: formulas.write(formula, OF_NAMES), ...(index < 0 ? {} : { Sheet: index }) };
    }),
    ...[...tracked.startingWith('')].map(([name, blocks]): FileName => ({
      Name: name,
      Ref: formulaOfBlocks(blocks),
      Hidden: true,
    })),
  ];
}

export function trackedFromFile(
  names: readonly FileName[],
  sheets: readonly Partial<IWorksheetData>[],
): Record<string, SavedName> {
  return Object.fromEntries(
    names
      .filter((name) => isTracked(name) && !BUILT_IN.test(name.Name))
      .map(({ Name, Ref }) => [
        Name,
        blocksOfFormula(Ref).map((block) => {
          const id = sheets.find(({ name }) => name === block?.sheet)?.id ?? '';
          return block && id !== '' ? { sheetId: id, range: engineRangeOf(block) } : { sheetId: id };
        }),
      ]),
  );
}

/**
 * The user's names in the engine's form.
 *
 * @param typed the formula of a name as in the file → as typed
 */
export function ownFromFile(
  names: readonly FileName[],
  sheets: readonly Partial<IWorksheetData>[],
  typed: (formula: string) => string,
): Record<string, IDefinedNamesServiceParam> {
  const own = names.filter((name) => !isTracked(name) && !BUILT_IN.test(name.Name));
  return Object.fromEntries(
    own.map(({ Name, Ref, Sheet }, index) => [
      `name-${index}`,
      {
        id: `name-${index}`,
        name: Name,
        formulaOrRefString: typed(Ref).replace(/^=/, ''),
        comment: '',
        localSheetId: (Sheet === undefined ? undefined : sheets[Sheet]?.id) ?? SCOPE_WORKBOOK_VALUE_DEFINED_NAME,
      },
    ]),
  );
}

import {
  IDescriptionService,
  IEditorService,
  IShortcutService,
  type IShortcutItem,
  KeyCode,
} from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** The commands for the keys of a list of suggestions begin so. */
const OF_LIST = 'sheet.formula-embedding-editor.search_function.';

/** Values, though the engine has functions of these names. */
const VALUES = ['TRUE', 'FALSE'];

/**
 * Mends: Enter takes the engine's suggestion in place of entering the formula, and a list takes keys that come after
 * its letters: TRUE typed at an ordinary speed became TRUE( or TBILLEQ(. Here, as in Excel, Tab takes a suggestion for
 * as long as the text is the one that it was made for, and Enter enters what was typed.
 *
 * Can go when test/browser/workbench-typing.test.ts passes without it.
 */
export function completeWhatIsTyped(sheet: Spreadsheet): void {
  const typed = (): string => {
    const editor = sheet.serviceOf(IEditorService).getFocusEditor();
    return JSON.stringify([editor?.getDocumentData().body?.dataStream, editor?.getSelectionRanges()]);
  };
  let madeFor = '';
  const descriptions = sheet.serviceOf(IDescriptionService);
  const search = descriptions.getSearchListByNameFirstLetter.bind(descriptions);
  descriptions.getSearchListByNameFirstLetter = (letters) => {
    madeFor = typed();
    // A name of the workbook is complete, whatever else begins with it.
    if (sheet.definedNames.some(({ name }) => name.toUpperCase() === letters.toUpperCase())) return [];
    return search(letters)
      .filter(({ name }) => !VALUES.includes(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  };
  const shortcuts = sheet.serviceOf(IShortcutService);
  const register = shortcuts.registerShortcut.bind(shortcuts);
  const isMeant = ({ binding }: IShortcutItem): boolean => binding !== KeyCode.ENTER && typed() === madeFor;
  shortcuts.registerShortcut = (item) =>
    register(item.id.startsWith(OF_LIST) ? { ...item, preconditions: () => isMeant(item) } : item);
}

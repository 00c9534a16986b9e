import type { Package } from './package';

/** Recognized by a file's path in the package. */
const FILES: readonly (readonly [string, RegExp])[] = [
  ['links to other workbooks (their values stay)', /^xl\/externalLinks\//],
  ['pivot tables', /^xl\/pivotTables\//],
  ['charts', /^xl\/charts\//],
  ['pictures', /^xl\/media\//],
  ['comments', /^xl\/(?:comments|threadedComments)/],
];

/** Recognized by an element in a sheet. */
const ELEMENTS: readonly (readonly [string, string])[] = [
  ['protection', 'sheetProtection'],
  ['conditional formats', 'conditionalFormatting'],
  ['rules for input', 'dataValidation'],
  ['filters', 'autoFilter'],
  ['links', 'hyperlink'],
];

/** What a file contains that the workbench does not know and therefore does not save, in words. */
export const unsupportedIn = (files: Package, sheets: readonly Document[]): string[] => [
  ...FILES.filter(([, path]) => files.paths.some((one) => path.test(one))).map(([name]) => name),
  ...ELEMENTS.filter(([, tag]) => sheets.some((sheet) => sheet.getElementsByTagNameNS('*', tag).length > 0)).map(
    ([name]) => name,
  ),
];

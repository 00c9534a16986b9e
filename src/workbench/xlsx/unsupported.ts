import { isOn } from './flags';
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
  ['sparklines', 'sparklineGroup'],
];

/** Recognized by an attribute of a sheet's rows or columns. */
const GROUP = 'outlineLevel';

/** Recognized by elements of the styles, except for what every file has. */
const LOOKS = ['gradientFill', 'vertAlign'];
const USUAL_FILLS = [null, 'none', 'solid', 'gray125'];

/** What a file contains that the workbench does not know and therefore does not save, in words. */
export const unsupportedIn = (files: Package, sheets: readonly Document[], styles: Document): string[] => [
  ...FILES.filter(([, path]) => files.paths.some((one) => path.test(one))).map(([name]) => name),
  ...ELEMENTS.filter(([, tag]) => sheets.some((sheet) => elementsIn(sheet, tag).length > 0)).map(([name]) => name),
  ...(sheets.some(hasGroups) ? ['groups of rows or columns'] : []),
  ...(hasOtherLooks(styles) ? ['some looks of cells (patterns, diagonal lines, shrunk or raised text)'] : []),
  ...(hasRuns(files.xml('xl/sharedStrings.xml')) ? ['different fonts within one cell'] : []),
];

const elementsIn = (document: Document | Element, tag: string): Element[] => [
  ...document.getElementsByTagNameNS('*', tag),
];

const hasGroups = (sheet: Document): boolean =>
  ['row', 'col'].some((tag) => elementsIn(sheet, tag).some((one) => Number(one.getAttribute(GROUP) ?? 0) > 0));

const hasOtherLooks = (styles: Document): boolean =>
  LOOKS.some((tag) => elementsIn(styles, tag).length > 0) ||
  elementsIn(styles, 'alignment').some((one) => isOn(one.getAttribute('shrinkToFit'))) ||
  elementsIn(styles, 'diagonal').some((one) => one.getAttribute('style') !== null) ||
  elementsIn(styles, 'fill').some((one) =>
    elementsIn(one, 'patternFill').some((fill) => !USUAL_FILLS.includes(fill.getAttribute('patternType'))),
  );

/** A run with properties of its own; one without has the look of its cell. */
const hasRuns = (texts: Document): boolean => elementsIn(texts, 'rPr').length > 0;

import { descendants, isOn, type PackageReader } from './package';

/** Recognized by a file's path in the package. */
const FILES: readonly (readonly [string, RegExp])[] = [
  ['links to other workbooks (their values stay)', /^xl\/externallinks\//],
  ['pivot tables', /^xl\/pivottables\//],
  ['charts', /^xl\/charts\//],
  ['pictures', /^xl\/media\//],
  ['comments', /^xl\/(?:comments|threadedcomments)/],
];

/** Recognized by an element in a sheet. */
const ELEMENTS: readonly (readonly [string, string])[] = [
  ['protection', 'sheetProtection'],
  ['conditional formats', 'conditionalFormatting'],
  ['rules for input', 'dataValidation'],
  ['links', 'hyperlink'],
  ['sparklines', 'sparklineGroup'],
];

/** Recognized by an attribute of a sheet's rows or columns. */
const GROUP = 'outlineLevel';

/** Recognized by elements of the styles, except for what every file has. */
const LOOKS = ['gradientFill', 'vertAlign'];
const USUAL_FILLS = [null, 'none', 'solid', 'gray125'];

/** What a file contains that the workbench does not know and therefore does not save, in words. */
export const unsupportedIn = (
  files: PackageReader,
  { sheets, styles, texts }: { sheets: readonly Element[]; styles: Element; texts: Element },
): string[] => [
  ...FILES.filter(([, path]) => files.paths.some((one) => path.test(one))).map(([name]) => name),
  ...ELEMENTS.filter(([, tag]) => sheets.some((sheet) => descendants(sheet, tag).length > 0)).map(([name]) => name),
  ...(sheets.some(hasGroups) ? ['groups of rows or columns'] : []),
  ...(hasOtherLooks(styles) ? ['some looks of cells (patterns, diagonal lines, shrunk or raised text)'] : []),
  ...(hasRuns(texts) ? ['different fonts within one cell'] : []),
];

const hasGroups = (sheet: Element): boolean =>
  ['row', 'col'].some((tag) => descendants(sheet, tag).some((one) => Number(one.getAttribute(GROUP) ?? 0) > 0));

const hasOtherLooks = (styles: Element): boolean =>
  LOOKS.some((tag) => descendants(styles, tag).length > 0) ||
  descendants(styles, 'alignment').some((one) => isOn(one.getAttribute('shrinkToFit'))) ||
  descendants(styles, 'diagonal').some((one) => one.getAttribute('style') !== null) ||
  descendants(styles, 'fill').some((one) =>
    descendants(one, 'patternFill').some((fill) => !USUAL_FILLS.includes(fill.getAttribute('patternType'))),
  );

/** A run with properties of its own; one without has the look of its cell. */
const hasRuns = (texts: Element): boolean => descendants(texts, 'rPr').length > 0;

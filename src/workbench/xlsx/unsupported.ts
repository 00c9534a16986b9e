import { descendants, isOff, isOn, type PackageReader, type SheetParts } from './package';
import type { ElementText } from './xml-text';

/**
 * What the workbench does not have: it does not draw it, it does not act on it, or it only keeps it, since nobody would
 * see it anyway.
 */
export interface Unsupported {
  readonly name: string;
  readonly kind: 'not drawn' | 'without effect' | 'only kept';
}

type Known<Sign> = readonly (readonly [
  kind: Unsupported['kind'],
  name: string,
  sign: Sign,
  isSo?: (one: ElementText) => boolean,
])[];

/** Recognized by a part's path in the file: most programs, but not all, have those of the workbook in the folder xl. */
const PATHS: Known<RegExp> = [
  ['without effect', 'links to other workbooks (their values stay)', /\bexternallinks\//],
  ['not drawn', 'pivot tables', /\bpivottables\//],
  ['not drawn', 'charts', /\bcharts\//],
  ['not drawn', 'chart sheets', /\bchartsheets\//],
  ['not drawn', 'pictures', /\bmedia\//],
  ['not drawn', 'comments', /\b(?:comments|threadedcomments)/],
  ['not drawn', 'slicers and timelines', /\b(?:slicers|timelines)\//],
  ['not drawn', 'embedded objects', /\bembeddings\//],
  ['not drawn', 'buttons and form fields', /\b(?:ctrlprops|activex)\//],
  ['without effect', 'macros (they do not run)', /\b(?:vbaproject\.bin$|macrosheets\/|dialogsheets\/)/],
  ['without effect', 'connections to other data', /\b(?:connections\.xml$|querytables\/|model\/|xmlmaps\.xml$)/],
  ['without effect', 'data types (their values stay)', /\brichdata\//],
  ['only kept', 'properties of its own', /^docprops\/custom\.xml$/],
  ['only kept', 'a sensitivity label', /^docmetadata\//],
  ['without effect', 'a signature (a changed download has none)', /^_xmlsignatures\//],
  ['only kept', 'other add-ins and their ribbons', /\b(?:customui|webextensions)\//],
];

/** Recognized by elements in a sheet, of those one that is so. */
const IN_SHEETS: Known<string> = [
  ['without effect', 'protection', 'sheetProtection'],
  ['not drawn', 'conditional formats', 'conditionalFormatting'],
  ['without effect', 'rules for input', 'dataValidation'],
  ['without effect', 'links (they do not open)', 'hyperlink'],
  ['not drawn', 'sparklines', 'sparklineGroup'],
  ['without effect', 'scenarios', 'scenario'],
  ['not drawn', 'page breaks', 'brk'],
  ['not drawn', 'split windows', 'pane', (one) => one.getAttribute('state') !== 'frozen'],
  ['not drawn', 'views from right to left', 'sheetView', (one) => isOn(one.getAttribute('rightToLeft'))],
  ['not drawn', 'hidden zeros', 'sheetView', (one) => isOff(one.getAttribute('showZeros'))],
  ['not drawn', 'views of formulas', 'sheetView', (one) => isOn(one.getAttribute('showFormulas'))],
];

/** Recognized in the same way in the workbook's own part. */
const IN_WORKBOOK: Known<string> = [
  ['without effect', 'protection', 'workbookProtection', (one) => isOn(one.getAttribute('lockStructure'))],
  ['without effect', 'calculation by hand', 'calcPr', (one) => one.getAttribute('calcMode') === 'manual'],
  ['without effect', 'precision as shown', 'calcPr', (one) => isOff(one.getAttribute('fullPrecision'))],
  ['only kept', 'views of several people', 'customWorkbookView'],
];

/** Recognized by an attribute of a sheet's rows or columns. */
const GROUPED_ROWS = /\soutlineLevel\s*=\s*["'][1-9]/;
/** The formula of a what-if table. */
export const WHAT_IF = /<(?:\w+:)?f\s[^<>]*\bt\s*=\s*["']dataTable["'][^<>]*>/;
/** A drawing may hold nothing but a chart or a picture, which have names of their own. */
const [DRAWING, SHAPE] = [/\bdrawings\/drawing\d*\.xml$/, /<(?:\w+:)?(?:sp|cxnSp|grpSp)[\s/>]/];

const USUAL_FILLS = [undefined, 'none', 'solid', 'gray125'];
const OTHER_LOOKS = 'some looks of cells (patterns, diagonal lines, shrunk or raised text)';

/** Recognized in the same way in the styles. */
const IN_STYLES: Known<string> = [
  ['not drawn', OTHER_LOOKS, 'gradientFill'],
  ['not drawn', OTHER_LOOKS, 'vertAlign'],
  ['not drawn', OTHER_LOOKS, 'alignment', (one) => isOn(one.getAttribute('shrinkToFit'))],
  ['not drawn', OTHER_LOOKS, 'diagonal', (one) => one.getAttribute('style') !== undefined],
  ['not drawn', OTHER_LOOKS, 'patternFill', (one) => !USUAL_FILLS.includes(one.getAttribute('patternType'))],
  ['only kept', 'named styles', 'cellStyle', (one) => one.getAttribute('builtinId') === undefined],
];

/** Recognized by the properties of a run, since one without any has the look of its cell. */
const IN_TEXTS: Known<string> = [['not drawn', 'different fonts within one cell', 'rPr']];

interface FileParts {
  readonly workbook: ElementText;
  readonly sheets: readonly SheetParts[];
  readonly styles: ElementText;
  readonly texts: ElementText;
}

/** What a file contains and the workbench does not show, in words, each once. */
export function unsupportedIn(files: PackageReader, { workbook, sheets, styles, texts }: FileParts): Unsupported[] {
  const { paths } = files;
  const hasShapes = paths.some((path) => DRAWING.test(path) && SHAPE.test(files.textOf(path)));
  const found = [
    ...PATHS.filter(([, , sign]) => paths.some((path) => sign.test(path))),
    ...IN_SHEETS.filter(([, , sign, isSo]) => sheets.some(({ xml }) => has(xml, sign, isSo))),
    ...(sheets.some(({ rows }) => WHAT_IF.test(rows))
      ? ([['without effect', 'what-if tables (their values stay)']] as const)
      : []),
    ...IN_WORKBOOK.filter(([, , sign, isSo]) => has(workbook, sign, isSo)),
    ...(hasShapes ? ([['not drawn', 'shapes and text boxes']] as const) : []),
    ...(sheets.some(hasGroups) ? ([['not drawn', 'groups of rows or columns']] as const) : []),
    ...IN_STYLES.filter(([, , sign, isSo]) => has(styles, sign, isSo)),
    ...IN_TEXTS.filter(([, , sign]) => has(texts, sign)),
  ];
  return [...new Map(found.map(([kind, name]) => [name, { name, kind }])).values()];
}

/** What of a sheet of a file no copy has, in words. */
export function notCopied(files: PackageReader, path: string): string[] {
  const { xml } = files.sheetParts(path);
  const named = (from: string): string[] => files.relationsOf(from).map((one) => one.path);
  const parts = named(path).flatMap((one) => [one, ...named(one)]);
  const found = [
    ...PATHS.filter(([, , sign]) => parts.some((one) => sign.test(one.toLowerCase()))),
    ...IN_SHEETS.filter(([, , sign, isSo]) => has(xml, sign, isSo)),
    ...(has(xml, 'tablePart') ? ([['', 'tables']] as const) : []),
  ];
  return [...new Set(found.map(([, name]) => name.replace(/ \(.*/, '')))];
}

const has = (xml: ElementText, name: string, isSo: (one: ElementText) => boolean = () => true): boolean =>
  descendants(xml, name).some(isSo);

const hasGroups = ({ xml, rows }: SheetParts): boolean =>
  GROUPED_ROWS.test(rows) || descendants(xml, 'col').some((one) => Number(one.getAttribute('outlineLevel') ?? 0) > 0);

/** What is not shown, in sentences; empty if everything is. */
export function sayUnsupported(all: readonly Unsupported[]): string {
  const listed = (wanted: Unsupported['kind']): string =>
    all
      .filter(({ kind }) => kind === wanted)
      .map(({ name }) => name)
      .join(', ');
  const [drawn, idle] = [listed('not drawn'), listed('without effect')];
  if (drawn + idle === '') return '';
  const stiff = ['macros', 'pivot tables'].filter((kind) => all.some(({ name }) => name.startsWith(kind)));
  return [
    drawn && `Not shown here: ${drawn}.`,
    idle && `Without effect here: ${idle}.`,
    'A download keeps them; a copy of a sheet has none.',
    stiff.length > 0 && `Rows, columns and sheets may come, go or move without ${stiff.join(' and ')} following them.`,
  ]
    .filter(Boolean)
    .join(' ');
}

import { type Block, overlaps, parseA1 } from '../../core/sheet';
import { type ChangedParts, withView } from './changed-parts';
import {
  formulaAfter,
  lineAfter,
  type LineEdit,
  linesAfter,
  LOST,
  referencesAfter,
  type Reshaping,
} from '../engine/line-edits';
import { attributes, descendants, escaped, type PackageReader, type SheetOfFile } from './package';
import { SheetText } from './sheet-text';
import { tableAfter } from './tables';
import { decoded, encoded, plainXml, readAttribute, withAttributes } from './xml-text';

export interface SheetNow {
  /** Its index in the opened file; undefined if it is new. */
  readonly before: number | undefined;
  readonly name: string;
  /** "hidden" and "veryHidden". */
  readonly state: string | undefined;
  /** What a new one has beside its cells. */
  readonly xml: string;
}

/** What a file's properties say of its sheets and names. */
const TITLES = /<((?:\w+:)?(?:HeadingPairs|TitlesOfParts))>[^]*?<\/\1>\s*/g;
/** Parts that name cells, and belong to no sheet. */
const OF_NO_SHEET = /(?:^|\/)(?:charts|chartex|pivotcache)\/[^/]+\.xml$/i;

/**
 * Gives a file the sheets, rows and columns of the workbook: they came, went, moved or were renamed.
 *
 * @returns what could not be corrected, in words
 */
export function reshape(parts: ChangedParts, now: readonly SheetNow[], edits: readonly LineEdit[]): string[] {
  const before = parts.sheets();
  if (now.some(({ before: place }) => place !== undefined && !before[place]))
    throw new Error('the opened file names a sheet that it does not have');
  const isSame = ({ before: place, name, state }: SheetNow, index: number): boolean =>
    place === index && before[index]?.name === name && before[index].state === state;
  if (edits.length === 0 && now.length === before.length && now.every(isSame)) return [];
  const nowOf = (index: number): number => now.findIndex((sheet) => sheet.before === index);
  const names = before.map((_, index) => now[nowOf(index)]?.name);
  const reshaping: Reshaping = { edits, sheets: before.map(({ name }) => name), names };
  const areNamesSame = before.every(({ name }, index) => names[index] === name);
  const uncorrected = new Set<string>();
  if (edits.length > 0 || !areNamesSame) {
    for (const { name, path } of before.filter((one) => one.path !== '')) {
      if (edits.length > 0) moveCells(parts, path, name, edits);
      correct(parts, path, name, reshaping);
      const own = edits.filter(({ sheet }) => sheet === name);
      for (const { kind, path: other } of parts.relationsOf(path)) {
        if (kind === 'table' && own.length > 0) {
          const [text, after] = [parts.textOf(other), tableAfter(parts.textOf(other), own)];
          parts.setText(other, after);
          // Its own columns are in another part.
          if (after !== text && parts.relationsOf(other).length > 0) uncorrected.add('tables of queries');
        }
        correct(parts, other, name, reshaping);
        if (kind === 'pivotTable' && own.some((edit) => cutsInto(parts.textOf(other), edit)))
          uncorrected.add('pivot tables');
        for (const { path: inside } of kind === 'drawing' ? parts.relationsOf(other) : [])
          if (!OF_NO_SHEET.test(inside)) correct(parts, inside, name, reshaping);
      }
    }
    for (const path of parts.paths) if (OF_NO_SHEET.test(path)) correct(parts, path, '', reshaping);
    correct(parts, parts.workbook, '', reshaping);
    if (parts.paths.some((path) => /vbaproject\.bin$/i.test(path))) uncorrected.add('macros');
    parts.removeCalculationOrder();
  }
  before.forEach(({ path, name }, index) => {
    if (names[index] !== undefined) return;
    if (isPivoted(parts, (sheet) => sheet === name)) uncorrected.add('pivot tables');
    parts.removeNamed(path);
  });
  writeSheets(parts, before, now, nowOf);
  // Excel writes the names of sheets in the file's properties anew: that of a deleted one would stay.
  const properties = parts.relationsOf('').find(({ kind }) => kind === 'extended-properties')?.path ?? '';
  if (!areNamesSame || now.length > before.length)
    parts.setText(properties, parts.textOf(properties).replace(TITLES, ''));
  return [...uncorrected];
}

function correct(parts: ChangedParts, path: string, sheet: string, reshaping: Reshaping): void {
  if (/\.(?:xml|vml)$/i.test(path)) parts.setText(path, correctedPart(parts.textOf(path), sheet, reshaping));
}

/** What of a file beside its cells and names refers to one of its sheets, in words. */
export function referringTo(parts: PackageReader, index: number): string[] {
  const sheets = parts.sheets();
  const names = sheets.map(({ name }, place) => (place === index ? undefined : name));
  const reshaping: Reshaping = { edits: [], sheets: sheets.map(({ name }) => name), names };
  const isLost = (text: string): boolean => correctedPart(text, '', reshaping) !== text;
  const hasRule = ({ path }: SheetOfFile, place: number): boolean =>
    place !== index && isLost(parts.textOf(path).replace(/<((?:\w+:)?sheetData)\b[^]*<\/\1\s*>/, ''));
  return [
    ...(parts.paths.some((path) => path.includes('/charts/') && isLost(parts.textOf(path))) ? ['charts'] : []),
    ...(sheets.some(hasRule) ? ['conditional formats or rules for input'] : []),
    ...(isPivoted(parts, (sheet) => sheet === sheets[index]?.name) ? ['pivot tables'] : []),
  ];
}

/** What of a file beside its cells and names refers to some cells, in words. */
export function referringToCells(parts: PackageReader, cells: readonly Block[]): string[] {
  if (cells.length === 0) return [];
  const isNamed = (text: string, sheet: string): boolean =>
    Array.from(decoded(text).matchAll(CELLS), ([address]) => parseA1(address.replaceAll('$', ''), sheet)).some(
      (block) => block && cells.some((one) => overlaps(one, block)),
    );
  const sheets = parts.sheets().filter(({ path }) => path !== '');
  const rules = Object.entries(RULES).filter(([, elements]) =>
    sheets.some(({ name, path }) =>
      elements.some((element) =>
        descendants(parts.sheetParts(path).xml, element).some((one) => isNamed(one.text, name)),
      ),
    ),
  );
  const isOf = (kind: string, folder: RegExp): boolean =>
    sheets.some(({ name, path }) =>
      parts.relationsOf(path).some((one) => one.kind === kind && isNamed(parts.textOf(one.path), name)),
    ) || parts.paths.some((path) => folder.test(path) && isNamed(parts.textOf(path), ''));
  return [
    ...(isOf('', /\/charts\//) ? ['charts'] : []),
    ...(isOf('comments', /^$/) ? ['comments'] : []),
    ...rules.map(([name]) => name),
    ...(isPivoted(parts, (_, block) => block !== undefined && cells.some((one) => overlaps(one, block)))
      ? ['pivot tables']
      : []),
  ];
}

const CELLS = /(?:'(?:[^']|'')+'!|[\p{L}_][\p{L}\p{N}_.]*!)?\$?\b[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?\b/gu;
const RULES: Readonly<Record<string, readonly string[]>> = {
  'conditional formats': ['conditionalFormatting'],
  'rules for input': ['dataValidation'],
  links: ['hyperlink'],
  sparklines: ['sparkline'],
};

/** Whether a pivot table takes its values from a sheet or from some of its cells. */
const isPivoted = (parts: PackageReader, isMeant: (sheet: string, block: Block | undefined) => boolean): boolean =>
  parts.paths
    .filter((path) => /\/pivotcachedefinition[^/]*$/.test(path))
    .flatMap((path) => parts.textOf(path).match(/<(?:\w+:)?worksheetSource\s[^<>]*>/g) ?? [])
    .some((head) => {
      const sheet = decoded(readAttribute(head, 'sheet') ?? '');
      return isMeant(sheet, parseA1(readAttribute(head, 'ref') ?? '', sheet));
    });

/** Rows and cells of a sheet at their new places; each cell with a formula of its own, which is corrected afterwards. */
function moveCells(parts: ChangedParts, path: string, name: string, edits: readonly LineEdit[]): void {
  const own = edits.filter(({ sheet }) => sheet === name);
  const text = parts.textOf(path);
  if (own.length === 0 && !/\bt="shared"/.test(text)) return;
  const sheet = new SheetText(text);
  sheet.moveCells((areRows, index) => lineAfter(own, areRows, index));
  parts.setText(path, sheet.whole);
}

/** Whether rows or columns came or went within the block of a pivot table. */
function cutsInto(table: string, { areRows, first, count, areDeleted, to }: LineEdit): boolean {
  const reference = readAttribute(/<(?:\w+:)?location\s[^<>]*>/.exec(table)?.[0] ?? '', 'ref') ?? '';
  const block = parseA1(reference, '');
  if (!block || count === 0) return false;
  const [start, size] = areRows ? [block.row, block.rows] : [block.column, block.columns];
  const isInside = (line: number): boolean => line > start && line < start + size;
  if (to !== undefined) return [first, first + count, to].some(isInside);
  return areDeleted ? first < start + size + count && first + count >= start : first > start && first <= start + size;
}

/** The sheets in their order, and what the workbook says of them by their numbers. */
function writeSheets(
  parts: ChangedParts,
  before: readonly SheetOfFile[],
  now: readonly SheetNow[],
  nowOf: (index: number) => number,
): void {
  const text = withView(plainXml(parts.textOf(parts.workbook)));
  const prefix = /<(\w+:)?workbook\b/.exec(text)?.[1] ?? '';
  const relation = /\s(\w+):id=/.exec(before[0]?.element.head ?? '')?.[1] ?? 'r';
  // Some programs declare it at each sheet, not at the top.
  const declared = new RegExp(`\\sxmlns:${relation}\\s*=\\s*(?:"[^"]*"|'[^']*')`);
  const isAtTop = declared.test(/<(?:\w+:)?workbook\b[^>]*>/.exec(text)?.[0] ?? '');
  const namespace = isAtTop ? '' : (declared.exec(text)?.[0] ?? '');
  let next = Math.max(0, ...before.map(({ element }) => Number(element.getAttribute('sheetId')))) + 1;
  const elements = now.map(({ before: place, name, state, xml }) => {
    const old = place === undefined ? undefined : before[place];
    if (old)
      return withAttributes(old.element.head.replace(/\s*\/?>$/, '/>'), {
        ...(old.name !== name && { name: escaped(name) }),
        state,
      });
    return `<${prefix}sheet${namespace}${attributes({ name, sheetId: next++, state, [`${relation}:id`]: parts.addSheet(xml) })}/>`;
  });
  const shown = Math.max(
    0,
    now.findIndex(({ state }) => state === undefined),
  );
  const placeOf = (index: string | undefined): number => {
    const place = nowOf(Number(index ?? 0));
    return place < 0 || now[place]!.state !== undefined ? shown : place;
  };
  const changed = text
    .replace(/(<((?:\w+:)?sheets)(?:\s[^<>]*)?>)[^]*?(?=<\/\2>)/, (_, head: string) => head + elements.join(''))
    .replace(/<(?:\w+:)?workbookView\b[^<>]*>/g, (head) => {
      const active = readAttribute(head, 'activeTab');
      const first = readAttribute(head, 'firstSheet');
      return withAttributes(head, {
        ...((active !== undefined || placeOf('0') !== 0) && { activeTab: placeOf(active) }),
        ...(first !== undefined && { firstSheet: placeOf(first) }),
      });
    })
    .replace(/<((?:\w+:)?definedName)\s[^<>]*>[^<]*<\/\1>/g, (element) => {
      const head = element.slice(0, element.indexOf('>') + 1);
      const sheet = readAttribute(head, 'localSheetId');
      if (sheet === undefined) return element;
      const place = nowOf(Number(sheet));
      return place < 0 ? '' : withAttributes(head, { localSheetId: place }) + element.slice(head.length);
    })
    .replace(/<((?:\w+:)?definedNames)>\s*<\/\1>/, '');
  parts.setText(parts.workbook, changed);
}

/** Elements whose text is a formula, or blocks of the sheet; in a chart, sqref is a formula too. */
const FORMULAS =
  'f|formula|formula1|formula2|sqref|definedName|calculatedColumnFormula|totalsRowFormula|FmlaLink|FmlaRange|FmlaPict';
/** Attributes that are formulas or blocks, by their elements; those of every element under "". */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  '': ['ref', 'sqref', 'activeCell', 'topLeftCell'],
  f: ['r1', 'r2'],
  hyperlink: ['location'],
  cfvo: ['val'],
  sp: ['textlink'],
  inputCells: ['r'],
  webPublishItem: ['sourceRef'],
  cellWatch: ['r'],
  singleXmlCell: ['r'],
  controlPr: ['linkedCell', 'listFillRange'],
  formControlPr: ['fmlaLink', 'fmlaRange', 'fmlaGroup', 'fmlaTxbx'],
};
/** What goes with its cells, and what holds it. All else keeps the last cells that it had. */
const THINGS =
  'mergeCell|hyperlink|dataValidation|conditionalFormatting|ignoredError|protectedRange|comment|threadedComment|cellWatch|singleXmlCell|autoFilter|sortState|sortCondition';
const HOLDERS =
  'mergeCells|hyperlinks|dataValidations|ignoredErrors|protectedRanges|cellWatches|rowBreaks|colBreaks|cols';

const IS_THING = new RegExp(`^(?:${THINGS})$`);
/** Attributes that may be formulas. */
const MAY_BE_LOST = new Set(
  ['hyperlink', 'cfvo', 'sp', 'controlPr', 'formControlPr'].flatMap((name) => ATTRIBUTES[name]!),
);

const TAG = /<([\w.-]+:)?([\w.-]+)(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))+\s*\/?>/g;

/**
 * A part of a file in which everything that names cells names them where they are after rows, columns or sheets came,
 * went or were renamed. All else stays as it is written.
 *
 * @param sheet the one to which the part belongs; empty for none
 */
function correctedPart(text: string, sheet: string, reshaping: Reshaping): string {
  const formula = (xml: string, isOfName = false): string => {
    const plain = decoded(xml);
    const after = formulaAfter(plain, sheet, reshaping, isOfName);
    return after === plain ? xml : encoded(after);
  };
  const blocks = (list: string): string => {
    const before = list.trim().split(/\s+/);
    const after = reshaping.edits
      .filter((edit) => edit.sheet === sheet)
      .reduce((all, edit) => all.flatMap((block) => referencesAfter(block, edit)), before);
    return after.length === 0 ? LOST : after.join(' ') === before.join(' ') ? list : after.join(' ');
  };
  const plain = plainXml(text);
  const inTexts = plain.replace(
    new RegExp(`(<((?:[\\w.-]+:)?(${FORMULAS}))(?:\\s[^<>]*)?>)([^<]+)(?=</\\2>)`, 'g'),
    (_, head: string, __, name: string, content: string) =>
      head +
      (name === 'sqref' && !content.includes('!')
        ? blocks(content)
        : formula(content, name === 'definedName' && !head.includes('"_xlnm.'))),
  );
  const inAttributes = inTexts.replace(TAG, (head, _, name: string) => {
    if (SOURCES.has(name)) return withSource(head, reshaping);
    const changed: Record<string, string | number> = {};
    for (const attribute of [...ATTRIBUTES['']!, ...(ATTRIBUTES[name] ?? [])]) {
      const value = readAttribute(head, attribute);
      if (value === undefined || value === '') continue;
      const moved = (attribute === 'sqref' ? blocks : formula)(value);
      const [first] = name === 'f' && attribute === 'ref' ? value.split(':').map((cell) => formula(cell)) : [];
      // Where it was dragged without all that it fills, a formula fills itself alone until the cells are compared.
      const after = first === undefined || moved.split(':')[0] === first ? moved : first;
      if (after === value) continue;
      if (after !== LOST || IS_THING.test(name) || MAY_BE_LOST.has(attribute)) changed[attribute] = after;
      // So a what-if table says that its input went.
      else if (name === 'f' && attribute !== 'ref') changed[attribute.replace('r', 'del')] = 1;
      else if (name === 'inputCells') changed.deleted = 1;
    }
    return Object.keys(changed).length === 0 ? head : withAttributes(head, changed);
  });
  const ofPivots = inAttributes.replace(OF_PIVOT_TABLE, (whole, head: string, name: string) => {
    const now = reshaping.names[reshaping.sheets.indexOf(decoded(name))];
    return now === undefined ? whole : head + encoded(now);
  });
  const placed = withPlaces(ofPivots, sheet, reshaping);
  return placed === plain ? text : withoutLost(placed);
}

/** The pivot table of a chart: "[Book.xlsx]Sheet 1!PivotTable1". */
const OF_PIVOT_TABLE = /(<(?:\w+:)?pivotSource>\s*<(?:\w+:)?name>\[[^\]<]*\])([^<]*)(?=![^<!]*<)/g;

/** Of pivot tables and consolidated sheets. */
const SOURCES = new Set(['worksheetSource', 'rangeSet', 'dataRef']);

/** The cells of a source: the sheet stands beside them. */
function withSource(head: string, reshaping: Reshaping): string {
  const [sheet, reference] = [readAttribute(head, 'sheet'), readAttribute(head, 'ref')];
  if (sheet === undefined) return head;
  const place = reshaping.sheets.indexOf(decoded(sheet));
  const name = reshaping.names[place];
  if (place < 0 || name === undefined) return head;
  const ref = reference && formulaAfter(reference, decoded(sheet), reshaping);
  return withAttributes(head, { sheet: encoded(name), ...(ref !== undefined && ref !== LOST && { ref }) });
}

/** Numbers of rows and columns: widths of columns, page breaks, drawings, and the notes of older versions. */
function withPlaces(text: string, sheet: string, { edits }: Reshaping): string {
  const own = edits.filter((edit) => edit.sheet === sheet);
  if (own.length === 0) return text;
  const range = (areRows: boolean, lines: readonly [number, number]): readonly [number, number] | undefined =>
    own
      .filter((edit) => edit.areRows === areRows)
      .reduce<readonly [number, number] | undefined>((now, edit) => now && linesAfter(now, edit), lines);
  const line = (areRows: boolean, index: number): number | undefined => range(areRows, [index, index])?.[0];
  /** A drawing stays on the sheet when its cells go. */
  const nearest = (areRows: boolean, index: number): number => {
    for (let next = index; next >= 0; next--) {
      const now = line(areRows, next);
      if (now !== undefined) return next === index ? now : now + 1;
    }
    return 0;
  };
  return text
    .replace(/<(?:\w+:)?col\s[^<>]*\bmin=[^<>]*>/g, (head) => {
      const [min, max] = [Number(readAttribute(head, 'min')), Number(readAttribute(head, 'max'))];
      const after = range(false, [min - 1, max - 1]);
      return after ? withAttributes(head, { min: after[0] + 1, max: after[1] + 1 }) : '';
    })
    .replace(/<((?:\w+:)?(row|col)Breaks)\b[^<>]*>[^]*?<\/\1>/g, (breaks, _, kind: string) =>
      breaks.replace(/<(?:\w+:)?brk\s[^<>]*?\/>/g, (head) => {
        const id = line(kind === 'row', Number(readAttribute(head, 'id')));
        return id === undefined ? '' : withAttributes(head, { id });
      }),
    )
    .replace(/<((?:\w+:)?(?:two|one)CellAnchor|anchor)\b[^<>]*>[^]*?<\/\1>/g, (anchor) => {
      if (/^<(?:[^>]*editAs="absolute"|anchor(?![^>]*moveWithCells="(?:1|true)))/.test(anchor)) return anchor;
      const isOneSized = /^<[^>]*editAs="oneCell"/.test(anchor);
      const deltas = new Map<string, number>();
      return anchor.replace(/(<(?:\w+:)?(col|row)>)(\d+)(?=<)/g, (_, start: string, kind: string, number: string) => {
        const now =
          isOneSized && deltas.has(kind) ? Number(number) + deltas.get(kind)! : nearest(kind === 'row', Number(number));
        if (!deltas.has(kind)) deltas.set(kind, now - Number(number));
        return `${start}${now}`;
      });
    })
    .replace(/<v:shape\s[^]*?<\/v:shape>/g, (shape) => {
      const [row, column] = ['Row', 'Column'].map((name) => new RegExp(`<x:${name}>(\\d+)<`).exec(shape)?.[1]);
      if (row !== undefined && line(true, Number(row)) === undefined) return '';
      if (column !== undefined && line(false, Number(column)) === undefined) return '';
      return shape
        .replace(
          /(<x:(Row|Column)>)(\d+)/g,
          (_, start: string, name: string, index: string) => `${start}${line(name === 'Row', Number(index))}`,
        )
        .replace(/(<x:Anchor>)([^<]*)/, (_, start: string, numbers: string) => {
          const all = numbers.split(',').map(Number);
          return start + all.map((one, index) => (index % 2 === 0 ? nearest(index % 4 === 2, one) : one)).join(', ');
        });
    });
}

/** Without what belonged to deleted cells. */
const withoutLost = (text: string): string =>
  text
    .replace(/<((?:[\w.-]+:)?definedName)\s[^<>]*\bname="_xlnm\.[^<>]*>#REF!<\/\1>/g, '')
    .replace(
      new RegExp(`<((?:[\\w.-]+:)?(?:${THINGS}))\\s[^<>]*\\b(?:ref|sqref|r)="#REF!"[^<>]*?(?:/>|>[^]*?</\\1>)`, 'g'),
      '',
    )
    .replace(
      /<x14:(sparkline|conditionalFormatting|dataValidation)\b(?:(?!<\/x14:\1>)[^])*?<xm:sqref>#REF!<(?:(?!<\/x14:\1>)[^])*<\/x14:\1>/g,
      '',
    )
    .replace(new RegExp(`<((?:[\\w.-]+:)?(?:${HOLDERS}))(?:\\s[^<>]*)?>\\s*</\\1>`, 'g'), '');

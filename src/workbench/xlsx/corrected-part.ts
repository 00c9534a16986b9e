import { formulaAfter, linesAfter, LOST, referencesAfter, type Reshaping } from './line-edits';
import { decoded, readAttribute, withAttributes } from './xml-text';

/** Elements whose text is a formula, or blocks of the sheet. */
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
export function correctedPart(text: string, sheet: string, reshaping: Reshaping): string {
  const formula = (xml: string): string => {
    const plain = decoded(xml);
    const after = formulaAfter(plain, sheet, reshaping);
    return after === plain ? xml : encoded(after);
  };
  const blocks = (list: string): string => {
    const before = list.trim().split(/\s+/);
    const after = reshaping.edits
      .filter((edit) => edit.sheet === sheet)
      .reduce((all, edit) => all.flatMap((block) => referencesAfter(block, edit)), before);
    return after.length === 0 ? LOST : after.join(' ') === before.join(' ') ? list : after.join(' ');
  };
  const inTexts = text.replace(
    new RegExp(`(<((?:[\\w.-]+:)?(${FORMULAS}))(?:\\s[^<>]*)?>)([^<]+)(?=</\\2>)`, 'g'),
    (_, head: string, __, name: string, content: string) => head + (name === 'sqref' ? blocks : formula)(content),
  );
  const inAttributes = inTexts.replace(TAG, (head, _, name: string) => {
    if (name === 'worksheetSource') return withSource(head, reshaping);
    const changed: Record<string, string | number> = {};
    for (const attribute of [...ATTRIBUTES['']!, ...(ATTRIBUTES[name] ?? [])]) {
      const value = readAttribute(head, attribute);
      if (value === undefined || value === '') continue;
      const after = (attribute === 'sqref' ? blocks : formula)(value);
      if (after === value) continue;
      if (after !== LOST || IS_THING.test(name) || MAY_BE_LOST.has(attribute)) changed[attribute] = after;
      // So a what-if table says that its input went.
      else if (name === 'f' && attribute !== 'ref') changed[attribute.replace('r', 'del')] = 1;
    }
    return Object.keys(changed).length === 0 ? head : withAttributes(head, changed);
  });
  const placed = withPlaces(inAttributes, sheet, reshaping);
  return placed === text ? text : withoutLost(placed);
}

/** The cells of a pivot table's source: the sheet stands beside them. */
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
    .replace(/<((?:\w+:)?(two|one)CellAnchor)\b[^<>]*>[^]*?<\/\1>/g, (anchor) => {
      if (/^<[^>]*editAs="absolute"/.test(anchor)) return anchor;
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

const encoded = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

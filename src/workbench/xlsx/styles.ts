import {
  BooleanNumber,
  BorderStyleTypes,
  DEFAULT_STYLES,
  HorizontalAlign,
  type IBorderStyleData,
  type IStyleData,
  type ITextDecoration,
  type ITextRotation,
  type Nullable,
  TextDecoration,
  VerticalAlign,
  WrapStrategy,
} from '@univerjs/core';
import { child, descendants, escaped, isOff, isOn, MAIN, unescaped } from './package';
import { type ElementText, PartText, withAttributes, withContent } from './xml-text';
import { GENERAL } from '../engine/cell-contents';
import { dateFormats } from '../engine/system-dates';

/**
 * A file's styles, by index.
 *
 * @param theme an empty element if the file has none
 */
export function readStyles(styles: ElementText, theme: ElementText): IStyleData[] {
  const readColor = colorsWith(theme);
  const list = (name: string): ElementText[] => [...(child(styles, name)?.children ?? [])];
  const [fonts, fills, borders] = [
    list('fonts').map((font) => fontStyle(font, readColor)),
    list('fills').map((fill) => fillStyle(fill, readColor)),
    list('borders').map((border) => borderStyle(border, readColor)),
  ];
  const formats: Record<string, string | undefined> = builtIn();
  for (const format of list('numFmts'))
    formats[format.getAttribute('numFmtId') ?? ''] = unescaped(format.getAttribute('formatCode')).replace(
      /^General$|^$/i,
      GENERAL,
    );
  return list('cellXfs').map((xf) => ({
    ...fonts[Number(xf.getAttribute('fontId') ?? 0)],
    ...fills[Number(xf.getAttribute('fillId') ?? 0)],
    ...borders[Number(xf.getAttribute('borderId') ?? 0)],
    ...alignment(child(xf, 'alignment')),
    ...numberFormat(formats[xf.getAttribute('numFmtId') ?? 0]),
  }));
}

/** What takes a look away that a column gives to its cells. The engine forgets what is null when it changes a look. */
const NO_LOOK: IStyleData = {
  bl: BooleanNumber.FALSE,
  it: BooleanNumber.FALSE,
  ul: { s: BooleanNumber.FALSE },
  st: { s: BooleanNumber.FALSE },
  cl: { rgb: '#000000' },
  bg: { rgb: 'transparent' },
  bd: Object.fromEntries(
    ['l', 'r', 't', 'b'].map((side) => [side, { s: BorderStyleTypes.NONE, cl: { rgb: '#000000' } }]),
  ),
  ht: HorizontalAlign.UNSPECIFIED,
  vt: VerticalAlign.BOTTOM,
  tb: WrapStrategy.UNSPECIFIED,
  tr: { a: 0 },
  pd: { l: 0, r: 0 },
  n: { pattern: GENERAL },
};

/**
 * What a cell of a styled column begins with: in a file its own style is all that it has, in the engine it lies over
 * the column's.
 */
export const withoutLook = (column: IStyleData, usual: IStyleData | undefined): IStyleData =>
  Object.fromEntries(
    Object.keys(column).map((key) => {
      const name = key as keyof IStyleData;
      return [name, (name === 'n' ? undefined : usual?.[name]) ?? NO_LOOK[name]];
    }),
  );

const numberFormat = (pattern: string | undefined): IStyleData =>
  pattern === undefined || pattern === GENERAL ? {} : { n: { pattern } };

function fontStyle(font: ElementText, readColor: ReadColor): IStyleData {
  const [size, name, color] = [
    child(font, 'sz')?.getAttribute('val'),
    child(font, 'name')?.getAttribute('val'),
    readColor(child(font, 'color')),
  ];
  const has = (flag: string): boolean =>
    child(font, flag) !== undefined && !isOff(child(font, flag)?.getAttribute('val'));
  return {
    ...(has('b') && { bl: BooleanNumber.TRUE }),
    ...(has('i') && { it: BooleanNumber.TRUE }),
    ...(has('u') && { ul: underline(child(font, 'u')) }),
    ...(has('strike') && { st: { s: BooleanNumber.TRUE } }),
    ...(size && { fs: Number(size) }),
    ...(name && { ff: name }),
    ...(color && { cl: color }),
  };
}

const underline = (element: ElementText | undefined): ITextDecoration => ({
  s: BooleanNumber.TRUE,
  ...(element?.getAttribute('val')?.startsWith('double') && { t: TextDecoration.DOUBLE }),
});

function fillStyle(fill: ElementText, readColor: ReadColor): IStyleData {
  const pattern = child(fill, 'patternFill');
  const color = pattern?.getAttribute('patternType') === 'solid' ? readColor(child(pattern, 'fgColor')) : undefined;
  return color ? { bg: color } : {};
}

function borderStyle(border: ElementText, readColor: ReadColor): IStyleData {
  const line = (name: string): IBorderStyleData | undefined => {
    const side = child(border, name);
    const style = LINES.indexOf(side?.getAttribute('style') ?? 'none');
    return style > 0 ? { s: style, cl: readColor(child(side, 'color')) ?? { rgb: '#000000' } } : undefined;
  };
  const [l, r, t, b] = [line('left'), line('right'), line('top'), line('bottom')];
  return (l ?? r ?? t ?? b) ? { bd: { ...(l && { l }), ...(r && { r }), ...(t && { t }), ...(b && { b }) } } : {};
}

function alignment(element: ElementText | undefined): IStyleData {
  const ht = HORIZONTAL.find(([, name]) => name === element?.getAttribute('horizontal'))?.[0];
  const vt = VERTICAL.find(([, name]) => name === element?.getAttribute('vertical'))?.[0];
  const [angle, indent] = ['textRotation', 'indent'].map((name) => Number(element?.getAttribute(name) ?? 0)) as [
    number,
    number,
  ];
  return {
    ...(ht && { ht }),
    ...(vt && { vt }),
    ...(isOn(element?.getAttribute('wrapText')) && { tb: WrapStrategy.WRAP }),
    ...(angle > 0 && { tr: rotation(angle) }),
    ...(indent > 0 && { pd: { [ht === HorizontalAlign.RIGHT ? 'r' : 'l']: indent * PIXELS_PER_INDENT } }),
  };
}

/** @param angle up to 90 degrees upwards, beyond that downwards */
function rotation(angle: number): ITextRotation {
  if (angle === STACKED) return { a: 0, v: BooleanNumber.TRUE };
  return { a: angle > 90 ? angle - 90 : -angle };
}

type ReadColor = (element: ElementText | undefined) => { rgb: string } | undefined;

/** Reads colours of a file: explicit, or a theme colour with a tint. */
function colorsWith(theme: ElementText): ReadColor {
  const scheme = descendants(theme, 'clrScheme')[0]?.children ?? [];
  const colors = scheme.map(
    ({ children: [color] }) => color?.getAttribute('lastClr') ?? color?.getAttribute('val') ?? '',
  );
  // Cells count light before dark, but the theme lists dark before light.
  const [dark1 = '', light1 = '', dark2 = '', light2 = '', ...accents] = colors;
  const themed = [light1, dark1, light2, dark2, ...accents];
  return (element) => {
    const written = /^(?:[\da-f]{2})?([\da-f]{6})$/i.exec(element?.getAttribute('rgb') ?? '')?.[1];
    const hex = written ?? themed[Number(element?.getAttribute('theme') ?? NaN)];
    return hex ? { rgb: `#${tinted(hex, Number(element?.getAttribute('tint') ?? 0)).toLowerCase()}` } : undefined;
  };
}

/** A tint above 0 is lighter, one below 0 darker. */
function tinted(hex: string, tint: number): string {
  const channels = [0, 2, 4].map((start) => parseInt(hex.slice(start, start + 2), 16));
  return hexOf(
    channels.map((channel) => Math.round(tint < 0 ? channel * (1 + tint) : channel + (255 - channel) * tint)),
  );
}

/** The elements in an element, or its attributes, that the workbench knows, by their names; undefined for none. */
type Parts = Readonly<Record<string, string | undefined>>;

/** A list in styles.xml, to which new elements come: each once, and only if it has none that is written the same. */
class StyleList {
  readonly added: string[] = [];
  readonly inFile: readonly ElementText[];
  readonly #indexes = new Map<string, number>();
  readonly #indexesByParts = new Map<string, number>();

  /** @param partsOf what the workbench knows of an element of the file */
  constructor(
    part: PartText,
    readonly name: string,
    partsOf: (element: ElementText) => Parts | undefined = () => undefined,
  ) {
    this.inFile = part.find(name)?.children ?? [];
    // Of several alike the first.
    for (const [index, element] of [...this.inFile.entries()].reverse()) {
      this.#indexes.set(element.text, index);
      this.#indexesByParts.set(JSON.stringify(partsOf(element)), index);
    }
  }

  indexOf(element: string): number {
    const index = this.#indexes.get(element) ?? this.inFile.length + this.added.push(element) - 1;
    this.#indexes.set(element, index);
    return index;
  }

  /**
   * Where an element is that has other parts than one of the file, of which all else stays.
   *
   * @param old undefined for one that is new
   * @param now all of its parts
   */
  indexOfChanged(old: ElementText | undefined, changes: Parts, now: Parts): number {
    const known = this.#indexesByParts.get(JSON.stringify(now));
    // A cell from elsewhere keeps the colour and the typeface of the theme.
    if (known !== undefined && OF_THEME.some((name) => name in changes)) return known;
    const gone = Object.keys(changes).flatMap((name) => [name, ...(GOES_WITH[name] ?? [])]);
    const kept = (old?.children ?? []).filter(({ name }) => !gone.includes(name));
    const added = Object.entries(changes).map(([name, text = '']) => ({ name, text }));
    const inOrder = [...kept, ...added].sort((one, other) => ORDER.indexOf(one.name) - ORDER.indexOf(other.name));
    const head = old?.head ?? `<${this.name.slice(0, -1)}>`;
    return this.indexOf(withContent(head, inOrder.map(({ text }) => text).join('')));
  }
}

/** The styles.xml of a file without looks. */
export const NO_STYLES = `<styleSheet ${MAIN}><fonts count="0"/><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="0"/><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" applyAlignment="1"><alignment vertical="center"/></xf></cellStyleXfs><cellXfs count="0"/><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Fonts, fills, borders, alignments and number formats that come into a file. */
export class StylesToFile {
  readonly #part: PartText;
  readonly #indexes = new Map<string, number>();
  readonly #numbers = new Map(Object.entries(builtIn()).map(([number, format]) => [format, Number(number)]));
  readonly #newFormats: string[] = [];
  #nextNumber: number;
  readonly #fonts: StyleList;
  readonly #fills: StyleList;
  readonly #borders: StyleList;
  readonly #xfs: StyleList;

  /**
   * @param file its styles.xml
   * @param theme an empty element if the file has none
   * @param usual how cells look if it has no look for them
   */
  constructor(file: string, theme: ElementText, usual: IStyleData) {
    this.#part = new PartText(file);
    const numbers = [...file.matchAll(/numFmtId="(\d+)"/g)].map(([, id]) => Number(id) + 1);
    this.#nextNumber = Math.max(FIRST_NUMBER, ...numbers);
    for (const format of this.#part.find('numFmts')?.children ?? [])
      this.#numbers.set(unescaped(format.getAttribute('formatCode')), Number(format.getAttribute('numFmtId')));
    const readColor = colorsWith(theme);
    this.#fonts = new StyleList(this.#part, 'fonts', (font) => fontOf(fontStyle(font, readColor)));
    this.#fills = new StyleList(this.#part, 'fills', (fill) => {
      const style = fillStyle(fill, readColor);
      return style.bg ? fillOf(style) : undefined;
    });
    this.#borders = new StyleList(this.#part, 'borders');
    this.#xfs = new StyleList(this.#part, 'cellXfs');
    // A cell without a style has the first one.
    if (this.#xfs.inFile.length === 0) this.indexOf(usual);
  }

  /**
   * Where a look is in the file.
   *
   * @param style everything that decides how a cell looks, also what it has from its sheet
   * @param before where the look is that a cell has so far, and what is known of it: all else of it stays
   */
  indexOf(style: IStyleData, before?: readonly [index: number, style: IStyleData]): number {
    const key = JSON.stringify([style, before?.[0]]);
    const index = this.#indexes.get(key) ?? this.#xfs.indexOf(this.#xf(style, before));
    this.#indexes.set(key, index);
    return index;
  }

  #xf(style: IStyleData, [index, before = {}]: readonly [index?: number, style?: IStyleData] = []): string {
    const old = this.#xfs.inFile[index ?? -1];
    const changesIn = (partsOf: (style: IStyleData) => Parts, isInFile = old !== undefined): Parts | undefined => {
      const partsBefore = isInFile ? partsOf(before) : undefined;
      const changes = Object.entries(partsOf(style)).filter(([name, one]) => !partsBefore || one !== partsBefore[name]);
      return changes.length === 0 ? undefined : Object.fromEntries(changes);
    };
    const indexIn = (list: StyleList, name: string, partsOf: (style: IStyleData) => Parts): object => {
      const own = old && list.inFile[Number(old.getAttribute(`${name}Id`) ?? 0)];
      const changes = changesIn(partsOf, own !== undefined);
      const apply = `apply${name[0]!.toUpperCase()}${name.slice(1)}`;
      return changes ? { [`${name}Id`]: list.indexOfChanged(own, changes, partsOf(style)), [apply]: 1 } : {};
    };
    const format = formatOf(style);
    const [aligned, alignment] = [changesIn(alignmentOf), child(old, 'alignment')];
    const head = withAttributes(old?.head ?? '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>', {
      ...(!(old && format === formatOf(before)) && {
        numFmtId: this.#numberOf(format),
        applyNumberFormat: 1,
      }),
      ...indexIn(this.#fonts, 'font', fontOf),
      ...indexIn(this.#fills, 'fill', fillOf),
      ...indexIn(this.#borders, 'border', borderOf),
      ...(aligned && { applyAlignment: 1 }),
    });
    const first = aligned
      ? withContent(withAttributes(alignment?.head ?? '<alignment/>', aligned), '')
      : (alignment?.text ?? '');
    const others = (old?.children ?? []).filter(({ name }) => name !== 'alignment');
    return withContent(head, first + others.map(({ text }) => text).join(''));
  }

  #numberOf(format: string): number {
    const known = this.#numbers.get(format);
    if (known !== undefined) return known;
    this.#numbers.set(format, this.#nextNumber);
    this.#newFormats.push(`<numFmt numFmtId="${this.#nextNumber}" formatCode="${escaped(format)}"/>`);
    return this.#nextNumber++;
  }

  /** The styles.xml with all that has come. */
  get xml(): string {
    const part = this.#part;
    part.append('numFmts', this.#newFormats);
    for (const { name, added } of [this.#fonts, this.#fills, this.#borders, this.#xfs]) part.append(name, added);
    return part.text;
  }
}

const formatOf = ({ n }: IStyleData): string => n?.pattern ?? GENERAL;

const isYes = (flag: Nullable<BooleanNumber>): boolean => flag === BooleanNumber.TRUE;

function fontOf({ bl, it, ul, st, fs, ff, cl }: IStyleData): Parts {
  const color = colorToFile(cl?.rgb);
  return {
    b: isYes(bl) ? '<b/>' : undefined,
    i: isYes(it) ? '<i/>' : undefined,
    strike: isYes(st?.s) ? '<strike/>' : undefined,
    u: isYes(ul?.s) ? (ul?.t === TextDecoration.DOUBLE ? '<u val="double"/>' : '<u/>') : undefined,
    sz: `<sz val="${fs ?? DEFAULT_STYLES.fs}"/>`,
    color: color && `<color rgb="${color}"/>`,
    name: `<name val="${escaped((ff ?? DEFAULT_STYLES.ff).split(',')[0]!)}"/>`,
  };
}

function fillOf({ bg }: IStyleData): Parts {
  const color = colorToFile(bg?.rgb);
  return {
    patternFill:
      color === undefined
        ? '<patternFill patternType="none"/>'
        : `<patternFill patternType="solid"><fgColor rgb="${color}"/><bgColor indexed="64"/></patternFill>`,
  };
}

const borderOf = ({ bd }: IStyleData): Parts => ({
  left: side('left', bd?.l),
  right: side('right', bd?.r),
  top: side('top', bd?.t),
  bottom: side('bottom', bd?.b),
  diagonal: '<diagonal/>',
});

function side(name: string, line: Nullable<IBorderStyleData>): string {
  const style = LINES[line?.s ?? 0] ?? 'none';
  return style === 'none'
    ? `<${name}/>`
    : `<${name} style="${style}"><color rgb="${colorToFile(line?.cl.rgb) ?? 'FF000000'}"/></${name}>`;
}

function alignmentOf({ ht, vt, tb, tr, pd }: IStyleData): Parts {
  const indent = Math.round(((pd?.l ?? 0) + (pd?.r ?? 0)) / PIXELS_PER_INDENT);
  const rotation = rotationOf(tr);
  return {
    horizontal: HORIZONTAL.find(([align]) => align === ht)?.[1],
    vertical: VERTICAL.find(([align]) => align === vt)?.[1],
    textRotation: rotation === 0 ? undefined : String(rotation),
    wrapText: tb === WrapStrategy.WRAP ? '1' : undefined,
    indent: indent > 0 ? String(indent) : undefined,
  };
}

/** Files count degrees upwards to 90, and those downwards from there. The engine counts downwards, below 0 upwards. */
function rotationOf(rotation: Nullable<ITextRotation>): number {
  if (isYes(rotation?.v)) return STACKED;
  const down = rotation?.a ?? 0;
  return down > 0 ? 90 + down : -down;
}

/** "#17324d" or "rgb(23, 50, 77)" → "FF17324D", the form in files; undefined for anything else. */
export function colorToFile(color: Nullable<string>): string | undefined {
  const hex = /^#([\da-f]{6})$/i.exec(color ?? '')?.[1];
  if (hex !== undefined) return `FF${hex.toUpperCase()}`;
  const channels = /^rgba?\((\d+),\s*(\d+),\s*(\d+)/
    .exec(color ?? '')
    ?.slice(1)
    .map(Number);
  return channels && `FF${hexOf(channels).toUpperCase()}`;
}

const hexOf = (channels: readonly number[]): string =>
  channels.map((channel) => channel.toString(16).padStart(2, '0')).join('');

/** Number formats that files name by a number. Excel shows the dates without a month's name as the user's country does. */
const builtIn = (): Record<number, string> => ({ ...BUILT_IN, 14: dateFormats().day, 22: dateFormats().dayWithTime });

const BUILT_IN: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"$"#,##0_);("$"#,##0)',
  6: '"$"#,##0_);[Red]("$"#,##0)',
  7: '"$"#,##0.00_);("$"#,##0.00)',
  8: '"$"#,##0.00_);[Red]("$"#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);[Red](#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);[Red](#,##0.00)',
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};

/** Parts that the file may take from its theme. */
const OF_THEME = ['color', 'name', 'patternFill'];

/** What goes with a part that changes: what tells of a typeface, since Excel would show that of the theme instead. */
const GOES_WITH: Readonly<Record<string, readonly string[]>> = {
  name: ['family', 'charset', 'scheme'],
  patternFill: ['gradientFill'],
};

/** What fonts and borders have, in the order of the file format. */
const ORDER = [
  ...['b', 'i', 'strike', 'condense', 'extend', 'outline', 'shadow', 'u', 'vertAlign', 'sz', 'color', 'name'],
  ...['family', 'charset', 'scheme', 'start', 'left', 'end', 'right', 'top', 'bottom', 'diagonal', 'vertical'],
  'horizontal',
];

/** By the engine's numbers. */
const LINES = (
  'none thin hair dotted dashed dashDot dashDotDot double ' +
  'medium mediumDashed mediumDashDot mediumDashDotDot slantDashDot thick'
).split(' ');
const HORIZONTAL = [
  [HorizontalAlign.LEFT, 'left'],
  [HorizontalAlign.CENTER, 'center'],
  [HorizontalAlign.RIGHT, 'right'],
  [HorizontalAlign.JUSTIFIED, 'justify'],
  [HorizontalAlign.DISTRIBUTED, 'distributed'],
] as const;
const VERTICAL = [
  [VerticalAlign.TOP, 'top'],
  [VerticalAlign.MIDDLE, 'center'],
  [VerticalAlign.BOTTOM, 'bottom'],
] as const;

/** Lower numbers belong to the file format's own number formats. */
const FIRST_NUMBER = 164;
/** An indent of one character, as the engine pads a cell. */
const PIXELS_PER_INDENT = 9;
/** In files, texts that read from top to bottom, letter by letter, have this angle. */
const STACKED = 255;

import {
  BooleanNumber,
  DEFAULT_STYLES,
  HorizontalAlign,
  type IBorderStyleData,
  type IStyleData,
  type ITextRotation,
  type Nullable,
  TextDecoration,
  VerticalAlign,
  WrapStrategy,
} from '@univerjs/core';
import { GENERAL } from '../engine/shown-cell';
import { BUILT_IN_FORMATS } from './built-in-formats';
import { colorToFile } from './colors';
import { HEAD } from './parts';
import { escaped } from './xml';

/** By the engine's numbers. */
export const LINES = [
  'none',
  'thin',
  'hair',
  'dotted',
  'dashed',
  'dashDot',
  'dashDotDot',
  'double',
  'medium',
  'mediumDashed',
  'mediumDashDot',
  'mediumDashDotDot',
  'slantDashDot',
  'thick',
];
export const HORIZONTAL = [
  [HorizontalAlign.LEFT, 'left'],
  [HorizontalAlign.CENTER, 'center'],
  [HorizontalAlign.RIGHT, 'right'],
  [HorizontalAlign.JUSTIFIED, 'justify'],
  [HorizontalAlign.DISTRIBUTED, 'distributed'],
] as const;
export const VERTICAL = [
  [VerticalAlign.TOP, 'top'],
  [VerticalAlign.MIDDLE, 'center'],
  [VerticalAlign.BOTTOM, 'bottom'],
] as const;

/** Lower numbers belong to the file format's own number formats. */
const FIRST_NUMBER = 164;
/** An indent of one character, as the engine pads a cell. */
export const PIXELS_PER_INDENT = 9;
/** In files, texts that read from top to bottom, letter by letter, have this angle. */
export const STACKED = 255;

/** Elements of a list in styles.xml, each once. */
class ElementList {
  readonly list: string[];
  readonly #indexes = new Map<string, number>();

  constructor(
    private readonly first: number,
    ...list: string[]
  ) {
    this.list = list;
    list.forEach((element, index) => this.#indexes.set(element, index));
  }

  add(element: string): number {
    const index = this.#indexes.get(element) ?? this.list.push(element) - 1;
    this.#indexes.set(element, index);
    return this.first + index;
  }
}

/** Fonts, fills, borders, alignments and number formats of a file; the package writes number formats alone. */
export class StylesToFile {
  readonly #indexes = new Map<string, number>();
  readonly #xfs: string[] = [];
  readonly #numbers = new ElementList(FIRST_NUMBER);
  readonly #fonts = new ElementList(0);
  readonly #fills = new ElementList(
    0,
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
  );
  readonly #borders = new ElementList(0);

  /** @param usual the style of cells without one of their own: the file's first, and that of the cells that it omits */
  constructor(private readonly usual: IStyleData) {
    this.indexOf(usual, GENERAL);
  }

  /** @param style everything that decides how a cell looks, also what it has from its sheet; 0 is the usual style */
  indexOf(style: IStyleData, format: string): number {
    const key = keyOf(style, format);
    const existing = this.#indexes.get(key);
    if (existing !== undefined) return existing;
    const number = BUILT_IN_FORMATS.get(format) ?? this.#numbers.add(escaped(format));
    const font = this.#fonts.add(fontOf(style));
    const [fill, border] = [this.#fills.add(fillOf(style)), this.#borders.add(borderOf(style))];
    const index = this.#xfs.push(
      `<xf numFmtId="${number}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" ` +
        'applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">' +
        `${alignmentOf(style)}</xf>`,
    );
    this.#indexes.set(key, index - 1);
    return index - 1;
  }

  /** The file's styles.xml. */
  write(): string {
    const numbers = this.#numbers.list.map(
      (code, index) => `<numFmt numFmtId="${index + FIRST_NUMBER}" formatCode="${code}"/>`,
    );
    return `${HEAD}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${[
      numbers.length === 0 ? '' : elementList('numFmts', numbers),
      elementList('fonts', this.#fonts.list),
      elementList('fills', this.#fills.list),
      elementList('borders', this.#borders.list),
      elementList('cellStyleXfs', [
        `<xf numFmtId="0" fontId="0" fillId="0" borderId="0" applyAlignment="1">${alignmentOf(this.usual)}</xf>`,
      ]),
      elementList('cellXfs', this.#xfs),
      elementList('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
    ].join('')}</styleSheet>`;
  }
}

/** The sheet of a file with its cells' styles, by address, in place of those of the package. */
export const withStyles = (xml: string, styles: ReadonlyMap<string, number>): string =>
  xml.replace(/<c r="([A-Z]+\d+)"(?: s="\d+")?/g, (_, address: string) => {
    const style = styles.get(address) ?? 0;
    return `<c r="${address}"${style === 0 ? '' : ` s="${style}"`}`;
  });

const keyOf = ({ bl, it, ul, st, fs, ff, cl, bg, bd, ht, vt, tb, tr, pd }: IStyleData, format: string): string =>
  JSON.stringify([format, { bl, it, ul, st, fs, ff, cl, bg, bd, ht, vt, tb, tr, pd }]);

const elementList = (name: string, elements: readonly string[]): string =>
  `<${name} count="${elements.length}">${elements.join('')}</${name}>`;

const isYes = (flag: Nullable<BooleanNumber>): boolean => flag === BooleanNumber.TRUE;

function fontOf({ bl, it, ul, st, fs, ff, cl }: IStyleData): string {
  const color = colorToFile(cl?.rgb);
  const parts = [
    isYes(bl) && '<b/>',
    isYes(it) && '<i/>',
    isYes(st?.s) && '<strike/>',
    isYes(ul?.s) && (ul?.t === TextDecoration.DOUBLE ? '<u val="double"/>' : '<u/>'),
    `<sz val="${fs ?? DEFAULT_STYLES.fs}"/>`,
    color !== undefined && `<color rgb="${color}"/>`,
    `<name val="${escaped((ff ?? DEFAULT_STYLES.ff).split(',')[0]!)}"/>`,
  ];
  return `<font>${parts.filter((part) => part !== false).join('')}</font>`;
}

function fillOf({ bg }: IStyleData): string {
  const color = colorToFile(bg?.rgb);
  return color === undefined
    ? '<fill><patternFill patternType="none"/></fill>'
    : `<fill><patternFill patternType="solid"><fgColor rgb="${color}"/><bgColor indexed="64"/></patternFill></fill>`;
}

function borderOf({ bd }: IStyleData): string {
  const sides = [side('left', bd?.l), side('right', bd?.r), side('top', bd?.t), side('bottom', bd?.b)];
  return `<border>${sides.join('')}<diagonal/></border>`;
}

function side(name: string, line: Nullable<IBorderStyleData>): string {
  const style = LINES[line?.s ?? 0] ?? 'none';
  return style === 'none'
    ? `<${name}/>`
    : `<${name} style="${style}"><color rgb="${colorToFile(line?.cl.rgb) ?? 'FF000000'}"/></${name}>`;
}

function alignmentOf({ ht, vt, tb, tr, pd }: IStyleData): string {
  const [horizontal, vertical] = [
    HORIZONTAL.find(([align]) => align === ht)?.[1],
    VERTICAL.find(([align]) => align === vt)?.[1],
  ];
  const indent = Math.round(((pd?.l ?? 0) + (pd?.r ?? 0)) / PIXELS_PER_INDENT);
  const rotation = rotationOf(tr);
  const attributes = [
    horizontal !== undefined && ` horizontal="${horizontal}"`,
    vertical !== undefined && ` vertical="${vertical}"`,
    rotation !== 0 && ` textRotation="${rotation}"`,
    tb === WrapStrategy.WRAP && ' wrapText="1"',
    indent > 0 && ` indent="${indent}"`,
  ];
  return `<alignment${attributes.filter((attribute) => attribute !== false).join('')}/>`;
}

/** Files count degrees upwards to 90, and those downwards from there. The engine counts downwards, below 0 upwards. */
function rotationOf(rotation: Nullable<ITextRotation>): number {
  if (isYes(rotation?.v)) return STACKED;
  const down = rotation?.a ?? 0;
  return down > 0 ? 90 + down : -down;
}

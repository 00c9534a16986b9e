import {
  BooleanNumber,
  HorizontalAlign,
  type IBorderStyleData,
  type IStyleData,
  type Nullable,
  VerticalAlign,
  WrapStrategy,
} from '@univerjs/core';
import { GENERAL } from '../engine/shown-cell';
import { colorToFile } from './colors';
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
] as const;
export const VERTICAL = [
  [VerticalAlign.TOP, 'top'],
  [VerticalAlign.MIDDLE, 'center'],
  [VerticalAlign.BOTTOM, 'bottom'],
] as const;

/** The package supports no more number formats; later styles keep only their format. */
const MAX_STYLES = 300;
/** Lower numbers belong to the file format's own number formats. */
const FIRST_NUMBER = 164;
const DEFAULT_FONT = '<sz val="10"/><name val="Arial"/>';

/**
 * Writes fonts, fills, borders and alignments. The package only writes number formats. So each style is passed to it as
 * a placeholder number format that contains the style's number, which is replaced afterwards.
 */
export class StylesToFile {
  readonly #styles = new Map<string, { readonly style: IStyleData; readonly format: string }>();
  readonly #marks = new Map<string, string>();

  /** The number format to pass to the package; undefined for a cell without any style. */
  markOf(style: Nullable<IStyleData>, format: string): string | undefined {
    const { bl, it, ul, st, fs, ff, cl, bg, bd, ht, vt, tb } = style ?? {};
    const own = JSON.stringify([format, { bl, it, ul, st, fs, ff, cl, bg, bd, ht, vt, tb }]);
    if (own === NO_STYLE) return undefined;
    const existing = this.#marks.get(own);
    if (existing !== undefined) return existing;
    if (this.#styles.size >= MAX_STYLES) return format;
    const mark = `"md${this.#styles.size}"`;
    this.#marks.set(own, mark);
    this.#styles.set(mark, { style: style ?? {}, format });
    return mark;
  }

  /** The package's styles.xml → one in which every placeholder is replaced by its style, in the same order. */
  write(packaged: string): string {
    const formats = new Map(
      Array.from(
        packaged.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g),
        ([, id = '', code = '']) => [id, code] as const,
      ),
    );
    const cells = (/<cellXfs.*?<\/cellXfs>/s.exec(packaged)?.[0] ?? '').matchAll(/<xf numFmtId="(\d+)"/g);
    const numbers = new ElementList(FIRST_NUMBER);
    const fonts = new ElementList(0, `<font>${DEFAULT_FONT}</font>`);
    const fills = new ElementList(
      0,
      '<fill><patternFill patternType="none"/></fill>',
      '<fill><patternFill patternType="gray125"/></fill>',
    );
    const borders = new ElementList(0, '<border><left/><right/><top/><bottom/><diagonal/></border>');
    const xfs = Array.from(cells, ([, id = '']) => {
      const code = formats.get(id);
      const marked = this.#styles.get(code?.replaceAll('&quot;', '"') ?? '');
      const format = marked ? escaped(marked.format) : code;
      const number = format === undefined ? Number(id) : format === GENERAL ? 0 : numbers.add(format);
      const style = marked?.style ?? {};
      const [font, fill, border] = [fonts.add(fontOf(style)), fills.add(fillOf(style)), borders.add(borderOf(style))];
      return (
        `<xf numFmtId="${number}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" ` +
        'applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">' +
        `${alignmentOf(style)}</xf>`
      );
    });
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${[
      numbers.list.length === 0
        ? ''
        : elementList(
            'numFmts',
            numbers.list.map((code, index) => `<numFmt numFmtId="${index + FIRST_NUMBER}" formatCode="${code}"/>`),
          ),
      elementList('fonts', fonts.list),
      elementList('fills', fills.list),
      elementList('borders', borders.list),
      elementList('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']),
      elementList('cellXfs', xfs),
      elementList('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
    ].join('')}</styleSheet>`;
  }
}

const NO_STYLE = JSON.stringify([GENERAL, {}]);

/** Elements of a list in styles.xml, each once. */
class ElementList {
  readonly list: string[];

  constructor(
    private readonly first: number,
    ...list: string[]
  ) {
    this.list = list;
  }

  add(element: string): number {
    const index = this.list.indexOf(element);
    return this.first + (index < 0 ? this.list.push(element) - 1 : index);
  }
}

const elementList = (name: string, elements: readonly string[]): string =>
  `<${name} count="${elements.length}">${elements.join('')}</${name}>`;

const isYes = (flag: Nullable<BooleanNumber>): boolean => flag === BooleanNumber.TRUE;

function fontOf({ bl, it, ul, st, fs, ff, cl }: IStyleData): string {
  const color = colorToFile(cl?.rgb);
  const parts = [
    isYes(bl) && '<b/>',
    isYes(it) && '<i/>',
    isYes(st?.s) && '<strike/>',
    isYes(ul?.s) && '<u/>',
    `<sz val="${fs ?? 10}"/>`,
    color !== undefined && `<color rgb="${color}"/>`,
    `<name val="${escaped(ff?.split(',')[0] ?? 'Arial')}"/>`,
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

function alignmentOf({ ht, vt, tb }: IStyleData): string {
  const [horizontal, vertical] = [
    HORIZONTAL.find(([align]) => align === ht)?.[1],
    VERTICAL.find(([align]) => align === vt)?.[1],
  ];
  const attributes = [
    horizontal !== undefined && ` horizontal="${horizontal}"`,
    vertical !== undefined && ` vertical="${vertical}"`,
    tb === WrapStrategy.WRAP && ' wrapText="1"',
  ];
  return `<alignment${attributes.filter((attribute) => attribute !== false).join('')}/>`;
}

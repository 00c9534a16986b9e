import {
  BooleanNumber,
  BorderStyleTypes,
  HorizontalAlign,
  type IBorderStyleData,
  type IStyleData,
  type ITextDecoration,
  type ITextRotation,
  TextDecoration,
  WrapStrategy,
} from '@univerjs/core';
import { GENERAL } from '../engine/shown-cell';
import { BUILT_IN_NUMBERS } from './built-in-formats';
import type { FileColors } from './colors';
import { isOff, isOn } from './flags';
import { HORIZONTAL, LINES, PIXELS_PER_INDENT, STACKED, VERTICAL } from './styles-to-file';

/** A file's styles by index. */
export function stylesFromFile(xml: Document, colors: FileColors): IStyleData[] {
  const list = (name: string): Element[] => [...(xml.getElementsByTagNameNS('*', name)[0]?.children ?? [])];
  const [fonts, fills, borders] = [
    list('fonts').map((font) => fontStyle(font, colors)),
    list('fills').map((fill) => fillStyle(fill, colors)),
    list('borders').map((border) => borderStyle(border, colors)),
  ];
  const formats = new Map(BUILT_IN_NUMBERS);
  for (const format of list('numFmts'))
    formats.set(Number(format.getAttribute('numFmtId')), format.getAttribute('formatCode') ?? GENERAL);
  return list('cellXfs').map((xf) => ({
    ...fonts[Number(xf.getAttribute('fontId'))],
    ...fills[Number(xf.getAttribute('fillId'))],
    ...borders[Number(xf.getAttribute('borderId'))],
    ...alignment(child(xf, 'alignment')),
    ...numberFormat(formats.get(Number(xf.getAttribute('numFmtId') ?? 0))),
  }));
}

/** Each cell's style index, by address, without cells in the file's first style, the default. */
export const styleIndexes = (sheet: Document): Map<string, number> =>
  new Map(
    [...sheet.getElementsByTagNameNS('*', 'c')].flatMap((cell) => {
      const index = Number(cell.getAttribute('s') ?? 0);
      return index > 0 ? [[cell.getAttribute('r') ?? '', index] as const] : [];
    }),
  );

/** The style index of blank cells in a column, by the column's number from 0, without those of the default style. */
export const columnStyles = (sheet: Document): ReadonlyMap<number, number> =>
  new Map(
    [...sheet.getElementsByTagNameNS('*', 'col')].flatMap((columns) => {
      const [style, first, last] = ['style', 'min', 'max'].map((name) => Number(columns.getAttribute(name) ?? 0));
      return style! > 0
        ? Array.from({ length: last! - first! + 1 }, (_, index) => [first! - 1 + index, style!] as const)
        : [];
    }),
  );

const numberFormat = (pattern: string | undefined): IStyleData =>
  pattern === undefined || pattern === GENERAL ? {} : { n: { pattern } };

const child = (element: Element | undefined, name: string): Element | undefined =>
  [...(element?.children ?? [])].find(({ localName }) => localName === name);

function fontStyle(font: Element, colors: FileColors): IStyleData {
  const [size, name, color] = [
    child(font, 'sz')?.getAttribute('val'),
    child(font, 'name')?.getAttribute('val'),
    colors.read(child(font, 'color')),
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

const underline = (element: Element | undefined): ITextDecoration => ({
  s: BooleanNumber.TRUE,
  ...(element?.getAttribute('val')?.startsWith('double') && { t: TextDecoration.DOUBLE }),
});

function fillStyle(fill: Element, colors: FileColors): IStyleData {
  const pattern = child(fill, 'patternFill');
  const color = pattern?.getAttribute('patternType') === 'solid' ? colors.read(child(pattern, 'fgColor')) : undefined;
  return color ? { bg: color } : {};
}

const LINE_TYPES = Object.values(BorderStyleTypes).filter((type) => typeof type !== 'string');

function borderStyle(border: Element, colors: FileColors): IStyleData {
  const line = (name: string): IBorderStyleData | undefined => {
    const side = child(border, name);
    const style = LINE_TYPES.find((type) => LINES[type] === side?.getAttribute('style'));
    return style ? { s: style, cl: colors.read(child(side, 'color')) ?? { rgb: '#000000' } } : undefined;
  };
  const [l, r, t, b] = [line('left'), line('right'), line('top'), line('bottom')];
  return (l ?? r ?? t ?? b) ? { bd: { ...(l && { l }), ...(r && { r }), ...(t && { t }), ...(b && { b }) } } : {};
}

function alignment(element: Element | undefined): IStyleData {
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

import { BooleanNumber, BorderStyleTypes, HorizontalAlign, type IStyleData, VerticalAlign } from '@univerjs/core';

const YES = BooleanNumber.TRUE;
const NAVY = { rgb: '#17324d' };
const GREY = { rgb: '#5b6673' };
const WHITE = { rgb: '#ffffff' };
/** Modellers write inputs in blue and calculations in black. */
const INPUT_BLUE = { rgb: '#0b45c4' };
const PALE = { rgb: '#eef2f6' };

const line = (s: BorderStyleTypes, cl: { rgb: string }): { s: BorderStyleTypes; cl: { rgb: string } } => ({ s, cl });

export const FONT: IStyleData = { ff: 'Arial', fs: 10, vt: VerticalAlign.MIDDLE };
export const BAND: IStyleData = { bg: NAVY, cl: WHITE };
export const TITLE: IStyleData = { ...BAND, bl: YES, fs: 15 };
export const BAND_LABEL: IStyleData = { ht: HorizontalAlign.RIGHT, cl: { rgb: '#c5d3e0' } };
export const SECTION: IStyleData = { bl: YES, cl: NAVY, bd: { b: line(BorderStyleTypes.MEDIUM, NAVY) } };
export const FORMULA_NOTE: IStyleData = { bl: BooleanNumber.FALSE, cl: GREY, fs: 8, ff: 'Consolas, Menlo, monospace' };
export const LABEL: IStyleData = { cl: { rgb: '#3a4654' } };
export const HEADER: IStyleData = { bl: YES, fs: 9, bg: PALE };
export const RIGHT: IStyleData = { ht: HorizontalAlign.RIGHT };
export const LEFT: IStyleData = { ht: HorizontalAlign.LEFT };
export const CENTER: IStyleData = { ht: HorizontalAlign.CENTER };
export const INPUT: IStyleData = { cl: INPUT_BLUE };
export const TOTAL: IStyleData = {
  bl: YES,
  bd: { t: line(BorderStyleTypes.THIN, NAVY), b: line(BorderStyleTypes.MEDIUM, NAVY) },
};
export const NOTE: IStyleData = { cl: GREY, it: YES, fs: 9 };

export const numbers = (pattern: string): IStyleData => ({ n: { pattern }, ...RIGHT });

import { BorderStyleTypes, HorizontalAlign, VerticalAlign } from '@univerjs/core';
import type { IStyleData } from '@univerjs/core';

const NAVY = { rgb: '#17324d' };
const GREY = { rgb: '#5b6673' };
const WHITE = { rgb: '#ffffff' };
/** Modellers write what they typed in blue and what is calculated in black. */
const INPUT_BLUE = { rgb: '#0b45c4' };
const PALE = { rgb: '#eef2f6' };

const line = (s: BorderStyleTypes, cl: { rgb: string }): { s: BorderStyleTypes; cl: { rgb: string } } => ({ s, cl });

export const FONT: IStyleData = { ff: 'Arial', fs: 10, vt: VerticalAlign.MIDDLE };
export const BAND: IStyleData = { bg: NAVY, cl: WHITE };
export const TITLE: IStyleData = { ...BAND, bl: 1, fs: 15 };
export const BAND_LABEL: IStyleData = { ht: HorizontalAlign.RIGHT, cl: { rgb: '#c5d3e0' } };
export const SECTION: IStyleData = { bl: 1, fs: 11, cl: NAVY, bd: { b: line(BorderStyleTypes.MEDIUM, NAVY) } };
export const FORMULA_NOTE: IStyleData = { cl: GREY, fs: 9, ff: 'Consolas, Menlo, monospace' };
export const HEADER: IStyleData = { bl: 1, bg: PALE };
export const RIGHT: IStyleData = { ht: HorizontalAlign.RIGHT };
export const LEFT: IStyleData = { ht: HorizontalAlign.LEFT };
export const CENTER: IStyleData = { ht: HorizontalAlign.CENTER };
export const INPUT: IStyleData = { cl: INPUT_BLUE };
export const TOTAL: IStyleData = { bl: 1, bd: { t: line(BorderStyleTypes.THIN, NAVY), b: line(BorderStyleTypes.DOUBLE, NAVY) } };
export const NOTE: IStyleData = { cl: GREY, it: 1, fs: 9 };

export const numbers = (pattern: string): IStyleData => ({ n: { pattern }, ...RIGHT });

/**
 * Number formats that files name by a number, as the package reads them. Excel shows some of them as the user's country
 * writes them, such as 14, the short date, so that they must stay what they are.
 */
const BUILT_IN: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  48: '##0.0E+0',
  49: '@',
};

/** By number. */
export const BUILT_IN_NUMBERS: ReadonlyMap<number, string> = new Map(
  Object.entries(BUILT_IN).map(([number, format]) => [Number(number), format]),
);

/** Numbers by format. */
export const BUILT_IN_FORMATS: ReadonlyMap<string, number> = new Map(
  [...BUILT_IN_NUMBERS].map(([number, format]) => [format, number]),
);

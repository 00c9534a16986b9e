/**
 * Functions that came after the file format: Excel writes them with a prefix, and shows #NAME? for one without. FILTER
 * and SORT have a longer one.
 */
const NEWER = new Set(`
  ACOT ACOTH AGGREGATE ARABIC ARRAYTOTEXT BASE BITAND BITLSHIFT BITOR BITRSHIFT BITXOR BYCOL BYROW CEILING.MATH CHOOSECOLS CHOOSEROWS
  COMBINA CONCAT COT COTH COVARIANCE.P COVARIANCE.S CSC CSCH DAYS DECIMAL DROP EXPAND FLOOR.MATH FORECAST.LINEAR FORMULATEXT HSTACK IFNA
  IFS ISFORMULA ISOMITTED ISOWEEKNUM LAMBDA LET MAKEARRAY MAP MAXIFS MINIFS MODE.MULT MODE.SNGL MUNIT NETWORKDAYS.INTL NORM.DIST NORM.INV
  NORM.S.DIST NORM.S.INV NUMBERVALUE PDURATION PERCENTILE.EXC PERCENTILE.INC PERCENTRANK.EXC PERCENTRANK.INC PERMUTATIONA PHI
  QUARTILE.EXC QUARTILE.INC RANDARRAY RANK.AVG RANK.EQ REDUCE RRI SCAN SEC SECH SEQUENCE SHEET SHEETS SKEW.P SORTBY STDEV.P STDEV.S
  SWITCH T.DIST T.INV T.TEST TAKE TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TOCOL TOROW UNICHAR UNICODE UNIQUE VALUETOTEXT VAR.P VAR.S
  VSTACK WORKDAY.INTL WRAPCOLS WRAPROWS XLOOKUP XMATCH XOR`.trim().split(/\s+/));
const LONGER = new Set(['FILTER', 'SORT']);

/** A text or a quoted sheet name: nothing in it is code. */
const QUOTED = /("(?:[^"]|"")*"|'(?:[^']|'')*')/;
const CALL = /(?<![\w.])([A-Z][A-Z0-9.]*)(?=\()/gi;
const OWN = /^MD\.(\w+)$/i;

/**
 * A formula as it is typed → as a file holds it. A function of an Office add-in stands there as _xldudf_NAMESPACE_NAME;
 * under any other name Excel would not know it for one, and would show #NAME? until the cell is entered again.
 */
export function toFile(formula: string): string {
  const code = codeOf(formula.replace(/^=/, ''), (text) => text.replace(CALL, (name: string) => nameInFile(name)));
  const locals = localNames(code);
  if (locals.length === 0) return code;
  const local = new RegExp(String.raw`(?<![\w.])(${locals.join('|')})(?![\w.!])`, 'gi');
  return codeOf(code, (text) => text.replace(local, '_xlpm.$1'));
}

/** A formula as a file holds it → as it is typed. */
export const fromFile = (formula: string): string =>
  `=${codeOf(formula, (text) => text.replace(/_xldudf_MD_(?=\w+\()/gi, 'MD.').replace(/_xl(?:fn|ws|pm)\./g, ''))}`;

function nameInFile(name: string): string {
  const id = OWN.exec(name)?.[1];
  if (id !== undefined) return `_xldudf_MD_${id.toUpperCase()}`;
  const upper = name.toUpperCase();
  if (LONGER.has(upper)) return `_xlfn._xlws.${upper}`;
  return NEWER.has(upper) ? `_xlfn.${upper}` : name;
}

const codeOf = (formula: string, change: (code: string) => string): string =>
  formula.split(QUOTED).map((piece, index) => (index % 2 === 0 ? change(piece) : piece)).join('');

/** The names that LET and LAMBDA give to values: their own arguments that are bare names, the last apart. */
function localNames(formula: string): string[] {
  const names = new Set<string>();
  const open: { readonly takesNames: boolean; start: number }[] = [];
  const code = formula.replace(new RegExp(QUOTED, 'g'), (text) => ' '.repeat(text.length));
  for (const { 0: sign, index } of code.matchAll(/[(),{}]/g)) {
    if (sign === '(' || sign === '{') open.push({ takesNames: /_xlfn\.(?:LET|LAMBDA)$/.test(code.slice(0, index)), start: index + 1 });
    else if (sign === ',') {
      const call = open.at(-1);
      const argument = call?.takesNames ? code.slice(call.start, index).trim() : '';
      if (/^[A-Z_][\w.]*$/i.test(argument)) names.add(argument);
      if (call) call.start = index + 1;
    } else open.pop();
  }
  return [...names];
}

import { callsIn, type FormulaToken, isCalled, isOperator, ownNamesOf, tokensIn } from '../../app/workbook/formulas';
import { quoteSheet } from '../../core/sheet';
import { endOfOperand, isSpace, rewritten, startOfOperand } from './operands';

/** What the engine has to know to read a formula. */
export interface KnownNames {
  /** In the order of their tabs. */
  readonly sheets: readonly string[];
  readonly isFunction: (name: string) => boolean;
}

/** What stands for the blank between two references while a formula is calculated. */
export const INTERSECTION = 'INTERSECTION.OF';
/** What makes values of cells. */
export const VALUES = 'VALUES.OF';
/** What calls a LAMBDA that has a name or is a result. */
export const LAMBDA_CALL = 'LAMBDA.CALL';

/** "Sheet1:Sheet3!B2", the same cells of several sheets. */
const ACROSS_SHEETS = /^(?:'((?:[^':]|'')+):((?:[^']|'')+)'|([^':!]+):([^'!]+))!(.+)$/;

/** These take as many arguments as there are. */
const LISTS =
  /^(?:SUM|AVERAGEA?|COUNTA?|MAXA?|MINA?|PRODUCT|MEDIAN|STDEV.*|VARP?|VARA|VARPA|VAR\.[PS]|AND|OR|XOR|SUMSQ|AVEDEV|DEVSQ|GEOMEAN|HARMEAN|CONCAT|VSTACK|HSTACK)$/i;

/** What stands for a value by itself: the engine reads "@TRUE" and "@Rates" as names, and knows neither. */
const SINGLE = new Set(['string', 'number', 'bool', 'range_named']);

type Rewrite = (...all: [...Parameters<Parameters<typeof rewritten>[1]>, known: KnownNames]) => void;

/** What the engine does not read, each with what a formula has that may need it. */
const REWRITES: readonly (readonly [sign: RegExp, rewrite: Rewrite])[] = [
  // "B2:B4*C2#" → "B2:B4*(C2#)", of which it would take the first cell alone, and "IF(A1,-C2#)" → "IF(A1,-(C2#))"
  [
    /#/,
    (words, token, index, tokens) => {
      if (!isOperator(token, '#')) return;
      const start = startOfOperand(tokens, index);
      const isSigned = /^[-+@]$/.test(tokens[start - 1]?.text ?? '');
      if (isSigned || index === tokens.length - 1) surround(words, start, index, '(');
    },
  ],
  // "SUM (A1)" → "SUM(A1)"
  [
    /[\p{L}\d]\s+\(/u,
    (words, { type, text }, index, tokens, { isFunction }) => {
      const [blank, open] = [tokens[index + 1], tokens[index + 2]];
      if (
        type === 'range_named' &&
        blank &&
        open &&
        isSpace(blank) &&
        isOperator(open, '(') &&
        isFunction(text.toUpperCase())
      )
        words[index + 1] = '';
    },
  ],
  // "SUM(A:A A1:A3)" → "SUM(INTERSECTION.OF(A:A,A1:A3))"
  [
    /[^\s,;(=+*/^&<>-]\s+[^\s,;)=+*/^&<>-]/,
    (words, _, index, tokens) => {
      if (!isIntersection(tokens, index)) return;
      surround(words, startOfCrossed(tokens, index - 1), endOfJoined(tokens, index + 1), `${INTERSECTION}(`);
      words[index] = ',';
    },
  ],
  // "SUM(Sheet1:Sheet3!B2)" → "SUM(Sheet1!B2,Sheet2!B2,Sheet3!B2)"
  [
    /:[^!]*!/,
    (words, { type, text }, index, tokens, known) => {
      const cells = type === 'range' || type === 'range_beam' ? ACROSS_SHEETS.exec(text) : null;
      if (cells) words[index] = onEachSheet(cells, tokens, index, known) ?? text;
    },
  ],
  // "-Rate" → "(0-Rate)", also where the name is called, "-{1,2}" → "(0-{1,2})", and "A1*--+B1" → "A1*(0-(0-B1))".
  [
    /-\s*[\p{L}_\\'"{]|[-+]\s*[-+]/u,
    (words, token, index, tokens, { isFunction }) => {
      if (!/^[-+]$/.test(token.text) || !isPrefix(tokens, index)) return;
      const isSign = (one: FormulaToken | undefined): boolean => one !== undefined && /^[-+]/.test(one.text);
      const start = tokens.findIndex((one, place) => place > index && !isSpace(one) && !/^[-+]$/.test(one.text));
      const [name, before] = [tokens[start], tokens.slice(0, index).findLast((one) => !isSpace(one))];
      const isOneOfMany =
        isSign(tokens.slice(index + 1).find((one) => !isSpace(one))) ||
        (isSign(before) && isPrefix(tokens, tokens.indexOf(before!)));
      const isValue = /^(?:range_named|string|bool)$/.test(name?.type ?? '') || (name && isOperator(name, '{'));
      if (
        !name ||
        (!isOneOfMany &&
          (token.text === '+' || (!isValue && (name.type !== 'func' || isFunction(name.text.toUpperCase())))))
      )
        return;
      words[index] = '';
      if (token.text === '-') surround(words, index, endOfOperand(tokens, start), '(0-');
    },
  ],
  // "EOMONTH(+A1:A3,0)" → "EOMONTH(VALUES.OF(A1:A3),0)", of which the engine would take the cells themselves
  [
    /[(,]\s*\+[^(,]*\d:/,
    (words, token, index, tokens) => {
      const next = tokens[index + 1];
      if (token.text !== '+' || !isPrefix(tokens, index) || next?.type !== 'range' || !/\d:/.test(next.text)) return;
      if (functionAround(tokens, index)) surround(words.fill('', index, index + 1), index + 1, index + 1, `${VALUES}(`);
    },
  ],
  // "1.E+3" → "1E+3"
  [
    /\d\.E/i,
    (words, { type, text }, index) => {
      if (type === 'number') words[index] = text.replace(/\.(?=E)/i, '');
    },
  ],
  // "LET(f,LAMBDA(x,x*2),f(3))" → "LET(f,LAMBDA(x,x*2),LAMBDA.CALL(f,3))", and "LET(Rate,5,rate*2)" → "LET(Rate,5,Rate*2)"
  [
    /\bL(?:ET|AMBDA)\(/i,
    (words, _, index, tokens, { isFunction }) => {
      if (index > 0) return;
      const nameOf = ownNames(tokens, isFunction);
      tokens.forEach((token, place) => {
        const name = nameOf(token);
        if (name === undefined) return;
        words[place] = name;
        if (tokens[place + 1] && isOperator(tokens[place + 1]!, '(')) callLambda(words, place, place, tokens);
      });
    },
  ],
  // "LAMBDA(x,[y],x)(1)" → "LAMBDA.CALL(LAMBDA(x,[y],x),1)", and "f(1)(2)" → "LAMBDA.CALL(f(1),2)"
  [
    /\)\(/,
    (words, _, index, tokens) => {
      const next = tokens[index + 1];
      if (!isOperator(tokens[index]!, ')') || !next || !isOperator(next, '(')) return;
      const own = startOfOperand(tokens, index);
      let start = own;
      while (isOperator(tokens[start]!, '(') && start > 0 && isOperator(tokens[start - 1]!, ')'))
        start = startOfOperand(tokens, start - 1);
      const isRead =
        start === own && /^LAMBDA$/i.test(tokens[start]!.text) && !tokens.slice(own, index).some(isOptional);
      if (!isRead) callLambda(words, start, index, tokens);
    },
  ],
  // "SUM((A1,B2:C3))" → "SUM(A1,B2:C3)", "AREAS((A1,B2:C3))" → "(2)", "RANK(5,(A1,B2:C3))" → "RANK(5,HSTACK(…))"
  [
    /[(,]\s*\([^()]*,/,
    (words, token, index, tokens) => {
      const name = isOperator(token, '(') ? functionAround(tokens, index) : undefined;
      const end = endOfOperand(tokens, index);
      const inside = tokens.slice(index + 1, end);
      const areas = inside.filter(isReference).length;
      const isUnion = areas > 1 && inside.every((one) => isReference(one) || isOperator(one, ',') || isSpace(one));
      if (!name || !isUnion) return;
      if (/^AREAS$/i.test(name)) {
        words.fill('', index, end + 1)[index - 2] = '';
        words[index] = String(areas);
      } else if (LISTS.test(name) || /^(?:SUBTOTAL|AGGREGATE)$/i.test(name)) words[index] = words[end] = '';
      else if (!/^INDEX$/i.test(name)) {
        words[index] = 'HSTACK(';
        for (let place = index + 1; place < end; place++)
          if (isReference(tokens[place]!)) words[place] = `TOROW(${words[place]!})`;
      }
    },
  ],
  // "XLOOKUP(a,A:A,B:B):B9" → "INDEX(B:B,XMATCH(a,A:A)):B9": what it finds is a cell there, and a value for the engine.
  [
    /XLOOKUP.*\)\s*:|:\s*XLOOKUP/i,
    (words, token, index, tokens) => {
      if (!isOperator(token, ':')) return;
      for (const start of [startOfOperand(tokens, index - 1), index + 1]) {
        if (!/^XLOOKUP$/i.test(tokens[start]?.text ?? '')) continue;
        const end = endOfOperand(tokens, start);
        const texts = tokens.slice(start, end + 1).map(({ text }) => text);
        const [value, where, from, , ...modes] = callsIn(`=${texts.join('')}`)[0]!.arguments;
        words.fill('', start, end + 1);
        words[start] = `INDEX(${from},XMATCH(${[value, where, ...modes].join(',')}))`;
      }
    },
  ],
  // "BYROW(A1:B9,SUM)" → "BYROW(A1:B9,LAMBDA(v1_,SUM(v1_)))"
  [
    /\b(?:BYROW|BYCOL|MAP|SCAN|REDUCE|MAKEARRAY)\(.*,\s*[A-Z.]+\s*\)/is,
    (words, { type, text }, index, tokens, { isFunction }) => {
      const around = /^(?:(BY...?)|(MAP)|SCAN|REDUCE|MAKEARRAY)$/i.exec(functionAround(tokens, index) ?? '');
      if (type !== 'range_named' || !around || !isOperator(tokens[index + 1]!, ')') || !isFunction(text.toUpperCase()))
        return;
      const call = tokens.slice(startAround(tokens, index), index + 2).map((one) => one.text);
      const count = around[1] ? 1 : around[2] ? callsIn(`=${call.join('')}`)[0]!.arguments.length - 1 : 2;
      const values = Array.from({ length: count }, (_, at) => `v${at + 1}_`).join(',');
      words[index] = `LAMBDA(${values},${text}(${values}))`;
    },
  ],
  // "50%%" → "(50%)%"
  [
    /%\s*%/,
    (words, token, index, tokens) => {
      const before = tokens.slice(0, index).findLastIndex((one) => !isSpace(one));
      if (!isOperator(token, '%') || before < 0 || !isOperator(tokens[before]!, '%')) return;
      const end = tokens.slice(0, before).findLastIndex((one) => !isSpace(one) && !isOperator(one, '%'));
      surround(words, startOfOperand(tokens, end), before, '(');
    },
  ],
  // "SUM(A2:#REF!)" → "SUM(#REF!)"
  [
    /:\s*#REF!/i,
    (words, token, index, tokens) => {
      const next = tokens[index + 1];
      if (!isOperator(token, ':') || next?.type !== 'error') return;
      words.fill('', startOfOperand(tokens, index - 1), index + 1);
    },
  ],
  // "@TRUE" → "@(TRUE)"
  [
    /@/,
    (words, token, index, tokens) => {
      const first = tokens[index + 1];
      if (isOperator(token, '@') && first && (SINGLE.has(first.type) || isOperator(first, '{')))
        surround(words, index + 1, endOfOperand(tokens, index + 1), '(');
    },
  ],
];

/** Tells of a word which name of a LET or LAMBDA of its formula it is, as it is written where it is defined. */
export function ownNames(
  tokens: readonly FormulaToken[],
  isFunction: KnownNames['isFunction'],
): (token: FormulaToken) => string | undefined {
  const own = callsIn(`=${tokens.map(({ text }) => text).join('')}`).flatMap(ownNamesOf);
  const names = new Map(own.map((name) => [name.toUpperCase(), name]));
  const written = tokens.filter((one) => !isSpace(one)).map(({ text }) => text.toUpperCase());
  // "N(n)" beside a number n calls the function N.
  const isLambda = (name: string): boolean => written.some((text, at) => text === name && written[at + 2] === 'LAMBDA');
  return ({ type, text }) => {
    const name = text.toUpperCase();
    const isOwn = type === 'range_named' || (type === 'func' && (!isFunction(name) || isLambda(name)));
    return isOwn ? names.get(name) : undefined;
  };
}

const isOptional = ({ type, text }: FormulaToken): boolean => type === 'structured' && text.startsWith('[');

function callLambda(words: string[], start: number, end: number, tokens: readonly FormulaToken[]): void {
  words[start] = `${LAMBDA_CALL}(${words[start]!}`;
  words[end + 1] = isOperator(tokens[end + 2]!, ')') ? '' : ',';
}

function surround(words: string[], start: number, end: number, opening: string): void {
  words[start] = opening + words[start]!;
  words[end] = `${words[end]!})`;
}

/** A formula as the engine reads it. */
export const readableFormula = (formula: string, known: KnownNames): string =>
  REWRITES.reduce(
    (text, [sign, rewrite]) => (sign.test(text) ? rewritten(text, (...all) => rewrite(...all, known)) : text),
    formula.trim(),
  );

/** The formula of a name in parentheses, if it would mean something else in the middle of another formula. */
export function readableDefinition(definition: string, known: KnownNames): string {
  const formula = readableFormula(definition, known);
  let depth = 0;
  const isOpen = tokensIn(formula).some((token) => {
    if (isOperator(token, '(') || isOperator(token, '{')) depth++;
    if (isOperator(token, ')') || isOperator(token, '}')) depth--;
    return depth === 0 && token.type === 'operator' && CALCULATES.test(token.text);
  });
  return isOpen ? `=(${formula.replace(/^\s*=/, '')})` : formula;
}

const CALCULATES = /^(?:[-+*/^&=<>%]|<=|>=|<>)$/;

function onEachSheet(
  [, quotedFirst, quotedLast, bareFirst, bareLast, cells]: RegExpExecArray,
  tokens: readonly FormulaToken[],
  index: number,
  { sheets }: KnownNames,
): string | undefined {
  const at = (name = ''): number =>
    sheets.findIndex((one) => one.toUpperCase() === name.replaceAll("''", "'").toUpperCase());
  const [first, last] = [at(quotedFirst ?? bareFirst), at(quotedLast ?? bareLast)];
  if (first < 0 || last < 0) return undefined;
  const all = sheets
    .slice(Math.min(first, last), Math.max(first, last) + 1)
    .map((sheet) => `${quoteSheet(sheet)}!${cells!}`)
    .join(',');
  return LISTS.test(functionAround(tokens, index) ?? '') ? all : `VSTACK(${all})`;
}

/** The function of which something is an argument as a whole. */
const functionAround = (tokens: readonly FormulaToken[], index: number): string | undefined =>
  tokens[startAround(tokens, index)]?.text;

/** The place of that function; -1 if there is none. */
function startAround(tokens: readonly FormulaToken[], index: number): number {
  let depth = 0;
  for (let place = index - 1; place >= 0; place--) {
    const token = tokens[place]!;
    if (/^[)}]$/.test(token.text)) depth++;
    else if (/^[({]$/.test(token.text)) {
      if (depth-- === 0) return place - 1;
    } else if (depth === 0 && !isOperator(token, ',') && token.type === 'operator') return -1;
  }
  return -1;
}

/** A sign stands before a value, not between two. */
function isPrefix(tokens: readonly FormulaToken[], index: number): boolean {
  const before = tokens.slice(0, index).findLast((one) => !isSpace(one));
  return !before || before.type === 'fx_prefix' || (before.type === 'operator' && !/^[)}%#]$/.test(before.text));
}

const isReference = ({ type }: FormulaToken): boolean => type.startsWith('range') || type === 'structured';

function isIntersection(tokens: readonly FormulaToken[], index: number): boolean {
  const [before, blank, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (!before || !next || !isSpace(blank!)) return false;
  const ends = isReference(before) || isOperator(before, ')') || isOperator(before, '#');
  return ends && (isReference(next) || isCalled(next) || isOperator(next, '('));
}

/** Where the operand begins that ends here; what is joined to it, or crosses it, before belongs to it. */
function startOfCrossed(tokens: readonly FormulaToken[], end: number): number {
  const start = startOfOperand(tokens, end);
  const before = tokens[start - 1];
  const isJoined = before !== undefined && (isOperator(before, ':') || isIntersection(tokens, start - 1));
  return isJoined && start >= 2 ? startOfCrossed(tokens, start - 2) : start;
}

/** Where the operand ends that begins here, with what is joined to it. */
function endOfJoined(tokens: readonly FormulaToken[], start: number): number {
  const end = endOfOperand(tokens, start);
  const next = tokens[end + 1];
  return next && isOperator(next, ':') && tokens[end + 2] ? endOfJoined(tokens, end + 2) : end;
}

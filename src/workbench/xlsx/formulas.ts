import { parse, tokenize } from '@borgar/fx';
import { NEW_EXCEL_FUNCTIONS } from '@univerjs/preset-sheets-core';
import {
  callsIn,
  type FormulaToken,
  isCalled,
  isOperator,
  tokensIn,
  withWords,
  withRegisteredNames,
} from '../../app/workbook/formulas';
import { type FileTable, isOfItsPlace, namesTables, tableAround, withAddresses } from '../engine/structured-references';
import { withIntersections } from './array-operands';
import { isSheet, LOST, unquoted } from '../engine/line-edits';
import { endOfOperand, startOfOperand } from '../engine/operands';
import { type KnownNames, ownNames } from '../engine/readable-formulas';
import { columnName, MAX_COLUMNS, MAX_ROWS, parseA1 } from '../../core/sheet';

/** Where a formula is; of a name, the empty sheet. */
interface FormulaPosition {
  readonly sheetId: string;
  readonly sheet: string;
  readonly row: number;
  readonly column?: number;
}

/** Names stand on no sheet. */
export const OF_NAMES: FormulaPosition = { sheetId: '', sheet: '', row: -1 };

/** Formulas of a file on their way into the workbench. Notes those with structured references, for a download. */
export class FormulasFromFile {
  readonly #structured = new Map<string, Set<string>>();

  constructor(
    private readonly tables: readonly FileTable[],
    private readonly replaced: ReplacedNames = new Map(),
    private readonly isMany?: (name: string) => boolean,
    private readonly isConstantArray?: (name: string) => boolean,
  ) {}

  /**
   * The form in the file → the typed form.
   *
   * @param isArray whether it calculates with all cells of a range, where functions take one
   */
  readFormula(formula: string, position: FormulaPosition, isArray = true): string {
    const { sheetId, sheet, row, column } = position;
    const addressed = withAddresses(formula, this.tables, sheet, row, column);
    if (addressed !== formula) {
      const own = this.#structured.get(sheetId) ?? new Set();
      this.#structured.set(sheetId, own.add(formula));
    }
    const replaced = withReferences(addressed, this.replaced, position);
    // What stands for a name may have structured references of its own.
    const typed = fromFile(
      replaced === addressed ? replaced : withAddresses(replaced, this.tables, sheet, row, column),
    );
    return isArray ? typed : withIntersections(typed, this.isMany, this.isConstantArray);
  }

  /** The formulas with structured references, by the id of their sheet. */
  get structured(): Record<string, readonly string[]> {
    return Object.fromEntries([...this.#structured].map(([sheetId, formulas]) => [sheetId, [...formulas]]));
  }
}

/**
 * Formulas on their way into a file. Those that came with structured references, such as Sales[Amount], get them back
 * if they still mean the same cells. All others have addresses.
 */
export class FormulasToFile {
  /** By their sheets, and by their rows and tables if they mean something else in each. */
  readonly #originals = new Map<string, ReadonlyMap<string, string>>();

  /**
   * @param tables those that the file will have
   * @param structured formulas as they were in the opened file, by the id of their sheet
   * @param links how many other workbooks it will name
   * @param isFunction whether a name is that of a function
   */
  constructor(
    readonly tables: readonly FileTable[],
    private readonly structured: Readonly<Record<string, readonly string[]>>,
    private readonly links = Infinity,
    private readonly isFunction?: KnownNames['isFunction'],
  ) {}

  /** Without its equals sign. */
  writeFormula(formula: string, position: FormulaPosition): string {
    const known = [false, true].map((isOfPlace) => this.#originalsAt(position, isOfPlace).get(formula));
    return (
      known.find((one) => one !== undefined) ?? toFile(this.#addressed(formula, position), this.links, this.isFunction)
    );
  }

  #addressed = (formula: string, { sheet, row, column }: FormulaPosition): string =>
    withAddresses(formula, this.tables, sheet, row, column);

  /** The typed forms of formulas with structured references → the forms in the file. */
  #originalsAt(position: FormulaPosition, isOfPlace: boolean): ReadonlyMap<string, string> {
    const { sheetId, sheet, row, column } = position;
    const key = `${sheetId} ${isOfPlace ? `${row} ${tableAround(this.tables, sheet, row, column)?.name}` : ''}`;
    const own = this.tables.length > 0 ? (this.structured[sheetId] ?? []) : [];
    const originals =
      this.#originals.get(key) ??
      new Map(
        own.flatMap((original) => {
          const addressed = this.#addressed(original, position);
          const isKnown = isOfItsPlace(original) === isOfPlace && !namesTables(addressed);
          const typed = fromFile(addressed);
          return isKnown ? [typed, withIntersections(typed, undefined)].map((one) => [one, original] as const) : [];
        }),
      );
    this.#originals.set(key, originals);
    return originals;
  }
}

/** "Sheet1!" of cells that are lost, and names of which nobody but the engine and Excel knows the rules. */
const [LOST_SHEET, BEYOND_PARSER] = [/(?:'(?:[^']|'')*'|[\p{L}\d_.]+)!(?=#REF!)/gu, /\bLAMBDA\(|\\/i];

/**
 * Whether Excel reads a formula. Of one that it refuses when it is typed, such as "=1+" or "=ROUND(1.5)", it says that the
 * file is damaged.
 *
 * @param countsOf how many arguments a function takes, at least and at most; undefined if anything goes
 */
export function isReadable(
  formula: string,
  countsOf: (name: string) => readonly [min: number, max: number] | undefined,
): boolean {
  try {
    parse(tokenize(formula.replace(LOST_SHEET, '')).filter(({ value }) => value !== '#' && value !== '@'));
  } catch {
    return BEYOND_PARSER.test(formula);
  }
  return callsIn(formula).every(({ name, arguments: all }) => {
    const [min, max] = countsOf(name) ?? [0, Infinity];
    const count = all.length === 1 && all[0] === '' ? 0 : all.length;
    return count >= min && all.length <= max;
  });
}

const MD_NAME = /^MD\.(\w+)$/i;
const [SPILL, SINGLE] = ['_xlfn.ANCHORARRAY', '_xlfn.SINGLE'];
/** What becomes of the operators of spills and of single values, which are functions there. */
const IN_FILES: Readonly<Record<string, string>> = { '#': ')', '@': `${SINGLE}(` };

/**
 * A formula as typed → as stored in a file. Files call an Office add-in's function _xldudf_NAMESPACE_NAME; by any other
 * name Excel would not recognize it, and would show #NAME? until the cell is entered again.
 *
 * @internal
 */
export function toFile(formula: string, links = 0, isFunction: KnownNames['isFunction'] = () => false): string {
  const tokens = tokensIn(formula.replace(/^=/, ''));
  const ownName = ownNames(tokens, isFunction);
  const words = tokens.map((token) => {
    if (ownName(token) !== undefined) return `_xlpm.${token.text}`;
    const inside = /^\[(.*)\]$/.exec(token.text)?.[1] ?? '';
    if (ownName({ ...token, type: 'range_named', text: inside }) !== undefined) return `_xlop.${inside}`;
    if (isMissing(token, links)) return LOST;
    if (token.type === 'operator') return IN_FILES[token.text] ?? token.text;
    if (token.type === 'range_named' && AS_VALUES.has(token.text.toUpperCase()))
      return `_xleta.${token.text.toUpperCase()}`;
    // Also one of ours that another function calls: MAP(A2:A9,MD.QUOTE).
    return isCalled(token) || token.type === 'range_named' ? nameInFile(token.text, isCalled(token)) : token.text;
  });
  tokens.forEach((token, index) => {
    if (isOperator(token, '#')) {
      const first = startOfOperand(tokens, index);
      words[first] = `${SPILL}(${words[first]!}`;
    } else if (isOperator(token, '@')) {
      const last = endOfOperand(tokens, index + 1);
      words[last] = `${words[last]!})`;
    }
  });
  return words.join('');
}

/**
 * What the file does not have: a table, or another workbook, which files name by a number. A formula that names one
 * would have Excel repair the file, and lose the formula. Excel itself writes #REF! for a table that was deleted.
 */
function isMissing({ type, text }: FormulaToken, links: number): boolean {
  const [, book] = type.startsWith('range') ? (/^'?[^!]*\[([^\]]*)/.exec(text) ?? []) : [];
  return type === 'structured' || (book !== undefined && !(/^\d+$/.test(book) && Number(book) <= links));
}

/** Whether a formula of a file refers to other workbooks. */
export const namesOtherWorkbooks = (formula: string): boolean =>
  formula.includes('[') &&
  tokensIn(formula).some(({ type, text }) => type !== 'string' && type !== 'structured' && text.includes('['));

/** What formulas of files have that is typed otherwise. */
const OF_FILES = /_xl|MD\.|!#REF!/i;

/**
 * A formula as stored in a file → as typed.
 *
 * @internal
 */
export function fromFile(formula: string): string {
  if (!OF_FILES.test(formula)) return `=${formula}`;
  const tokens = tokensIn(withRegisteredNames(formula));
  // A sheet before lost cells would keep its name in the engine.
  const words = tokens.map(({ text }, index) =>
    isSheet(tokens[index]) || isSheet(tokens[index - 1]) ? '' : typedName(text),
  );
  tokens.forEach(({ text }, index) => {
    const mark = /^_xlfn\.(?:ANCHORARRAY|SINGLE)$/i.exec(text)?.[0].toUpperCase();
    if (mark === undefined || !isOperator(tokens[index + 1]!, '(')) return;
    const end = endOfOperand(tokens, index);
    words[index] = mark === SINGLE.toUpperCase() ? '@' : '';
    const isSingle = endOfOperand(tokens, index + 2) === end - 1 || tokens[end - 1] === tokens[index + 2];
    if (isSingle) [words[index + 1], words[end]] = ['', ''];
    if (words[index] === '') words[end] = `${words[end] ?? ''}#`;
  });
  return `=${words.join('')}`;
}

function nameInFile(name: string, isFunction: boolean): string {
  const id = MD_NAME.exec(name)?.[1];
  if (id !== undefined) return `_xldudf_MD_${id.toUpperCase()}`;
  return isFunction ? functionInFile(name) : name;
}

/** A parameter of LAMBDA that may be left out, [y], where it is declared. */
const OPTIONAL = /^_xlop\.(.*)$/i;

const typedName = (word: string): string =>
  OPTIONAL.test(word)
    ? word.replace(OPTIONAL, '[$1]')
    : /^_xl/i.test(word)
      ? word.replace(/^(?:_xl(?:fn|ws|pm|eta|udf|l)\.)+/i, '')
      : word;

/**
 * A formula as it is in another cell that shares it, or that its row is sorted to: its references move as if it were
 * copied there.
 *
 * @param only the sheet that is sorted. There, references to other sheets stay, and what would be beyond the edge is
 *   lost, as in Excel; in a file's shared formulas, the sheet goes on at its other edge.
 */
export const moved = (formula: string, rows: number, columns: number, only?: string): string =>
  withWords(formula, ({ type, text }) => {
    if (!type.startsWith('range') || type === 'range_named') return text;
    const start = text.lastIndexOf('!') + 1;
    if (start > 0 && only !== undefined && keyOf(unquoted(text.slice(0, start - 1))) !== keyOf(only)) return text;
    const corners = text.slice(start).split(':');
    const shifted = corners.map((corner) => movedCorner(corner, rows, columns, only !== undefined));
    return shifted.includes(LOST) ? LOST : text.slice(0, start) + shifted.join(':');
  });

/** "B7", "$B7", "B" of "B:C" or "7" of "7:9". */
function movedCorner(corner: string, rows: number, columns: number, isLostBeyond: boolean): string {
  const [, letters = '', digits = ''] = /^(\$?[A-Z]{1,3})?(\$?\d+)?$/i.exec(corner) ?? [];
  if (letters + digits === '') return corner;
  const column = parseA1(`${letters}1`, '')?.column ?? 0;
  const wrapped = (index: number, count: number): number => (index + count) % count;
  const row = Number(digits) - 1 + rows;
  if (isLostBeyond && digits !== '' && !digits.startsWith('$') && (row < 0 || row >= MAX_ROWS)) return LOST;
  return (
    (letters === '' || letters.startsWith('$') ? letters : columnName(wrapped(column + columns, MAX_COLUMNS))) +
    (digits === '' || digits.startsWith('$') ? digits : String(wrapped(row, MAX_ROWS) + 1))
  );
}

/** A name in a file. */
export interface FileName {
  readonly name: string;
  /** What it stands for, in the form of files and without an equals sign: "Rates!$A$1". */
  readonly formula: string;
  /** Index of the sheet whose own name it is; undefined for the workbook's. */
  readonly sheet?: number | undefined;
  /** Whether the user does not see it. */
  readonly isHidden?: boolean;
}

/** A name of a file that stands for different things in different cells, or that the user does not see. */
interface ReplacedName {
  readonly name: string;
  /** The sheet whose own name it is; undefined for the workbook's. */
  readonly sheet: string | undefined;
  /** What it stands for, as in the file: "Rates!$A$1". */
  readonly reference: string;
}

/** By the name in upper case; a sheet's own names also with the sheet before them. */
export type ReplacedNames = ReadonlyMap<string, readonly ReplacedName[]>;

/** Names that Excel hides for itself, and those in which the product keeps where cells are. */
const OF_PROGRAMS = /^(?:_xl|MD_)/i;

/**
 * The names that occur more than once, as copying a sheet in Excel makes them, those that stand for cells relative to the
 * formula's, as if it were in A1, and another program's hidden ones; and where a formula names their sheet, those of a
 * sheet: the engine finds few of these, and forgets that a sheet has another name or is gone.
 */
export function replacedNames(names: readonly FileName[], sheets: readonly string[]): ReplacedNames {
  const all = new Map<string, ReplacedName[]>();
  const replaced = new Set<string>();
  for (const { name, formula, sheet, isHidden } of names) {
    const own = { name, sheet: sheet === undefined ? undefined : sheets[sheet], reference: formula };
    all.set(keyOf(name), [...(all.get(keyOf(name)) ?? []), own]);
    if ((isHidden === true || isRelative(formula)) && !OF_PROGRAMS.test(name)) replaced.add(keyOf(name));
    if (own.sheet === undefined) continue;
    const named = keyOf(`${own.sheet}!${name}`);
    all.set(named, [own]);
    replaced.add(named);
  }
  const isNamed = ({ type, text }: FormulaToken): boolean => type === 'range_named' && replaced.has(keyOf(text));
  for (let before = -1; before < replaced.size;) {
    before = replaced.size;
    for (const { name, formula } of names) if (tokensIn(`=${formula}`).some(isNamed)) replaced.add(keyOf(name));
  }
  return new Map([...all].filter(([key, same]) => same.length > 1 || replaced.has(key)));
}

/** Whether a name's formula means other cells in each cell, or in each row of a table: Sales[@Amount]. */
export const isRelative = (formula: string): boolean =>
  isOfItsPlace(`=${formula}`) ||
  tokensIn(`=${formula}`).some(
    ({ type, text }) =>
      type.startsWith('range') &&
      type !== 'range_named' &&
      /(?:^|:)(?:\$[A-Z]{1,3}\d|[A-Z]{1,3}|\d)/i.test(text.slice(text.lastIndexOf('!') + 1)),
  );

/**
 * A formula of a file with what such names stand for in place of them: of names that occur more than once the engine
 * takes one for all sheets. A sheet's own name comes before the workbook's, as in Excel.
 *
 * @internal
 */
export function withReferences(
  formula: string,
  names: ReplacedNames,
  { sheet, row, column = 0 }: Omit<FormulaPosition, 'sheetId'>,
  within: readonly ReplacedName[] = [],
): string {
  if (names.size === 0) return formula;
  return withWords(formula, ({ type, text }, index, all) => {
    // Those of other workbooks stay: [1]!Rate.
    if (type !== 'range_named' || text.includes('[') || all[index - 1]?.text === '!') return text;
    const cut = text.lastIndexOf('!');
    const [own, name] = cut < 0 ? [sheet, text] : [unquoted(text.slice(0, cut)), text.slice(cut + 1)];
    const named = cut < 0 ? [] : (names.get(keyOf(`${own}!${name}`)) ?? []);
    const same = [...named, ...(names.get(keyOf(name)) ?? [])];
    const meant =
      same.find((one) => keyOf(one.sheet ?? '') === keyOf(own)) ?? same.find((one) => one.sheet === undefined);
    if (meant === undefined || within.includes(meant)) return text;
    // In the formula of another name it means nothing yet.
    if (row < 0 && isRelative(meant.reference)) return text;
    const reference = moved(meant.reference, Math.max(row, 0), column);
    return operand(withReferences(reference, names, { sheet: own, row, column }, [...within, meant]));
  });
}

/** Names are equal in either case. */
const keyOf = (name: string): string => name.toUpperCase();

const operand = (reference: string): string => (tokensIn(reference).length === 1 ? reference : `(${reference})`);

/**
 * Functions that are newer than the file format beside those that the engine knows as such ([MS-XLSX] 2.2.3 "Functions", and
 * Microsoft's support page on the _xlfn. prefix for later ones). Excel shows #NAME? for such a function without its
 * prefix.
 */
const PREFIXED = `
  AGGREGATE ANCHORARRAY CONCAT COPILOT DETECTLANGUAGE FIELDVALUE FILTERXML FORECAST.ETS FORECAST.ETS.CONFINT
  FORECAST.ETS.SEASONALITY FORECAST.ETS.STAT GROUPBY IMAGE IMPORTCSV IMPORTTEXT ISOMITTED LAMBDA LET PERCENTOF
  PIVOTBY QUERYSTRING REGEXEXTRACT REGEXREPLACE REGEXTEST SINGLE STOCKHISTORY TRANSLATE TRIMRANGE WEBSERVICE`;

/** Functions that a formula may pass to another, such as BYROW, by their bare names: those that Excel offers there. */
const AS_VALUES: ReadonlySet<string> = new Set(
  (
    'SUM PERCENTOF AVERAGE MEDIAN COUNT COUNTA MAX MIN PRODUCT ARRAYTOTEXT CONCAT STDEV.S STDEV.P VAR.S VAR.P ' +
    'MODE.SNGL AND OR XOR LEN ABS ROUND INT SQRT UPPER LOWER PROPER TRIM VALUE ISNUMBER ISTEXT ISERROR ISBLANK'
  ).split(' '),
);

/** With a longer prefix, _xlfn._xlws. */
const OF_WORKSHEETS = 'FILTER PY SORT';

/** Also newer than the format, but without a prefix. */
const BARE = 'ECMA.CEILING ISO.CEILING NETWORKDAYS.INTL WORKDAY.INTL';

const namesIn = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/));

const ofWorksheets = namesIn(OF_WORKSHEETS);

/** @internal */
export const FUTURE_FUNCTIONS = {
  prefixed: new Set(
    [...namesIn(PREFIXED), ...(NEW_EXCEL_FUNCTIONS as ReadonlySet<string>)].filter((name) => !ofWorksheets.has(name)),
  ),
  ofWorksheets,
  bare: namesIn(BARE),
} as const;

/** The name of an Excel function in files: "XLOOKUP" → "_xlfn.XLOOKUP". */
export function functionInFile(name: string): string {
  const upper = name.toUpperCase();
  if (FUTURE_FUNCTIONS.ofWorksheets.has(upper)) return `_xlfn._xlws.${upper}`;
  return FUTURE_FUNCTIONS.prefixed.has(upper) ? `_xlfn.${upper}` : name;
}

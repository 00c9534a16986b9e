import { CommandType, type ICellData, type Nullable, ObjectMatrix } from '@univerjs/core';
import {
  CopySheetCommand,
  ErrorType,
  generateStringWithSequence,
  IFunctionService,
  type IInsertSheetMutationParams,
  InsertSheetMutation,
  type ISequenceNode,
  type ISetRangeValuesMutationParams,
  Lexer,
  LexerTreeBuilder,
  SetRangeValuesMutation,
} from '@univerjs/preset-sheets-core';
import { type FormulaToken, tokensIn } from '../../app/workbook/formulas';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { formulaAfter, unquoted } from '../engine/line-edits';
import { type KnownNames, readableDefinition, readableFormula } from '../engine/readable-formulas';

/** A word of a formula, or what stands between two. */
type Word = string | { readonly token: string };

/** Where the engine puts the formula of a name in the place of the name. */
interface Definitions {
  getSequenceNode(sequence: unknown): readonly Word[];
  _handleDefinedName(sequence: unknown, ...others: readonly unknown[]): unknown;
  _handleNestedDefinedName(definition: string, ...others: readonly unknown[]): unknown;
}

/**
 * Mends: the engine pastes the formula of a name without parentheses, so that `=2*NetDebt` multiplies its first part
 * alone; it looks for a name "-Rate" in `=-Rate`, "@Rate" in `=@Rate`, and for a name in `=RATE(…)`; it knows no cells of
 * several sheets, `=SUM(Sheet1:Sheet3!B2)`; it reads a formula that is nothing but A1# as A1; and of a name that calls
 * itself it calculates nothing in the workbook any more, where here its cell has an error.
 *
 * Can go when test/unit/workbench/univer-patches/calculations.test.ts, "names are values of their own, also behind a
 * minus", "a name may be that of a function" and "cells of several sheets are each one of the values", pass without it.
 */
export function readNamesAndSheets(sheet: Spreadsheet): void {
  const functions = sheet.serviceOf(IFunctionService);
  const known = (): KnownNames => ({
    sheets: sheet.workbook.getSheets().map((one) => one.getName()),
    isFunction: (name) => functions.hasExecutor(name),
  });
  const lexer = sheet.serviceOf(Lexer);
  const build = lexer.treeBuilder.bind(lexer);
  lexer.treeBuilder = (formula, transformSuffix) => build(readableFormula(formula, known()), transformSuffix);
  const definitions = sheet.serviceOf(LexerTreeBuilder) as unknown as Definitions;
  const paste = definitions._handleNestedDefinedName.bind(definitions);
  const open = new Set<string>();
  definitions._handleNestedDefinedName = (definition, ...others) => {
    if (open.has(definition)) return ErrorType.NAME;
    open.add(definition);
    try {
      return paste(readableDefinition(definition, known()), ...others);
    } finally {
      open.delete(definition);
    }
  };
  const words = Object.assign(Object.create(definitions) as Definitions, {
    getSequenceNode: (sequence: unknown): readonly Word[] =>
      definitions
        .getSequenceNode(sequence)
        .map((word, index, all) =>
          typeof word !== 'string' && all[index + 1] === '(' && functions.hasExecutor(word.token.trim().toUpperCase())
            ? word.token
            : word,
        ),
  });
  definitions._handleDefinedName = definitions._handleDefinedName.bind(words);
}

/** What the engine divides in wrong places: a blank between two references, or behind a sign, and a name such as ABC1234567. */
const MISREAD = /[^\s,;(=+*/^&<>-]\s+[^\s,;)=+*/^&<>-]|[-+@](?:\s|\[|[-+@])|[A-Z]\d{7}|:[^'!]*!/i;

/** The engine's kinds of words, beside those that are only texts. */
const KINDS: Readonly<Record<string, number>> = { string: 2, func: 3, range_named: 3, range: 4, range_beam: 4 };

/**
 * Mends: a formula that is copied, or whose cells move, lost what follows the first comma of `=SUM((A1,B2))`; of
 * `=SUM(A1:B3 B1:C3)` some corners moved and others not.
 *
 * Can go when test/unit/workbench/univer-patches/moved-references.test.ts passes without it.
 */
export function divideFormulas(sheet: Spreadsheet): void {
  const lexer = sheet.serviceOf(LexerTreeBuilder);
  const divide = lexer.sequenceNodesBuilder.bind(lexer);
  lexer.sequenceNodesBuilder = (formula) => {
    const words = divide(formula);
    const start = formula.startsWith('=') ? 1 : 0;
    const isRead = !words || (!MISREAD.test(formula) && generateStringWithSequence(words) === formula.slice(start));
    return isRead ? words : wordsIn(formula.slice(start));
  };
}

const wordsIn = (formula: string): (ISequenceNode | string)[] =>
  tokensIn(formula).map(({ type, text, start }) => {
    const nodeType = KINDS[type];
    return nodeType === undefined
      ? text
      : { nodeType, token: text, startIndex: start, endIndex: start + text.length - 1 };
  });

/**
 * Mends: `=jan!A1` is #VALUE! if the sheet is called Jan. Here it becomes `=Jan!A1`, as in Excel.
 *
 * Can go when test/unit/workbench/univer-patches/moved-references.test.ts, "is found in either case", passes without it.
 */
export function nameSheetsAsTheyAre(sheet: Spreadsheet): void {
  sheet.commands.beforeCommandExecuted(({ id, params }, options) => {
    if (id !== SetRangeValuesMutation.id || options?.fromFormula) return;
    const names = sheet.workbook.getSheets().map((one) => one.getName());
    new ObjectMatrix((params as ISetRangeValuesMutationParams).cellValue ?? {}).forValue((_row, _column, cell) => {
      if (cell?.f?.includes('!')) cell.f = formulaAfter(cell.f, '', { edits: [], sheets: names, names });
    });
  });
}

/**
 * Mends: formulas of a copied sheet that name this sheet, as Excel writes them after a look at another one, or by a name
 * that stands for its cells, still mean the original: what is changed in the copy changes nothing there. Here, as in Excel,
 * they mean the copy. Excel gives the copy a name of its own, of which the engine knows one for all sheets: the cells take
 * its place.
 *
 * Can go when test/unit/workbench/univer-patches/moved-references.test.ts, "a copied sheet refers to its own cells", passes
 * without it.
 */
export function nameCopiedSheets(sheet: Spreadsheet): void {
  let original: string | undefined;
  let onCopy = (formula: string): string => formula;
  sheet.commands.beforeCommandExecuted(({ id, type, params = {} }) => {
    const { subUnitId = '', sheet: copy, cellValue } = params as Partial<CopiedSheet>;
    if (type === CommandType.COMMAND) {
      const copied = sheet.workbook.getSheetBySheetId(subUnitId) ?? sheet.workbook.getActiveSheet();
      original = id === CopySheetCommand.id ? copied.getName() : undefined;
    }
    if (original === undefined) return;
    if (id === InsertSheetMutation.id && copy) onCopy = formulasOnCopy(sheet, original, copy.name);
    const cells = id === InsertSheetMutation.id ? copy?.cellData : id === SetRangeValuesMutation.id ? cellValue : {};
    new ObjectMatrix<Nullable<ICellData>>(cells ?? {}).forValue((_row, _column, cell) => {
      if (cell?.f) cell.f = onCopy(cell.f);
    });
  });
}

/** A sheet that is copied comes with its first cells; those of a large one follow. */
type CopiedSheet = ISetRangeValuesMutationParams & IInsertSheetMutationParams;

/** What formulas of a sheet are on its copy. */
function formulasOnCopy({ definedNames }: Spreadsheet, original: string, copy: string): (formula: string) => string {
  const renamed = (formula: string): string =>
    formulaAfter(formula, '', { edits: [], sheets: [original], names: [copy] });
  const cellsByName = new Map(
    definedNames.flatMap(({ name, formulaOrRefString }) => {
      const formula = formulaOrRefString.replace(/^=/, '');
      const ofCopy = renamed(formula);
      const cells = tokensIn(ofCopy).length === 1 ? ofCopy : `(${ofCopy})`;
      return ofCopy === formula ? [] : [[name.toUpperCase(), cells] as const];
    }),
  );
  const isOriginal = (prefix: string): boolean => unquoted(prefix).toUpperCase() === original.toUpperCase();
  const cellsOf = ({ type, text }: FormulaToken): string | undefined => {
    const end = text.lastIndexOf('!');
    const isMeant = type === 'range_named' && (end < 0 || isOriginal(text.slice(0, end)));
    return isMeant ? cellsByName.get(text.slice(end + 1).toUpperCase()) : undefined;
  };
  return (formula) => {
    if (cellsByName.size === 0) return formula.includes('!') ? renamed(formula) : formula;
    const words = tokensIn(formula).map((token) => cellsOf(token) ?? token.text);
    return renamed(words.join(''));
  };
}

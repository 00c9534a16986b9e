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
  SCOPE_WORKBOOK_VALUE_DEFINED_NAME as OF_WORKBOOK,
  SetDefinedNameMutation,
  SetRangeValuesMutation,
} from '@univerjs/preset-sheets-core';
import { type FormulaToken, tokensIn } from '../../app/workbook/formulas';
import { cellsIn } from '../../core/sheet';
import { textAt } from '../engine/cell-contents';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { formulaAfter, unquoted } from '../engine/line-edits';
import { type KnownNames, LAMBDA_CALL, readableDefinition, readableFormula } from '../engine/readable-formulas';
import { withAddresses } from '../engine/structured-references';
import { forgetParsedFormulas, readDefinitions } from './parsed-formulas';

/** A word of a formula, or what stands between two. */
type Word = string | { readonly token: string };

const LAMBDA = /^\s*=?\s*LAMBDA\s*\(/i;

interface FilledIn {
  readonly sequenceString: string;
  readonly hasDefinedName: boolean;
}

/** Where the engine puts the formula of a name in the place of the name. */
interface Definitions {
  getSequenceNode(sequence: unknown): readonly Word[];
  _handleDefinedName(sequence: unknown, ...others: readonly unknown[]): FilledIn;
  _handleNestedDefinedName(definition: string, ...others: readonly unknown[]): unknown;
}

/**
 * Mends: the engine pastes the formula of a name without parentheses, so that `=2*NetDebt` multiplies its first part
 * alone; it looks for a name "-Rate" in `=-Rate`, "@Rate" in `=@Rate`, "Rate " in `=Rate * 2`, and for a name in `=RATE(…)`; it knows no cells of
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
  let length = 0;
  lexer.treeBuilder = (formula, transformSuffix) => {
    if (length > MAX_LENGTH) {
      length = 0;
      forgetParsedFormulas();
      functions.deleteFormulaAstCacheKey('');
    }
    return build(readableFormula(formula, known()), transformSuffix);
  };
  const definitions = sheet.serviceOf(LexerTreeBuilder) as unknown as Definitions;
  const paste = definitions._handleNestedDefinedName.bind(definitions);
  const nameOf = (definition: string): string =>
    sheet.definedNames.find(({ formulaOrRefString }) => formulaOrRefString === definition)?.name ?? '';
  /** Those in whose place something is put, and whether they call themselves. */
  const open = new Map<string, boolean>();
  let circles = 0;
  definitions._handleNestedDefinedName = (definition, ...others) => {
    if (open.has(definition)) {
      circles++;
      if (!LAMBDA.test(definition)) return ErrorType.NAME;
      open.set(definition, true);
      return nameOf(definition);
    }
    if (readDefinitions.has(definition)) return readDefinitions.get(definition);
    const before = circles;
    open.set(definition, false);
    try {
      const pasted = paste(readableDefinition(definition, known()), ...others) as { sequenceString?: string };
      if (open.get(definition)) {
        const name = nameOf(definition);
        pasted.sequenceString = `LET(${name},${pasted.sequenceString!},${name})`;
      }
      // One of a circle has another result where it is not the first.
      if (circles === before) readDefinitions.set(definition, pasted);
      return pasted;
    } finally {
      open.delete(definition);
    }
  };
  const isFunction = (word: { readonly token: string }): boolean =>
    functions.hasExecutor(word.token.trim().toUpperCase());
  const callsLambda = (word: Word | undefined, next: Word | undefined): boolean => {
    if (typeof word !== 'object' || next !== '(' || isFunction(word)) return false;
    const called = word.token.trim().toUpperCase();
    return LAMBDA.test(sheet.definedNames.find(({ name }) => name.toUpperCase() === called)?.formulaOrRefString ?? '');
  };
  const words = Object.assign(Object.create(definitions) as Definitions, {
    getSequenceNode: (sequence: unknown): readonly Word[] =>
      definitions.getSequenceNode(sequence).flatMap((word, index, all) => {
        if (typeof word === 'string')
          return callsLambda(all[index - 1], word) ? [all[index + 1] === ')' ? '' : ','] : [word];
        if (all[index + 1] === '(' && isFunction(word)) return [word.token];
        const [, before = '', token = '', behind = ''] = /^(\s*)(.*?)(\s*)$/s.exec(word.token) ?? [];
        return [before, callsLambda(word, all[index + 1]) ? `${LAMBDA_CALL}(` : '', { ...word, token }, behind];
      }),
  });
  const fillIn = definitions._handleDefinedName.bind(words);
  definitions._handleDefinedName = (sequence, ...others) => {
    const filled = fillIn(sequence, ...others);
    if (filled.hasDefinedName) length += filled.sequenceString.length;
    return filled;
  };
}

/**
 * Of formulas that are kept in their parts, with what stands for their names: a workbook with names that stand for
 * functions would need more memory than a page has.
 */
const MAX_LENGTH = 2_000_000;

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

/**
 * Mends: the engine reads Sales[Amount] of a table of the opened file as an unknown name, so that `=SUM(Sales[Amount])`
 * was #NAME?, and `=COUNTA(Sales[#Headers])` 1. Here what is entered gets addresses, as the formulas of the file have.
 *
 * Can go when test/unit/workbench/xlsx/tables.test.ts, "the cells of a table have their names in what is entered", passes
 * without it.
 */
export function readTableReferences(sheet: Spreadsheet): void {
  sheet.commands.beforeCommandExecuted(({ id, params }, options) => {
    if (id === SetDefinedNameMutation.id) {
      const name = params as { formulaOrRefString: string };
      name.formulaOrRefString = withTableAddresses(sheet, name.formulaOrRefString);
    }
    if (id !== SetRangeValuesMutation.id || options?.fromFormula || sheet.tables().length === 0) return;
    const { unitId, subUnitId, cellValue } = params as ISetRangeValuesMutationParams;
    const name = sheet.sheetOf({ unitId, sheetId: subUnitId })?.getName();
    new ObjectMatrix(cellValue ?? {}).forValue((row, column, cell) => {
      if (cell?.f) cell.f = withTableAddresses(sheet, cell.f, name, row, column);
    });
  });
}

/** A formula with addresses instead of the cells of tables. */
function withTableAddresses(sheet: Spreadsheet, formula: string, name = '', row = -1, column = -1): string {
  const text = formula.toUpperCase();
  const tables = sheet.tables();
  if (!tables.some((table) => text.includes(table.name.toUpperCase())) && (name === '' || !text.includes('[')))
    return formula;
  const now = tables.map((table) => {
    const [headings] = cellsIn(table.block);
    // Whoever types a formula sees the headings of now.
    const columns =
      table.headerRows === 0 ? table.columns : headings!.map((one) => textAt(sheet, sheet.positionOf(one)));
    return { ...table, columns };
  });
  return withAddresses(formula, now, name, row, column);
}

/** What INDIRECT gets most often, of which no name is one. */
const ADDRESS = /^(?:[^!]*!)?\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?$/i;

/** What INDIRECT gets, with the address of a name, of one of a sheet, such as "'Data 1'!Rate", or of cells of a table. */
export function namedCells(sheet: Spreadsheet, text: string, ownSheet: unknown): string {
  if (ADDRESS.test(text)) return text;
  const end = text.lastIndexOf('!');
  const [written, scope] = [text.slice(end + 1), unquoted(text.slice(0, Math.max(end, 0))).toUpperCase()];
  const isMeant = (name: string): boolean =>
    name.length === written.length && name.toUpperCase() === written.toUpperCase();
  const found = sheet.definedNames.filter(({ name }) => isMeant(name));
  if (found.length === 0) return withTableAddresses(sheet, text);
  const named = sheet.workbook
    .getSheets()
    .find((one) => one.getName().toUpperCase() === scope)
    ?.getSheetId();
  const sheetId = end < 0 ? ownSheet : named;
  const meant =
    found.find(({ localSheetId }) => localSheetId === sheetId) ??
    (sheetId === undefined ? undefined : found.find(({ localSheetId = OF_WORKBOOK }) => localSheetId === OF_WORKBOOK));
  // Left as it is, the engine would find it on any sheet.
  return meant?.formulaOrRefString.replace(/^=/, '') ?? ErrorType.REF;
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

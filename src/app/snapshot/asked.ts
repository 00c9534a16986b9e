import { type Block, parseA1 } from '../../core/sheet/a1';
import type { FunctionTraits, ParameterRole, ParameterTraits } from '../function-traits';
import { mapInPieces } from '../pauses';
import type { CellValue, Workbook } from '../workbook';
import { CellValues } from '../workbook/calls';
import { mdCallsIn, referencesIn, isOperator, tokensIn } from '../workbook/formulas';

/**
 * What a formula asks for, wherever it stands. Cells move, and a formula that refers to a symbol beside it asks for
 * another one as soon as that cell changes; so neither its place nor its text says what its value is the value of.
 */
export interface Asked {
  /** The symbols, exchanges and currencies in order, in upper case; a blank for a blank cell. */
  readonly names: readonly string[];
  /** Equal for formulas that ask the same; undefined if it is not known what one of their references contains. */
  readonly key: string | undefined;
  /** The formula without the addresses of its cells: equal for formulas that ask in the same way. */
  readonly shape: string;
}

interface AskingArgument {
  readonly isName: boolean;
  /** Whether it is one reference and nothing else. */
  readonly isPlain: boolean;
  /** False if it refers to something whose cells only the spreadsheet knows, such as a defined name. */
  readonly isReadable: boolean;
  readonly references: readonly string[];
  /** The texts in it, if it has no references: {"EURUSD","GBPUSD"}. */
  readonly texts: readonly string[];
}

/** They change with every day or with taste, and do not make another question of a formula. */
const PASSING_ROLES: ReadonlySet<ParameterRole | undefined> = new Set(['date', 'moment', 'decimals', 'interval']);
/** The currencies of a conversion, which have no role. */
const CURRENCIES: ReadonlySet<string> = new Set(['from', 'to']);
/** In the place of a reference in a formula's shape. */
const ANY_CELLS = '□';

const isName = ({ name, role }: ParameterTraits): boolean =>
  role === 'symbols' || role === 'exchanges' || CURRENCIES.has(name);

type Inputs = readonly (readonly CellValue[] | null)[];

/** What these formulas ask for now, and the contents of the references that decide it. */
export async function readAsked<Cell extends { readonly cell: Block; readonly formula: string }>(
  workbook: Workbook,
  cells: readonly Cell[],
  functions: readonly FunctionTraits[],
): Promise<Map<Cell, { readonly asked: Asked; readonly inputs: Inputs }>> {
  const asking = await mapInPieces(cells, (cell) => {
    const all = argumentsIn(cell.formula, functions);
    const blocks = all.flatMap(({ references }) => references).map((text) => parseA1(text, cell.cell.sheet));
    return { cell, all, blocks };
  });
  const values = await CellValues.read(
    workbook,
    asking.flatMap(({ blocks }) => blocks).filter((block) => block !== undefined),
  );
  const read = await mapInPieces(asking, ({ cell, all, blocks }) => {
    const inputs = blocks.map((block) => (block && values.of(block)) ?? null);
    return [cell, { asked: askedBy(cell.formula, all, inputs), inputs }] as const;
  });
  return new Map(read);
}

/** @param inputs as they were read; a reference without one is not known */
export const askedIn = (formula: string, functions: readonly FunctionTraits[], inputs: Inputs = []): Asked =>
  askedBy(formula, argumentsIn(formula, functions), inputs);

function askedBy(formula: string, all: readonly AskingArgument[], inputs: Inputs): Asked {
  const names: string[] = [];
  const others: string[] = [];
  let isKnown = true;
  let next = 0;
  for (const { references, isReadable, isName, isPlain, texts } of all) {
    const contents = references.map(() => inputs[next++] ?? null);
    if (!isReadable || contents.includes(null)) isKnown = false;
    const values = [...contents.flatMap((one) => one ?? []), ...texts];
    if (isName) names.push(...values.flatMap(namesIn));
    // A plain number is an amount or a limit: it may change without making another question of the formula.
    else others.push(...values.filter((value) => !isPlain || typeof value === 'string').map(String));
  }
  const shape = shapeOf(formula);
  return { names, shape, key: isKnown ? JSON.stringify([shape, names, others.map(upper)]) : undefined };
}

function argumentsIn(formula: string, functions: readonly FunctionTraits[]): AskingArgument[] {
  return mdCallsIn(formula).flatMap(({ name, arguments: all }) => {
    const traits = functions.find(({ id }) => id === name);
    // A function that requests nothing only looks at its cells.
    if (!traits || (traits.sources.length === 0 && !traits.takesPath)) return [];
    return all.flatMap((text, index) => {
      const parameter = traits.parameters[index];
      return parameter && !PASSING_ROLES.has(parameter.role) ? [argumentOf(text, parameter)] : [];
    });
  });
}

const UNREADABLE: ReadonlySet<string> = new Set(['range_named', 'range_beam', 'range_ternary', 'structured']);

function argumentOf(text: string, parameter: ParameterTraits): AskingArgument {
  const tokens = tokensIn(text);
  const references = referencesIn(text).map((reference) => reference.text);
  return {
    isName: isName(parameter),
    isPlain: references.length === 1 && references[0] === text,
    isReadable:
      tokens.every((token) => !UNREADABLE.has(token.type) && !isOperator(token, '#')) &&
      tokens.filter(({ type }) => type === 'range').length === references.length,
    references,
    texts:
      references.length > 0
        ? []
        : tokens.filter(({ type }) => type === 'string').map((token) => token.text.slice(1, -1).replaceAll('""', '"')),
  };
}

function shapeOf(formula: string): string {
  let shape = '';
  let end = 0;
  for (const { text, start } of referencesIn(formula)) {
    shape += formula.slice(end, start) + ANY_CELLS;
    end = start + text.length;
  }
  return shape + formula.slice(end);
}

/** A list in one cell acts as a column. */
const namesIn = (value: CellValue): string[] => String(value).split(',').map(upper);

const upper = (text: string): string => text.trim().toUpperCase();

import type { FunctionTraits, ParameterRole, ParameterTraits } from '../function-traits';
import type { CellValue, Workbook } from '../host';
import { CellValues } from './calls';
import { isOperator, mdCallsIn, referencesIn, tokensIn } from './formulas';
import type { KeptCell } from './snapshot-store';
import { ALL_QUOTE_FIELDS } from '../../api/interface/operation';
import { SCORE_MODELS } from '../../core/score';
import { type Block, parseA1 } from '../../core/sheet';
import { mapInPieces } from '../../core/waiting';

/**
 * What a formula asks for, wherever it stands. Cells move, and a formula that refers to a symbol beside it asks for
 * another one as soon as that cell changes; so neither its place nor its text says what its value is the value of.
 */
export interface Asked {
  /** The symbols, exchanges and currencies in order, in upper case; a blank for a blank cell. */
  readonly names: readonly string[];
  /** Equal for formulas that ask the same; undefined if it is not known what one of their references contains. */
  readonly key: string | undefined;
  /** The key with the amounts, limits and dates; undefined as the key is. */
  readonly whole: string | undefined;
  /** The numbers from which an argument is calculated: they may choose a name, as in INDEX, or not matter. */
  readonly choosing: string;
  /** The formula without the addresses of its cells: equal for formulas that ask in the same way. */
  readonly shape: string;
}

/** The contents of the references in a formula's arguments; null for one that could not be read. */
type Inputs = readonly (readonly CellValue[] | null)[];

type AskingFormula = Pick<KeptCell, 'formula' | 'inputs'>;

type Roles = ReadonlySet<ParameterRole | undefined>;

/** They change with every day or with taste, and do not make another question of a formula. */
const PASSING_ROLES: Roles = new Set(['date', 'moment', 'decimals', 'interval']);
const NAME_ROLES: Roles = new Set(['symbols', 'exchanges', 'currency']);

export function questionIn({ formula, inputs }: AskingFormula, functions: readonly FunctionTraits[]): Asked {
  const names: string[] = [];
  const others: string[] = [];
  const quantities: CellValue[] = [];
  const choosing: CellValue[] = [];
  const all = argumentsIn(formula, functions, inputs);
  for (const { parameter, values, isPlain } of all)
    for (const value of values)
      if (parameter.role === 'quantity') quantities.push(value);
      else if (typeof value !== 'string' && !isPlain) choosing.push(value);
      else if (NAME_ROLES.has(parameter.role)) names.push(...String(value).split(',').map(upper));
      else if (typeof value === 'string') others.push(upper(value));
  const shape = shapeOf(formula, functions);
  const isKnown = all.every((one) => one.isKnown || one.parameter.role === 'quantity');
  const key = isKnown ? JSON.stringify([shape, names, others]) : undefined;
  return {
    names,
    shape,
    key,
    whole: key && JSON.stringify([key, withoutCells(formula), quantities]),
    choosing: JSON.stringify(choosing),
  };
}

const upper = (text: string): string => text.trim().toUpperCase();

/** What the references in the formulas' arguments contain now. */
export async function readInputs<Cell extends { readonly cell: Block; readonly formula: string }>(
  workbook: Workbook,
  cells: readonly Cell[],
  functions: readonly FunctionTraits[],
): Promise<Map<Cell, Inputs>> {
  const asking = await mapInPieces(cells, ({ formula, cell }) =>
    argumentsIn(formula, functions)
      .flatMap(({ references }) => references)
      .map((text) => parseA1(text, cell.sheet)),
  );
  const values = await CellValues.read(
    workbook,
    asking.flat().filter((block) => block !== undefined),
  );
  return new Map(
    cells.map((cell, index) => [cell, asking[index]!.map((block) => (block && values.of(block)) ?? null)]),
  );
}

/** An argument that decides what is asked. */
interface AskingArgument {
  readonly parameter: ParameterTraits;
  readonly references: readonly string[];
  /** Whether it is one reference and nothing else. */
  readonly isPlain: boolean;
  /** What it refers to or, without references, the texts in it: {"EURUSD","GBPUSD"}. */
  readonly values: readonly CellValue[];
  /** False if something that it refers to was not read: only the spreadsheet knows the cells of a defined name. */
  readonly isKnown: boolean;
}

function argumentsIn(formula: string, functions: readonly FunctionTraits[], inputs: Inputs = []): AskingArgument[] {
  let next = 0;
  return mdCallsIn(formula).flatMap(({ name, arguments: all }) => {
    const traits = functions.find(({ id }) => id === name);
    // A function that requests nothing only looks at its cells.
    if (!traits || (traits.sources.length === 0 && !traits.takesPath)) return [];
    return all.flatMap((text, index): readonly AskingArgument[] => {
      const parameter = traits.parameters[index];
      if (!parameter || PASSING_ROLES.has(parameter.role)) return [];
      const tokens = tokensIn(text);
      const references = referencesIn(text).map((reference) => reference.text);
      const contents = references.map(() => inputs[next++] ?? null);
      const texts = tokens.filter(({ type }) => type === 'string').map((token) => textIn(token.text));
      const isReadable =
        tokens.every((token) => !UNREADABLE.has(token.type) && !isOperator(token, '#')) &&
        tokens.filter(({ type }) => type === 'range').length === references.length;
      return [
        {
          parameter,
          references,
          isPlain: references.length === 1 && references[0] === text,
          values: references.length === 0 ? texts : contents.flatMap((one) => one ?? []),
          isKnown: isReadable && !contents.includes(null),
        },
      ];
    });
  });
}

const UNREADABLE: ReadonlySet<string> = new Set(['range_named', 'range_beam', 'range_ternary', 'structured']);

const textIn = (quoted: string): string => quoted.slice(1, -1).replaceAll('""', '"');

/** The formula around its calls, and what each of them says of the question. */
function shapeOf(formula: string, functions: readonly FunctionTraits[]): string {
  const calls = mdCallsIn(formula).map(({ name, arguments: all }) => {
    const parameters = functions.find(({ id }) => id === name)?.parameters ?? [];
    const said = all.map((text, index) => {
      const role = parameters[index]?.role;
      return role === 'quantity' || PASSING_ROLES.has(role) ? '' : withoutCells(withoutArguments(text));
    });
    return [name, ...said].join().replace(/,+$/, '');
  });
  return [withoutCells(withoutArguments(formula)), ...calls].join('\n');
}

/** Without what stands in the brackets of its calls. */
function withoutArguments(formula: string): string {
  let rest = '';
  let end = 0;
  for (const { arguments: all, starts } of mdCallsIn(formula)) {
    const [first, last] = [starts[0], starts.at(-1)];
    // One within another is gone with it.
    if (first === undefined || last === undefined || first < end) continue;
    rest += formula.slice(end, first);
    end = last + all.at(-1)!.length;
  }
  return rest + formula.slice(end);
}

/** In the place of a reference in a formula's shape. */
const ANY_CELLS = '□';

function withoutCells(formula: string): string {
  let shape = '';
  let end = 0;
  for (const { text, start } of referencesIn(formula)) {
    shape += formula.slice(end, start) + ANY_CELLS;
    end = start + text.length;
  }
  return shape + formula.slice(end);
}

interface Size {
  readonly rows: number;
  readonly columns: number;
}

export const sizeOf = (rows: readonly (readonly unknown[])[]): Size => ({
  rows: rows.length,
  columns: rows[0]?.length ?? 0,
});

/** A result with a line, which is a row or a column, for each of its names; headings may stand before them. */
interface NamedLines {
  readonly along: 'rows' | 'columns';
  /** By line; undefined for the headings. */
  readonly names: readonly (string | undefined)[];
}

export function namedLinesOf({ rows, columns }: Size, names: readonly string[]): NamedLines | undefined {
  if (names.length < 2) return undefined;
  for (const [along, count] of [
    ['rows', rows],
    ['columns', columns],
  ] as const) {
    const headings = count - names.length;
    if (headings === 0 || headings === 1) return { along, names: [...Array<undefined>(headings), ...names] };
  }
  return undefined;
}

/** What one cell of a result is about. */
interface CellSubject {
  /** Empty if not known. */
  readonly symbol: string;
  readonly field: string;
  /** Whether it names the values below it or beside it. */
  readonly isHeading: boolean;
}

/** What is meant where a formula names no field. */
const USUAL_FIELDS: Readonly<Record<string, readonly string[]>> = {
  QUOTE: ['mid'],
  LIVE: ['mid'],
  SCORE: SCORE_MODELS,
};
const ALL_FIELDS: Readonly<Record<string, readonly string[]>> = {
  QUOTE: ALL_QUOTE_FIELDS,
  SCORE: SCORE_MODELS,
};
/** As the service names its fields: "open_time". */
const FIELD_NAME = /^[a-z][a-z0-9_.-]*$/;

/**
 * The symbol and the field of each cell of a result, by its place in it or, where it has grown since, beside it.
 *
 * @param names what it asks for, if that is known already
 */
export function subjectsOf(
  kept: Pick<KeptCell, 'formula' | 'values' | 'inputs'>,
  functions: readonly FunctionTraits[],
  names = questionIn(kept, functions).names,
): (down: number, across: number) => CellSubject {
  const { values } = kept;
  const size = sizeOf(values);
  const lines = namedLinesOf(size, names);
  const isAcross = lines?.along === 'columns';
  const hasHeading = lines !== undefined && lines.names[0] === undefined;
  const fields = fieldsAsked(kept, functions);
  const calls = mdCallsIn(kept.formula);
  const areFields = (some: readonly CellValue[]): boolean => some.every((value) => FIELD_NAME.test(String(value)));
  const hasNamesAbove = !isAcross && size.rows > 1 && calls.length === 1 && areFields(values[0]!);
  const hasNamesBeside = isAcross && hasHeading && areFields(values.map(([value]) => value!));
  const fieldAt = (down: number, across: number): string => {
    if (hasNamesBeside) return String(values[down]?.[0] ?? '');
    if (hasNamesAbove) return String(values[0]![across] ?? '');
    const count = isAcross ? size.rows : size.columns;
    const all = fields.length === 1 && fields[0] === 'all' ? ALL_FIELDS[calls[0]?.name ?? ''] : undefined;
    const each = [all, fields].find((some) => some?.length === count);
    return each?.[isAcross ? down : across] ?? fields.join(', ');
  };
  return (down, across) => ({
    symbol: lines ? (lines.names[isAcross ? across : down] ?? '') : [...new Set(names)].join(', '),
    field: fieldAt(down, across),
    isHeading:
      (hasNamesAbove && down === 0) ||
      (hasNamesBeside && across === 0) ||
      (hasHeading && (isAcross ? across : down) === 0),
  });
}

/** The fields that the calls of a formula name, or the usual ones; score models are the columns of scores. */
function fieldsAsked({ formula, inputs }: AskingFormula, functions: readonly FunctionTraits[]): readonly string[] {
  const named = argumentsIn(formula, functions, inputs).flatMap(({ parameter: { name, role }, values }) =>
    /^fields?$/.test(name) || role === 'models' ? values.flatMap((text) => String(text).split(',')) : [],
  );
  const fields = [...new Set(named.map((field) => field.trim().toLowerCase()).filter((field) => field !== ''))];
  return fields.length > 0 ? fields : [...new Set(mdCallsIn(formula).flatMap(({ name }) => USUAL_FIELDS[name] ?? []))];
}

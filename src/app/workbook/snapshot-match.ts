import type { FunctionTraits, ParameterRole, ParameterTraits } from '../function-traits';
import type { Session } from '../session';
import type { FormulaCell, CellValue, Workbook } from '../host';
import { type FrozenBlock, frozenBlocks } from './frozen';
import type { KeptCell, KeptRun, PlacedSnapshot } from './snapshot-store';
import { ALL_QUOTE_FIELDS } from '../../api/interface/operation';
import { groupBy } from '../../core/basics';
import { mapInPieces } from '../../core/waiting';
import { CellValues } from './calls';
import { mdCallsIn, referencesIn, isOperator, tokensIn } from './formulas';
import { SCORE_MODELS } from '../../core/score';
import { a1WithSheet, type Block, cellOf, parseA1, cellsIn } from '../../core/sheet';

/** A cell with a formula, whether in place or frozen. */
type PresentCell = Pick<FormulaCell, 'cell' | 'formula' | 'spill'>;

/**
 * What stands between a kept formula and the one in its cell: another symbol, another formula, or that it is not known
 * which symbol they ask for.
 */
export type Difference = 'symbol' | 'formula' | 'unknown';

/** A kept formula, and where the same question is asked now. */
export interface Match {
  readonly kept: KeptCell;
  readonly keptAsked: Asked;
  /** Its position in the snapshot. */
  readonly before: Block;
  /** The cell that asks the same, or else the cell in its place; undefined if it is gone. */
  readonly now: PresentFormula | undefined;
  /** Undefined if both ask the same. */
  readonly difference: Difference | undefined;
}

/** The formulas of a snapshot with their counterparts, and the formulas that it does not have. */
export interface Matches {
  readonly matches: readonly Match[];
  readonly added: readonly PresentFormula[];
}

/** A formula in its cell, and what it asks. */
export interface PresentFormula extends PresentCell {
  readonly inputs: Inputs;
  readonly asked: Asked;
  /** What another snapshot kept of it. */
  readonly kept?: KeptCell;
}

/**
 * Finds the kept formulas again: first in their cells, even if rows or columns have moved, or if they are frozen; then
 * wherever the same is asked, since rows may have been sorted. Only then the cell in the old place counts, although it
 * asks for something else.
 *
 * @param other another snapshot, whose formulas count instead of those in the cells now
 */
export async function matchCells(
  session: Session,
  snapshot: PlacedSnapshot,
  functions: readonly FunctionTraits[],
  other?: PlacedSnapshot,
): Promise<Matches> {
  const present = other ? presentIn(other, functions) : await presentNow(session, functions);
  const byAddress = new Map(present.map((cell) => [a1WithSheet(cell.cell), cell]));
  const all = snapshot.runs.flatMap((run, index) =>
    inPlaces(run, snapshot.runBlocks[index], byAddress).map((one) => ({
      ...one,
      asked: askedIn(one.kept.formula, functions, one.kept.inputs),
    })),
  );
  const free = new Set(present);
  const found = new Map<(typeof all)[number], PresentFormula>();
  const take = (one: (typeof all)[number], cell: PresentFormula | undefined): void => {
    if (cell && free.delete(cell)) found.set(one, cell);
  };
  // The same with other amounts only where nobody asks for these: sorted rows keep theirs.
  for (const key of ['whole', 'key'] as const) {
    for (const one of all)
      if (!found.has(one) && one.asked[key] !== undefined && one.inPlace?.asked[key] === one.asked[key])
        take(one, one.inPlace);
    const elsewhere = new Map(
      groupBy([...free], ({ asked }) => asked[key] ?? '').map((same) => [same[0]!.asked[key], same]),
    );
    for (const one of all)
      if (!found.has(one) && one.asked[key] !== undefined) take(one, elsewhere.get(one.asked[key])?.shift());
  }
  for (const one of all) if (!found.has(one)) take(one, one.inPlace);
  const matches = all.map((one): Match => {
    const now = found.get(one);
    return {
      kept: one.kept,
      keptAsked: one.asked,
      before: one.before,
      now,
      difference: now && differenceOf(one.asked, now.asked),
    };
  });
  return { matches, added: [...free] };
}

/** The formulas in the cells now, whether in place or frozen. */
async function presentNow(session: Session, functions: readonly FunctionTraits[]): Promise<readonly PresentFormula[]> {
  const { workbook } = session.host;
  const [inPlace, frozen] = await Promise.all([workbook.formulas(), frozenBlocks(session)]);
  const present: PresentCell[] = [...frozen.flatMap(presentOf), ...inPlace];
  const asked = await readAsked(workbook, present, functions);
  return present.map((cell) => ({ ...cell, ...asked.get(cell)! }));
}

/** The formulas of a snapshot, where their cells are now or, if these were deleted, were then. */
function presentIn(
  { runs, runBlocks }: PlacedSnapshot,
  functions: readonly FunctionTraits[],
): readonly PresentFormula[] {
  return runs.flatMap((run, index) => {
    const block = runBlocks[index];
    const hasSize = block?.rows === run.rows && block.columns === run.columns;
    const cells = cellsIn(hasSize ? block : run).flat();
    return run.cells.map((kept, position): PresentFormula => {
      const cell = cells[position]!;
      return {
        cell,
        formula: kept.formula,
        spill: { ...cell, ...sizeOf(kept.values) },
        inputs: kept.inputs ?? [],
        asked: askedIn(kept.formula, functions, kept.inputs),
        kept,
      };
    });
  });
}

const presentOf = ({ block, formula }: FrozenBlock): readonly PresentCell[] =>
  block ? [{ cell: cellOf(block.sheet, block.row, block.column), formula, spill: block }] : [];

interface Placed {
  readonly kept: KeptCell;
  readonly before: Block;
  /** The formula that stands where the kept one stood. */
  readonly inPlace: PresentFormula | undefined;
}

function inPlaces(
  run: KeptRun,
  block: Block | undefined,
  byAddress: ReadonlyMap<string, PresentFormula>,
): readonly Placed[] {
  const before = cellsIn(run).flat();
  const cells = block ? cellsIn(block).flat() : [];
  const at = cells.map((cell) => byAddress.get(a1WithSheet(cell)));
  // Inserted rows add cells without a kept formula, so these are paired in order only if their numbers are equal.
  const present = block?.rows === run.rows && block.columns === run.columns ? at : at.filter((cell) => cell);
  const inOrder = present.length === run.cells.length;
  let next = 0;
  return run.cells.map((kept, index) => {
    if (inOrder) return { kept, before: before[index]!, inPlace: present[index] };
    const where = present.findIndex((cell, position) => position >= next && cell?.formula === kept.formula);
    if (where >= 0) next = where + 1;
    return { kept, before: before[index]!, inPlace: present[where] };
  });
}

function differenceOf(kept: Asked, now: Asked): Difference | undefined {
  if (kept.key !== undefined && kept.key === now.key) return kept.choosing === now.choosing ? undefined : 'unknown';
  if (kept.key === undefined || now.key === undefined) return kept.shape === now.shape ? 'unknown' : 'formula';
  return kept.names.join() === now.names.join() ? 'formula' : 'symbol';
}

/**
 * What a formula asks for, wherever it stands. Cells move, and a formula that refers to a symbol beside it asks for
 * another one as soon as that cell changes; so neither its place nor its text says what its value is the value of.
 */
interface Asked {
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

interface AskingArgument {
  readonly parameter: ParameterTraits;
  /** Whether it is one reference and nothing else. */
  readonly isPlain: boolean;
  /** False if it refers to something whose cells only the spreadsheet knows, such as a defined name. */
  readonly isReadable: boolean;
  readonly references: readonly string[];
  /** The texts in it, if it has no references: {"EURUSD","GBPUSD"}. */
  readonly texts: readonly string[];
}

type Roles = ReadonlySet<ParameterRole | undefined>;

/** They change with every day or with taste, and do not make another question of a formula. */
const PASSING_ROLES: Roles = new Set(['date', 'moment', 'decimals', 'interval']);
const NAME_ROLES: Roles = new Set(['symbols', 'exchanges', 'currency']);
/** In the place of a reference in a formula's shape. */
const ANY_CELLS = '□';

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
    return [cell, { asked: askedBy(cell.formula, all, inputs, functions), inputs }] as const;
  });
  return new Map(read);
}

/** @param inputs as they were read; a reference without one is not known */
const askedIn = (formula: string, functions: readonly FunctionTraits[], inputs: Inputs = []): Asked =>
  askedBy(formula, argumentsIn(formula, functions), inputs, functions);

function askedBy(
  formula: string,
  all: readonly AskingArgument[],
  inputs: Inputs,
  functions: readonly FunctionTraits[],
): Asked {
  const names: string[] = [];
  const others: string[] = [];
  const quantities: CellValue[] = [];
  const choosing: CellValue[] = [];
  let isKnown = true;
  let next = 0;
  for (const { parameter, references, isReadable, isPlain, texts } of all) {
    const contents = references.map(() => inputs[next++] ?? null);
    const values = [...contents.flatMap((one) => one ?? []), ...texts];
    if (parameter.role === 'quantity') {
      quantities.push(...values);
      continue;
    }
    if (!isReadable || contents.includes(null)) isKnown = false;
    const isName = NAME_ROLES.has(parameter.role);
    for (const value of values)
      if (typeof value !== 'string' && !isPlain) choosing.push(value);
      else if (isName) names.push(...namesIn(value));
      else if (typeof value === 'string') others.push(upper(value));
  }
  const shape = shapeOf(formula, functions);
  const key = isKnown ? JSON.stringify([shape, names, others]) : undefined;
  return {
    names,
    shape,
    key,
    whole: key && JSON.stringify([key, withoutCells(formula), quantities]),
    choosing: JSON.stringify(choosing),
  };
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
    parameter,
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

function withoutCells(formula: string): string {
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

/** A result with a line, which is a row or a column, for each of its names; headings may stand before them. */
interface Lines {
  readonly along: 'rows' | 'columns';
  /** By line; undefined for the headings. */
  readonly names: readonly (string | undefined)[];
}

/** Lists whose symbols are in another order, or partly others. */
export interface PairedLines {
  readonly along: Lines['along'];
  readonly kept: Lines['names'];
  readonly now: Lines['names'];
  /** By kept line: the line of the same name now. */
  readonly nowOf: readonly (number | undefined)[];
}

interface Size {
  readonly rows: number;
  readonly columns: number;
}

export const sizeOf = (rows: readonly (readonly unknown[])[]): Size => ({
  rows: rows.length,
  columns: rows[0]?.length ?? 0,
});

/** Undefined unless both results have one line for each of their names. */
export function pairLines({ kept, keptAsked, now: present }: Match, now: Size): PairedLines | undefined {
  const before = linesOf(sizeOf(kept.values), keptAsked.names);
  const after = linesOf(now, present?.asked.names ?? []);
  if (!before || before.along !== after?.along) return undefined;
  const free = new Map<string | undefined, number[]>();
  for (const [line, name] of after.names.entries())
    if (before.names[line] !== name) free.set(name, [...(free.get(name) ?? []), line]);
  const isInPlace = (name: string | undefined, line: number): boolean =>
    line < after.names.length && after.names[line] === name;
  return {
    along: before.along,
    kept: before.names,
    now: after.names,
    nowOf: before.names.map((name, line) => (isInPlace(name, line) ? line : free.get(name)?.shift())),
  };
}

function linesOf({ rows, columns }: Size, names: readonly string[]): Lines | undefined {
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

type KeptValues = Pick<KeptCell, 'values' | 'formats'>;

/**
 * The kept values as the formula's cells can show them now: those of a list in the order of its symbols now, with blanks
 * for symbols that it did not have. Undefined if the cell asks for something else: a value would stand beside the wrong
 * name.
 */
export function showable(match: Match): KeptValues | undefined {
  const { kept, now, difference } = match;
  if (!now) return undefined;
  if (difference === undefined || difference === 'unknown') return kept;
  const paired = difference === 'symbol' ? pairLines(match, now.spill) : undefined;
  if (!paired) return undefined;
  const keptOf = new Map(paired.nowOf.map((line, index) => [line, index]));
  const order = paired.now.map((_, line) => keptOf.get(line));
  const arranged = <T>(rows: readonly (readonly T[])[], missing: T): T[][] =>
    paired.along === 'rows'
      ? order.map((line) => (line === undefined ? (rows[0] ?? []).map(() => missing) : [...(rows[line] ?? [])]))
      : rows.map((row) => order.map((line) => (line === undefined ? missing : (row[line] ?? missing))));
  return { values: arranged(kept.values, ''), formats: arranged(kept.formats, 'General') };
}

/** What one cell of a result is about. */
export interface CellSubject {
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

/** The symbol and the field of each cell of a result, by its place in it. */
export function subjectsOf(
  { formula, values, inputs }: Pick<KeptCell, 'formula' | 'values' | 'inputs'>,
  functions: readonly FunctionTraits[],
): (down: number, across: number) => CellSubject {
  const { names } = askedIn(formula, functions, inputs);
  const symbols = [...new Set(names)];
  const size = sizeOf(values);
  const lines = linesOf(size, names);
  const isAcross = lines?.along === 'columns';
  const fields = fieldsAsked(formula, functions, inputs);
  const calls = mdCallsIn(formula);
  const hasNamesAbove =
    size.rows > 1 && calls.length === 1 && (values[0] ?? []).every((value) => FIELD_NAME.test(String(value)));
  const hasNamesBeside =
    isAcross && lines.names[0] === undefined && values.every(([value]) => FIELD_NAME.test(String(value)));
  const offset = lines?.names[0] === undefined && lines ? 1 : 0;
  const fieldAt = (down: number, across: number): string => {
    if (hasNamesBeside) return String(values[down]![0]);
    if (hasNamesAbove && !isAcross) return String(values[0]![across]);
    const count = isAcross ? size.rows : size.columns;
    const all = fields.length === 1 && fields[0] === 'all' ? ALL_FIELDS[calls[0]?.name ?? ''] : undefined;
    if (all?.length === count) return all[isAcross ? down : across]!;
    if (fields.length > 1 && fields.length === count) return fields[isAcross ? down : across]!;
    return fields.join(', ');
  };
  return (down, across) => ({
    symbol: lines ? (lines.names[isAcross ? across : down] ?? '') : symbols.join(', '),
    field: fieldAt(down, across),
    isHeading:
      (hasNamesAbove && !isAcross && down === 0) ||
      (hasNamesBeside && across === 0) ||
      (offset === 1 && (isAcross ? across : down) === 0),
  });
}

/** The fields that the calls of a formula name, or the usual ones; score models are the columns of scores. */
function fieldsAsked(formula: string, functions: readonly FunctionTraits[], inputs: Inputs = []): readonly string[] {
  let next = 0;
  const named = argumentsIn(formula, functions).flatMap(({ parameter: { name, role }, references, texts }) => {
    const contents = references.flatMap(() => inputs[next++] ?? []);
    return /^fields?$/.test(name) || role === 'models'
      ? [...contents, ...texts].flatMap((text) => String(text).split(','))
      : [];
  });
  const fields = [...new Set(named.map((field) => field.trim().toLowerCase()).filter((field) => field !== ''))];
  if (fields.length > 0) return fields;
  return [...new Set(mdCallsIn(formula).flatMap(({ name }) => USUAL_FIELDS[name] ?? []))];
}

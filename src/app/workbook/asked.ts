import { TRAITS } from '../generated/function-traits';
import type { ParameterRole, ParameterTraits } from '../function-traits';
import type { CellValue, Workbook } from '../host';
import type { Session } from '../session';
import { asksService, CellValues } from './calls';
import { askedBy } from './cells';
import { blockIn, isOneCall, isOperator, mdCallsIn, referencesIn, replacePieces, tokensIn } from './formulas';
import { ALL_QUOTE_FIELDS } from '../../api/interface/quote-rows';
import { SCORE_MODELS } from '../../core/score';
import { type Block, parseA1 } from '../../core/sheet';
import { mapInPieces } from '../../core/pauses';

/**
 * What a formula asks for, independent of its position. Cells move, and a formula that refers to a symbol in another
 * cell asks for another symbol as soon as that cell changes. So neither its position nor its text identifies the
 * subject of its value.
 */
export interface Asked {
  /**
   * The symbols, exchanges and currencies in order, in upper case, with a blank for a blank cell; none if only the
   * spreadsheet knows what it makes of the formula.
   */
  readonly names: readonly string[];
  /** The names in its texts and cells, whatever the formula makes of them. */
  readonly read: readonly string[];
  /** Whether these are the names that its calls ask for, as long as no IF chooses from the calls. */
  readonly isCertain: boolean;
  /** The shape of the cells with the names, which the result has too; undefined if unknown. */
  readonly layout: Size | undefined;
  /** Equal for formulas that ask the same; undefined if the contents of a reference are unknown. */
  readonly key: string | undefined;
  /** The key with amounts, limits and dates; undefined whenever the key is. */
  readonly whole: string | undefined;
  /** The numbers from which an argument is calculated: they may select a name, as in INDEX, or be irrelevant. */
  readonly choosing: string;
  /** The formula without the addresses of its cells: equal for formulas that ask in the same way. */
  readonly shape: string;
}

/** The contents of the references in a formula's arguments; null for one that could not be read. */
export type Inputs = readonly (readonly CellValue[] | null)[];

interface AskingFormula {
  readonly formula: string;
  readonly inputs?: Inputs;
  /** What its calls asked for, if that is known and its texts and cells do not tell. */
  readonly names?: readonly string[];
}

type Roles = ReadonlySet<ParameterRole | undefined>;

/** These arguments change daily or by taste, and do not make a formula another question. */
const PASSING_ROLES: Roles = new Set(['date', 'moment', 'decimals', 'interval']);
const NAME_ROLES: Roles = new Set(['symbols', 'exchanges', 'currency']);

export function questionIn({ formula, inputs, names: asked }: AskingFormula): Asked {
  const read: string[] = [];
  const others: string[] = [];
  const quantities: CellValue[] = [];
  const choosing: CellValue[] = [];
  const all = argumentsIn(formula, inputs);
  for (const { parameter, values, isPlain } of all)
    for (const value of values)
      if (parameter.role === 'quantity') quantities.push(value);
      else if (typeof value !== 'string' && !isPlain) choosing.push(value);
      else if (NAME_ROLES.has(parameter.role)) read.push(...String(value).split(',').map(upper));
      else if (typeof value === 'string') others.push(upper(value));
  const shape = shapeOf(formula);
  const isKnown = all.every((one) => one.isKnown || one.parameter.role === 'quantity');
  const key = isKnown ? JSON.stringify([shape, read, others]) : undefined;
  const isCertain = all.every((one) => one.isCertain || !NAME_ROLES.has(one.parameter.role));
  const names = asked ?? (isCertain ? read : []);
  const [layout, ...moreLayouts] = all.flatMap(({ parameter, layout: one }) =>
    parameter.role === 'symbols' ? [one] : [],
  );
  return {
    names,
    read,
    isCertain,
    layout:
      layout && moreLayouts.length === 0 && layout.rows * layout.columns === names.length && isOneCall(formula)
        ? layout
        : undefined,
    shape,
    key,
    whole: key && JSON.stringify([key, withoutCells(formula), quantities]),
    choosing: JSON.stringify(choosing),
  };
}

const upper = (text: string): string => text.trim().toUpperCase();

/**
 * What the calls of a cell asked for, if that is known and its texts and cells do not tell.
 */
export function namesAsked(
  session: Session,
  cell: Parameters<typeof askedBy>[1],
  inputs: Inputs,
): readonly string[] | undefined {
  const { formula } = cell;
  if (mdCallsIn(formula).length === 1 && questionIn({ formula, inputs }).isCertain) return undefined;
  const names = askedBy(session, cell)?.flatMap(([id, ...values]) => {
    const parameters = TRAITS.find((one) => one.id === id)?.parameters ?? [];
    return values.filter((_, index) => NAME_ROLES.has(parameters[index]?.role)).flatMap((value) => [value].flat(2));
  });
  // A long list is not kept.
  if (!names || names.some((name) => typeof (name ?? '') === 'object')) return undefined;
  return (names as readonly (CellValue | null)[]).flatMap((name) => String(name ?? '').split(',')).map(upper);
}

/** The current contents of the references in the formulas' arguments. */
export async function readInputs<Cell extends { readonly cell: Block; readonly formula: string }>(
  workbook: Workbook,
  cells: readonly Cell[],
): Promise<Map<Cell, Inputs>> {
  const asking = await mapInPieces(cells, ({ formula, cell }) =>
    argumentsIn(formula)
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

interface AskingArgument {
  readonly parameter: ParameterTraits;
  readonly references: readonly string[];
  /** Whether it is one reference and nothing else. */
  readonly isPlain: boolean;
  /** The contents of its references or, without references, its texts: {"EURUSD","GBPUSD"}. */
  readonly values: readonly CellValue[];
  /** The shape of the cells or texts with its names, if the function lays out its result in that shape. */
  readonly layout: Size | undefined;
  /** False if one of its references was not read: only the spreadsheet knows the cells of a defined name. */
  readonly isKnown: boolean;
  /** Whether the function gets these values, and not what another function makes of them. */
  readonly isCertain: boolean;
}

function argumentsIn(formula: string, inputs: Inputs = []): AskingArgument[] {
  let next = 0;
  return mdCallsIn(formula).flatMap(({ name, arguments: all }) => {
    const traits = TRAITS.find(({ id }) => id === name);
    // A function that requests nothing only looks at its cells.
    if (!traits || !asksService(traits)) return [];
    return all.flatMap((text, index): readonly AskingArgument[] => {
      const parameter = traits.parameters[index];
      if (!parameter || PASSING_ROLES.has(parameter.role)) return [];
      const tokens = tokensIn(text);
      const references = referencesIn(text).map((reference) => reference.text);
      const contents = references.map(() => inputs[next++] ?? null);
      const texts = tokens.filter(({ type }) => type === 'string').map((token) => textIn(token.text));
      const layout = parameter.role === 'symbols' && name in ALL_FIELDS ? layoutOf(text) : undefined;
      const isReadable =
        tokens.every((token) => !UNREADABLE.has(token.type) && !isOperator(token, '#') && !isOperator(token, ':')) &&
        tokens.filter(({ type }) => type === 'range').length === references.length;
      const isKnown = isReadable && !contents.includes(null);
      return [
        {
          parameter,
          references,
          isPlain: references.length === 1 && references[0] === text,
          values:
            references.length > 0 ? contents.flatMap((one) => one ?? []) : layout ? byColumns(texts, layout) : texts,
          layout,
          isKnown,
          isCertain: isKnown && !tokens.some(({ type, text: token }) => type === 'func' || token === '&'),
        },
      ];
    });
  });
}

/** The shape of one reference, or of texts in braces. */
function layoutOf(text: string): Size | undefined {
  if (!text.startsWith('{')) return blockIn(text, '');
  const tokens = tokensIn(text);
  const rows = tokens.filter((token) => isOperator(token, ';')).length + 1;
  return { rows, columns: tokens.filter(({ type }) => type === 'string').length / rows };
}

/** Column by column, as the contents of references are kept. */
const byColumns = <T>(all: readonly T[], { rows, columns }: Size): T[] =>
  all.map((_, index) => all[(index % rows) * columns + Math.floor(index / rows)]!);

const UNREADABLE: ReadonlySet<string> = new Set(['range_named', 'range_beam', 'range_ternary', 'structured']);

const textIn = (quoted: string): string => quoted.slice(1, -1).replaceAll('""', '"');

/** The formula around its calls, and each call's part of the question. */
function shapeOf(formula: string): string {
  const calls = mdCallsIn(formula).map(({ name, arguments: all }) => {
    const parameters = TRAITS.find(({ id }) => id === name)?.parameters ?? [];
    const said = all.map((text, index) => {
      const role = parameters[index]?.role;
      return role === 'quantity' || PASSING_ROLES.has(role) ? '' : withoutCells(withoutArguments(text));
    });
    return [name, ...said].join().replace(/,+$/, '');
  });
  return [withoutCells(withoutArguments(formula)), ...calls].join('\n');
}

const withoutArguments = (formula: string): string =>
  replacePieces(
    formula,
    mdCallsIn(formula).flatMap(({ arguments: all, starts: [start, ...others] }) =>
      start === undefined
        ? []
        : [{ start, text: formula.slice(start, (others.at(-1) ?? start) + all.at(-1)!.length), by: '' }],
    ),
  );

/** Placeholder for a reference in a formula's shape. */
const ANY_CELLS = '□';

const withoutCells = (formula: string): string =>
  replacePieces(
    formula,
    referencesIn(formula).map((one) => ({ ...one, by: ANY_CELLS })),
  );

interface Size {
  readonly rows: number;
  readonly columns: number;
}

export const sizeOf = (rows: readonly (readonly unknown[])[]): Size => ({
  rows: rows.length,
  columns: rows[0]?.length ?? 0,
});

export type Offset = readonly [down: number, across: number];

/** A row or a column of a result that belongs to one name; in a block of names, a single cell. */
export interface ListLine {
  /** Undefined for the headings, which may stand before the names. */
  readonly name: string | undefined;
  readonly places: readonly Offset[];
}

/** The part of the result that belongs to each name, by the names' shape or, if that is unknown, their number. */
export function namedLinesOf(
  values: readonly (readonly unknown[])[],
  { names, layout }: Pick<Asked, 'names' | 'layout'>,
): { readonly along: 'rows' | 'columns' | 'cells'; readonly lines: readonly ListLine[] } | undefined {
  const size = sizeOf(values);
  if (names.length < 2) return undefined;
  if (layout && layout.rows > 1 && layout.columns > 1)
    return size.rows === layout.rows && size.columns === layout.columns
      ? {
          along: 'cells',
          lines: names.map((name, index) => ({ name, places: [[index % size.rows, Math.floor(index / size.rows)]] })),
        }
      : undefined;
  const along = (['rows', 'columns'] as const).find(
    (one) => (layout?.[one] ?? 2) > 1 && [0, 1].includes(size[one] - names.length),
  );
  if (along === undefined) return undefined;
  const headings = Array<undefined>(size[along] - names.length).fill(undefined);
  const lines = [...headings, ...names].map((name, index) => ({
    name,
    places: Array.from({ length: size[along === 'rows' ? 'columns' : 'rows'] }, (_, other): Offset =>
      along === 'rows' ? [index, other] : [other, index],
    ),
  }));
  return { along, lines };
}

interface CellSubject {
  /** Empty if not known. */
  readonly symbol: string;
  readonly field: string;
  /** Whether a heading names the values below it or beside it. */
  readonly isHeading: boolean;
}

/** The field that is meant if a formula names none. */
const USUAL_FIELDS: Readonly<Record<string, readonly string[]>> = {
  QUOTE: ['mid'],
  LIVE: ['mid'],
  SCORE: SCORE_MODELS,
};
const ALL_FIELDS: Readonly<Record<string, readonly string[]>> = {
  QUOTE: ALL_QUOTE_FIELDS,
  LIVE: ALL_QUOTE_FIELDS,
  SCORE: SCORE_MODELS,
};
/** The service's names of fields: "open_time". */
const FIELD_NAME = /^[a-z][a-z0-9_.-]*$/;

/**
 * The symbol and the field of each cell of a result, by its position in the result; also for cells beside it if it has
 * grown since.
 * @param asked the formula's question, if it is already known
 */
export function subjectsOf(
  kept: AskingFormula & { readonly values: readonly (readonly CellValue[])[] },
  asked: Pick<Asked, 'names' | 'layout'> = questionIn(kept),
): (down: number, across: number) => CellSubject {
  const { values } = kept;
  const size = sizeOf(values);
  const calls = mdCallsIn(kept.formula);
  const nameIn = (row: readonly CellValue[]): string | undefined =>
    row.map((value) => upper(String(value))).find((value) => asked.names.includes(value));
  // Filings, for example: a row belongs to the name that stands in it, since a name may have any number of rows.
  const hasOwnNames =
    asked.names.length > 1 && size.rows > 1 && !calls.some(({ name }) => name in ALL_FIELDS) && values.some(nameIn);
  const { along, lines } = (hasOwnNames ? undefined : namedLinesOf(values, asked)) ?? {};
  const isAcross = along === 'columns';
  const hasHeading = lines !== undefined && lines[0]?.name === undefined;
  const lineAt = (down: number, across: number): ListLine | undefined =>
    along === 'cells' ? lines?.[across * size.rows + down] : lines?.[isAcross ? across : down];
  const fields = fieldsAsked(kept);
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
    symbol: hasOwnNames
      ? (nameIn(values[down] ?? []) ?? '')
      : lines
        ? (lineAt(down, across)?.name ?? '')
        : [...new Set(asked.names)].join(', '),
    field: fieldAt(down, across),
    isHeading:
      (hasNamesAbove && down === 0) ||
      (hasNamesBeside && across === 0) ||
      (hasHeading && (isAcross ? across : down) === 0),
  });
}

/** The fields that the calls of a formula name, or the usual ones; score models are the columns of scores. */
function fieldsAsked({ formula, inputs }: AskingFormula): readonly string[] {
  const named = argumentsIn(formula, inputs).flatMap(({ parameter: { name, role }, values }) =>
    /^fields?$/.test(name) || role === 'models' ? values.flatMap((text) => String(text).split(',')) : [],
  );
  const fields = [...new Set(named.map((field) => field.trim().toLowerCase()).filter((field) => field !== ''))];
  return fields.length > 0 ? fields : [...new Set(mdCallsIn(formula).flatMap(({ name }) => USUAL_FIELDS[name] ?? []))];
}

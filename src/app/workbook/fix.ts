import { TRAITS } from '../generated/function-traits';
import type { ParameterRole, ParameterTraits } from '../function-traits';
import type { MdCell } from './cells';
import { blockIn, literalIn, mdCallsIn, type ReplacedPiece, replacePieces } from './formulas';
import { splitPrefix, areaMeant } from '../../core/names/symbol-parts';
import type { Workbook } from '../host';
import { readBlocks, type Rows, writeBlocks } from './block-contents';
import { a1WithSheet, type Block, cellOf } from '../../core/sheet';
import type { Fix } from '../../core/errors';

/** A cell to change: a formula, or the constant that a formula refers to. */
interface Edit {
  readonly cell: Block;
  readonly isFormula: boolean;
  readonly before: string;
  readonly after: string;
}

export interface FixPlan {
  readonly kinds: ReadonlySet<FixKind>;
  /** Names as written in the argument, and their replacements. */
  readonly names: readonly { readonly from: string; readonly to: string }[];
  readonly edits: readonly Edit[];
}

/** An argument of an MD call that may contain a wrong name. */
interface WrittenArgument {
  readonly parameter: NameParameter;
  readonly written: string;
  readonly start: number;
  /** The cells that it refers to, unless they are too many. */
  readonly block: Block | undefined;
}

/** Longer lists of names are not realistic, and slow to read. */
const MAX_CELLS = 20_000;

/** How to fix each of the cells; cells that cannot be fixed are left out. */
export async function planFixes(
  workbook: Pick<Workbook, 'read'>,
  cells: readonly MdCell[],
): Promise<ReadonlyMap<MdCell, FixPlan>> {
  const faulty = cells.filter(mayBeFixed).map((cell) => ({ cell, arguments: argumentsIn(cell) }));
  const referring = faulty.flatMap((one) => one.arguments).filter(({ block }) => block !== undefined);
  const contents = await readBlocks(workbook, referring, ({ block }) => block!);
  return new Map(
    faulty.flatMap(({ cell, arguments: all }) => {
      const plan = planOf(cell, all, contents);
      return plan.edits.length > 0 ? [[cell, plan] as const] : [];
    }),
  );
}

export interface FixReport {
  /** The cells with other contents now. A formula that refers to them may still have an error. */
  readonly fixedCount: number;
  /** Cells whose contents have changed since the plan was made; they are left unchanged. */
  readonly changed: readonly Block[];
}

/** Writes the replacements that the cells' errors suggest, as one undo step. */
export const fixCells = (workbook: Workbook, plans: readonly FixPlan[]): Promise<FixReport> =>
  workbook.asOneStep(async () => {
    const edits = new Map(plans.flatMap(({ edits: all }) => all.map((edit) => [a1WithSheet(edit.cell), edit])));
    const changed = await changedSince(workbook, [...edits.values()]);
    for (const cell of changed) edits.delete(a1WithSheet(cell));
    await writeBlocks(
      workbook,
      [...edits.values()].map(({ cell, isFormula, after }) => ({
        block: cell,
        cells: [[isFormula ? { formula: after } : { value: after }]],
      })),
    );
    return { fixedCount: edits.size, changed };
  });

async function changedSince(workbook: Workbook, edits: readonly Edit[]): Promise<Block[]> {
  const contents = await readBlocks(workbook, edits, ({ cell }) => cell);
  return edits
    .filter((edit) => {
      const { formula, value } = contents.get(edit)![0]![0]!;
      return edit.isFormula ? formula !== edit.before : formula !== '' || value !== edit.before;
    })
    .map(({ cell }) => cell);
}

const mayBeFixed = ({ error, lastError, partialError, hiddenError, isLocked }: MdCell): boolean =>
  !isLocked && [error, lastError, partialError, hiddenError].some((one) => one !== undefined);

const argumentsIn = ({ formula, cell }: MdCell): WrittenArgument[] =>
  mdCallsIn(formula).flatMap(({ name, arguments: all, starts }) => {
    const parameters = TRAITS.find(({ id }) => id === name)?.parameters ?? [];
    return all.flatMap((written, index) => {
      const parameter = parameters[index];
      if (!parameter || !holdsNames(parameter) || written === '') return [];
      const block = blockIn(written, cell.sheet);
      const isShort = block && block.rows * block.columns <= MAX_CELLS;
      return [{ parameter, written, start: starts[index]!, block: isShort ? block : undefined }];
    });
  });

function planOf(
  mdCell: MdCell,
  all: readonly WrittenArgument[],
  contents: ReadonlyMap<WrittenArgument, Rows>,
): FixPlan {
  const { cell, formula, fixes, isInTable } = mdCell;
  const kinds = new Set<FixKind>();
  const names = new Map<string, string>();
  const edits = new Map<string, Edit>();
  const inParameter =
    (parameter: NameParameter) =>
    (item: string): string | undefined => {
      const meant = meantBy(item, parameter, fixes);
      if (meant === undefined || meant === item) return undefined;
      kinds.add(parameter.role);
      names.set(item, meant);
      return meant;
    };
  const pieces: ReplacedPiece[] = [];
  for (const argument of all) {
    const { parameter, written, start, block } = argument;
    if (typeof literalIn(written) === 'string') {
      // A table would fill the whole column with the formula.
      if (isInTable) continue;
      pieces.push({ start, text: written, by: replaceNamesInLiteral(written, inParameter(parameter)) });
    } else if (block)
      for (const edit of constantEdits(block, contents.get(argument)!, inParameter(parameter)))
        edits.set(a1WithSheet(edit.cell), edit);
  }
  const newFormula = replacePieces(formula, pieces);
  if (newFormula !== formula)
    edits.set(a1WithSheet(cell), { cell, isFormula: true, before: formula, after: newFormula });
  return { kinds, names: [...names].map(([from, to]) => ({ from, to })), edits: [...edits.values()] };
}

/** A referenced cell that has a formula is not changed. */
const constantEdits = (block: Block, rows: Rows, meant: (item: string) => string | undefined): Edit[] =>
  rows.flatMap((row, down) =>
    row.flatMap(({ formula, value }, across) => {
      if (formula !== '' || typeof value !== 'string' || value === '') return [];
      const after = replaceNames(value, meant);
      const cell = cellOf(block.sheet, block.row + down, block.column + across);
      return after === value ? [] : [{ cell, isFormula: false, before: value, after }];
    }),
  );

const NAMES = ['symbols', 'exchanges', 'area', 'filing-type', 'currency'] as const satisfies readonly ParameterRole[];

/** The kind of thing that a wrong name should name: errors of one kind are similar. */
type FixKind = (typeof NAMES)[number];

type NameParameter = ParameterTraits & { readonly role: FixKind };

const holdsNames = (parameter: ParameterTraits): parameter is NameParameter =>
  NAMES.some((role) => role === parameter.role);

/** The meaning of a name in a parameter's argument; undefined if the name is right, or not known. */
function meantBy(item: string, parameter: NameParameter, fixes: readonly Fix[]): string | undefined {
  if (parameter.role === 'area') return areaMeant(item);
  const fix = fixes.find((one) => isFor(one, parameter) && isNamed(item, one));
  if (fix) return withOwnArea(item, fix);
  return parameter.role === 'symbols' ? withKnownArea(item) : undefined;
}

const isFor = ({ parameter }: Fix, { name, role }: NameParameter): boolean =>
  parameter === undefined ? role === 'symbols' : parameter === name;

/** In the formula, an area may precede the name in an error. */
const isNamed = (item: string, { from }: Fix): boolean =>
  [item, splitPrefix(item).name].some((one) => one.toUpperCase() === from.toUpperCase());

/** A symbol whose area was right keeps the prefix that was written before it. */
function withOwnArea(item: string, { from, to }: Fix): string {
  const { prefix } = splitPrefix(item);
  const isPrefixed = prefix !== undefined && item.toUpperCase() !== from.toUpperCase();
  return isPrefixed && !to.includes(':') ? `${prefix}:${to}` : to;
}

/** "fx:EURUSD" → "currencies:EURUSD". */
function withKnownArea(item: string): string | undefined {
  const { prefix = '', name } = splitPrefix(item);
  const area = areaMeant(prefix);
  return area === undefined ? undefined : `${area}:${name}`;
}

/** Replaces names in a comma-separated text; every other character stays unchanged. */
function replaceNames(text: string, meantBy: (item: string) => string | undefined): string {
  return text
    .split(',')
    .map((part) => {
      const item = part.trim();
      const meant = item === '' ? undefined : meantBy(item);
      return meant === undefined ? part : part.replace(item, () => meant);
    })
    .join(',');
}

const replaceNamesInLiteral = (literal: string, meantBy: (item: string) => string | undefined): string =>
  `"${replaceNames(literal.slice(1, -1), (item) => meantBy(item.replaceAll('""', '"'))?.replaceAll('"', '""'))}"`;

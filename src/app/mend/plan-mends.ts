import { a1WithSheet, type Block, cellOf } from '../../core/sheet/a1';
import { readBlocks, type Rows } from '../block-contents';
import type { FunctionTraits, ParameterTraits } from '../function-traits';
import { blockIn, literalIn, mdCallsIn } from '../formulas/read-formula';
import type { MdCell } from '../refresh/cells';
import type { Workbook } from '../workbook';
import { type MendKind, meantBy } from './meant-names';
import { mendLiteral, mendText } from './mend-text';

/** A cell to change: a formula, or the constant that a formula refers to. */
export interface Edit {
  readonly cell: Block;
  readonly isFormula: boolean;
  readonly before: string;
  readonly after: string;
}

/** How to mend the errors of one cell. */
export interface MendPlan {
  readonly kinds: ReadonlySet<MendKind>;
  /** Names as written in the argument, and their replacements. */
  readonly names: readonly { readonly from: string; readonly to: string }[];
  readonly edits: readonly Edit[];
}

/** An argument of an MD call that may contain a wrong name. */
interface Argument {
  readonly parameter: ParameterTraits;
  readonly written: string;
  readonly start: number;
}

/** Longer lists of names are not realistic, and slow to read. */
const MOST_CELLS = 20_000;

/** How to mend each of the cells; cells that cannot be mended are left out. */
export async function planMends(
  workbook: Pick<Workbook, 'read'>,
  cells: readonly MdCell[],
  functions: readonly FunctionTraits[],
): Promise<ReadonlyMap<MdCell, MendPlan>> {
  const faulty = cells.filter(mayBeMended).map((cell) => ({ cell, arguments: argumentsIn(cell, functions) }));
  const contents = await readReferenced(workbook, faulty);
  return new Map(
    faulty.flatMap(({ cell, arguments: all }) => {
      const plan = planOf(cell, all, contents);
      return plan.edits.length > 0 ? [[cell, plan] as const] : [];
    }),
  );
}

const mayBeMended = ({ error, lastError, partialError, hiddenError, isLocked }: MdCell): boolean =>
  !isLocked && [error, lastError, partialError, hiddenError].some((one) => one !== undefined);

/** Besides symbols, names are mended in these parameters. */
const NAMED: ReadonlySet<string> = new Set(['area', 'mic', 'mics', 'type']);

const argumentsIn = ({ formula }: MdCell, functions: readonly FunctionTraits[]): Argument[] =>
  mdCallsIn(formula).flatMap(({ name, arguments: all, starts }) => {
    const parameters = functions.find(({ id }) => id === name)?.parameters ?? [];
    return all.flatMap((written, index) => {
      const parameter = parameters[index];
      const isNamed = parameter !== undefined && (parameter.holdsSymbols === true || NAMED.has(parameter.name));
      return isNamed && written !== '' ? [{ parameter, written, start: starts[index]! }] : [];
    });
  });

type Contents = ReadonlyMap<string, Rows>;

/** The contents of the cells that the arguments refer to, by address. */
async function readReferenced(
  workbook: Pick<Workbook, 'read'>,
  all: readonly { readonly cell: MdCell; readonly arguments: readonly Argument[] }[],
): Promise<Contents> {
  const blocks = new Map<string, Block>();
  for (const { cell, arguments: args } of all) {
    for (const { written } of args) {
      const block = blockIn(written, cell.cell.sheet);
      if (block && block.rows * block.columns <= MOST_CELLS) blocks.set(a1WithSheet(block), block);
    }
  }
  const contents = await readBlocks(workbook, [...blocks.keys()], (address) => blocks.get(address)!);
  return contents;
}

function planOf(mdCell: MdCell, all: readonly Argument[], contents: Contents): MendPlan {
  const { cell, formula, mends } = mdCell;
  const kinds = new Set<MendKind>();
  const names = new Map<string, string>();
  const edits = new Map<string, Edit>();
  const inParameter =
    (parameter: ParameterTraits) =>
    (item: string): string | undefined => {
      const meant = meantBy(item, parameter, mends);
      if (!meant || meant.text === item) return undefined;
      kinds.add(meant.kind);
      names.set(item, meant.text);
      return meant.text;
    };
  let mended = formula;
  // From the end, so that the positions of earlier arguments stay valid.
  for (const { parameter, written, start } of [...all].sort((one, other) => other.start - one.start)) {
    const block = blockIn(written, cell.sheet);
    if (typeof literalIn(written) === 'string')
      mended =
        mended.slice(0, start) + mendLiteral(written, inParameter(parameter)) + mended.slice(start + written.length);
    else if (block)
      for (const edit of constantEdits(block, contents.get(a1WithSheet(block)) ?? [], inParameter(parameter)))
        edits.set(a1WithSheet(edit.cell), edit);
  }
  if (mended !== formula) edits.set(a1WithSheet(cell), { cell, isFormula: true, before: formula, after: mended });
  return { kinds, names: [...names].map(([from, to]) => ({ from, to })), edits: [...edits.values()] };
}

/** A cell with a formula of its own is not changed. */
const constantEdits = (block: Block, rows: Rows, meant: (item: string) => string | undefined): Edit[] =>
  rows.flatMap((row, down) =>
    row.flatMap(({ formula, value }, across) => {
      if (formula !== '' || typeof value !== 'string' || value === '') return [];
      const after = mendText(value, meant);
      const cell = cellOf(block.sheet, block.row + down, block.column + across);
      return after === value ? [] : [{ cell, isFormula: false, before: value, after }];
    }),
  );

import { a1WithSheet, type Block, cellOf } from '../../core/sheet/a1';
import { readBlocks, type Rows } from '../block-contents';
import type { FunctionTraits } from '../function-traits';
import { blockIn, literalIn, mdCallsIn } from '../formulas/read-formula';
import type { MdCell } from '../refresh/cells';
import type { Workbook } from '../workbook';
import {
  type FixKind,
  holdsNames,
  meantBy,
  type NameParameter,
  replaceNamesInLiteral,
  replaceNames,
} from './meant-names';

/** A cell to change: a formula, or the constant that a formula refers to. */
export interface Edit {
  readonly cell: Block;
  readonly isFormula: boolean;
  readonly before: string;
  readonly after: string;
}

/** How to fix the errors of one cell. */
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
}

/** Longer lists of names are not realistic, and slow to read. */
const MAX_CELLS = 20_000;

/** How to fix each of the cells; cells that cannot be fixed are left out. */
export async function planFixes(
  workbook: Pick<Workbook, 'read'>,
  cells: readonly MdCell[],
  functions: readonly FunctionTraits[],
): Promise<ReadonlyMap<MdCell, FixPlan>> {
  const faulty = cells.filter(mayBeFixed).map((cell) => ({ cell, arguments: argumentsIn(cell, functions) }));
  const contents = await readReferenced(workbook, faulty);
  return new Map(
    faulty.flatMap(({ cell, arguments: all }) => {
      const plan = planOf(cell, all, contents);
      return plan.edits.length > 0 ? [[cell, plan] as const] : [];
    }),
  );
}

const mayBeFixed = ({ error, lastError, partialError, hiddenError, isLocked }: MdCell): boolean =>
  !isLocked && [error, lastError, partialError, hiddenError].some((one) => one !== undefined);

const argumentsIn = ({ formula }: MdCell, functions: readonly FunctionTraits[]): WrittenArgument[] =>
  mdCallsIn(formula).flatMap(({ name, arguments: all, starts }) => {
    const parameters = functions.find(({ id }) => id === name)?.parameters ?? [];
    return all.flatMap((written, index) => {
      const parameter = parameters[index];
      return parameter && holdsNames(parameter) && written !== ''
        ? [{ parameter, written, start: starts[index]! }]
        : [];
    });
  });

type Contents = ReadonlyMap<string, Rows>;

/** The contents of the cells that the arguments refer to, by address. */
async function readReferenced(
  workbook: Pick<Workbook, 'read'>,
  all: readonly { readonly cell: MdCell; readonly arguments: readonly WrittenArgument[] }[],
): Promise<Contents> {
  const blocks = new Map<string, Block>();
  for (const { cell, arguments: args } of all) {
    for (const { written } of args) {
      const block = blockIn(written, cell.cell.sheet);
      if (block && block.rows * block.columns <= MAX_CELLS) blocks.set(a1WithSheet(block), block);
    }
  }
  const contents = await readBlocks(workbook, [...blocks.keys()], (address) => blocks.get(address)!);
  return contents;
}

function planOf(mdCell: MdCell, all: readonly WrittenArgument[], contents: Contents): FixPlan {
  const { cell, formula, fixes } = mdCell;
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
  let newFormula = formula;
  // From the end, so that the positions of earlier arguments stay valid.
  for (const { parameter, written, start } of [...all].sort((one, other) => other.start - one.start)) {
    const block = blockIn(written, cell.sheet);
    if (typeof literalIn(written) === 'string')
      newFormula =
        newFormula.slice(0, start) +
        replaceNamesInLiteral(written, inParameter(parameter)) +
        newFormula.slice(start + written.length);
    else if (block)
      for (const edit of constantEdits(block, contents.get(a1WithSheet(block)) ?? [], inParameter(parameter)))
        edits.set(a1WithSheet(edit.cell), edit);
  }
  if (newFormula !== formula)
    edits.set(a1WithSheet(cell), { cell, isFormula: true, before: formula, after: newFormula });
  return { kinds, names: [...names].map(([from, to]) => ({ from, to })), edits: [...edits.values()] };
}

/** A cell with a formula of its own is not changed. */
const constantEdits = (block: Block, rows: Rows, meant: (item: string) => string | undefined): Edit[] =>
  rows.flatMap((row, down) =>
    row.flatMap(({ formula, value }, across) => {
      if (formula !== '' || typeof value !== 'string' || value === '') return [];
      const after = replaceNames(value, meant);
      const cell = cellOf(block.sheet, block.row + down, block.column + across);
      return after === value ? [] : [{ cell, isFormula: false, before: value, after }];
    }),
  );

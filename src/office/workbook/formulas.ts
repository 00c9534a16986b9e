import { mapInPieces, Pauses } from '../../core/pauses';
import { type Block, cellOf, isSingleCell, overlaps, a1, runsOf, cellsIn } from '../../core/sheet';
import { callsMd, withEnglishSeparators, withRegisteredNames, MdNames } from '../../app/workbook/formulas';
import type { CellValue, DefinedName, FormulaCell, FormulaInCell } from '../../app/host';
import { refusalOf, inMessages, loadInPieces, untracked, rangeOf, blockOf, PLACE } from './run';

/** All cells that call an MD function, sheet by sheet, row by row. The whole workbook is read in a few messages. */
export async function readFormulas(context: Excel.RequestContext): Promise<FormulaCell[]> {
  const layout = await readWorkbookLayout(context);
  const calls = await findCalls(context, layout);
  const [shown, details] = [
    await readShown(context, calls),
    await lockedAndSpilled(context, calls, layout.protectedSheets),
  ];
  const cells = await mapInPieces(
    calls,
    ({ cell, content, formula, names, isError }, index): FormulaCell | undefined => {
      const { text, value } = shown.get(key(cell))!;
      // A text that only looks like a formula.
      if (value === content) return undefined;
      return {
        cell,
        formula,
        ...(names && { names }),
        ...(formula !== content && { isUnnamed: true }),
        value,
        text,
        error: isError ? String(value) : undefined,
        spill: cell,
        isInTable: layout.tables.some((table) => overlaps(table, cell)),
        isLocked: false,
        ...details[index],
      };
    },
  );
  return withoutSpilled(cells.filter((cell) => cell !== undefined));
}

/** Where formulas may be in the workbook, and what surrounds them. */
interface WorkbookLayout {
  /** The used cells, one block for each sheet that has any, in the order of the sheets. */
  readonly used: readonly Block[];
  readonly tables: readonly Block[];
  readonly protectedSheets: ReadonlySet<string>;
  readonly names: MdNames;
}

/** The names of the workbook and of single sheets. */
export async function readDefinedNames(context: Excel.RequestContext): Promise<DefinedName[]> {
  const { names, worksheets } = context.workbook;
  const sheets = worksheets.load('name');
  names.load('name,formula');
  await context.sync();
  const all = sheets.items.map((sheet) => ({ sheet: sheet.name, names: sheet.names.load('name,formula') }));
  // Excel on Mac refuses them while another workbook is in front (office-js #6365).
  const scopes = await context.sync().then(
    () => all,
    (error: unknown) => {
      if (refusalOf(error) !== 'InvalidSelection') throw error;
      return [];
    },
  );
  return [{ names }, ...scopes].flatMap(({ names: { items }, ...scope }) =>
    // Desktops give them in the user's language (office-js #2834).
    items.map(({ name, formula }) => ({
      name,
      formula: withEnglishSeparators(withRegisteredNames(String(formula))),
      ...scope,
    })),
  );
}

async function readWorkbookLayout(context: Excel.RequestContext): Promise<WorkbookLayout> {
  const sheets = context.workbook.worksheets.load('name,protection/protected');
  await context.sync();
  const used = sheets.items.map((sheet) => untracked(sheet.getUsedRangeOrNullObject(true)).load(PLACE));
  const tables = await readTables(context);
  return {
    used: used.filter((range) => !range.isNullObject).map(blockOf),
    tables,
    protectedSheets: new Set(sheets.items.filter(({ protection }) => protection.protected).map(({ name }) => name)),
    names: new MdNames(await readDefinedNames(context)),
  };
}

export async function readTables(context: Excel.RequestContext): Promise<Block[]> {
  const tables = context.workbook.tables.load('name');
  await context.sync();
  const ranges = tables.items.map((table) => untracked(table.getRange()).load(PLACE));
  await context.sync();
  return ranges.map(blockOf);
}

interface FoundFormula {
  readonly cell: Block;
  /** The formula as Excel gives it. */
  readonly content: string;
  readonly names?: readonly DefinedName[];
  readonly formula: string;
  readonly isError: boolean;
  readonly maySpill: boolean;
}

async function findCalls(context: Excel.RequestContext, { used, names }: WorkbookLayout): Promise<FoundFormula[]> {
  const calls: FoundFormula[] = [];
  const pauses = new Pauses();
  await loadInPieces(context, used, 'formulas,valueTypes', async ({ formulas, valueTypes }, piece) => {
    const types = valueTypes as string[][];
    const isFree = (neighbour: Block, formula: string): boolean => {
      // Nothing spills beyond the used cells; nothing is known beyond a piece.
      if (!used.some((block) => overlaps(block, neighbour))) return false;
      if (!overlaps(piece, neighbour)) return true;
      const [row, column] = [neighbour.row - piece.row, neighbour.column - piece.column];
      const content = formulas[row]?.[column] as unknown;
      return types[row]?.[column] !== 'Empty' && (!isFormula(content) || content === formula);
    };
    for (const [row, line] of formulas.entries()) {
      if (pauses.isDue) await pauses.take();
      for (const [column, content] of line.entries()) {
        if (typeof content !== 'string') continue;
        if (!isFormula(content)) continue;
        const formula = withRegisteredNames(content);
        const own = names.usedIn(formula, piece.sheet);
        if (own.length === 0 && !callsMd(formula)) continue;
        const cell = cellOf(piece.sheet, piece.row + row, piece.column + column);
        calls.push({
          cell,
          content,
          formula,
          ...(own.length > 0 && { names: own }),
          isError: types[row]?.[column] === 'Error',
          maySpill:
            isFree({ ...cell, row: cell.row + 1 }, content) || isFree({ ...cell, column: cell.column + 1 }, content),
        });
      }
    }
  });
  return calls.sort(
    (one, other) =>
      order(used, one.cell) - order(used, other.cell) ||
      one.cell.row - other.cell.row ||
      one.cell.column - other.cell.column,
  );
}

const isFormula = (content: unknown): boolean => typeof content === 'string' && content.startsWith('=');

const order = (used: readonly Block[], cell: Block): number => used.findIndex(({ sheet }) => sheet === cell.sheet);

type ShownCell = Pick<FormulaCell, 'text' | 'value'>;

async function readShown(
  context: Excel.RequestContext,
  calls: readonly FoundFormula[],
): Promise<Map<string, ShownCell>> {
  const shown = new Map<string, ShownCell>();
  await loadInPieces(context, runsOf(calls.map(({ cell }) => cell)), 'text,values', ({ text, values }, piece) => {
    for (const [row, line] of text.entries()) {
      for (const [column, one] of line.entries())
        shown.set(key(cellOf(piece.sheet, piece.row + row, piece.column + column)), {
          text: one,
          value: values[row]?.[column] as CellValue,
        });
    }
  });
  return shown;
}

/** Drops cells of a spill that repeat their anchor's formula, which is not their own. */
function withoutSpilled(cells: readonly FormulaCell[]): FormulaCell[] {
  const anchors = new Map<string, FormulaCell[]>();
  for (const cell of cells) {
    if (isSingleCell(cell.spill)) continue;
    const alike = anchors.get(cell.formula);
    if (alike) alike.push(cell);
    else anchors.set(cell.formula, [cell]);
  }
  return cells.filter(
    ({ cell, formula }) =>
      !anchors.get(formula)?.some((anchor) => anchor.cell !== cell && overlaps(anchor.spill, cell)),
  );
}

const key = ({ sheet, row, column }: Block): string => `${row}:${column}:${sheet}`;

/** The data for one cell takes about 600 bytes of a message's 5 MB. */
const CELLS_PER_MESSAGE = 3_000;

/**
 * Each cell's spill and whether it is locked, in the given order. Excel can tell both only for single cells, so cells
 * with a known answer are skipped: those without room to spill, and those on an unprotected sheet.
 */
async function lockedAndSpilled(
  context: Excel.RequestContext,
  cells: readonly Pick<FoundFormula, 'cell' | 'maySpill'>[],
  protectedSheets: ReadonlySet<string>,
): Promise<Partial<Pick<FormulaCell, 'spill' | 'isLocked'>>[]> {
  const isAsked = ({ cell, maySpill }: (typeof cells)[number]): boolean => maySpill || protectedSheets.has(cell.sheet);
  const asked = await inMessages(context, cells.filter(isAsked), CELLS_PER_MESSAGE, ({ cell, maySpill }) => {
    const range = rangeOf(context, cell);
    return {
      spill: maySpill ? untracked(range.getSpillingToRangeOrNullObject()).load('rowCount,columnCount') : undefined,
      protection: protectedSheets.has(cell.sheet) ? range.format.protection.load('locked') : undefined,
    };
  });
  const answers = asked.values();
  return cells.map((one) => {
    const { spill, protection } = (isAsked(one) ? answers.next().value : undefined) ?? {};
    return {
      ...(spill && !spill.isNullObject && { spill: { ...one.cell, rows: spill.rowCount, columns: spill.columnCount } }),
      ...(protection && { isLocked: protection.locked }),
    };
  });
}

/**
 * The formulas outside a block whose results reach into it. Such a result comes from above or from the left, so only
 * the block's first row and column are checked. Excel returns the formula cell by cell, but for a whole strip it tells
 * whether it contains any result.
 */
export async function readSpillsInto(context: Excel.RequestContext, block: Block): Promise<FormulaInCell[]> {
  const strips = edgeOf(block).map((strip) => ({ strip, range: rangeOf(context, strip).load('hasSpill') }));
  await context.sync();
  // Null, whatever the types say, if only some cells of a strip belong to a result.
  const edge = strips
    .filter(({ range }) => (range.hasSpill as boolean | null) !== false)
    .flatMap(({ strip }) => cellsIn(strip).flat());
  const anchors = await inMessages(context, edge, CELLS_PER_MESSAGE, (cell) =>
    untracked(rangeOf(context, cell).getSpillParentOrNullObject()).load('rowIndex,columnIndex,formulas'),
  );
  const byAddress = new Map<string, FormulaInCell>();
  for (const anchor of anchors.filter(({ isNullObject }) => !isNullObject)) {
    const cell = cellOf(block.sheet, anchor.rowIndex, anchor.columnIndex);
    const formula = withRegisteredNames(String((anchor.formulas as unknown[][])[0]?.[0]));
    if (!overlaps(cell, block)) byAddress.set(a1(cell), { cell, formula });
  }
  return [...byAddress.values()];
}

/** The first row, and the rest of the first column, in strips of as many cells as fit into a message. */
const edgeOf = ({ rows, columns, ...first }: Block): Block[] => [
  { ...first, rows: 1, columns },
  ...Array.from({ length: Math.ceil((rows - 1) / CELLS_PER_MESSAGE) }, (_, index) => {
    const below = 1 + index * CELLS_PER_MESSAGE;
    return { ...first, row: first.row + below, rows: Math.min(CELLS_PER_MESSAGE, rows - below), columns: 1 };
  }),
];

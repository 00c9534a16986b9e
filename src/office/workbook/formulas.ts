import { mapInPieces, Pauses } from '../../app/pauses';
import { type Block, cellOf, overlaps } from '../../core/sheet/a1';
import { runsOf } from '../../core/sheet/runs';
import { loadInPieces } from './pieces';
import { readWorkbookLayout, type WorkbookLayout } from './workbook-layout';
import { withRegisteredNames } from './registered-names';
import { lockedAndSpilled } from './spills';
import { callsIn } from '../../app/workbook/formulas';
import type { FormulaCell } from '../../app/host';

interface FoundFormula {
  readonly cell: Block;
  readonly formula: string;
  readonly isError: boolean;
  readonly maySpill: boolean;
}

/** All cells that call an MD function, sheet by sheet, row by row. The whole workbook is read in a few messages. */
export async function readFormulas(context: Excel.RequestContext): Promise<FormulaCell[]> {
  const layout = await readWorkbookLayout(context);
  const calls = await findCalls(context, layout);
  const [shown, details] = [
    await readShown(context, calls),
    await lockedAndSpilled(context, calls, layout.protectedSheets),
  ];
  const cells = await mapInPieces(calls, ({ cell, formula, isError }, index): FormulaCell | undefined => {
    const { text, value } = shown.get(key(cell))!;
    // A text that only looks like a formula.
    if (value === formula) return undefined;
    return {
      cell,
      formula,
      text,
      error: isError ? String(value) : undefined,
      spill: cell,
      isInTable: layout.tables.some((table) => overlaps(table, cell)),
      isLocked: false,
      ...details[index],
    };
  });
  return withoutSpilled(cells.filter((cell) => cell !== undefined));
}

async function findCalls(context: Excel.RequestContext, { used }: WorkbookLayout): Promise<FoundFormula[]> {
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
        const formula = isFormula(content) ? withRegisteredNames(content) : content;
        if (!callsMd(formula)) continue;
        const cell = cellOf(piece.sheet, piece.row + row, piece.column + column);
        calls.push({
          cell,
          formula,
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

const order = (used: readonly Block[], cell: Block): number => used.findIndex(({ sheet }) => sheet === cell.sheet);

interface ShownCell {
  readonly text: string;
  readonly value: unknown;
}

async function readShown(
  context: Excel.RequestContext,
  calls: readonly FoundFormula[],
): Promise<Map<string, ShownCell>> {
  const shown = new Map<string, ShownCell>();
  await loadInPieces(context, runsOf(calls.map(({ cell }) => cell)), 'text,values', ({ text, values }, piece) => {
    for (const [row, line] of text.entries()) {
      for (const [column, one] of line.entries()) {
        shown.set(key(cellOf(piece.sheet, piece.row + row, piece.column + column)), {
          text: one,
          value: values[row]?.[column],
        });
      }
    }
  });
  return shown;
}

/** Drops cells of a spill that repeat their anchor's formula, which is not their own. */
function withoutSpilled(cells: readonly FormulaCell[]): FormulaCell[] {
  const anchors = new Map<string, FormulaCell[]>();
  for (const cell of cells) {
    if (cell.spill.rows * cell.spill.columns === 1) continue;
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

const isFormula = (content: unknown): boolean => typeof content === 'string' && content.startsWith('=');

/** A quick check, since most formulas do not mention MD at all and need not be parsed. */
const callsMd = (formula: string): boolean =>
  isFormula(formula) && /MD\./i.test(formula) && callsIn(formula).some(({ name }) => name.startsWith('MD.'));

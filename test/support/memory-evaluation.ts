import type { Session } from '../../src/app/session';
import { type Cell, isFormatted } from '../../src/core/cell';
import { CellError } from '../../src/core/errors';
import { CATALOG } from '../../src/functions/catalog';
import { invoke } from '../../src/functions/evaluate/invoke';
import { createCall } from './evaluate';
import { blockIn, literalIn, mdCallsIn } from '../../src/app/workbook/formulas';
import type { CellContent } from '../../src/app/host';
import { a1WithSheet, type Block } from '../../src/core/sheet';

type Value = CellContent['value'];

/** A value with the format that the cell shows, its own or the value's. */
export interface Shown {
  readonly value: Value;
  readonly format: string;
}

/** The result of the first MD call in a formula, as rows of displayed cells. */
export async function evaluateMd(
  session: Session,
  formula: string,
  cell: Block,
  valuesOf: (block: Block) => Value[][],
): Promise<Shown[][]> {
  const { name, arguments: written } = mdCallsIn(formula)[0]!;
  const declaration = CATALOG.find(({ id }) => id === name);
  if (!declaration) return [[{ value: '#NAME?', format: 'General' }]];
  const args = written.map((argument) => {
    const block = blockIn(argument, cell.sheet);
    return argument === '' ? null : block ? valuesOf(block) : literalIn(argument);
  });
  const call = createCall({ address: a1WithSheet(cell) });
  const outcome = await invoke(declaration, session, args, call);
  return outcome instanceof CellError ? [[shownAs(outcome)]] : outcome.map((row) => row.map(shownAs));
}

function shownAs(cell: Cell): Shown {
  if (cell instanceof CellError) return { value: cell.code, format: 'General' };
  return isFormatted(cell) ? { value: cell.value, format: cell.format } : { value: cell, format: 'General' };
}

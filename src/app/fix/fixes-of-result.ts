import { type Fix, FixableError } from '../../core/fixable-error';
import type { CellResult } from '../cell-log';

/** What a cell's errors say to write, each once. */
export function fixesOf({ error, failure, partial, rows = [] }: CellResult): readonly Fix[] {
  const fixes = new Map<string, Fix>();
  for (const one of [error, failure, partial, ...rows.flat()])
    if (one instanceof FixableError) fixes.set(`${one.fix.parameter} ${one.fix.from}`, one.fix);
  return [...fixes.values()];
}

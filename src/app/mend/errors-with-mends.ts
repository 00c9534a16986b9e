import { type Mend, MendableError } from '../../core/mend';
import type { CellResult } from '../cell-log';

/** What a cell's errors say to write, each once. */
export function mendsIn({ error, failure, partial, rows = [] }: CellResult): readonly Mend[] {
  const mends = new Map<string, Mend>();
  for (const one of [error, failure, partial, ...rows.flat()])
    if (one instanceof MendableError) mends.set(`${one.mend.parameter} ${one.mend.came}`, one.mend);
  return [...mends.values()];
}

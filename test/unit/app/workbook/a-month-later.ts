import type { Opened } from '../opened-workbook';
import { thaw } from '../../../../src/app/workbook/freeze';

const MONTH_MS = 31 * 86_400_000;

/** What is kept of thawed formulas in case of Undo is forgotten by then. */
export async function aMonthLater({ session, clock }: Opened): Promise<void> {
  clock.now += MONTH_MS;
  await thaw(session, [], { overwriteEdited: false }, () => undefined, new AbortController().signal);
}

import type { Opened } from '../opened-workbook';
import { freeze, type FreezeScope, frozenBlocks, thaw } from '../../../../src/app/workbook/freeze';
import type { LeftOut } from '../../../../src/app/workbook/replace';
import { a1WithSheet } from '../../../../src/core/sheet';

export async function freezeAll({ session }: Opened, scope: FreezeScope = 'workbook') {
  const { frozenCount, skipped } = await freeze(session, scope);
  return { frozenCount, skipped: skipped.map(asText) };
}

export async function thawAll({ session, workbook }: Opened, overwriteEdited = false) {
  const { thawedCount, skipped } = await thaw(session, await frozenBlocks(session), { overwriteEdited });
  await workbook.settled();
  return { thawedCount, skipped: skipped.map(asText) };
}

const asText = ({ block, reason }: LeftOut): string => `${block ? a1WithSheet(block) : 'nowhere'}: ${reason}`;

const MONTH_MS = 31 * 86_400_000;

/** What is kept of thawed formulas in case of Undo is forgotten by then. */
export async function aMonthLater({ session, clock }: Opened): Promise<void> {
  clock.now += MONTH_MS;
  await thaw(session, []);
}

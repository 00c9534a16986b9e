import type { Session } from '../session';
import type { CellContent, CellWriting, OnProgress } from '../host';
import { digestOf } from './block-contents';
import { type LeftOut, type Replacement, replaceCells, Replaced } from './replace';
import { findFrozen, formulaKey, type FrozenBlock, inTurn, isForgotten, FrozenEntries, type Thawed } from './frozen';
import { type Block, overlaps } from '../../core/sheet';

export interface ThawReport {
  readonly thawedCount: number;
  readonly skipped: readonly LeftOut[];
}

type Present = FrozenBlock & { readonly block: Block };

/**
 * Puts the formulas back instead of their values. Edited values are replaced only on request. The entries are only
 * marked, not removed: a spreadsheet's Undo restores the values and nothing else.
 */
export const thaw = (
  session: Session,
  blocks: readonly FrozenBlock[],
  { overwriteEdited }: { readonly overwriteEdited: boolean },
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<ThawReport> =>
  inTurn(session, async () => {
    const { workbook } = session.host;
    const ids = new Set(blocks.map(({ id }) => id));
    const found = await findFrozen(session);
    const everything = found.filter(({ isBack }) => !isBack);
    // If two people froze the same cells at the same moment, only one of them saw the cells' own formats.
    const withFormats = new Map(
      everything
        .filter(({ formats }) => formats)
        .reverse()
        .map((one) => [formulaKey(one), one] as const),
    );
    const chosen = everything.filter(({ id }) => ids.has(id)).map((one) => withFormats.get(formulaKey(one)) ?? one);
    const { tables } = await workbook.outline();
    const obstacles = new Map(chosen.map((one) => [one, obstacle(one, tables, overwriteEdited)]));
    const deleted = chosen.filter(({ block }) => block === undefined);
    const all = chosen.filter((one): one is Present => one.block !== undefined && obstacles.get(one) === undefined);
    const replaced = new Replaced<Present>();
    onProgress(0, all.length);
    try {
      await replaceCells(workbook, all, THAWING, replaced, (count) => onProgress(count, all.length), signal);
    } finally {
      const doneKeys = new Set([...deleted, ...replaced.done].map(formulaKey));
      await session
        .part(FrozenEntries)
        .changeEntries(
          new Map<string, Thawed | 'dropped'>([
            ...found.filter((one) => isForgotten(one, session.now())).map(({ id }) => [id, 'dropped'] as const),
            ...everything
              .filter((one) => doneKeys.has(formulaKey(one)))
              .map((one) => [one.id, thawedNow(one, session.now())] as const),
          ]),
        );
    }
    const left = [...obstacles].flatMap(([{ block }, reason]) => (reason === undefined ? [] : [{ block, reason }]));
    return { thawedCount: replaced.done.size, skipped: [...left, ...replaced.skipped] };
  });

function obstacle(
  { block, formula, isEdited }: FrozenBlock,
  tables: readonly Block[],
  overwriteEdited: boolean,
): string | undefined {
  if (!block) return `Its cells were deleted; the formula was ${formula}`;
  if (tables.some((table) => overlaps(table, block)))
    return 'It is in a table by now, which would fill its column with one formula: convert the table to a range, then thaw it';
  return overwriteEdited || !isEdited ? undefined : 'Its values were edited since it was frozen';
}

/** Undo may also restore deleted cells with their frozen values. */
const thawedNow = ({ block, contents, thawed, digest }: FrozenBlock, at: number): Thawed => ({
  at,
  digest: block ? digestOf(contents) : (thawed ?? { digest }).digest,
});

/** Replaces values with their formulas. */
const THAWING: Replacement<Present> = {
  blockOf: ({ block }) => block,
  after: (one) => ({
    block: one.block,
    cells: one.contents.map((row, down) => row.map((_, across) => writingAt(one, down, across))),
  }),
  before: ({ block, contents }) => ({ block, cells: contents.map((row) => row.map(toWriting)) }),
};

const toWriting = ({ formula, value, format }: CellContent): CellWriting => ({
  ...(formula === '' ? { value } : { formula }),
  format,
});

/**
 * The formula for the first cell; for all cells the formats from before freezing, unless rows or columns were inserted.
 */
function writingAt(
  { rows, columns, formats, formula, block }: Present,
  down: number,
  across: number,
): CellWriting | undefined {
  const format =
    rows === block.rows && columns === block.columns ? (formats?.[down] ?? formats?.[0])?.[across] : undefined;
  const writing = { ...(down === 0 && across === 0 ? { formula } : {}), ...(format === undefined ? {} : { format }) };
  return Object.keys(writing).length === 0 ? undefined : writing;
}

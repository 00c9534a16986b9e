import { a1WithSheet, type Block, overlaps, parseA1 } from '../../core/sheet/a1';
import { batchesOf, digestOf, groupBatches, readBlocks, type Rows } from '../block-contents';
import { freezeBatches, type FreezingCell, type FormulaContents } from './freeze-batches';
import { findFrozen, type FoundBlock, inTurn, isForgotten } from './frozen-blocks';
import { FrozenEntries, type FrozenEntry, newFreezeId } from './frozen-entries';
import { splitIntoParts } from './split-into-parts';
import type { OnProgress } from '../progress';
import type { Session } from '../session';
import { sourceOf } from '../source';
import { trackBlocks } from './tracked-blocks';
import type { FormulaCell, Workbook } from '../workbook';
import { isWaiting, knownResult, priceTimeOf } from '../workbook/cells';
import { referencesIn } from '../workbook/formulas';

export { frozenBlocks } from './frozen-blocks';
export type { FrozenBlock } from './frozen-blocks';
export { thaw } from './thaw';

export type FreezeScope = 'selection' | 'sheet' | 'workbook';

export interface FreezeReport {
  readonly frozenCount: number;
  readonly skipped: readonly Skipped[];
}

interface Skipped {
  readonly block: Block;
  /** A sentence for the user. */
  readonly reason: string;
}

/**
 * Replaces whole formulas with the values and formats that they show, and keeps the formulas in the workbook. They are
 * stored before any cell changes, and each formula is replaced entirely or not at all.
 */
export const freeze = (
  session: Session,
  scope: FreezeScope,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<FreezeReport> =>
  inTurn(session, async () => {
    const { workbook } = session.host;
    const cells = await cellsInScope(workbook, scope);
    const contents = await readBlocks(workbook, cells, ({ spill }) => spill);
    const skipped: Skipped[] = [];
    const all: FormulaContents[] = [];
    for (const cell of cells) {
      const reason = obstacle(cell, contents.get(cell)!);
      if (reason === undefined) all.push({ cell, contents: contents.get(cell)! });
      else skipped.push({ block: cell.spill, reason });
    }
    onProgress(0, all.length);
    let frozenCount = 0;
    if (all.length === 0) return { frozenCount, skipped };
    const before = await findFrozen(session);
    for (const part of splitIntoParts(all)) {
      if (signal.aborted) break;
      const done = frozenCount;
      const report = await freezePart(session, part, before, signal, (count) => {
        frozenCount = done + count;
        onProgress(frozenCount, all.length);
      });
      skipped.push(...report);
    }
    await drop(
      session,
      before.filter((one) => isForgotten(one, session.now())),
    );
    return { frozenCount, skipped };
  });

/** Returns what it skips. */
async function freezePart(
  session: Session,
  part: readonly FormulaContents[],
  before: readonly FoundBlock[],
  signal: AbortSignal,
  onProgress: (frozenCount: number) => void,
): Promise<readonly Skipped[]> {
  const { workbook } = session.host;
  const kept = session.part(FrozenEntries);
  const freezeId = newFreezeId(session.now());
  const all = await describe(session, freezeId, part);
  const entriesOf = (some: readonly FreezingCell[]): FrozenEntry[] => some.map(({ entry }) => entry);
  const frozen = new Set<FreezingCell>();
  const lost = new Set<FreezingCell>();
  const skipped: Skipped[] = [];
  try {
    await kept.write(freezeId, entriesOf(all));
    for (const group of groupBatches(
      workbook,
      batchesOf(all, ({ cell }) => cell.spill),
    )) {
      if (signal.aborted) break;
      const { reasons, notRestored } = await freezeBatches(workbook, group);
      for (const batch of group) {
        const reason = reasons.get(batch);
        if (reason === undefined) for (const { of } of batch.members) frozen.add(of);
        else skipped.push(...batch.members.map(({ block }) => ({ block, reason })));
      }
      for (const { members } of notRestored) for (const { of } of members) lost.add(of);
      onProgress(frozen.size);
    }
  } finally {
    const left = entriesOf([...frozen, ...lost]);
    await kept.write(freezeId, left);
    await kept.untrackUnused(entriesOf(all.filter((one) => !frozen.has(one) && !lost.has(one))), left);
    await drop(session, replacedBy(frozen, before));
  }
  return skipped;
}

async function cellsInScope(workbook: Workbook, scope: FreezeScope): Promise<readonly FormulaCell[]> {
  const cells = await workbook.formulas();
  if (scope === 'workbook') return cells;
  const selection = await workbook.selection();
  return cells.filter(({ spill }) =>
    scope === 'sheet' ? spill.sheet === selection.sheet : overlaps(spill, selection),
  );
}

function obstacle({ isInTable, isLocked }: FormulaCell, contents: Rows): string | undefined {
  if (isLocked) return 'The sheet is protected: unprotect it first';
  if (isInTable)
    return 'It is in a table, which would fill its column with one formula when it is thawed: copy it as values instead';
  const hasWaiting = contents.some((row) => row.some(({ value }) => isWaiting(String(value))));
  return hasWaiting ? 'It still waits for its value: freeze it once that is there' : undefined;
}

/** Tracks the cells and those in their references, and says what is kept of each. */
async function describe(session: Session, freezeId: string, part: readonly FormulaContents[]): Promise<FreezingCell[]> {
  const { workbook } = session.host;
  const sheets = new Set(await workbook.sheetNames());
  const blocks: Block[] = [];
  // The place of a block is known once all of them are tracked.
  const described = part.map(({ cell }) => {
    const own = blocks.push(cell.spill) - 1;
    const references = referencesIn(cell.formula).map((reference) => {
      const block = parseA1(reference.text, cell.cell.sheet);
      return { reference, index: block && sheets.has(block.sheet) ? blocks.push(block) - 1 : undefined };
    });
    return { own, references };
  });
  const places = await trackBlocks(workbook, freezeId, blocks);
  const at = session.now();
  const source = sourceOf(session);
  return part.map(({ cell, contents }, index) => {
    const { own, references } = described[index]!;
    const { spill, formula } = cell;
    const result = knownResult(session, cell);
    const priceTime = result && priceTimeOf(result, session.dateSystem);
    return {
      cell,
      contents,
      entry: {
        id: `${freezeId}_${index.toString(36)}`,
        formula,
        at,
        source,
        ...(priceTime && { priceTime }),
        rows: spill.rows,
        columns: spill.columns,
        digest: digestOf(contents),
        place: places[own]!,
        references: references.map(({ reference: { text, start }, index: tracked }) => ({
          text,
          start,
          ...(tracked === undefined ? {} : { place: places[tracked]! }),
        })),
      },
    };
  });
}

/**
 * What was frozen before in the same cells. It goes only when their formulas are kept: somebody else may have frozen the
 * same cells in the meantime, and what they keep is then all there is. A formula that is in its cell, without having
 * been thawed, may be one that somebody is freezing now.
 */
function replacedBy(frozen: ReadonlySet<FreezingCell>, before: readonly FoundBlock[]): FoundBlock[] {
  const anchors = new Set([...frozen].map(({ cell }) => a1WithSheet(cell.cell)));
  return before.filter(
    ({ block, isBack, thawedAt }) =>
      block && (!isBack || thawedAt !== undefined) && anchors.has(a1WithSheet({ ...block, rows: 1, columns: 1 })),
  );
}

const drop = (session: Session, dropped: readonly FoundBlock[]): Promise<void> =>
  session.part(FrozenEntries).change(new Map(dropped.map(({ id }) => [id, 'dropped'])));

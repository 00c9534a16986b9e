import { useEffect, useRef, useState } from 'preact/hooks';
import type { FreezeScope } from '../../app/freeze/freeze';
import { type FrozenBlock, frozenBlocks } from '../../app/freeze/frozen-blocks';
import type { Session } from '../../app/session';
import type { Block } from '../../core/sheet/a1';
import type { LeftOut } from './left-out-list';
import { loadActions } from './load-actions';
import { type Task, useTask } from './use-task';

interface FreezingReport {
  readonly count: number;
  readonly skipped: readonly LeftOut[];
}

export interface FreezeTasks {
  readonly blocks: readonly FrozenBlock[];
  /** Thawed, and then taken out of their cells again by Undo. They are among the blocks. */
  readonly undone: readonly FrozenBlock[];
  /** Thawed, and then replaced with something else. */
  readonly replaced: readonly FrozenBlock[];
  readonly task: Task<FreezingReport>;
  /** The scope that the user has to confirm before it is frozen. */
  readonly pendingScope: FreezeScope | undefined;
  /** Blocks that were edited since they were frozen: the user has to confirm that they are overwritten. */
  readonly edited: readonly FrozenBlock[];
  readonly ask: (scope: FreezeScope | undefined) => void;
  readonly freeze: (scope: FreezeScope) => void;
  /** Restores unedited blocks at once, and asks about the rest. */
  readonly thaw: (blocks: readonly FrozenBlock[]) => Promise<void>;
  readonly overwriteEdited: () => void;
  readonly leaveEdited: () => void;
  readonly reload: () => void;
}

/** Freezing and thawing, and the frozen formulas. */
export function useFreezing(session: Session, onDone: () => void): FreezeTasks {
  const [found, setFound] = useState<readonly FrozenBlock[]>([]);
  const blocks = found.filter((one) => !isReplaced(one));
  const [pendingScope, ask] = useState<FreezeScope>();
  const [edited, setEdited] = useState<readonly FrozenBlock[]>([]);
  const task = useTask<FreezingReport>();

  /** How many blocks its report says are frozen, until they are not. */
  const reported = useRef(0);

  const reload = (): void => {
    void frozenBlocks(session)
      .catch(() => [])
      .then((now) => {
        setFound(now);
        if (reported.current > 0 && now.length === 0) task.clear();
      });
  };
  const lookForUndo = useUndoOfThawing(session, reload);
  const end = (): void => {
    reload();
    onDone();
  };
  const putBack = (chosen: readonly FrozenBlock[], overwriteEdited: boolean): Promise<void> =>
    task.start({
      label: ({ texts }) => texts.cells.thawing,
      run: async (onProgress, signal) => {
        reported.current = 0;
        const { thaw } = await loadActions();
        const { thawedCount, skipped } = await thaw(session, chosen, { overwriteEdited }, onProgress, signal).finally(
          end,
        );
        if (thawedCount > 0) lookForUndo(chosen);
        return { count: thawedCount, skipped };
      },
      describe: ({ count }, language) => language.fill(language.texts.cells.thawed, { count }),
    });
  return {
    blocks,
    undone: blocks.filter(({ thawedAt }) => thawedAt !== undefined),
    replaced: found.filter(isReplaced),
    task,
    pendingScope,
    edited,
    ask,
    reload,
    freeze(scope) {
      ask(undefined);
      void task.start({
        label: ({ texts }) => texts.cells.freezing,
        run: async (onProgress, signal) => {
          const { freeze } = await loadActions();
          const { frozenCount, skipped } = await freeze(session, scope, onProgress, signal).finally(end);
          reported.current = frozenCount;
          return { count: frozenCount, skipped };
        },
        describe: ({ count }, language) => language.fill(language.texts.cells.frozen, { count }),
      });
    },
    async thaw(chosen) {
      const present = await asTheyAre(session, chosen);
      const untouched = present.filter(({ isEdited }) => !isEdited);
      if (untouched.length > 0) await putBack(untouched, false);
      setEdited(present.filter(({ isEdited }) => isEdited));
    },
    overwriteEdited() {
      setEdited([]);
      void putBack(edited, true);
    },
    leaveEdited() {
      setEdited([]);
    },
  };
}

const isReplaced = ({ thawedAt, isEdited }: FrozenBlock): boolean => thawedAt !== undefined && isEdited;

/**
 * Excel does not tell of Undo, but selects what it changes. So whenever the selection moves after thawing, the first and
 * the last cell are looked at, since a large thaw is several steps: `onUndone` is called once one of them has lost its
 * formula. The function that is returned says which blocks have been thawed.
 */
function useUndoOfThawing(
  { host: { workbook } }: Session,
  onUndone: () => void,
): (thawed: readonly FrozenBlock[]) => void {
  const anchors = useRef<readonly Block[]>([]);
  const latest = useRef(onUndone);
  latest.current = onUndone;
  useEffect(() => {
    let isLooking = false;
    const look = async (): Promise<void> => {
      if (isLooking || anchors.current.length === 0) return;
      isLooking = true;
      const contents = await Promise.all(anchors.current.map((one) => workbook.read(one))).catch(() => []);
      isLooking = false;
      if (contents.every((rows) => rows[0]?.[0]?.formula !== '')) return;
      anchors.current = [];
      latest.current();
    };
    return workbook.onSelectionChange(() => void look());
  }, [workbook]);
  return (thawed) => {
    const present = thawed.flatMap(({ block }) => block ?? []);
    anchors.current = [present.at(0), present.at(-1)].flatMap((one) => (one ? { ...one, rows: 1, columns: 1 } : []));
  };
}

/** The blocks may have been edited since the list was read. If they cannot be read, thawing reports it. */
async function asTheyAre(session: Session, listed: readonly FrozenBlock[]): Promise<readonly FrozenBlock[]> {
  const present = new Map(
    await frozenBlocks(session).then(
      (blocks) => blocks.map((block) => [block.id, block] as const),
      () => [],
    ),
  );
  return listed.map((block) => present.get(block.id) ?? block);
}

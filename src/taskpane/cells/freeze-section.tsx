import { CellRows, CellLink } from './cell-link';
import { type Done, TaskView, ScopeButtons, useTask, written } from './task';
import { said, useTexts } from '../texts/use-texts';
import { useLoaded, useWorkbookEvent } from '../hooks';
import { useSession } from '../session';
import { readBlock } from '../../app/workbook/block-contents';
import type { FreezeScope, FrozenBlock } from '../../app/workbook/freeze';
import type { LeftOut } from '../../app/workbook/replace';
import type { Session } from '../../app/session';
import { Button, ConfirmBar, Fold, MessageBar } from '../components/elements';
import { useRef, useState } from 'preact/hooks';
import type { ComponentChildren, JSX } from 'preact';
import { priceTimeText } from '../texts/cell-text';
import { localFormula } from '../texts/typed';
import { type Block, a1WithSheet, overlaps } from '../../core/sheet';

interface FreezeSectionProps {
  readonly freezing: FreezeTasks;
  /** The MD formulas that are left; undefined while it is not known. */
  readonly cellCount: number | undefined;
}

/** Turns formulas into values and back, and explains what a shared copy will show. */
export function FreezeSection({ freezing, cellCount }: FreezeSectionProps) {
  const [texts, language] = useTexts('cells');
  const { task, pendingScope, edited, blocks, undone, ask } = freezing;
  const questions: Record<FreezeScope, string> = {
    selection: texts.confirmSelection,
    sheet: texts.confirmSheet,
    workbook: texts.confirmWorkbook,
  };
  const thawButton = (chosen: readonly FrozenBlock[], text: string) => (
    <Button isBusy={task.isRunning} onClick={() => void freezing.thaw(chosen)} text={text} />
  );
  return (
    <>
      {undone.length > 0 && (
        <MessageBar tone="warning" actions={thawButton(undone, texts.thawAgain)}>
          {language.fill(texts.undone, { count: undone.length })}
        </MessageBar>
      )}
      <Fold
        title={texts.freezeTitle}
        place="freeze"
        remark={blocks.length > 0 ? language.fill(texts.frozenCount, { count: blocks.length }) : undefined}
      >
        <p class="md-hint">{texts.freezeHint}</p>
        <ScopeButtons<FreezeScope>
          verb={texts.freeze}
          labels={{ selection: texts.freezeSelection, sheet: texts.freezeSheet, workbook: texts.freezeAll }}
          isBusy={task.isRunning}
          onChoose={ask}
        />
        {pendingScope && (
          <ConfirmBar
            key={pendingScope}
            confirm={texts.freeze}
            onConfirm={() => freezing.freeze(pendingScope)}
            onCancel={() => ask(undefined)}
          >
            {questions[pendingScope]}
          </ConfirmBar>
        )}
        <TaskView task={task} />
        {edited.length > 0 && (
          <ConfirmBar confirm={texts.overwrite} onConfirm={freezing.overwriteEdited} onCancel={freezing.leaveEdited}>
            {language.fill(texts.confirmOverwrite, { count: edited.length })}
          </ConfirmBar>
        )}
        {blocks.length > 0 && <h3>{texts.frozenTitle}</h3>}
        <FrozenRows
          freezing={freezing}
          blocks={blocks}
          label={texts.frozenTitle}
          buttons={thawButton(blocks, texts.thawAll)}
        />
        {freezing.replaced.length > 0 && (
          <details class="md-fold">
            <summary>{texts.replacedTitle}</summary>
            <p class="md-hint">{texts.replacedHint}</p>
            <FrozenRows freezing={freezing} blocks={freezing.replaced} label={texts.replacedTitle} />
          </details>
        )}
        <details class="md-fold">
          <summary>{texts.share}</summary>
          {cellCount === 0 ? (
            <p>{texts.noCells}</p>
          ) : (
            <>
              <p>{texts.shareValues}</p>
              <MessageBar tone="warning">{texts.shareWarning}</MessageBar>
              <p>{texts.shareAdvice}</p>
              <Button isBusy={task.isRunning} onClick={() => ask('workbook')} text={texts.freezeWorkbook} />
            </>
          )}
        </details>
      </Fold>
    </>
  );
}

/** The selection has stopped moving after this time. */
const SETTLED_MS = 200;

export type FreezeTasks = ReturnType<typeof useFreezing>;

export function useFreezing(session: Session, onDone: () => void) {
  const [pendingScope, ask] = useState<FreezeScope>();
  const [edited, setEdited] = useState<readonly FrozenBlock[]>([]);
  const task = useTask();
  /** The number of frozen blocks in its report, while they stay frozen. */
  const reported = useRef(0);
  const [found = [], reload] = useLoaded(
    async (signal) => {
      const now = await (await written()).frozenBlocks(session);
      if (!signal.aborted && reported.current > 0 && now.length === 0) task.clear();
      return now;
    },
    [session],
  );
  const blocks = found.filter((one) => !isReplaced(one));
  const lookForUndo = useUndoOfThawing(session, reload);
  // Rows may have been inserted, or values edited. A key that is held down selects many cells in a second.
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useWorkbookEvent(session, 'selected', () => {
    clearTimeout(timer.current);
    if (found.length > 0) timer.current = setTimeout(reload, SETTLED_MS);
  });
  const end = (): void => {
    reload();
    onDone();
  };
  const putBack = (chosen: readonly FrozenBlock[], overwriteEdited: boolean): Promise<void> =>
    task.start({
      label: said('cells', 'thawing'),
      run: async (onProgress, signal) => {
        reported.current = 0;
        const { thaw } = await written();
        const options = { overwriteEdited };
        const { thawedCount, skipped } = await thaw(session, chosen, options, onProgress, signal).finally(end);
        if (thawedCount > 0) lookForUndo(chosen);
        return doneWith(skipped, thawedCount, 'thawed');
      },
    });
  return {
    blocks,
    /** Formulas that were thawed and then removed from their cells by Undo. They are among the blocks. */
    undone: blocks.filter(({ thawed }) => thawed),
    /** Formulas that were thawed and then replaced with something else. */
    replaced: found.filter(isReplaced),
    task,
    /** The scope that the user has to confirm before it is frozen. */
    pendingScope,
    /** Blocks that were edited since they were frozen: the user has to confirm that they are overwritten. */
    edited,
    ask,
    reload,
    freeze: (scope: FreezeScope) => {
      ask(undefined);
      void task.start({
        label: said('cells', 'freezing'),
        run: async (onProgress, signal) => {
          const { freeze } = await written();
          const done = await freeze(session, scope, onProgress, signal).finally(end);
          const { frozenCount, errorCount, hasSpills, skipped } = done;
          reported.current = frozenCount;
          const key = errorCount > 0 ? 'frozenWithErrors' : 'frozen';
          return doneWith(skipped, frozenCount, key, errorCount, hasSpills);
        },
      });
    },
    /** Restores unedited blocks at once, and asks about the rest. */
    thaw: async (chosen: readonly FrozenBlock[]) => {
      const present = await asTheyAre(session, chosen);
      const untouched = present.filter(({ isEdited }) => !isEdited);
      if (untouched.length > 0) await putBack(untouched, false);
      setEdited(present.filter(({ isEdited }) => isEdited));
    },
    overwriteEdited: () => {
      setEdited([]);
      void putBack(edited, true);
    },
    leaveEdited: () => setEdited([]),
  };
}

const doneWith = (
  skipped: readonly LeftOut[],
  count: number,
  key: 'frozen' | 'frozenWithErrors' | 'thawed',
  errors = 0,
  hasSpills = false,
): Done<undefined> => ({
  says: (language) =>
    said('cells', key, { count, errors })(language) + (hasSpills ? ` ${language.texts.cells.frozenSpills}` : ''),
  leftOut: { heading: 'skipped', items: skipped },
  tone: count > 0 ? 'success' : 'info',
});

const isReplaced = ({ thawed, isEdited }: FrozenBlock): boolean => thawed !== undefined && isEdited;

/**
 * Excel does not tell of Undo, but selects what it changes. So whenever the selection moves after thawing, the first and
 * the last cell are looked at, since a large thaw is several steps: `onUndone` is called once one of them has lost its
 * formula. The function that is returned says which blocks have been thawed.
 */
function useUndoOfThawing(session: Session, onUndone: () => void): (thawed: readonly FrozenBlock[]) => void {
  const { workbook } = session.host;
  const anchors = useRef<readonly Block[]>([]);
  const isLooking = useRef(false);
  const look = async (): Promise<void> => {
    if (isLooking.current || anchors.current.length === 0) return;
    isLooking.current = true;
    const contents = await Promise.all(anchors.current.map((one) => readBlock(workbook, one))).catch(() => []);
    isLooking.current = false;
    if (contents.every((rows) => rows[0]?.[0]?.formula !== '')) return;
    anchors.current = [];
    onUndone();
  };
  useWorkbookEvent(session, 'selected', () => void look());
  return (thawed) => {
    const present = thawed.flatMap(({ block }) => block ?? []);
    anchors.current = [present.at(0), present.at(-1)].flatMap((one) => (one ? { ...one, rows: 1, columns: 1 } : []));
  };
}

/** The blocks may have been edited since the list was read. If they cannot be read, thawing reports it. */
async function asTheyAre(session: Session, listed: readonly FrozenBlock[]): Promise<readonly FrozenBlock[]> {
  const blocks = await written()
    .then(({ frozenBlocks }) => frozenBlocks(session))
    .catch(() => listed);
  const present = new Map(blocks.map((block) => [block.id, block]));
  return listed.map((block) => present.get(block.id) ?? block);
}

interface FrozenRowsProps {
  readonly freezing: FreezeTasks;
  readonly blocks: readonly FrozenBlock[];
  readonly label: string;
  readonly buttons?: ComponentChildren;
}

/** Frozen formulas, each with a button that restores it. */
const FrozenRows = ({ freezing: { task, thaw }, blocks, label, buttons }: FrozenRowsProps) => (
  <CellRows label={label} items={blocks} atOnce={100} class="md-list md-cells" keyOf={({ id }) => id} buttons={buttons}>
    {(block) => <FrozenRow frozen={block} isBusy={task.isRunning} onThaw={() => void thaw([block])} />}
  </CellRows>
);

interface FrozenRowProps {
  readonly frozen: FrozenBlock;
  readonly isBusy: boolean;
  readonly onThaw: () => void;
}

/** Says of the selected cell what was frozen there; `otherwise`, if nothing was. */
export function FrozenAt({ freezing, cell, otherwise }: FrozenAtProps) {
  const frozen = freezing.blocks.find(({ block, thawed }) => block && !thawed && overlaps(block, cell));
  if (!frozen) return otherwise;
  return <FrozenRow frozen={frozen} isBusy={freezing.task.isRunning} onThaw={() => void freezing.thaw([frozen])} />;
}

interface FrozenAtProps {
  readonly freezing: FreezeTasks;
  readonly cell: Block;
  readonly otherwise: JSX.Element;
}

function FrozenRow({ frozen, isBusy, onThaw }: FrozenRowProps) {
  const session = useSession();
  const { block, formula, source, priceTime, isTimeUnknown, isEdited, thawed } = frozen;
  const [texts, language] = useTexts('cells');
  const time = language.dateTime((thawed ?? frozen).at);
  const origin =
    thawed !== undefined
      ? language.fill(isEdited ? texts.replacedAt : texts.undoneAt, { time })
      : source === ''
        ? language.fill(texts.frozenAt, { time })
        : language.fill(texts.frozenFrom, { time, source });
  const local = localFormula(formula, session.host.workbook.listSeparator);
  return (
    <>
      <div class="md-cell-head">
        {block ? <CellLink block={block} /> : texts.deletedCells}
        {isEdited && thawed === undefined && <span class="md-badge">{texts.edited}</span>}
        <Button
          look="subtle"
          isBusy={isBusy}
          label={language.fill(texts.thawOne, { address: block ? a1WithSheet(block) : texts.deletedCells })}
          onClick={onThaw}
          text={texts.thaw}
        />
      </div>
      <code class="md-cell-formula" title={local}>
        {local}
      </code>
      <p class="md-hint">
        {origin}
        {isEdited ? '' : isTimeUnknown ? ` · ${texts.timeUnknown}` : priceTimeText(priceTime, language)}
      </p>
    </>
  );
}

import { useSession } from '../session';
import { readBlock } from '../../app/workbook/block-contents';
import type { FreezeScope } from '../../app/workbook/freeze';
import type { Session } from '../../app/session';
import { Button, ConfirmBar, Fold, MessageBar } from '../components/elements';
import { TaskView, ScopeButtons, type Task, useTask } from './task';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type FrozenBlock, frozenBlocks } from '../../app/workbook/frozen';
import type { ComponentChildren } from 'preact';
import { priceTimeText } from '../texts/cell-text';
import { CellLink, LeftOutList, leftOutText, type LeftOut, useMore } from './cell-link';
import { localFormula } from '../../app/workbook/formulas';
import type { Language } from '../texts/language';
import { useTexts } from '../texts/use-texts';
import { useLatest } from '../hooks';
import { type Block, a1WithSheet } from '../../core/sheet';

/** Turns formulas into values and back, and explains what a shared copy will show. */
export function FreezeSection({ freezing }: { readonly freezing: FreezeTasks }) {
  const [texts, language] = useTexts('cells');
  const { task, pendingScope, edited, blocks, undone } = freezing;
  const questions: Record<FreezeScope, string> = {
    selection: texts.confirmSelection,
    sheet: texts.confirmSheet,
    workbook: texts.confirmWorkbook,
  };
  const ask = (scope: FreezeScope): void => {
    if (!task.isRunning) freezing.ask(scope);
  };
  return (
    <>
      {undone.length > 0 && (
        <MessageBar
          tone="warning"
          actions={
            <Button
              isBusy={task.isRunning}
              onClick={() => {
                if (!task.isRunning) void freezing.thaw(undone);
              }}
            >
              {texts.thawAgain}
            </Button>
          }
        >
          {language.fill(texts.undone, { count: undone.length })}
        </MessageBar>
      )}
      <Fold
        title={texts.freezeTitle}
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
            onConfirm={() => {
              freezing.freeze(pendingScope);
            }}
            onCancel={() => {
              freezing.ask(undefined);
            }}
          >
            {questions[pendingScope]}
          </ConfirmBar>
        )}
        <TaskView task={task}>
          {({ count, skipped }, summary) => (
            <MessageBar tone={skipped.length > 0 ? 'warning' : count > 0 ? 'success' : 'info'}>
              <p>{summary}</p>
              <LeftOutList label={language.fill(texts.skipped, { count: skipped.length })} items={skipped} />
            </MessageBar>
          )}
        </TaskView>
        {edited.length > 0 && (
          <ConfirmBar confirm={texts.overwrite} onConfirm={freezing.overwriteEdited} onCancel={freezing.leaveEdited}>
            {language.fill(texts.confirmOverwrite, { count: edited.length })}
          </ConfirmBar>
        )}
        <FrozenList freezing={freezing} />
        <details class="md-fold">
          <summary>{texts.share}</summary>
          <p>{texts.shareValues}</p>
          <MessageBar tone="warning">{texts.shareWarning}</MessageBar>
          <p>{texts.shareAdvice}</p>
          <Button
            isBusy={task.isRunning}
            onClick={() => {
              ask('workbook');
            }}
          >
            {texts.freezeWorkbook}
          </Button>
        </details>
      </Fold>
    </>
  );
}

interface FreezingReport {
  readonly count: number;
  readonly skipped: readonly LeftOut[];
}

interface FreezeTasks {
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

  const begin = useLatest();
  const reload = (): void => {
    const signal = begin();
    frozenBlocks(session).then(
      (now) => {
        if (signal.aborted) return;
        setFound(now);
        if (reported.current > 0 && now.length === 0) task.clear();
      },
      // Such as while a cell is edited: the formulas are kept all the same.
      () => undefined,
    );
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
        const { thaw } = await written();
        const { thawedCount, skipped } = await thaw(session, chosen, { overwriteEdited }, onProgress, signal).finally(
          end,
        );
        if (thawedCount > 0) lookForUndo(chosen);
        return { count: thawedCount, skipped };
      },
      describe: ({ count }, language) => language.fill(language.texts.cells.thawed, { count }),
      describeLeftOut: leftOutOf,
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
          const { freeze } = await written();
          const { frozenCount, skipped } = await freeze(session, scope, onProgress, signal).finally(end);
          reported.current = frozenCount;
          return { count: frozenCount, skipped };
        },
        describe: ({ count }, language) => language.fill(language.texts.cells.frozen, { count }),
        describeLeftOut: leftOutOf,
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

const leftOutOf = ({ skipped }: FreezingReport, language: Language): string =>
  leftOutText(
    language.texts.cells.skipped,
    skipped.map(({ block }) => block),
    language,
  );

/** The pane has loaded it by then, for the snapshots. */
const written = () => import('../../app/workbook/written');

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
      const contents = await Promise.all(anchors.current.map((one) => readBlock(workbook, one))).catch(() => []);
      isLooking = false;
      if (contents.every((rows) => rows[0]?.[0]?.formula !== '')) return;
      anchors.current = [];
      latest.current();
    };
    return workbook.on('selected', () => void look());
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

const SHOWN_AT_ONCE = 100;

/** The frozen formulas, each with a button that restores it, and below them those that were replaced once thawed. */
function FrozenList({ freezing }: { readonly freezing: FreezeTasks }) {
  const [texts] = useTexts('cells');
  const { blocks, replaced, task } = freezing;
  return (
    <>
      {blocks.length > 0 && (
        <>
          <h3>{texts.frozenTitle}</h3>
          <FrozenRows freezing={freezing} blocks={blocks} label={texts.frozenTitle}>
            <Button
              isBusy={task.isRunning}
              onClick={() => {
                if (!task.isRunning) void freezing.thaw(blocks);
              }}
            >
              {texts.thawAll}
            </Button>
          </FrozenRows>
        </>
      )}
      {replaced.length > 0 && (
        <details class="md-fold">
          <summary>{texts.replacedTitle}</summary>
          <p class="md-hint">{texts.replacedHint}</p>
          <FrozenRows freezing={freezing} blocks={replaced} label={texts.replacedTitle} />
        </details>
      )}
    </>
  );
}

interface FrozenRowsProps {
  readonly freezing: FreezeTasks;
  readonly blocks: readonly FrozenBlock[];
  readonly label: string;
  /** Buttons for all of them. */
  readonly children?: ComponentChildren;
}

function FrozenRows({ freezing: { task, thaw }, blocks, label, children }: FrozenRowsProps) {
  const more = useMore(blocks, SHOWN_AT_ONCE);
  return (
    <>
      <ul class="md-list md-cells" aria-label={label}>
        {more.shown.map((block) => (
          <FrozenRow
            key={block.id}
            frozen={block}
            isBusy={task.isRunning}
            onThaw={() => {
              if (!task.isRunning) void thaw([block]);
            }}
          />
        ))}
      </ul>
      <div class="md-buttons">
        {more.button}
        {children}
      </div>
    </>
  );
}

interface FrozenRowProps {
  readonly frozen: FrozenBlock;
  readonly isBusy: boolean;
  readonly onThaw: () => void;
}

function FrozenRow({ frozen, isBusy, onThaw }: FrozenRowProps) {
  const session = useSession();
  const { block, formula, at, source, priceTime, isTimeUnknown, isEdited, thawedAt } = frozen;
  const [texts, language] = useTexts('cells');
  const time = language.dateTime(thawedAt ?? at);
  const origin =
    thawedAt !== undefined
      ? language.fill(isEdited ? texts.replacedAt : texts.undoneAt, { time })
      : source === ''
        ? language.fill(texts.frozenAt, { time })
        : language.fill(texts.frozenFrom, { time, source });
  const local = localFormula(formula, session.host.workbook.listSeparator);
  return (
    <li>
      <div class="md-cell-head">
        {block ? <CellLink block={block} /> : texts.deletedCells}
        {isEdited && thawedAt === undefined && <span class="md-badge">{texts.edited}</span>}
        <Button
          look="subtle"
          isBusy={isBusy}
          label={language.fill(texts.thawOne, { address: block ? a1WithSheet(block) : texts.deletedCells })}
          onClick={onThaw}
        >
          {texts.thaw}
        </Button>
      </div>
      <code class="md-cell-formula" title={local}>
        {local}
      </code>
      <p class="md-hint">
        {origin}
        {isTimeUnknown ? ` · ${texts.timeUnknown}` : priceTimeText(priceTime, language)}
      </p>
    </li>
  );
}

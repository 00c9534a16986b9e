import { useState } from 'preact/hooks';
import type { OnProgress } from '../../../app/progress';
import type { Session } from '../../../app/session';
import { compareSnapshot, type Comparison } from '../../../app/snapshot/compare';
import { leaveSnapshot, showSnapshot } from '../../../app/snapshot/show';
import { deleteSnapshot, type Snapshot, snapshots, takeSnapshot } from '../../../app/snapshot/snapshot';
import { useLanguage, useTexts } from '../../texts/use-texts';
import { type Task, unlessStopped, useTask } from '../use-task';

export interface Snapshots {
  readonly all: readonly Snapshot[];
  /** Ends with a comparison if one was requested, otherwise without a list. */
  readonly task: Task<Comparison | undefined>;
  readonly take: (name: string) => Promise<void>;
  readonly compare: (snapshot: Snapshot) => void;
  /** Shows the snapshot in the cells, or hides it if it is shown. */
  readonly toggle: (snapshot: Snapshot) => void;
  readonly remove: (snapshot: Snapshot) => void;
  readonly reload: () => void;
}

/** The workbook's snapshots, and the actions on them. */
export function useSnapshots(session: Session, onDone: () => void): Snapshots {
  const texts = useTexts('snapshots');
  const language = useLanguage();
  const [all, setAll] = useState<readonly Snapshot[]>([]);
  const task = useTask<Comparison | undefined>(useTexts('cells').stopped);
  const reload = (): void => {
    snapshots(session).then(setAll, () => {
      setAll([]);
    });
  };
  const work = (
    label: string,
    run: (onProgress: OnProgress, signal: AbortSignal) => Promise<string>,
    canStop = true,
  ): Promise<void> => {
    let summary = '';
    return task.start({
      label,
      canStop,
      run: async (onProgress, signal) => {
        summary = await run(onProgress, signal).finally(() => {
          reload();
          onDone();
        });
        return undefined;
      },
      describe: () => summary,
    });
  };
  return {
    all,
    task,
    reload,
    take: (name) =>
      work(
        texts.taking,
        async () => {
          const { name: called, formulaCount } = await takeSnapshot(session, name);
          return language.fill(texts.taken, { name: called, count: formulaCount });
        },
        false,
      ),
    compare(snapshot) {
      void task.start({
        label: texts.comparing,
        run: (_, signal) => unlessStopped(signal, compareSnapshot(session, snapshot.id)),
        describe: (comparison) =>
          language.fill(texts.changed, {
            count: comparison?.changes.length ?? 0,
            name: snapshot.name,
            same: comparison?.sameCount ?? 0,
          }),
      });
    },
    toggle(snapshot) {
      void work(snapshot.isShown ? texts.leaving : texts.showing, async (onProgress, signal) => {
        if (snapshot.isShown)
          return language.fill(texts.left, { count: await leaveSnapshot(session, snapshot.id, onProgress, signal) });
        const { shownCount, leftOutCount } = await showSnapshot(session, snapshot.id, onProgress, signal);
        const shown = language.fill(texts.shown, { count: shownCount, name: snapshot.name });
        return leftOutCount === 0 ? shown : `${shown} ${language.fill(texts.leftOut, { count: leftOutCount })}`;
      });
    },
    remove(snapshot) {
      void work(
        texts.removing,
        async () => {
          await deleteSnapshot(session, snapshot.id);
          return language.fill(texts.removed, { name: snapshot.name });
        },
        false,
      );
    },
  };
}

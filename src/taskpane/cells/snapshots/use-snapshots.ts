import { useRef, useState } from 'preact/hooks';
import type { OnProgress } from '../../../app/progress';
import type { Session } from '../../../app/session';
import type { SnapshotComparison } from '../../../app/snapshot/compare';
import { deleteSnapshot, type Snapshot, snapshots } from '../../../app/snapshot/snapshot';
import { TRAITS } from '../../../functions/generated/function-traits';
import type { Said } from '../../texts/use-said';
import { loadActions } from '../load-actions';
import { type Task, unlessStopped, useTask } from '../use-task';
import { sideText } from './change-texts';

export interface Snapshots {
  readonly all: readonly Snapshot[];
  /** Ends with a comparison if one was requested, otherwise without a list. */
  readonly task: Task<SnapshotComparison | undefined>;
  readonly take: (name: string) => Promise<void>;
  readonly compare: (snapshot: Snapshot) => void;
  /** Shows the snapshot in the cells, or hides it if it is shown. */
  readonly toggle: (snapshot: Snapshot) => void;
  readonly remove: (snapshot: Snapshot) => void;
  readonly reload: () => void;
}

/** The workbook's snapshots, and the actions on them. */
export function useSnapshots(session: Session, onDone: () => void): Snapshots {
  const [all, setAll] = useState<readonly Snapshot[]>([]);
  const task = useTask<SnapshotComparison | undefined>();
  /** The snapshot that its report says is in the cells, until it is not. */
  const reported = useRef<string>();
  const reload = (): void => {
    void snapshots(session)
      .catch(() => [])
      .then((now) => {
        setAll(now);
        if (reported.current === undefined || now.some(({ id, isShown }) => isShown && id === reported.current)) return;
        reported.current = undefined;
        task.clear();
      });
  };
  const work = (
    label: Said,
    run: (onProgress: OnProgress, signal: AbortSignal) => Promise<Said>,
    canStop = true,
  ): Promise<void> => {
    let summary: Said = () => '';
    reported.current = undefined;
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
      describe: (_, language) => summary(language),
    });
  };
  return {
    all,
    task,
    reload,
    take: (name) =>
      work(
        ({ texts }) => texts.snapshots.taking,
        async () => {
          const { takeSnapshot } = await loadActions();
          const { name: called, formulaCount } = await takeSnapshot(session, name, TRAITS);
          return (language) => language.fill(language.texts.snapshots.taken, { name: called, count: formulaCount });
        },
        false,
      ),
    compare(snapshot) {
      reported.current = undefined;
      void task.start({
        label: ({ texts }) => texts.snapshots.comparing,
        run: (_, signal) =>
          unlessStopped(
            signal,
            loadActions().then(({ compareSnapshot }) => compareSnapshot(session, snapshot.id, TRAITS)),
          ),
        describe: (comparison, language) =>
          comparison
            ? language.fill(language.texts.snapshots.changed, {
                count: comparison.changes.length,
                older: sideText(comparison.older, language),
                newer: sideText(comparison.newer, language),
                same: comparison.sameCount,
              })
            : '',
      });
    },
    toggle(snapshot) {
      const { id, name, isShown } = snapshot;
      const label: Said = ({ texts: { snapshots: texts } }) => (isShown ? texts.leaving : texts.showing);
      void work(label, async (onProgress, signal) => {
        const { leaveSnapshot, showSnapshot } = await loadActions();
        if (isShown) {
          const count = await leaveSnapshot(session, id, onProgress, signal);
          return (language) => language.fill(language.texts.snapshots.left, { count });
        }
        const { shownCount, leftOutCount } = await showSnapshot(session, id, TRAITS, onProgress, signal);
        reported.current = id;
        return (language) => {
          const texts = language.texts.snapshots;
          const shown = language.fill(texts.shown, { count: shownCount, name });
          return leftOutCount === 0 ? shown : `${shown} ${language.fill(texts.leftOut, { count: leftOutCount })}`;
        };
      });
    },
    remove(snapshot) {
      void work(
        ({ texts }) => texts.snapshots.removing,
        async () => {
          await deleteSnapshot(session, snapshot.id);
          return (language) => language.fill(language.texts.snapshots.removed, { name: snapshot.name });
        },
        false,
      );
    },
  };
}

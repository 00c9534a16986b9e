import { useEffect, useRef, useState } from 'preact/hooks';
import { type MendReport, mendCells } from '../../app/mend/mend-cells';
import { type MendPlan, planMends } from '../../app/mend/plan-mends';
import type { MdCell } from '../../app/refresh/cells';
import type { Session } from '../../app/session';
import { TRAITS } from '../../functions/generated/function-traits';
import { useLanguage, useTexts } from '../texts/use-texts';
import { type Task, useTask } from './use-task';

export interface MendTasks {
  readonly task: Task<MendReport>;
  /** How to mend the cell's error; undefined if not known. */
  readonly planOf: (cell: MdCell) => MendPlan | undefined;
  /** The cells with the same kind of error, including this one. */
  readonly alike: (cell: MdCell) => readonly MdCell[];
  readonly mend: (cells: readonly MdCell[]) => void;
}

/** How to mend the errors of the cells, planned again after every scan. */
export function useMending(session: Session, cells: readonly MdCell[] | undefined, onDone: () => void): MendTasks {
  const texts = useTexts('cells');
  const language = useLanguage();
  const task = useTask<MendReport>(texts.stopped);
  const [plans, setPlans] = useState<ReadonlyMap<MdCell, MendPlan>>(new Map());
  const turn = useRef(0);
  useEffect(() => {
    const own = ++turn.current;
    planMends(session.host.workbook, cells ?? [], TRAITS).then(
      (found) => {
        if (own === turn.current) setPlans(found);
      },
      () => undefined,
    );
    return () => {
      turn.current++;
    };
  }, [session, cells]);
  return {
    task,
    planOf: (cell) => plans.get(cell),
    alike: (cell) => {
      const kinds = plans.get(cell)?.kinds ?? new Set();
      return [...plans].filter(([, plan]) => [...plan.kinds].some((kind) => kinds.has(kind))).map(([one]) => one);
    },
    mend: (wanted) => {
      if (task.isRunning) return;
      const chosen = wanted.flatMap((cell) => plans.get(cell) ?? []);
      void task.start({
        label: texts.fixing,
        canStop: false,
        run: () => mendCells(session.host.workbook, chosen).finally(onDone),
        describe: ({ mendedCount }) => language.fill(texts.fixed, { count: mendedCount }),
      });
    },
  };
}

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { TRAITS } from '../../functions/generated/function-traits';
import { useUndone } from '../use-undone';
import { type Task, useTask } from './use-task';
import type { MdCell } from '../../app/workbook/cells';
import { type FixPlan, planFixes, type FixReport, fixCells } from '../../app/workbook/fix';

export interface FixTasks {
  readonly task: Task<FixReport>;
  /** How to fix the cell's error; undefined if not known. */
  readonly planOf: (cell: MdCell) => FixPlan | undefined;
  /** The cells with the same kind of error, including this one. */
  readonly alike: (cell: MdCell) => readonly MdCell[];
  readonly fix: (cells: readonly MdCell[]) => void;
}

/** How to fix the errors of the cells, planned again after every scan. */
export function useFixing(session: Session, cells: readonly MdCell[] | undefined, onDone: () => void): FixTasks {
  const task = useTask<FixReport>();
  useUndone(session, task.clear);
  const [plans, setPlans] = useState<ReadonlyMap<MdCell, FixPlan>>(new Map());
  const turn = useRef(0);
  useEffect(() => {
    const own = ++turn.current;
    planFixes(session.host.workbook, cells ?? [], TRAITS).then(
      (fixPlans) => {
        if (own === turn.current) setPlans(fixPlans);
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
    fix: (chosenCells) => {
      if (task.isRunning) return;
      const chosenPlans = chosenCells.flatMap((cell) => plans.get(cell) ?? []);
      void task.start({
        label: ({ texts }) => texts.cells.fixing,
        canStop: false,
        run: () => fixCells(session.host.workbook, chosenPlans).finally(onDone),
        describe: ({ fixedCount }, language) => language.fill(language.texts.cells.fixed, { count: fixedCount }),
      });
    },
  };
}

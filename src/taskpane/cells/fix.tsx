import { useUndone } from '../session';
import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { TRAITS } from '../../functions/generated/function-traits';
import type { MdCell } from '../../app/workbook/cells';
import { type FixPlan, planFixes, type FixReport, fixCells } from '../../app/workbook/fix';
import { type Task, useTask, TaskView } from './task';
import { Button, MessageBar } from '../components/elements';
import { LeftOutList, leftOutText } from './cell-link';
import { useLatest } from '../hooks';
import { useTexts } from '../texts/use-texts';
import { a1WithSheet } from '../../core/sheet';

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
  const begin = useLatest();
  useEffect(() => {
    const signal = begin();
    planFixes(session.host.workbook, cells ?? [], TRAITS).then(
      (fixPlans) => {
        if (!signal.aborted) setPlans(fixPlans);
      },
      () => undefined,
    );
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
        describeLeftOut: ({ changed }, language) => leftOutText(language.texts.cells.changedSince, changed, language),
      });
    },
  };
}

/** The number of names that fit at a glance. */
const MAX_NAMES = 3;

/** What fixing the cell would write, and buttons that do it: for this cell, and for all with similar errors. */
export function FixButtons({ cell, fixing }: { readonly cell: MdCell; readonly fixing: FixTasks }) {
  const [texts, language] = useTexts('cells');
  const plan = fixing.planOf(cell);
  if (!plan) return null;
  const alike = fixing.alike(cell);
  const isBusy = fixing.task.isRunning;
  const names = plan.names.slice(0, MAX_NAMES).map(({ from, to }) => `${from} → ${to}`);
  const constants = plan.edits.filter(({ isFormula }) => !isFormula).map((edit) => a1WithSheet(edit.cell));
  return (
    <>
      <p class="md-hint">
        {names.join(', ')}
        {plan.names.length > MAX_NAMES && ' …'}
        {constants.length > 0 &&
          ` (${constants.slice(0, MAX_NAMES).join(', ')}${constants.length > MAX_NAMES ? ' …' : ''})`}
      </p>
      <div class="md-buttons">
        <Button
          isBusy={isBusy}
          label={language.fill(texts.fixOne, { address: a1WithSheet(cell.cell) })}
          onClick={() => {
            fixing.fix([cell]);
          }}
        >
          {texts.fix}
        </Button>
        {alike.length > 1 && (
          <Button
            look="subtle"
            isBusy={isBusy}
            onClick={() => {
              fixing.fix(alike);
            }}
          >
            {language.fill(texts.fixAlike, { count: alike.length })}
          </Button>
        )}
      </div>
    </>
  );
}

/** The progress and result of fixing. */
export function FixReportView({ fixing }: { readonly fixing: Pick<FixTasks, 'task'> }) {
  const [texts, language] = useTexts('cells');
  return (
    <TaskView task={fixing.task}>
      {({ changed }, summary) => (
        <MessageBar tone={changed.length === 0 ? 'success' : 'warning'}>
          <p>{summary}</p>
          <LeftOutList
            label={language.fill(texts.changedSince, { count: changed.length })}
            items={changed.map((block) => ({ block, reason: '' }))}
          />
        </MessageBar>
      )}
    </TaskView>
  );
}

import { type FixPlan, fixCells, planFixes } from '../../app/workbook/fix';
import type { MdCell } from '../../app/workbook/cells';
import { a1WithSheet } from '../../core/sheet';
import { Button } from '../components/elements';
import { useLoaded } from '../hooks';
import { useSession } from '../session';
import { type Said, said, useTexts } from '../texts/use-texts';
import { fewOf } from '../texts/cell-text';
import { useTask } from './task';

export type FixTasks = ReturnType<typeof useFixing>;

/** How to fix the errors of the cells, planned again after every scan. */
export function useFixing(cells: readonly MdCell[] | undefined, onDone: () => void) {
  const session = useSession();
  const { task, write } = useFixTask(onDone);
  const [plans = new Map<MdCell, FixPlan>()] = useLoaded(
    () => planFixes(session.host.workbook, cells ?? []),
    [session, cells],
  );
  return {
    task,
    /** How to fix the cell's error; undefined if not known. */
    planOf: (cell: MdCell) => plans.get(cell),
    /** The cells with the same kind of error, including this one. */
    alike: (cell: MdCell) => {
      const kinds = plans.get(cell)?.kinds ?? new Set();
      return [...plans].filter(([, plan]) => [...plan.kinds].some((kind) => kinds.has(kind))).map(([one]) => one);
    },
    fix: (chosen: readonly MdCell[]) =>
      write(
        chosen.flatMap((cell) => plans.get(cell) ?? []),
        said('cells', 'fixing'),
        (count) => said('cells', 'fixed', { count }),
      ),
  };
}

/** Writes plans, except for cells that were changed in the meantime. */
export function useFixTask(onDone: () => void) {
  const { host } = useSession();
  const task = useTask();
  const write = (plans: readonly FixPlan[], label: Said, says: (count: number) => Said): void =>
    void task.start({
      label,
      canStop: false,
      run: async () => {
        const { fixedCount, changed } = await fixCells(host.workbook, plans).finally(onDone);
        const items = changed.map((block) => ({ block, reason: '' }));
        return { says: says(fixedCount), leftOut: { heading: 'changedSince', items } };
      },
    });
  return { task, write };
}

/** The text that fixing the cell would write, and buttons for this cell and for all with similar errors. */
export function FixButtons({ cell, fixing }: { readonly cell: MdCell; readonly fixing: FixTasks }) {
  const [texts, language] = useTexts('cells');
  const plan = fixing.planOf(cell);
  if (!plan) return null;
  const alike = fixing.alike(cell);
  const isBusy = fixing.task.isRunning;
  const constants = plan.edits.filter(({ isFormula }) => !isFormula).map((edit) => a1WithSheet(edit.cell));
  return (
    <>
      <p class="md-hint">
        {fewOf(plan.names.map(({ from, to }) => `${from} → ${to}`))}
        {constants.length > 0 && ` (${fewOf(constants)})`}
      </p>
      <div class="md-buttons">
        <Button
          isBusy={isBusy}
          label={language.fill(texts.fixOne, { address: a1WithSheet(cell.cell) })}
          onClick={() => fixing.fix([cell])}
          text={texts.fix}
        />
        {alike.length > 1 && (
          <Button
            look="subtle"
            isBusy={isBusy}
            onClick={() => fixing.fix(alike)}
            text={language.fill(texts.fixAlike, { count: alike.length })}
          />
        )}
      </div>
    </>
  );
}

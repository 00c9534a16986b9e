import { a1WithSheet } from '../../core/sheet/a1';
import { Button } from '../components/button';
import { useLanguage, useTexts } from '../texts/use-texts';
import type { FixTasks } from './use-fixing';
import type { MdCell } from '../../app/workbook/cells';

/** The number of names that fit at a glance. */
const MAX_NAMES = 3;

/** What fixing the cell would write, and buttons that do it: for this cell, and for all with similar errors. */
export function FixButtons({ cell, fixing }: { readonly cell: MdCell; readonly fixing: FixTasks }) {
  const texts = useTexts('cells');
  const language = useLanguage();
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

import type { MdCell } from '../../app/refresh/cells';
import { a1WithSheet } from '../../core/sheet/a1';
import { Button } from '../components/button';
import { useLanguage, useTexts } from '../texts/use-texts';
import type { MendTasks } from './use-mending';

/** The number of names that fit at a glance. */
const MOST_NAMES = 3;

/** What mending the cell would write, and buttons that do it: for this cell, and for all with similar errors. */
export function MendButtons({ cell, mending }: { readonly cell: MdCell; readonly mending: MendTasks }) {
  const texts = useTexts('cells');
  const language = useLanguage();
  const plan = mending.planOf(cell);
  if (!plan) return null;
  const alike = mending.alike(cell);
  const isBusy = mending.task.isRunning;
  const names = plan.names.slice(0, MOST_NAMES).map(({ from, to }) => `${from} → ${to}`);
  const constants = plan.edits.filter(({ isFormula }) => !isFormula).map((edit) => a1WithSheet(edit.cell));
  return (
    <>
      <p class="md-hint">
        {names.join(', ')}
        {plan.names.length > MOST_NAMES && ' …'}
        {constants.length > 0 &&
          ` (${constants.slice(0, MOST_NAMES).join(', ')}${constants.length > MOST_NAMES ? ' …' : ''})`}
      </p>
      <div class="md-buttons">
        <Button
          isBusy={isBusy}
          label={language.fill(texts.fixOne, { address: a1WithSheet(cell.cell) })}
          onClick={() => {
            mending.mend([cell]);
          }}
        >
          {texts.fix}
        </Button>
        {alike.length > 1 && (
          <Button
            look="subtle"
            isBusy={isBusy}
            onClick={() => {
              mending.mend(alike);
            }}
          >
            {language.fill(texts.fixAlike, { count: alike.length })}
          </Button>
        )}
      </div>
    </>
  );
}

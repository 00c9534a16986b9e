import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { TRAITS } from '../../functions/generated/function-traits';
import { Button } from '../components/button';
import { MessageBar } from '../components/message-bar';
import type { MdCell } from '../../app/workbook/cells';
import { planFor, type RefreshPlan } from '../../app/workbook/refresh';
import { costText, RefreshReportView, useRefreshesOnOpen, useRefreshing } from './refresh-section';
import { useLatest } from '../use-latest';
import { useLanguage, useTexts } from '../texts/use-texts';

interface BeforeSectionProps {
  readonly session: Session;
  readonly cells: readonly MdCell[] | undefined;
  /** Called when the cells have changed. */
  readonly onDone: () => void;
}

/** How many cells show values from before the add-in started, what a refresh of them costs, and how it comes by itself. */
export function BeforeSection({ session, cells, onDone }: BeforeSectionProps) {
  const texts = useTexts('cells');
  const language = useLanguage();
  const old = useMemo(() => cells?.filter(({ oldness }) => oldness === 'from-before') ?? [], [cells]);
  const plan = usePlan(session, old);
  const { task, refresh } = useRefreshing(session, onDone);
  const onOpen = useRefreshesOnOpen(session);
  return (
    <>
      {old.length > 0 && (
        <MessageBar
          tone="warning"
          actions={
            <>
              <Button
                isBusy={task.isRunning || plan === undefined}
                onClick={() => {
                  if (plan && !task.isRunning) refresh({ ...plan, isPriceAccepted: true });
                }}
              >
                {texts.refreshThese}
              </Button>
              {!onOpen.isOn && (
                <Button
                  look="subtle"
                  onClick={() => {
                    onOpen.set(true);
                  }}
                >
                  {texts.refreshOnOpen}
                </Button>
              )}
            </>
          }
        >
          <p>{language.fill(texts.fromBefore, { count: old.length })}</p>
          {plan && plan.cells.length > 0 && <p>{costText(plan, language)}</p>}
        </MessageBar>
      )}
      <RefreshReportView session={session} task={task} />
    </>
  );
}

/** Undefined while it is not counted yet. */
function usePlan(session: Session, cells: readonly MdCell[]): RefreshPlan | undefined {
  const [plan, setPlan] = useState<RefreshPlan>();
  const begin = useLatest();
  useEffect(() => {
    const signal = begin();
    setPlan(undefined);
    if (cells.length === 0) return;
    planFor(session, cells, TRAITS).then(
      (made) => {
        if (!signal.aborted) setPlan(made);
      },
      () => undefined,
    );
  }, [session, cells]);
  return plan;
}

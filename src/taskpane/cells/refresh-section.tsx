import { useState } from 'preact/hooks';
import { planRefresh, type RefreshPlan, type RefreshScope } from '../../app/refresh/refresh';
import type { Session } from '../../app/session';
import { TRAITS } from '../../functions/generated/function-traits';
import { ConfirmBar } from '../components/confirm-bar';
import { MessageBar } from '../components/message-bar';
import { Section } from '../components/section';
import { useLanguage, useTexts } from '../texts/use-texts';
import { AutoRefresh } from './auto-refresh';
import { ScopeButtons } from './scope-buttons';
import { TaskView } from './task-view';
import { RefreshReportView } from './refresh-report';
import { useRefreshing } from './use-refreshing';
import { unlessStopped, useTask } from './use-task';

interface RefreshSectionProps {
  readonly session: Session;
  /** Called when the cells have changed. */
  readonly onDone: () => void;
}

/** Refreshes after showing the cost. */
export function RefreshSection({ session, onDone }: RefreshSectionProps) {
  const texts = useTexts('cells');
  const language = useLanguage();
  const [plan, setPlan] = useState<RefreshPlan>();
  const planning = useTask<RefreshPlan>();
  const { task: refreshing, refresh: runPlan } = useRefreshing(session, onDone);
  const isBusy = planning.isRunning || refreshing.isRunning;
  const costOf = ({ cells, symbolCount, requestCount }: RefreshPlan): string =>
    language.fill(texts.cost, {
      cells: language.fill(texts.costCells, { count: cells.length }),
      symbols: language.fill(texts.costSymbols, { count: symbolCount }),
      requests: language.fill(texts.costRequests, { count: requestCount }),
    });

  const ask = (scope: RefreshScope): void => {
    if (isBusy) return;
    setPlan(undefined);
    refreshing.clear();
    void planning.start({
      label: (shown) => shown.texts.cells.planning,
      run: async (_, signal) => {
        const made = await unlessStopped(signal, planRefresh(session, scope, TRAITS));
        setPlan(made.cells.length > 0 ? made : undefined);
        return made;
      },
      describe: (made, shown) => (made.cells.length > 0 ? '' : shown.texts.cells.nothingToRefresh),
    });
  };
  const refresh = (made: RefreshPlan): void => {
    setPlan(undefined);
    planning.clear();
    runPlan(made);
  };
  return (
    <Section title={texts.refresh}>
      <p class="md-hint">{texts.refreshHint}</p>
      <ScopeButtons<RefreshScope>
        labels={{ selection: texts.refreshSelection, errors: texts.refreshErrors, all: texts.refreshAll }}
        isBusy={isBusy}
        onChoose={ask}
      />
      <TaskView task={planning}>
        {(made) => made.cells.length === 0 && <MessageBar tone="info">{texts.nothingToRefresh}</MessageBar>}
      </TaskView>
      {plan && (
        <ConfirmBar
          confirm={texts.refresh}
          onConfirm={() => {
            refresh({ ...plan, isPriceAccepted: true });
          }}
          onCancel={() => {
            setPlan(undefined);
          }}
        >
          {costOf(plan)}
        </ConfirmBar>
      )}
      <RefreshReportView session={session} task={refreshing} />
      <AutoRefresh session={session} />
    </Section>
  );
}

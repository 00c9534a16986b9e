import { useSession, useRecalculated } from '../session';
import type { RefObject } from 'preact';
import { useState, useEffect, useRef } from 'preact/hooks';
import type { Session } from '../../app/session';
import { TRAITS } from '../../functions/generated/function-traits';
import { ConfirmBar, MessageBar, Section, Check } from '../components/elements';
import { unlessStopped, useTask, TaskView, ScopeButtons, type Task } from './task';
import { useShown, useLatest, useStore } from '../hooks';
import { SettingSelect, useSetting } from '../setting';
import { LeftOutList, leftOutText } from './cell-link';
import { useSaid, useTexts, Because } from '../texts/use-texts';
import type { Language } from '../texts/language';
import { saveRefreshesOnOpen } from '../../app/workbook-settings';
import { messageOf } from '../../core/basics';
import {
  planRefresh,
  type RefreshPlan,
  type RefreshScope,
  type RefreshReport,
  runRefresh,
} from '../../app/workbook/refresh';
import { type RefreshRate, refreshRate } from '../../app/workbook/auto-refresh';

interface RefreshSectionProps {
  /** Called when the cells have changed. */
  readonly onDone: () => void;
}

/** Refreshes after showing the cost. */
export function RefreshSection({ onDone }: RefreshSectionProps) {
  const session = useSession();
  const [texts, language] = useTexts('cells');
  const [plan, setPlan] = useState<RefreshPlan>();
  const planning = useTask<RefreshPlan>();
  const { task: refreshing, refresh: runPlan } = useRefreshing(session, onDone);
  const isBusy = planning.isRunning || refreshing.isRunning;
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
        verb={texts.refresh}
        labels={{ selection: texts.refreshSelection, errors: texts.withErrors, all: texts.refreshAll }}
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
          {costText(plan, language)}
        </ConfirmBar>
      )}
      <RefreshReportView task={refreshing} />
      <AutoRefresh />
      {session.host.opensWithValues && <RefreshOnOpen />}
    </Section>
  );
}

/** What a refresh costs at least. */
export function costText({ cells, symbolCount, requestCount }: RefreshPlan, language: Language): string {
  const { cost, costCells, costSymbols, costRequests } = language.texts.cells;
  return language.fill(cost, {
    cells: language.fill(costCells, { count: cells.length }),
    symbols: language.fill(costSymbols, { count: symbolCount }),
    requests: language.fill(costRequests, { count: requestCount }),
  });
}

/** Whether the workbook's values from before are requested when it is opened. */
function RefreshOnOpen() {
  const session = useSession();
  const [texts] = useTexts('cells');
  const { isOn, report, set } = useRefreshesOnOpen(session);
  return (
    <>
      <Check label={texts.refreshOnOpen} isChecked={isOn} onChange={set} />
      <p class="md-hint">{texts.refreshOnOpenHint}</p>
      <p class="md-report" role="status">
        {report}
      </p>
    </>
  );
}

/** A setting of the workbook, which is saved as soon as it changes. */
export function useRefreshesOnOpen(session: Session) {
  const isOn = useStore(session, () => session.refreshesOnOpen === true);
  const [report, say] = useSaid();
  const set = (isWanted: boolean): void => {
    saveRefreshesOnOpen(session, isWanted).then(
      () => {
        say(({ texts }) => texts.settings.savedOnly);
      },
      (error: unknown) => {
        say(({ texts }) => <Because text={texts.settings.notSaved} reason={messageOf(error)} />);
      },
    );
  };
  return { isOn, report, set };
}

/** How far a refresh is, and in the end what it could not refresh, with reasons. */
export function RefreshReportView({ task }: {} & Pick<RefreshTask, 'task'>) {
  const [texts, language] = useTexts('cells');
  return (
    <TaskView task={task}>
      {({ notRefreshed }, summary) => (
        <MessageBar tone={notRefreshed.length === 0 ? 'success' : 'warning'}>
          <p>{summary}</p>
          <LeftOutList
            label={language.fill(texts.notRefreshed, { count: notRefreshed.length })}
            items={notRefreshed.map(({ cell, reason }) => ({ block: cell, reason }))}
          />
        </MessageBar>
      )}
    </TaskView>
  );
}

interface RefreshTask {
  readonly task: Task<RefreshReport>;
  readonly refresh: (plan: RefreshPlan) => void;
}

/** Refreshes as planned, as a task of the pane. */
export function useRefreshing(session: Session, onDone: () => void): RefreshTask {
  const task = useTask<RefreshReport>();
  return {
    task,
    refresh: (plan) => {
      void task.start({
        label: ({ texts }) => texts.cells.refreshing,
        run: (onProgress, signal) => runRefresh(session, plan, onProgress, signal).finally(onDone),
        describe: ({ refreshedCount }, language) =>
          language.fill(language.texts.cells.refreshed, { count: refreshedCount }),
        describeLeftOut: ({ notRefreshed }, language) =>
          leftOutText(
            language.texts.cells.notRefreshed,
            notRefreshed.map(({ cell }) => cell),
            language,
          ),
      });
    },
  };
}

const SECONDS = [0, 15, 30, 60, 300, 900, 1800, 3600, 14_400, 43_200];

/** The interval of the automatic refresh. */
function AutoRefresh() {
  const session = useSession();
  const [texts, language] = useTexts('cells');
  const element = useRef<HTMLDivElement>(null);
  const interval = useSetting(session, 'autoRefreshSeconds');
  const always = useSetting(session, 'refreshesAlways');
  const seconds = interval.value;
  const labelOf = (value: number): string => {
    if (value === 0) return texts.off;
    if (value % 3600 === 0) return language.fill(texts.everyHours, { count: value / 3600 });
    return value % 60 === 0
      ? language.fill(texts.everyMinutes, { count: value / 60 })
      : language.fill(texts.everySeconds, { count: value });
  };
  const rate = useRate(session, seconds, element);
  return (
    <div ref={element}>
      <SettingSelect
        id="md-auto-refresh"
        label={texts.autoRefresh}
        hint={
          rate === undefined || seconds === 0
            ? texts.autoRefreshHint
            : language.fill(texts.refreshRate, { count: rate.eachTime, hourly: rate.perHour })
        }
        setting={interval}
        choices={SECONDS.includes(seconds) ? SECONDS : [...SECONDS, seconds].sort((one, other) => one - other)}
        labelOf={labelOf}
      />
      {rate !== undefined && rate.livePerHour > 0 && (
        <p class="md-hint">{language.fill(texts.liveRate, { count: rate.livePerHour })}</p>
      )}
      {seconds > 0 && (
        <>
          <Check label={texts.refreshAlways} isChecked={always.value} onChange={always.set} />
          <p class="md-hint">{texts.refreshAlwaysHint}</p>
          <p class="md-report" role="status">
            {always.report}
          </p>
        </>
      )}
    </div>
  );
}

/**
 * The cost of the automatic refresh and of live cells; undefined while it is not counted yet. Counting reads all
 * formulas, so it waits until somebody sees the element.
 */
function useRate(session: Session, seconds: number, element: RefObject<HTMLElement>): RefreshRate | undefined {
  const [rate, setRate] = useState<RefreshRate>();
  const begin = useLatest();
  const isOutdated = useRef(false);
  const count = (): void => {
    isOutdated.current = false;
    const signal = begin();
    refreshRate(session, TRAITS, seconds).then(
      (counted) => {
        if (!signal.aborted) setRate(counted);
      },
      () => undefined,
    );
  };
  useRecalculated(session, () => {
    isOutdated.current = true;
    if (element.current?.checkVisibility() === true) count();
  });
  useShown(element, () => {
    if (isOutdated.current) count();
  });
  useEffect(() => {
    setRate(undefined);
    count();
  }, [session, seconds]);
  return rate;
}

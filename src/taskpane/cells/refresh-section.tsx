import { useSaving, type Setting, SettingCheck, SettingSelect, useSetting } from '../setting';
import { type Done, unlessStopped, useTask, TaskView, ScopeButtons } from './task';
import { type Said, said, useTexts } from '../texts/use-texts';
import { useLoaded, useShown, useStore } from '../hooks';
import { useSession, useRecalculated } from '../session';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Session } from '../../app/session';
import { ConfirmBar, Section } from '../components/elements';
import { wholeUnits } from '../texts/cell-text';
import type { Language } from '../texts/language';
import { saveRefreshesOnOpen } from '../../app/workbook-settings';
import {
  planRefresh,
  type RefreshPlan,
  type RefreshScope,
  type RefreshReport,
  runRefresh,
} from '../../app/workbook/refresh';
import { type RefreshRate, refreshRate } from '../../app/workbook/auto-refresh';

interface RefreshSectionProps {
  /** How many MD cells there were when they were last looked for. */
  readonly cellCount: number | undefined;
  /** Called when the cells have changed. */
  readonly onDone: () => void;
}

/** Refreshes after showing the cost. */
export function RefreshSection({ cellCount, onDone }: RefreshSectionProps) {
  const session = useSession();
  const [texts, language] = useTexts('cells');
  const planning = useTask<RefreshPlan>();
  const { task: refreshing, refresh } = useRefreshing(onDone);
  const plan = planning.state.is === 'done' ? planning.state.result : undefined;
  const isBusy = planning.isRunning || refreshing.isRunning;
  const ask = (scope: RefreshScope): void => {
    refreshing.clear();
    void planning.start({
      label: said('cells', 'planning'),
      run: async (_, signal) => {
        const made = await unlessStopped(signal, planRefresh(session, scope));
        if (made.cells.length === 0) return { says: said('cells', 'nothingToRefresh'), tone: 'info' };
        return { says: () => '', result: made };
      },
    });
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
      <TaskView task={planning}>{({ result }) => result && <></>}</TaskView>
      {plan && (
        <ConfirmBar
          confirm={texts.refresh}
          onConfirm={() => {
            planning.clear();
            refresh({ ...plan, isPriceAccepted: true });
          }}
          onCancel={planning.clear}
        >
          {costText(plan, language)}
        </ConfirmBar>
      )}
      <TaskView task={refreshing} />
      <AutoRefresh cellCount={cellCount} />
      {session.host.opensWithValues && <RefreshOnOpen />}
    </Section>
  );
}

/** The minimum cost of a refresh. */
export function costText({ cells, symbolCount, requestCount }: RefreshPlan, language: Language): string {
  const { cost, costCells, costSymbols, costRequests } = language.texts.cells;
  return language.fill(cost, {
    cells: language.fill(costCells, { count: cells.length }),
    symbols: language.fill(costSymbols, { count: symbolCount }),
    requests: language.fill(costRequests, { count: requestCount }),
  });
}

/** Whether the workbook's saved values are requested again when it is opened. */
function RefreshOnOpen() {
  const session = useSession();
  const [texts] = useTexts('cells');
  const setting = useRefreshesOnOpen(session);
  return <SettingCheck label={texts.refreshOnOpen} hint={texts.refreshOnOpenHint} setting={setting} />;
}

/** A setting of the workbook, which is saved as soon as it changes. */
export function useRefreshesOnOpen(session: Session): Setting<boolean> {
  const value = useStore(session, () => session.refreshesOnOpen === true);
  const [report, set] = useSaving(async (isWanted: boolean, say) => {
    await saveRefreshesOnOpen(session, isWanted);
    say(said('settings', 'savedOnly'));
  });
  return { value, report, set };
}

/** A finished refresh, with the cells that it could not refresh. */
export const reportOf = ({ notRefreshed }: RefreshReport, says: Said): Done<undefined> => ({
  says,
  leftOut: { heading: 'notRefreshed', items: notRefreshed.map(({ cell, reason }) => ({ block: cell, reason })) },
});

/** Refreshes as planned, as a task of the pane. */
export function useRefreshing(onDone: () => void) {
  const session = useSession();
  const task = useTask();
  const refresh = (plan: RefreshPlan): void =>
    void task.start({
      label: said('cells', 'refreshing'),
      run: async (onProgress, signal) => {
        const report = await runRefresh(session, plan, onProgress, signal).finally(onDone);
        return reportOf(report, said('cells', 'refreshed', { count: report.refreshedCount }));
      },
    });
  return { task, refresh };
}

const SECONDS = [0, 15, 30, 60, 300, 900, 1800, 3600, 14_400, 43_200];

function AutoRefresh({ cellCount }: Pick<RefreshSectionProps, 'cellCount'>) {
  const session = useSession();
  const [texts, language] = useTexts('cells');
  const element = useRef<HTMLDivElement>(null);
  const interval = useSetting(session, 'autoRefreshSeconds');
  const always = useSetting(session, 'refreshesAlways');
  const seconds = interval.value;
  const labelOf = (value: number): string => {
    if (value === 0) return texts.off;
    const [unit, count] = wholeUnits(value);
    const every = { hours: texts.everyHours, minutes: texts.everyMinutes, seconds: texts.everySeconds };
    return language.fill(every[unit], { count });
  };
  const rate = useRate(session, seconds, cellCount, element);
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
      {seconds > 0 && <SettingCheck label={texts.refreshAlways} hint={texts.refreshAlwaysHint} setting={always} />}
    </div>
  );
}

/**
 * The cost of the automatic refresh and of live cells; undefined while it is not counted yet. Counting reads all
 * formulas, so it waits until somebody sees the element.
 */
function useRate(
  session: Session,
  seconds: number,
  cellCount: number | undefined,
  element: RefObject<HTMLElement>,
): RefreshRate | undefined {
  const isOutdated = useRef(false);
  const counted = useRef(cellCount);
  const [rate, count] = useLoaded(() => refreshRate(session, seconds), [session, seconds]);
  const look = (): void => {
    if (!isOutdated.current || element.current?.checkVisibility() !== true) return;
    isOutdated.current = false;
    count();
  };
  useRecalculated(session, () => {
    isOutdated.current = true;
    look();
  });
  useShown(element, look);
  // Freezing, thawing and deleting calculate nothing.
  useEffect(() => {
    isOutdated.current ||= counted.current !== undefined && counted.current !== cellCount;
    counted.current = cellCount;
    look();
  }, [cellCount]);
  return rate;
}

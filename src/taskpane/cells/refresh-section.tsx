import { useSaving, type Setting, SettingCheck, SettingSelect, useSetting } from '../setting';
import { type Done, unlessStopped, useTask, TaskView, ScopeButtons } from './task';
import { type Said, said, useTexts } from '../texts/use-texts';
import { useLoaded, useShown, useStore } from '../hooks';
import { useSession, useRecalculated } from '../session';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Session } from '../../app/session';
import { Button, ConfirmBar, MessageBar, Section } from '../components/elements';
import { CellLink, CellRows } from './cell-link';
import { wholeUnits } from '../texts/cell-text';
import type { Language } from '../texts/language';
import { TRAITS } from '../../app/generated/function-traits';
import { saveRefreshesOnOpen } from '../../app/workbook-settings';
import { isWaiting, type MdCell } from '../../app/workbook/cells';
import { LostResults } from '../../app/workbook/lost-results';
import {
  enterAgain,
  planFor,
  planRefresh,
  type RefreshPlan,
  type RefreshScope,
  type RefreshReport,
  runRefresh,
} from '../../app/workbook/refresh';
import { type RefreshRate, refreshRate } from '../../app/workbook/auto-refresh';
import { a1WithSheet } from '../../core/sheet';

interface RefreshSectionProps {
  /** How many MD cells there were when they were last looked for. */
  readonly cellCount: number | undefined;
  readonly onDone: () => void;
}

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
        if (made.cells.length === 0)
          return { says: (shown) => liveText(made, shown) || shown.texts.cells.nothingToRefresh, tone: 'info' };
        return { says: () => '', result: made };
      },
    });
  };
  return (
    <Section title={texts.refresh} place="refresh">
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
          {`${costText(plan, language)} ${liveText(plan, language)}`.trim()}
        </ConfirmBar>
      )}
      <TaskView task={refreshing} />
      <AutoRefresh cellCount={cellCount} />
      {session.host.opensWithValues && <RefreshOnOpen />}
    </Section>
  );
}

/** The minimum cost of a refresh. */
function costText({ cells, symbolCount, requestCount }: RefreshPlan, language: Language): string {
  const { cost, costCells, costSymbols, costRequests } = language.texts.cells;
  return language.fill(cost, {
    cells: language.fill(costCells, { count: cells.length }),
    symbols: language.fill(costSymbols, { count: symbolCount }),
    requests: language.fill(costRequests, { count: requestCount }),
  });
}

const liveText = ({ liveCount: count = 0 }: RefreshPlan, language: Language): string =>
  count === 0 ? '' : language.fill(language.texts.cells.costLive, { count });

/** Whether the workbook's saved values are requested again when it is opened. */
function RefreshOnOpen() {
  const session = useSession();
  const [texts] = useTexts('cells');
  const setting = useRefreshesOnOpen(session);
  return <SettingCheck label={texts.refreshOnOpen} hint={texts.refreshOnOpenHint} setting={setting} />;
}

/** A setting of the workbook, which is saved as soon as it changes. */
function useRefreshesOnOpen(session: Session): Setting<boolean> {
  const value = useStore(session, () => session.ofWorkbook.refreshesOnOpen === true);
  const [report, set] = useSaving(async (isWanted: boolean, say) => {
    await saveRefreshesOnOpen(session, isWanted);
    say(said('settings', 'savedOnly'));
  });
  return { value, report, set };
}

/** A finished refresh, with the cells that it could not refresh. */
const reportOf = ({ notRefreshed }: RefreshReport, says: Said): Done<undefined> => ({
  says,
  leftOut: { heading: 'notRefreshed', items: notRefreshed.map(({ cell, reason }) => ({ block: cell, reason })) },
});

/** Refreshes as planned, as a task of the pane. */
function useRefreshing(onDone: () => void) {
  const session = useSession();
  const task = useTask();
  const refresh = (plan: RefreshPlan): void =>
    void task.start({
      label: said('cells', 'refreshing'),
      run: async (onProgress, signal) => {
        const report = await runRefresh(session, plan, onProgress, signal).finally(onDone);
        const { refreshedCount, arrivingCount: count = 0 } = report;
        const refreshed = said('cells', 'refreshed', { count: refreshedCount });
        if (count === 0) return reportOf(report, refreshed);
        const says: Said = (shown) => `${refreshed(shown)} ${shown.fill(shown.texts.cells.arriving, { count })}`;
        return { ...reportOf(report, says), tone: 'info' };
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
        choices={SECONDS}
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

interface NoticesProps {
  readonly cells: readonly MdCell[] | undefined;
  readonly onDone: () => void;
}

const NO_CELLS: readonly MdCell[] = [];

/**
 * Cells that need the user: with values from before the add-in started, or with none because of Excel; each with its
 * remedy.
 */
export function Notices({ cells = NO_CELLS, onDone }: NoticesProps) {
  const session = useSession();
  const [texts, language] = useTexts('cells');
  const { task: refreshing, refresh } = useRefreshing(onDone);
  const entering = useTask();
  const onOpen = useRefreshesOnOpen(session);
  const old = useMemo(() => cells.filter(({ oldness }) => oldness === 'from-before'), [cells]);
  const [plan] = useLoaded(() => (old.length > 0 ? planFor(session, old) : undefined), [session, old]);
  const lost = useStore(session.part(LostResults), () => session.part(LostResults).cells);
  const addresses = new Set(lost.map(a1WithSheet));
  const listed = cells.filter(({ cell }) => addresses.has(a1WithSheet(cell)));
  const unnamed = cells.filter(isUnnamed);
  const refreshLost = (stuck: readonly MdCell[]) => () => refresh({ cells: stuck, symbolCount: 0, requestCount: 0 });
  const enter = (): void =>
    void entering.start({
      label: said('cells', 'entering'),
      canStop: false,
      run: async () => {
        const report = await enterAgain(session, unnamed).finally(onDone);
        return reportOf(report, said('cells', 'entered', { count: report.refreshedCount }));
      },
    });
  const isFetching = refreshing.isRunning;
  const stuck = listed.filter(({ error }) => isWaiting(error));
  const notShown = listed.filter(({ oldness }) => oldness === 'not-shown');
  const notices = [
    {
      text: texts.fromBefore,
      about: old,
      cure: texts.refreshThese,
      isBusy: isFetching || plan === undefined,
      run: () => {
        if (plan) refresh({ ...plan, isPriceAccepted: true });
      },
      more: plan && plan.cells.length > 0 && <p>{costText(plan, language)}</p>,
      other: !onOpen.value && <Button look="subtle" onClick={() => onOpen.set(true)} text={texts.refreshOnOpen} />,
    },
    { text: texts.stuck, about: stuck, cure: texts.refreshThese, isBusy: isFetching, run: refreshLost(stuck) },
    { text: texts.notShown, about: notShown, cure: texts.refreshThese, isBusy: isFetching, run: refreshLost(notShown) },
    { text: texts.unnamed, about: unnamed, cure: texts.enterAgain, isBusy: entering.isRunning, run: enter },
  ];
  return (
    <>
      {notices
        .filter(({ about }) => about.length > 0)
        .map(({ text, about, cure, isBusy, run, more, other }) => (
          <MessageBar
            key={text.other}
            tone="warning"
            actions={
              <>
                <Button isBusy={isBusy} onClick={run} text={cure} />
                {other}
              </>
            }
          >
            <p>{language.fill(text, { count: about.length })}</p>
            {more}
          </MessageBar>
        ))}
      <TaskView task={refreshing} />
      <TaskView task={entering} />
    </>
  );
}

const KNOWN: ReadonlySet<string> = new Set(TRAITS.map(({ id }) => id));

/** Whether Excel does not know a function of the formula, whatever the cell shows, although the add-in has them all. */
const isUnnamed = ({ error, mistake, isUnnamed: isSaid, functions }: MdCell): boolean =>
  (isSaid ?? (error === '#NAME?' && mistake === undefined)) && functions.every((name) => KNOWN.has(name));

/** The formulas that wait until their requests are allowed, each with its cost. */
export function WaitingSection({ cells = [], onDone }: NoticesProps) {
  const [texts, language] = useTexts('cells');
  const { task: fetching, refresh } = useRefreshing(onDone);
  const waiting = cells.filter(({ price }) => price !== undefined);
  const priceOf = (chosen: readonly MdCell[]): number => chosen.reduce((sum, { price = 0 }) => sum + price, 0);
  const priceText = (chosen: readonly MdCell[]): string => {
    const text = chosen.some((cell) => cell.isMostOfPrice) ? texts.mostRequests : texts.aboutRequests;
    return language.fill(text, { count: priceOf(chosen) });
  };
  const fetch = (chosen: readonly MdCell[]) => () => {
    const requestCount = priceOf(chosen);
    refresh({ cells: chosen, symbolCount: 0, requestCount, isPriceAccepted: true });
  };
  const list = waiting.length > 0 && (
    <Section title={fetching.isRunning ? texts.refreshing : texts.waitingTitle} place="waiting">
      {!fetching.isRunning && <p class="md-hint">{texts.waitingHint}</p>}
      <CellRows
        label={texts.waitingTitle}
        items={waiting}
        atOnce={200}
        class="md-list md-cells"
        keyOf={({ cell }) => a1WithSheet(cell)}
        buttons={
          <Button
            isBusy={fetching.isRunning}
            onClick={fetch(waiting)}
            text={language.fill(texts.fetchAll, { requests: priceText(waiting) })}
          />
        }
      >
        {(cell) => (
          <div class="md-cell-head">
            <CellLink block={cell.cell} />
            <span class="md-cell-value md-is-sentence">{priceText([cell])}</span>
            <Button
              look="subtle"
              isBusy={fetching.isRunning}
              label={language.fill(texts.fetchOne, { address: a1WithSheet(cell.cell) })}
              onClick={fetch([cell])}
              text={texts.fetch}
            />
          </div>
        )}
      </CellRows>
    </Section>
  );
  return (
    <>
      {list}
      <TaskView task={fetching} />
    </>
  );
}

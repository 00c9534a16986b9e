import { useSession } from '../session';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { TRAITS } from '../../functions/generated/function-traits';
import { Button, MessageBar, Section } from '../components/elements';
import { type MdCell, isWaiting } from '../../app/workbook/cells';
import { planFor, type RefreshPlan, enterAgain, type RefreshReport } from '../../app/workbook/refresh';
import { costText, RefreshReportView, useRefreshesOnOpen, useRefreshing } from './refresh-section';
import { useLatest, useStore } from '../hooks';
import { useTexts } from '../texts/use-texts';
import { useTask } from './task';
import { a1WithSheet } from '../../core/sheet';
import { LostResults } from '../../app/workbook/lost-results';
import { CellLink } from './cell-link';

interface BeforeSectionProps {
  readonly cells: readonly MdCell[] | undefined;
  /** Called when the cells have changed. */
  readonly onDone: () => void;
}

/** How many cells show values from before the add-in started, what a refresh of them costs, and how it comes by itself. */
export function BeforeSection({ cells, onDone }: BeforeSectionProps) {
  const session = useSession();
  const [texts, language] = useTexts('cells');
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
      <RefreshReportView task={task} />
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

interface StuckSectionProps {
  readonly cells: readonly MdCell[] | undefined;
  /** Called when the cells have changed. */
  readonly onDone: () => void;
}

/** Cells that show no value because of Excel, each kind with its cure. */
export function StuckSection({ cells = [], onDone }: StuckSectionProps) {
  const session = useSession();
  const [texts, language] = useTexts('cells');
  const { task: refreshing, refresh } = useRefreshing(session, onDone);
  const entering = useTask<RefreshReport>();
  const lost = useStore(session.part(LostResults), () => session.part(LostResults).cells);
  const addresses = new Set(lost.map(a1WithSheet));
  const listed = cells.filter(({ cell }) => addresses.has(a1WithSheet(cell)));
  const kinds = [
    [texts.stuck, listed.filter(({ error }) => isWaiting(error))],
    [texts.notShown, listed.filter(({ oldness }) => oldness === 'not-shown')],
  ] as const;
  const unnamed = cells.filter(isUnnamed);
  return (
    <>
      {kinds.map(
        ([text, stuck], kind) =>
          stuck.length > 0 && (
            <MessageBar
              key={kind}
              tone="warning"
              actions={
                <Button
                  isBusy={refreshing.isRunning}
                  onClick={() => {
                    refresh({ scope: 'selection', cells: stuck, symbolCount: 0, requestCount: 0 });
                  }}
                >
                  {texts.refreshThese}
                </Button>
              }
            >
              {language.fill(text, { count: stuck.length })}
            </MessageBar>
          ),
      )}
      {unnamed.length > 0 && (
        <MessageBar
          tone="warning"
          actions={
            <Button
              isBusy={entering.isRunning}
              onClick={() => {
                void entering.start({
                  label: (shown) => shown.texts.cells.entering,
                  canStop: false,
                  run: () => enterAgain(session, unnamed).finally(onDone),
                  describe: ({ refreshedCount }, shown) =>
                    shown.fill(shown.texts.cells.entered, { count: refreshedCount }),
                });
              }}
            >
              {texts.enterAgain}
            </Button>
          }
        >
          {language.fill(texts.unnamed, { count: unnamed.length })}
        </MessageBar>
      )}
      <RefreshReportView task={refreshing} />
      <RefreshReportView task={entering} />
    </>
  );
}

const KNOWN: ReadonlySet<string> = new Set(TRAITS.map(({ id }) => id));

/** Whether Excel does not know a function of the formula, whatever the cell shows, although the add-in has them all. */
const isUnnamed = ({ error, isUnnamed: isSaid, functions }: MdCell): boolean =>
  (isSaid ?? error === '#NAME?') && functions.every((name) => KNOWN.has(name));

interface WaitingSectionProps {
  readonly cells: readonly MdCell[] | undefined;
  /** Called when the cells have changed. */
  readonly onDone: () => void;
}

/** The formulas that wait until their requests are allowed, each with its cost. */
export function WaitingSection({ cells = [], onDone }: WaitingSectionProps) {
  const session = useSession();
  const [texts, language] = useTexts('cells');
  const { task: fetching, refresh } = useRefreshing(session, onDone);
  const waiting = cells.filter(({ price }) => price !== undefined);
  const priceOf = (chosen: readonly MdCell[]): number => chosen.reduce((sum, { price = 0 }) => sum + price, 0);
  const fetch = (chosen: readonly MdCell[]): void => {
    refresh({
      scope: 'selection',
      cells: chosen,
      symbolCount: 0,
      requestCount: priceOf(chosen),
      isPriceAccepted: true,
    });
  };
  if (waiting.length === 0 && fetching.state.is === 'idle') return null;
  return (
    <Section title={texts.waitingTitle}>
      {waiting.length > 0 && (
        <>
          <p class="md-hint">{texts.waitingHint}</p>
          <ul class="md-list md-cells" aria-label={texts.waitingTitle}>
            {waiting.map((cell) => (
              <li key={`${cell.cell.sheet}!${cell.cell.row},${cell.cell.column}`}>
                <div class="md-cell-head">
                  <CellLink block={cell.cell} />
                  <span class="md-cell-value md-is-sentence">
                    {language.fill(texts.aboutRequests, { count: priceOf([cell]) })}
                  </span>
                  <Button
                    look="subtle"
                    isBusy={fetching.isRunning}
                    label={language.fill(texts.fetchOne, { address: a1WithSheet(cell.cell) })}
                    onClick={() => {
                      fetch([cell]);
                    }}
                  >
                    {texts.fetch}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
          <Button
            isBusy={fetching.isRunning}
            onClick={() => {
              fetch(waiting);
            }}
          >
            {language.fill(texts.fetchAll, { count: priceOf(waiting) })}
          </Button>
        </>
      )}
      <RefreshReportView task={fetching} />
    </Section>
  );
}

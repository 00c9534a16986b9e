import { isWaiting, type MdCell } from '../../app/workbook/cells';
import { unquotedIn } from '../../app/workbook/formulas';
import { LostResults } from '../../app/workbook/lost-results';
import { enterAgain, planFor } from '../../app/workbook/refresh';
import { a1WithSheet } from '../../core/sheet';
import { TRAITS } from '../../app/generated/function-traits';
import { useMemo } from 'preact/hooks';
import { Button, MessageBar, Section } from '../components/elements';
import { useLoaded, useStore } from '../hooks';
import { useSession } from '../session';
import { said, useTexts } from '../texts/use-texts';
import { CellLink, CellRows } from './cell-link';
import { costText, reportOf, useRefreshesOnOpen, useRefreshing } from './refresh-section';
import { TaskView, useTask } from './task';

interface NoticesProps {
  readonly cells: readonly MdCell[] | undefined;
  /** Called when the cells have changed. */
  readonly onDone: () => void;
}

/**
 * Cells that need the user: with values from before the add-in started, or with none because of Excel; each with its
 * remedy.
 */
export function Notices({ cells = [], onDone }: NoticesProps) {
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
const isUnnamed = ({ error, formula, isUnnamed: isSaid, functions }: MdCell): boolean =>
  (isSaid ?? (error === '#NAME?' && unquotedIn(formula) === undefined)) && functions.every((name) => KNOWN.has(name));

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
  if (waiting.length === 0 && fetching.state.is === 'idle') return null;
  return (
    <Section title={texts.waitingTitle}>
      {waiting.length > 0 && <p class="md-hint">{texts.waitingHint}</p>}
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
      <TaskView task={fetching} />
    </Section>
  );
}

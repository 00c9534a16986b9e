import type { Session } from '../../app/session';
import { TRAITS } from '../../functions/generated/function-traits';
import { Button } from '../components/button';
import { MessageBar } from '../components/message-bar';
import { useStore } from '../use-store';
import { isWaiting, type MdCell } from '../../app/workbook/cells';
import { useTask } from './task';
import { RefreshReportView, useRefreshing } from './refresh-section';
import { useLanguage, useTexts } from '../texts/use-texts';
import { a1WithSheet } from '../../core/sheet';
import { enterAgain, type RefreshReport } from '../../app/workbook/refresh';
import { LostResults } from '../../app/workbook/lost-results';

interface StuckSectionProps {
  readonly session: Session;
  readonly cells: readonly MdCell[] | undefined;
  /** Called when the cells have changed. */
  readonly onDone: () => void;
}

/** Cells that show no value because of Excel, each kind with its cure. */
export function StuckSection({ session, cells = [], onDone }: StuckSectionProps) {
  const texts = useTexts('cells');
  const language = useLanguage();
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
      <RefreshReportView session={session} task={refreshing} />
      <RefreshReportView session={session} task={entering} />
    </>
  );
}

const KNOWN: ReadonlySet<string> = new Set(TRAITS.map(({ id }) => id));

/** Whether Excel does not know a function of the formula, whatever the cell shows, although the add-in has them all. */
const isUnnamed = ({ error, isUnnamed: isSaid, functions }: MdCell): boolean =>
  (isSaid ?? error === '#NAME?') && functions.every((name) => KNOWN.has(name));

import type { MdCell } from '../../app/refresh/cells';
import { type RefreshReport, runRefresh } from '../../app/refresh/refresh';
import type { Session } from '../../app/session';
import { Button } from '../components/button';
import { MessageBar } from '../components/message-bar';
import { Section } from '../components/section';
import { useLanguage, useTexts } from '../texts/use-texts';
import { CellLink } from './cell-link';
import { LeftOutList } from './left-out-list';
import { TaskView } from './task-view';
import { useTask } from './use-task';

interface WaitingSectionProps {
  readonly session: Session;
  readonly cells: readonly MdCell[] | undefined;
  /** Called when the cells have changed. */
  readonly onDone: () => void;
}

/** The formulas that wait until their requests are allowed, each with its cost. */
export function WaitingSection({ session, cells = [], onDone }: WaitingSectionProps) {
  const texts = useTexts('cells');
  const language = useLanguage();
  const fetching = useTask<RefreshReport>(texts.stopped);
  const waiting = cells.filter(({ price }) => price !== undefined);
  const priceOf = (wanted: readonly MdCell[]): number => wanted.reduce((sum, { price = 0 }) => sum + price, 0);
  const fetch = (wanted: readonly MdCell[]): void => {
    if (fetching.isRunning) return;
    const plan = {
      scope: 'selection',
      cells: wanted,
      symbolCount: 0,
      requestCount: priceOf(wanted),
      isPriceAccepted: true,
    } as const;
    void fetching.start({
      label: texts.refreshing,
      run: (onProgress, signal) => runRefresh(session, plan, onProgress, signal).finally(onDone),
      describe: ({ refreshedCount }) => language.fill(texts.refreshed, { count: refreshedCount }),
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
                  <CellLink session={session} block={cell.cell} />
                  <span class="md-cell-value">{language.fill(texts.aboutRequests, { count: priceOf([cell]) })}</span>
                  <Button
                    look="subtle"
                    isBusy={fetching.isRunning}
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
      <TaskView task={fetching}>
        {({ notRefreshed }, summary) => (
          <MessageBar tone={notRefreshed.length === 0 ? 'success' : 'warning'}>
            <p>{summary}</p>
            <LeftOutList
              session={session}
              label={language.fill(texts.notRefreshed, { count: notRefreshed.length })}
              items={notRefreshed.map(({ cell, reason }) => ({ block: cell, reason }))}
            />
          </MessageBar>
        )}
      </TaskView>
    </Section>
  );
}

import type { Session } from '../../app/session';
import { Button } from '../components/button';
import { Section } from '../components/section';
import { CellLink } from './cell-link';
import type { MdCell } from '../../app/workbook/cells';
import { RefreshReportView, useRefreshing } from './refresh-section';
import { useLanguage, useTexts } from '../texts/use-texts';
import { a1WithSheet } from '../../core/sheet';

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
                  <CellLink session={session} block={cell.cell} />
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
      <RefreshReportView session={session} task={fetching} />
    </Section>
  );
}

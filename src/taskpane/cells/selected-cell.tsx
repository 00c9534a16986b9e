import { useRef, useEffect, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { Section } from '../components/section';
import { priceTimeText } from '../texts/cell-text';
import { useAge } from './use-age';
import { type FilledCell, isSameCell, selectedCell, type SelectedCell, sourceOf } from '../../app/workbook/cells';
import type { RefObject } from 'preact';
import { OriginView } from './origin';
import { useShown } from '../components/use-shown';
import { useRecalculated } from '../use-session';
import { Reason } from '../texts/because';
import { useLanguage, useTexts } from '../texts/use-texts';
import { a1WithSheet } from '../../core/sheet';

/** Why the selected cell shows an error, or the age and source of its value and the time of its price. */
export function SelectedCellSection({ session }: { readonly session: Session }) {
  const texts = useTexts('cells');
  const language = useLanguage();
  const element = useRef<HTMLDivElement>(null);
  const selected = useSelectedCell(session, element);
  const filled = selected?.filled;
  const address = selected && a1WithSheet(selected.cell);
  return (
    <Section title={texts.selectedTitle}>
      <div ref={element} class="md-selected">
        {selected && (
          <div class="md-cell-head">
            <span translate={false}>{address}</span>
            {filled?.error !== undefined && <span class="md-cell-value">{filled.error}</span>}
          </div>
        )}
        {selected && !filled && <p class="md-hint">{texts.selectedNone}</p>}
        {selected && filled && (
          <>
            {!isSameCell(filled.anchor, selected.cell) && (
              <p class="md-hint">{language.fill(texts.selectedPart, { address: a1WithSheet(filled.anchor) })}</p>
            )}
            <Explanation session={session} filled={filled} />
          </>
        )}
      </div>
      {/* Another for each cell: what is said of one must not stand under the next. */}
      {selected && <OriginView key={address} session={session} cell={selected.cell} />}
    </Section>
  );
}

function Explanation({ session, filled }: { readonly session: Session; readonly filled: FilledCell }) {
  const texts = useTexts('cells');
  const language = useLanguage();
  const { error, isWaiting, reason, readAt, rate, priceTime, oldness } = filled;
  const age = useAge(session, readAt);
  if (isWaiting) return <p>{texts.selectedWaits}</p>;
  if (oldness !== undefined)
    return <p>{oldness === 'from-before' ? texts.selectedFromBefore : texts.selectedNotShown}</p>;
  if (error !== undefined && reason === undefined) return <p>{texts.selectedUnknown}</p>;
  const source = sourceOf(session);
  return (
    <>
      {reason !== undefined && (
        <p class="md-error">
          <Reason>{reason}</Reason>
        </p>
      )}
      {rate !== undefined && (
        <p class="md-hint">
          {language.fill(rate.at === undefined ? texts.selectedRate : texts.selectedRateAt, {
            rate: language.decimal(rate.value),
            time: rate.at === undefined ? '' : language.dateTime(rate.at),
          })}
        </p>
      )}
      {age !== undefined && (
        <p class="md-hint">
          {source === '' ? age : language.fill(texts.selectedFrom, { age, source })}
          {rate === undefined && priceTimeText(priceTime, language)}
        </p>
      )}
    </>
  );
}

const WAITING_MS = 1_000;

/**
 * What the selected cell shows; undefined before it is known, and if it cannot be read. Read again when the selection
 * moves, when cells have received values, and while the cell waits for its own, as long as the element is visible. Only
 * one read runs at a time, however fast the selection moves.
 */
function useSelectedCell(session: Session, element: RefObject<HTMLElement>): SelectedCell | undefined {
  const [selected, setSelected] = useState<SelectedCell>();
  const look = useRef<() => void>(() => undefined);
  useEffect(() => {
    const { workbook } = session.host;
    let [isOver, isReading, isWanted] = [false, false, false];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (): Promise<void> => {
      isReading = true;
      clearTimeout(timer);
      while (isWanted) {
        isWanted = false;
        const cell = await selectedCell(session).catch(() => undefined);
        if (isOver) return;
        setSelected(cell);
        if (cell?.filled?.isWaiting === true) timer = setTimeout(lookAgain, WAITING_MS);
      }
      isReading = false;
    };
    const lookAgain = (): void => {
      if (element.current?.checkVisibility() !== true) return;
      isWanted = true;
      if (!isReading) void read();
    };
    look.current = lookAgain;
    const stops = [workbook.on('selected', lookAgain), workbook.on('undone', lookAgain)];
    return () => {
      isOver = true;
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [session, element]);
  const lookNow = (): void => {
    look.current();
  };
  useRecalculated(session, lookNow);
  useShown(element, lookNow);
  return selected;
}

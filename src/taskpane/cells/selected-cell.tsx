import { useRef } from 'preact/hooks';
import type { Session } from '../../app/session';
import { sourceOf } from '../../app/source';
import { a1WithSheet } from '../../core/sheet/a1';
import { Section } from '../components/section';
import { useLanguage, useTexts } from '../texts/use-texts';
import { ageText, priceTimeText } from './age';
import { useSelectedCell } from './use-selected-cell';
import { type FilledCell, isSameCell } from '../../app/workbook/cells';

/** Why the selected cell shows an error, or the age and source of its value and the time of its price. */
export function SelectedCellSection({ session }: { readonly session: Session }) {
  const texts = useTexts('cells');
  const language = useLanguage();
  const element = useRef<HTMLDivElement>(null);
  const selected = useSelectedCell(session, element);
  const filled = selected?.filled;
  return (
    <Section title={texts.selectedTitle}>
      <div ref={element} class="md-selected">
        {selected && (
          <div class="md-cell-head">
            <span translate={false}>{a1WithSheet(selected.cell)}</span>
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
    </Section>
  );
}

function Explanation({ session, filled }: { readonly session: Session; readonly filled: FilledCell }) {
  const texts = useTexts('cells');
  const language = useLanguage();
  const { error, isWaiting, reason, readAt, rate, priceTime } = filled;
  if (isWaiting) return <p>{texts.selectedWaits}</p>;
  if (error !== undefined && reason === undefined) return <p>{texts.selectedUnknown}</p>;
  const age = readAt === undefined ? undefined : ageText(Math.max(0, session.now() - readAt), language);
  const source = sourceOf(session);
  return (
    <>
      {reason !== undefined && <p class="md-error">{reason}</p>}
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

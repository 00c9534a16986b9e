import type { RunningReading } from '../../app/activity';
import { ProgressBar } from '../components/progress-bar';
import { Section } from '../components/section';
import { useLanguage, useTexts } from '../texts/use-texts';

/** The running readings of many requests. */
export function Readings({ readings }: { readonly readings: readonly RunningReading[] }) {
  const texts = useTexts('activity');
  const language = useLanguage();
  if (readings.length === 0) return null;
  return (
    <Section title={texts.readings}>
      <div class="md-readings">
        {readings.map(({ what, rowCount, mostRows, stop }, index) => (
          <ProgressBar
            key={index}
            label={language.fill(texts.reading, { what, count: rowCount })}
            onStop={stop}
            {...(mostRows === undefined ? {} : { done: Math.min(rowCount, mostRows), total: mostRows })}
          />
        ))}
      </div>
    </Section>
  );
}

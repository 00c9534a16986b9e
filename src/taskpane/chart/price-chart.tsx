import type { PriceChart } from '../../app/workbook/chart';
import { type DateSystem, daysFromSerial, MS_PER_DAY } from '../../core/calendar/dates';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Table } from '../components/elements';
import { useTexts } from '../texts/use-texts';
import type { ShownChart } from './draw';

/** A longer table is slow, and nobody reads it. */
const MAX_ROWS = 500;

/** The prices as a picture, whose script is loaded for it, and the same numbers as a table. */
export function PriceChartView({ chart, label }: { readonly chart: ShownChart; readonly label: string }) {
  const { timesMs, isLocal = false, series } = chart;
  const [texts, language] = useTexts('chart');
  const picture = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const key = JSON.stringify(chart);
  useEffect(() => {
    let remove: (() => void) | undefined;
    let isOver = false;
    import(/* webpackChunkName: "chart" */ './draw').then(
      ({ drawPrices }) => {
        if (!isOver && picture.current) remove = drawPrices(picture.current, chart, language.tag);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      remove?.();
    };
  }, [key, language]);
  const timeText = (ms: number): string =>
    isLocal
      ? language.time(ms)
      : new Date(Math.round(ms)).toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '');
  const shown = (value: number | null): string => (value === null ? '–' : language.decimal(value));
  const all = series[0]!.values.map((_, index) => [
    timesMs ? timeText(timesMs[index]!) : String(index + 1),
    ...series.map(({ values }) => shown(values[index]!)),
  ]);
  return (
    <div class="md-chart">
      <div role="img" aria-label={label} ref={picture} />
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>{texts.asTable}</summary>
        {isOpen && (
          <Table
            caption={label}
            columns={[timesMs ? texts.time : texts.row, ...series.map(({ name }) => name)]}
            rows={all.slice(-MAX_ROWS)}
          />
        )}
        {isOpen && all.length > MAX_ROWS && <p class="md-hint">{language.fill(texts.newest, { count: MAX_ROWS })}</p>}
      </details>
    </div>
  );
}

/** A result as it is drawn. */
export const shownChart = ({ kind, times, series }: PriceChart, dateSystem: DateSystem): ShownChart => ({
  kind,
  series,
  timesMs: times?.map((serial) => Math.round(daysFromSerial(serial, dateSystem) * MS_PER_DAY)),
});

import { useEffect, useRef, useState } from 'preact/hooks';
import type { FilledCell } from '../../app/workbook/cells';
import { type PriceChart, resultAt, type ResultToDraw, type SheetCharts } from '../../app/workbook/chart';
import { SeenQuotes } from '../../app/workbook/seen-quotes';
import { type DateSystem, daysFromSerial, MS_PER_DAY } from '../../core/calendar/dates';
import { a1WithSheet, type Block } from '../../core/sheet';
import { Button, ReportLine, Table, useAction } from '../components/elements';
import { useRecalculated, useSession } from '../session';
import { said, useSaid, useTexts } from '../texts/use-texts';
import { drawPrices, type ShownChart } from './draw';

interface CellChartProps {
  readonly cell: Block;
  readonly filled: FilledCell;
  readonly charted: 'result' | 'seen';
  /** Where the spreadsheet can draw charts of its own. */
  readonly charts: SheetCharts | undefined;
}

/** The chart of a cell, which follows it. */
export function CellChartView({ cell, filled, charted, charts }: CellChartProps) {
  const { anchor, formula } = filled;
  const session = useSession();
  const [texts, language] = useTexts('chart');
  const [{ failed }] = useTexts('cells');
  const [chart, setChart] = useState<ShownChart>();
  const [result, setResult] = useState<ResultToDraw>();
  const [report, say] = useSaid();
  const { run, isBusy, problem } = useAction(failed);
  const seen = session.part(SeenQuotes);
  const read = async (): Promise<void> => {
    if (charted === 'seen') {
      const all = await seen.seenIn(anchor, cell, formula);
      const values = all.map(({ value }) => value);
      const isEnough = values.filter((value) => value !== null).length > 1;
      const timesMs = all.map(({ at }) => at);
      setChart(isEnough ? { kind: 'line', timesMs, isLocal: true, series: [{ name: texts.seen, values }] } : undefined);
    } else {
      const now = await resultAt(session, anchor);
      setChart(now?.chart && shownChart(now.chart, session.dateSystem));
      setResult(now);
    }
  };
  // If reading fails now, it is repeated after the next recalculation.
  const look = (): void => void read().catch(() => undefined);
  // The cell is read again when it has been calculated and, if it is live, every few seconds.
  useEffect(look, [filled]);
  useRecalculated(session, look);
  const address = a1WithSheet(charted === 'seen' ? cell : anchor);
  const label = language.fill(charted === 'seen' ? texts.seenIn : texts.label, {
    cell: result?.name ?? address,
  });
  const insert = async (): Promise<void> => {
    if (!result?.hasGaps) await charts?.add(anchor, result?.name ?? label);
    say(said('chart', result?.hasGaps ? 'gaps' : 'inserted', { cell: address }));
  };
  return (
    <>
      {chart ? <PriceChartView chart={chart} label={label} /> : <p class="md-hint">{texts.nothing}</p>}
      {chart && charts && charted === 'result' && (
        <Button isBusy={isBusy} onClick={() => run(insert)} text={texts.insert} />
      )}
      <ReportLine>{report}</ReportLine>
      {problem}
    </>
  );
}

/** A longer table is slow, and nobody reads it. */
const MAX_ROWS = 500;

/** The prices as a picture, and the same numbers as a table. */
export function PriceChartView({ chart, label }: { readonly chart: ShownChart; readonly label: string }) {
  const { timesMs, isLocal = false, series } = chart;
  const [texts, language] = useTexts('chart');
  const picture = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const key = JSON.stringify(chart);
  useEffect(() => drawPrices(picture.current!, chart, language.tag, label), [key, language]);
  const timeText = (ms: number): string => (isLocal ? language.time(ms) : language.cellTime(ms));
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

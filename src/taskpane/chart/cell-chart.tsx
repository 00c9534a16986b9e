import type { ComponentChildren } from 'preact';
import { useEffect, useState, useRef } from 'preact/hooks';
import type { FilledCell } from '../../app/workbook/cells';
import {
  chartedBy,
  chartOf,
  resultAt,
  SheetCharts,
  type PriceChart,
  type ResultToDraw,
} from '../../app/workbook/chart';
import { SeenQuotes } from '../../app/workbook/seen-quotes';
import { isFormatted, type Matrix } from '../../core/cell';
import { CellError } from '../../core/errors';
import { a1WithSheet, type Block } from '../../core/sheet';
import { Button, useAction, ReportLine, Table } from '../components/elements';
import { useLoaded } from '../hooks';
import { useRecalculated, useSession } from '../session';
import { said, useSaid, useTexts } from '../texts/use-texts';
import type { ShownChart } from './draw';
import { type DateSystem, daysFromSerial, MS_PER_DAY } from '../../core/calendar/dates';

/** At the click of a button, a chart of a result of MD.TICKS, or of what a quote has shown since the pane was opened. */
export function CellChart({ cell, filled }: { readonly cell: Block; readonly filled: FilledCell }) {
  const { anchor, formula } = filled;
  const session = useSession();
  const [texts, language] = useTexts('chart');
  const [{ failed }] = useTexts('cells');
  const [isOpen, setIsOpen] = useState(false);
  const [chart, setChart] = useState<ShownChart>();
  const [result, setResult] = useState<ResultToDraw>();
  const [report, say] = useSaid();
  const { run, isBusy, problem } = useAction(failed);
  const seen = session.part(SeenQuotes);
  // Charts of earlier sessions follow their cells again.
  const charts = session.host.name === 'Excel' ? session.part(SheetCharts) : undefined;
  const charted = chartedBy(formula);
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
  const look = (): void => {
    // If reading fails now, it is repeated after the next recalculation.
    if (isOpen) read().catch(() => undefined);
  };
  // The cell is read again when it has been calculated and, if it is live, every few seconds.
  useEffect(look, [isOpen, filled]);
  useRecalculated(session, look);
  if (!charted || (filled.error !== undefined && !filled.isWaiting)) return null;
  const address = a1WithSheet(charted === 'seen' ? cell : anchor);
  const label = language.fill(charted === 'seen' ? texts.seenIn : texts.label, {
    cell: result?.name ?? address,
  });
  const insert = async (): Promise<void> => {
    if (!result?.hasGaps) await charts?.add(anchor, result?.name ?? label);
    say(said('chart', result?.hasGaps ? 'gaps' : 'inserted', { cell: address }));
  };
  return (
    <OnDemand name={charted === 'seen' ? texts.seen : texts.show} isOpen={isOpen} onToggle={setIsOpen}>
      {chart ? <PriceChartView chart={chart} label={label} /> : <p class="md-hint">{texts.nothing}</p>}
      {chart && charts && charted === 'result' && (
        <Button isBusy={isBusy} onClick={() => run(insert)} text={texts.insert} />
      )}
      <ReportLine>{report}</ReportLine>
      {problem}
    </OnDemand>
  );
}

/** A chart of a result of MD.TICKS that is not in a cell yet. */
export function PreviewChart({ formula, outcome }: { readonly formula: string; readonly outcome: Matrix }) {
  const { dateSystem } = useSession();
  const [texts, language] = useTexts('chart');
  const [isOpen, setIsOpen] = useState(false);
  const shown = outcome.map((row) =>
    row.map((cell) => (cell instanceof CellError ? cell.code : isFormatted(cell) ? cell.value : cell)),
  );
  const chart = chartOf(formula, shown);
  if (!chart) return null;
  return (
    <OnDemand name={texts.show} isOpen={isOpen} onToggle={setIsOpen}>
      <PriceChartView chart={shownChart(chart, dateSystem)} label={language.fill(texts.label, { cell: formula })} />
    </OnDemand>
  );
}

interface OnDemandProps {
  readonly name: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly children: ComponentChildren;
}

function OnDemand({ name, isOpen, onToggle, children }: OnDemandProps) {
  return (
    <>
      <Button class="md-chart-button" isExpanded={isOpen} onClick={() => onToggle(!isOpen)} text={name} />
      {isOpen && children}
    </>
  );
}

/** A longer table is slow, and nobody reads it. */
const MAX_ROWS = 500;

/** The prices as a picture, whose script is loaded for it, and the same numbers as a table. */
function PriceChartView({ chart, label }: { readonly chart: ShownChart; readonly label: string }) {
  const { timesMs, isLocal = false, series } = chart;
  const [texts, language] = useTexts('chart');
  const picture = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const key = JSON.stringify(chart);
  const [code] = useLoaded(() => import(/* webpackChunkName: "chart" */ './draw'), []);
  useEffect(() => code?.drawPrices(picture.current!, chart, language.tag, label), [code, key, language]);
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
const shownChart = ({ kind, times, series }: PriceChart, dateSystem: DateSystem): ShownChart => ({
  kind,
  series,
  timesMs: times?.map((serial) => Math.round(daysFromSerial(serial, dateSystem) * MS_PER_DAY)),
});

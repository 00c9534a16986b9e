import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadCode } from '../../app/missing-code';
import type { FilledCell } from '../../app/workbook/cells';
import { chartedBy, chartOf, SheetCharts } from '../../app/workbook/chart';
import { isFormatted, type Matrix } from '../../core/cell';
import { CellError } from '../../core/errors';
import type { Block } from '../../core/sheet';
import { Button, useAction } from '../components/elements';
import { useSession } from '../session';
import { localFormula } from '../texts/typed';
import { useTexts } from '../texts/use-texts';

type ChartCode = typeof import('./price-chart');

/** At the click of a button, a chart of a result of MD.TICKS, or of what a quote has shown since the pane was opened. */
export function CellChart({ cell, filled }: { readonly cell: Block; readonly filled: FilledCell }) {
  const session = useSession();
  const [texts] = useTexts('chart');
  const [isOpen, setIsOpen] = useState(false);
  // Charts of earlier sessions follow their cells again.
  const charts = session.host.name === 'Excel' ? session.part(SheetCharts) : undefined;
  const charted = chartedBy(filled.formula);
  if (!charted || (filled.error !== undefined && !filled.isWaiting)) return null;
  return (
    <OnDemand name={charted === 'seen' ? texts.seen : texts.show} isOpen={isOpen} onToggle={setIsOpen}>
      <Loaded>{(code) => <code.CellChartView cell={cell} filled={filled} charted={charted} charts={charts} />}</Loaded>
    </OnDemand>
  );
}

/** A chart of a result of MD.TICKS that is not in a cell yet. */
export function PreviewChart({ formula, outcome }: { readonly formula: string; readonly outcome: Matrix }) {
  const { dateSystem, host } = useSession();
  const [texts, language] = useTexts('chart');
  const [isOpen, setIsOpen] = useState(false);
  const shown = outcome.map((row) =>
    row.map((cell) => (cell instanceof CellError ? cell.code : isFormatted(cell) ? cell.value : cell)),
  );
  const chart = chartOf(formula, shown);
  if (!chart) return null;
  const label = language.fill(texts.label, { cell: localFormula(formula, host.workbook.listSeparator) });
  return (
    <OnDemand name={texts.show} isOpen={isOpen} onToggle={setIsOpen}>
      <Loaded>
        {({ PriceChartView, shownChart }) => <PriceChartView chart={shownChart(chart, dateSystem)} label={label} />}
      </Loaded>
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

/** What is shown with the script of charts, which few need: it is loaded for it. */
function Loaded({ children }: { readonly children: (code: ChartCode) => ComponentChildren }) {
  const [code, setCode] = useState<ChartCode>();
  const { run, problem } = useAction();
  useEffect(() => {
    const load = () => import(/* webpackChunkName: "chart" */ './price-chart');
    run(async () => setCode(await loadCode(load)));
  }, []);
  return <>{code ? children(code) : problem}</>;
}

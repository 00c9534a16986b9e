// Compressed, uPlot has 22 kB, lightweight-charts 62, Chart.js 71.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface ShownChart {
  readonly kind: 'bars' | 'line';
  /** In ms since 1970, shown as UTC unless they are those of this computer; undefined for rows without times. */
  readonly timesMs: readonly number[] | undefined;
  readonly isLocal?: boolean;
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

const HEIGHT = 180;
const DAY_S = 86_400;
/** Beside the first colour, the pane's own: told apart by lightness too. */
const OTHER_COLOURS = ['#b8860b', '#8a3ffc', '#2e7d32', '#c2185b', '#5d4037', '#00838f'];

/** Draws into the element, as wide as it is; returns a function that removes the drawing. */
export function drawPrices(
  element: HTMLElement,
  { kind, timesMs, isLocal, series }: ShownChart,
  locale: string,
  title: string,
): () => void {
  const times = timesMs?.map((ms) => ms / 1000);
  const style = getComputedStyle(element);
  /** A canvas takes no variables, nor what they stand for in light and dark. */
  const colour = (name: string): string => {
    const probe = element.appendChild(document.createElement('span'));
    probe.style.color = `var(${name})`;
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  };
  const own = colour('--colorCompoundBrandBackground');
  const number = new Intl.NumberFormat(locale, { maximumSignificantDigits: 8 });
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, isLocal ? options : { ...options, timeZone: 'UTC' });
  const day = format({ month: 'short', day: 'numeric' });
  const minute = format({ hour: '2-digit', minute: '2-digit' });
  const second = format({ timeStyle: 'medium' });
  const axis = {
    stroke: style.color,
    grid: { stroke: colour('--colorNeutralStroke2'), width: 1 },
    font: `11px ${style.fontFamily}`,
  };
  const plot = new uPlot(
    {
      title,
      width: element.clientWidth,
      height: HEIGHT,
      legend: { show: kind === 'line' && series.length > 1, live: false },
      cursor: { drag: { x: false, y: false } },
      scales: { x: { time: times !== undefined }, y: { range: rangeOfPrices } },
      axes: [
        {
          ...axis,
          ...(times && {
            values: (_, splits, __, ___, step) =>
              splits.map((at) => (step >= DAY_S ? day : step >= 60 ? minute : second).format(at * 1000)),
          }),
        },
        { ...axis, size: 64, values: (_, splits) => splits.map((value) => number.format(value)) },
      ],
      series: [
        {},
        ...series.map(({ name }, index) => ({
          label: name,
          stroke: index === 0 ? own : OTHER_COLOURS[(index - 1) % OTHER_COLOURS.length]!,
          width: 1.5,
          points: { show: false },
          ...(kind === 'bars' && { paths: () => null }),
        })),
      ],
      hooks: { draw: kind === 'bars' ? [(drawn) => drawBars(drawn, own)] : [] },
    },
    [[...(times ?? series[0]!.values.keys())], ...series.map(({ values }) => [...values])] as uPlot.AlignedData,
    element,
  );
  const observer = new ResizeObserver(() => {
    if (element.clientWidth > 0) plot.setSize({ width: element.clientWidth, height: HEIGHT });
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    plot.destroy();
  };
}

/**
 * The ends of the axis of prices. Around one that has not changed, uPlot would begin at 0.
 *
 * @internal
 */
export const rangeOfPrices = (_: unknown, low: number, high: number): uPlot.Range.MinMax =>
  low === high && low !== 0
    ? [low - Math.abs(low) / 1000, low + Math.abs(low) / 1000]
    : uPlot.rangeNum(low, high, 0.1, true);

/** A line from low to high, with the open on its left and the close on its right. */
function drawBars(plot: uPlot, colour: string): void {
  const [times, ...prices] = plot.data;
  const { ctx, bbox } = plot;
  const tick = Math.max(1, Math.min(6, bbox.width / times.length / 3));
  ctx.save();
  ctx.beginPath();
  times.forEach((time, index) => {
    const bar = prices.map((values) => values[index]);
    if (!bar.every((price) => typeof price === 'number')) return;
    const [open, high, low, close] = bar.map((price) => plot.valToPos(price, 'y', true)) as [
      number,
      number,
      number,
      number,
    ];
    const x = plot.valToPos(time, 'x', true);
    ctx.moveTo(x, low);
    ctx.lineTo(x, high);
    ctx.moveTo(x - tick, open);
    ctx.lineTo(x, open);
    ctx.moveTo(x, close);
    ctx.lineTo(x + tick, close);
  });
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.5 * devicePixelRatio;
  ctx.stroke();
  ctx.restore();
}

import { Table } from '../components/table';
import { useLanguage, useTexts } from '../texts/use-texts';

interface ChartSeries {
  readonly name: string;
  readonly kind: 'bars' | 'line';
  /** One value per point; undefined if there is nothing to show. */
  readonly values: readonly (number | undefined)[];
}

interface ChartProps {
  /** Describes the picture to screen readers. */
  readonly label: string;
  /** The name of the axis, such as "Time", and of each point. */
  readonly axis: string;
  readonly points: readonly string[];
  readonly series: readonly ChartSeries[];
}

const WIDTH = 288;
const HEIGHT = 48;

/** Series over the same points, stacked vertically, with the same numbers as a table. */
export function Chart({ label, axis, points, series }: ChartProps) {
  const texts = useTexts('activity');
  const language = useLanguage();
  const shown = (value: number | undefined): string => (value === undefined ? '–' : language.number(Math.round(value)));
  return (
    <div class="md-chart">
      <div role="img" aria-label={label}>
        {series.map(({ name, kind, values }) => {
          const max = Math.max(1, ...values.map((value) => value ?? 0));
          return (
            <div key={name}>
              <div class="md-progress-line md-hint">
                <span>{name}</span>
                <span>{language.fill(texts.atMost, { most: Math.round(max) })}</span>
              </div>
              <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
                {kind === 'bars' ? <Bars values={values} max={max} /> : <Line values={values} max={max} />}
              </svg>
            </div>
          );
        })}
        <div class="md-progress-line md-hint">
          <span>{points[0]}</span>
          <span>{points.at(-1)}</span>
        </div>
      </div>
      <details>
        <summary>{texts.asTable}</summary>
        <Table
          caption={label}
          columns={[axis, ...series.map(({ name }) => name)]}
          rows={points.map((point, index) => [point, ...series.map(({ values }) => shown(values[index]))])}
        />
      </details>
    </div>
  );
}

interface PlotProps {
  readonly values: readonly (number | undefined)[];
  readonly max: number;
}

function Bars({ values, max }: PlotProps) {
  const step = WIDTH / values.length;
  return (
    <>
      {values.map((value = 0, index) => {
        const height = (HEIGHT * value) / max;
        return <rect key={index} x={index * step} y={HEIGHT - height} width={Math.max(step - 2, 1)} height={height} />;
      })}
    </>
  );
}

/** Skips points without a value. */
function Line({ values, max }: PlotProps) {
  const step = WIDTH / values.length;
  const points = values.flatMap((value, index) =>
    value === undefined ? [] : [[(index + 0.5) * step, HEIGHT - 3 - ((HEIGHT - 6) * value) / max] as const],
  );
  return (
    <>
      <polyline points={points.map((point) => point.join(',')).join(' ')} vector-effect="non-scaling-stroke" />
      {points.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r={2.5} />
      ))}
    </>
  );
}

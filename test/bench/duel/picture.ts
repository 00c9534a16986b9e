import { median } from '../figure';
import { OURS } from './contenders';
import type { Result, Row } from './duel';

const [WIDTH, LABELS, BARS, LINE] = [900, 300, 400, 17];
const COLOURS = { ours: '#107c41', others: '#8a8886', text: '#605e5c' };

/**
 * When the host sees the last cell, a bar for each contender; the scale is logarithmic, for they are up to a
 * hundredfold apart.
 */
export function duelPicture(results: readonly Result[]): string {
  const parts: string[] = [];
  let y = 24;
  for (const { workload, rows } of results) {
    parts.push(text(0, y, workload.name, 'font-weight="600"'));
    for (const row of rows) {
      y += LINE;
      parts.push(...bar(row, y, workload.cells));
    }
    y += LINE * 1.8;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${Math.round(y)}" font-family="Segoe UI, sans-serif" font-size="12">
<title>When Excel sees the last cell, logarithmic</title>
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}

function bar({ contender, runs }: Row, y: number, cells: number): string[] {
  const last = median(runs.map((run) => run.last));
  const right = median(runs.map((run) => run.right));
  const length = Math.max(2, (BARS * Math.log10(last / 50)) / Math.log10(200_000 / 50));
  const colour = contender.name === OURS ? COLOURS.ours : COLOURS.others;
  const said = `${(last / 1000).toFixed(2)} s${right < cells ? `, ${(cells - right).toLocaleString('en')} cells wrong` : ''}`;
  return [
    text(12, y, contender.name),
    `<rect x="${LABELS}" y="${y - 10}" width="${length.toFixed(1)}" height="12" fill="${colour}"/>`,
    text(LABELS + length + 6, y, said),
  ];
}

const text = (x: number, y: number, said: string, extras = ''): string =>
  `<text x="${x.toFixed(1)}" y="${y}" fill="${COLOURS.text}" ${extras}>${said.replaceAll('&', '&amp;')}</text>`;

import type { Cell } from '../../core/cell';
import { findScore } from '../../core/score';
import type { HelpSection } from './help-section';
import { shownText } from './help-table';

const MODEL = 'altman-z';

/** Shapes that a service may give the undocumented `data` of a score, simplest first. */
const SHAPES: readonly unknown[] = [
  3.2,
  'safe',
  null,
  { score: 3.2 },
  { 'altman-z': 3.2, piotroski: 7 },
  { piotroski: 7 },
  { altman_z: { score: 3.2, zone: 'safe' } },
  { z: 3.2, zone: 'safe' },
  { score: 3.2, x1: 0.1, x2: 0.4 },
  { result: { value: 3.2 }, threshold: 1.8 },
  { score: null, threshold: 1.8 },
  { x1: 0.1, x2: 0.4 },
  {},
];

/** How MD.SCORE reads each shape, by applying the rule itself. */
export function scoreShapes(): HelpSection {
  const rows = SHAPES.map((data) => {
    const score = findScore(data, MODEL);
    return [`\`${JSON.stringify(data)}\``, 'cell' in score ? showCell(score.cell) : pathsOf(score.choices)];
  });
  return {
    title: 'How a score is found',
    text:
      'The service does not publish what is inside the data of a score, so a rule finds the score. ' +
      `Whatever the data of ${MODEL} is, this is what a cell shows.`,
    head: ['data of the service', `=MD.SCORE("AAPL","${MODEL}")`],
    rows,
  };
}

const showCell = (cell: Cell): string => shownText(cell);

const pathsOf = (leaves: readonly { readonly path: string }[]): string =>
  `rows of path and value: ${leaves.map(({ path }) => path).join(', ')}; among other cells #N/A "choose field"`;

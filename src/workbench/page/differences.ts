import { blocksOfFormula, type Block } from '../../core/sheet';
import type { OtherValue } from '../xlsx/xlsx';
import { button, element } from './dialog';

/** At most this many cells are named. */
const MAX_NAMED = 100;

/**
 * Says which cells the engine calculates differently than the opened file has it, beside the grid, until it is closed or
 * another file is opened. A click on a cell shows it.
 */
export function showDifferences(others: readonly OtherValue[], show: (cell: Block) => void): void {
  document.querySelector('.workbench-differences')?.remove();
  if (others.length === 0) return;
  const items = others.slice(0, MAX_NAMED).map(({ address, here, inFile }) => {
    const showCell = button(address, () => {
      const [cell] = blocksOfFormula(`=${address}`);
      if (cell) show(cell);
    });
    return element('li', {}, showCell, ` ${String(here ?? 'nothing')} here, ${String(inFile)} in the file`);
  });
  const heading = `${others.length} ${others.length === 1 ? 'cell is' : 'cells are'} calculated differently here`;
  const text = "A download keeps the file's values until something that they depend on is changed.";
  const close = button('Close the list', () => note.remove());
  const content = [element('h2', {}, heading), element('p', {}, text), element('ul', {}, ...items), close];
  const note = element('aside', { className: 'workbench-differences', role: 'status' }, ...content);
  document.body.append(note);
}

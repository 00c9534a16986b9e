import { blocksOfFormula, type Block } from '../../core/sheet';
import type { OtherValue } from '../xlsx/xlsx';

/** So many cells are named. */
const MAX_NAMED = 100;

/**
 * Says which cells the engine calculates differently than the opened file has it, beside the grid, until it is closed or
 * another file is opened. A click on a cell shows it.
 */
export function showDifferences(others: readonly OtherValue[], show: (cell: Block) => void): void {
  document.querySelector('.workbench-differences')?.remove();
  if (others.length === 0) return;
  const note = Object.assign(document.createElement('aside'), { className: 'workbench-differences' });
  note.setAttribute('role', 'status');
  const heading = Object.assign(document.createElement('h2'), {
    textContent: `${others.length} ${others.length === 1 ? 'cell is' : 'cells are'} calculated differently here`,
  });
  const text = Object.assign(document.createElement('p'), {
    textContent: "A download keeps the file's values until something that they depend on is changed.",
  });
  const list = document.createElement('ul');
  for (const { address, here, inFile } of others.slice(0, MAX_NAMED)) {
    const item = document.createElement('li');
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: address });
    button.addEventListener('click', () => {
      const [cell] = blocksOfFormula(`=${address}`);
      if (cell) show(cell);
    });
    item.append(button, ` ${String(here ?? 'nothing')} here, ${String(inFile)} in the file`);
    list.append(item);
  }
  const close = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Close the list' });
  close.addEventListener('click', () => {
    note.remove();
  });
  note.append(heading, text, list, close);
  document.body.append(note);
}

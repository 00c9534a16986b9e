import { RedoCommand, UndoCommand } from '@univerjs/core';
import type { Spreadsheet } from '../sheet/spreadsheet';

const NAMES = ['bar', 'grid', 'pane'] as const;

type Areas = Readonly<Record<(typeof NAMES)[number], HTMLElement>>;

/** The element to focus in an area: its first control, the grid's editor, the pane's open tab. */
const FIRST: Readonly<Record<keyof Areas, string>> = {
  bar: 'button',
  grid: '[data-u-comp="editor"][id$="__INTERNAL_EDITOR__DOCS_NORMAL"]',
  pane: '[role="tab"][aria-selected="true"]',
};

export const focusGrid = (): void => document.querySelector<HTMLElement>(FIRST.grid)?.focus();

/** After a button of the bar was pressed, Ctrl+Z and Ctrl+Y are still meant for the cells. */
export function undoFromBar(bar: HTMLElement, sheet: Spreadsheet): void {
  bar.addEventListener('keydown', (event) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return;
    event.preventDefault();
    focusGrid();
    void sheet.commands.executeCommand(key === 'y' || event.shiftKey ? RedoCommand.id : UndoCommand.id);
  });
}

/** After a click on the tab of a sheet, keys are meant for its cells, as in Excel. */
export function typeAfterTabs(grid: HTMLElement): void {
  grid.addEventListener('click', ({ target }) => {
    // While a name is edited, it has the focus instead of its tab.
    if (target instanceof Element && target.closest('[role="tab"]') === document.activeElement) focusGrid();
  });
}

/** F6 moves to the next part of the window, Shift+F6 back, as in Excel: the grid uses Tab itself. */
export function moveBetweenAreas(page: Document, areas: Areas): void {
  // Screen readers say it with the grid, which makes its editor anew with each workbook.
  page.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(FIRST.grid)) {
      target.setAttribute('aria-label', 'Cells');
      target.setAttribute('aria-describedby', 'leave-grid');
    }
  });
  page.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return;
      const shown = NAMES.filter((name) => areas[name].checkVisibility());
      const from = shown.findIndex((name) => areas[name].contains(page.activeElement));
      // In the page's structure, the grid's editor is outside the grid.
      const current = from < 0 ? shown.indexOf('grid') : from;
      const step = event.shiftKey ? shown.length - 1 : 1;
      const next = shown[(current + step) % shown.length] ?? 'grid';
      event.preventDefault();
      event.stopPropagation();
      (next === 'grid' ? page : areas[next]).querySelector<HTMLElement>(FIRST[next])?.focus();
    },
    { capture: true },
  );
}

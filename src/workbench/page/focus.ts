import { RedoCommand, UndoCommand } from '@univerjs/core';
import type { Spreadsheet } from '../sheet/spreadsheet';

const NAMES = ['bar', 'grid', 'sheets', 'pane'] as const;

type Name = (typeof NAMES)[number];

/** The element to focus in an area: its first control, the grid's editor, the tab of the shown sheet, the pane's open tab. */
const FIRST: Readonly<Record<Name, string>> = {
  bar: '#bar button',
  grid: '[data-u-comp="editor"][id$="__INTERNAL_EDITOR__DOCS_NORMAL"]',
  sheets: '#grid footer [role="tab"][aria-selected="true"]',
  pane: '#pane [role="tab"][aria-selected="true"]',
};

/** In the page's structure, the grid's editor is outside the grid. */
const AREAS: Readonly<Record<Name, string>> = { bar: '#bar', grid: '#grid', sheets: '#grid footer', pane: '#pane' };

const focusOn = (name: Name): void => document.querySelector<HTMLElement>(FIRST[name])?.focus();

export const focusGrid = (): void => focusOn('grid');

/** Nothing happens while the pane is closed. */
export const focusPane = (): void => focusOn('pane');

export const isInGrid = (): boolean => document.activeElement?.matches(FIRST.grid) ?? false;

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
export function moveBetweenAreas(page: Document): void {
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
      const shown = NAMES.filter((name) => page.querySelector(AREAS[name])?.checkVisibility());
      const current = shown.findLast((name) => page.activeElement?.closest(AREAS[name])) ?? 'grid';
      const step = event.shiftKey ? shown.length - 1 : 1;
      event.preventDefault();
      event.stopPropagation();
      focusOn(shown[(shown.indexOf(current) + step) % shown.length] ?? 'grid');
    },
    { capture: true },
  );
}

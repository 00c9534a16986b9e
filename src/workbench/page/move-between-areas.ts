const NAMES = ['bar', 'grid', 'pane'] as const;

type Areas = Readonly<Record<(typeof NAMES)[number], HTMLElement>>;

/** The element to focus in an area: its first control, the grid's editor, the pane's open tab. */
const FIRST: Readonly<Record<keyof Areas, string>> = {
  bar: 'button',
  grid: '[data-u-comp="editor"][id$="__INTERNAL_EDITOR__DOCS_NORMAL"]',
  pane: '[role="tab"][aria-selected="true"]',
};

/** F6 moves to the next part of the window, Shift+F6 back, as in Excel: the grid uses Tab itself. */
export function moveBetweenAreas(page: Document, areas: Areas): void {
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

const TAB = '[data-u-comp="slide-tab-item"]';

/**
 * Ends the press on a sheet's tab when its name has been edited. The engine takes the double click for a long press,
 * too: of a name that is entered within half a second it would then move the tab out of the grid, and fail without a
 * grid as soon as another workbook is shown.
 */
export function endTabDrags(grid: HTMLElement): void {
  let pointerId = 0;
  grid.addEventListener(
    'pointerdown',
    (event) => {
      pointerId = event.pointerId;
    },
    { capture: true },
  );
  grid.addEventListener('focusout', ({ target }) => {
    if (target instanceof Element) target.closest(TAB)?.dispatchEvent(new PointerEvent('pointerup', { pointerId }));
  });
}

/**
 * Mends: a finger that moves over the grid selects cells as a mouse does, so that nobody can scroll on a phone. Here it
 * turns the wheel instead, and the engine hears of it once it has tapped.
 *
 * Can go when the engine's desktop interface scrolls by touch, as its mobile one does since
 * https://github.com/dream-num/univer/pull/2657: test/browser/playground.test.ts, "the grid has the page, a finger scrolls
 * it and selects nothing, …", then passes without it.
 */
export function scrollByFinger(grid: HTMLElement): void {
  const hear = (event: PointerEvent): void => {
    const { isTrusted, pointerType, target, type, clientX, clientY, movementX, movementY } = event;
    if (!isTrusted || pointerType !== 'touch' || !(target instanceof HTMLCanvasElement)) return;
    event.stopPropagation();
    const moved = { deltaX: -movementX, deltaY: -movementY, clientX, clientY, bubbles: true, cancelable: true };
    if (type === 'pointermove') target.dispatchEvent(new WheelEvent('wheel', moved));
    // An event describes itself completely.
    for (const tap of type === 'click' ? ['pointerdown', 'pointerup'] : [])
      target.dispatchEvent(new PointerEvent(tap, event));
  };
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'click'] as const)
    grid.addEventListener(type, hear, { capture: true });
}

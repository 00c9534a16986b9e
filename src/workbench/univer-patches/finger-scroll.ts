/** A finger that moves less than this taps. */
const MIN_MOVE_PX = 8;

interface Finger {
  readonly down: PointerEvent;
  x: number;
  y: number;
  isScrolling: boolean;
}

/**
 * Mends: a finger that moves over the grid selects cells as a mouse does, so that nobody can scroll on a phone. Here it
 * turns the wheel instead. A finger that taps reaches the engine once it is lifted.
 *
 * Can go when the engine's desktop interface scrolls by touch, as its mobile one does since
 * https://github.com/dream-num/univer/pull/2657: test/browser/playground.test.ts, "the grid has the page, a finger scrolls
 * it and selects nothing, …", then passes without it.
 */
export function scrollByFinger(grid: HTMLElement): void {
  let finger: Finger | undefined;
  const isOurs = ({ isTrusted, pointerType, target }: PointerEvent): boolean =>
    isTrusted && pointerType === 'touch' && target instanceof HTMLCanvasElement;
  const onCanvas = (type: string, handle: (event: PointerEvent) => void): void =>
    grid.addEventListener(
      type,
      (event) => {
        const pointer = event as PointerEvent;
        if (!isOurs(pointer)) return;
        pointer.stopPropagation();
        handle(pointer);
      },
      { capture: true },
    );
  onCanvas('pointerdown', (down) => {
    if (down.isPrimary) finger = { down, x: down.clientX, y: down.clientY, isScrolling: false };
  });
  onCanvas('pointermove', (event) => {
    if (finger?.down.pointerId !== event.pointerId) return;
    const { clientX, clientY, target } = event;
    const [deltaX, deltaY] = [finger.x - clientX, finger.y - clientY];
    if (!finger.isScrolling && Math.hypot(deltaX, deltaY) < MIN_MOVE_PX) return;
    Object.assign(finger, { x: clientX, y: clientY, isScrolling: true });
    target?.dispatchEvent(
      new WheelEvent('wheel', { deltaX, deltaY, clientX, clientY, bubbles: true, cancelable: true }),
    );
  });
  onCanvas('pointerup', (up) => {
    const taps = finger?.down.pointerId === up.pointerId && !finger.isScrolling ? [finger.down, up] : [];
    finger = undefined;
    // An event describes itself completely.
    for (const event of taps) up.target?.dispatchEvent(new PointerEvent(event.type, event));
  });
  onCanvas('pointercancel', () => {
    finger = undefined;
  });
}

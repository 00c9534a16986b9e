import { noteSlowTimers } from '../../../src/office/after-start';

const SLOWED = 'Excel slows the add-in while the pane is closed: open the pane for quick recalculations';

describe('a page that Excel may slow down', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Every timer of the page takes so long. */
  function useTimersOf(ms: number, isHidden: boolean): void {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    jest.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void) => {
      now += ms;
      queueMicrotask(run);
      return 0 as unknown as NodeJS.Timeout;
    });
    Object.assign(globalThis, { document: { hidden: isHidden } });
  }

  test.each([
    ['slow timers, hidden', true, 1_000, true],
    ['quick timers, hidden', false, 200, true],
    ['slow timers, visible', false, 1_000, false],
  ])('with %s: the activity mentions it: %s', async (_, isSaid, ms, isHidden) => {
    useTimersOf(ms, isHidden);
    const note = jest.fn();
    await noteSlowTimers({ note });
    expect(note.mock.calls.some(([text]) => text === SLOWED)).toBe(isSaid);
  });
});

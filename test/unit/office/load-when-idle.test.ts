import { loadWhenIdle } from '../../../src/office/load-when-idle';

const SLOWED = 'Excel slows the add-in while the pane is closed: open the pane for quick recalculations';

describe('a page that Excel has hidden', () => {
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
    ['slowed, hidden', 1_000, true, true],
    ['quick, hidden', 200, true, false],
    ['busy, but seen', 1_000, false, false],
  ])('%s: whether the activity says so', async (_, ms, isHidden, isSaid) => {
    useTimersOf(ms, isHidden);
    const note = jest.fn();
    await loadWhenIdle({ activity: { cells: 0 } as never, note });
    expect(note.mock.calls.some(([text]) => text === SLOWED)).toBe(isSaid);
  });
});

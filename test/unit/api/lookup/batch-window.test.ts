import { PACE, BatchWindow } from '../../../../src/api/lookup/batch-window';

describe('the end of a burst of lookups', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function start() {
    const recalculation = new BatchWindow({ quietMs: 8, longestMs: 60 });
    const dispatch = jest.fn();
    recalculation.arrive();
    recalculation.schedule(dispatch);
    return { recalculation, dispatch };
  }

  test('comes when it has been quiet for a moment', () => {
    const { dispatch } = start();
    jest.advanceTimersByTime(7);
    expect(dispatch).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(dispatch).toHaveBeenCalledTimes(1);
  });

  test('is put off by every further lookup', () => {
    const { recalculation, dispatch } = start();
    jest.advanceTimersByTime(5);
    recalculation.arrive();
    jest.advanceTimersByTime(5);
    expect(dispatch).not.toHaveBeenCalled();
    jest.advanceTimersByTime(6);
    expect(dispatch).toHaveBeenCalledTimes(1);
  });

  test('comes in the end though lookups never cease', () => {
    const { recalculation, dispatch } = start();
    for (let elapsedMs = 0; elapsedMs < 70; elapsedMs++) {
      recalculation.arrive();
      jest.advanceTimersByTime(1);
    }
    expect(dispatch).toHaveBeenCalledTimes(1);
  });

  test('comes at the latest when the longest time is over', () => {
    const recalculation = new BatchWindow({ quietMs: 10, longestMs: 60 });
    let dispatchedAt: number | undefined;
    const beganAt = Date.now();
    recalculation.schedule(() => {
      dispatchedAt = Date.now() - beganAt;
    });
    for (let elapsedMs = 0; elapsedMs < 100; elapsedMs++) {
      recalculation.arrive();
      jest.advanceTimersByTime(1);
    }
    expect(dispatchedAt).toBe(60);
  });

  test('comes after 8 ms of quiet and after 60 ms in any case where nobody says otherwise', () => {
    expect(PACE).toEqual({ quietMs: 8, longestMs: 60 });
    const recalculation = new BatchWindow();
    const dispatch = jest.fn();
    recalculation.arrive();
    recalculation.schedule(dispatch);
    jest.advanceTimersByTime(7);
    expect(dispatch).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(dispatch).toHaveBeenCalledTimes(1);
  });

  test('is waited for as long as cells are among what is collected, whoever began', () => {
    const recalculation = new BatchWindow({ quietMs: 8, longestMs: 60 });
    let holdsCells = false;
    recalculation.schedule(jest.fn(), () => holdsCells);
    expect(recalculation.isOpen).toBe(false);
    holdsCells = true;
    expect(recalculation.isOpen).toBe(true);
    jest.runAllTimers();
    expect(recalculation.isOpen).toBe(false);
  });

  test('leaves no timer behind', () => {
    start();
    jest.runAllTimers();
    expect(jest.getTimerCount()).toBe(0);
  });
});

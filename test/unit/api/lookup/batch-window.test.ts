import { PACE, BatchWindow } from '../../../../src/api/lookup/batch-window';

describe('a batch window', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function start() {
    const recalculation = new BatchWindow({ quietMs: 8, maxMs: 60 });
    const dispatch = jest.fn();
    recalculation.arrive();
    recalculation.schedule(dispatch);
    return { recalculation, dispatch };
  }

  test('closes after a moment without lookups', () => {
    const { dispatch } = start();
    jest.advanceTimersByTime(7);
    expect(dispatch).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(dispatch).toHaveBeenCalledTimes(1);
  });

  test('stays open longer with every further lookup', () => {
    const { recalculation, dispatch } = start();
    jest.advanceTimersByTime(5);
    recalculation.arrive();
    jest.advanceTimersByTime(5);
    expect(dispatch).not.toHaveBeenCalled();
    jest.advanceTimersByTime(6);
    expect(dispatch).toHaveBeenCalledTimes(1);
  });

  test('closes in the end even if lookups never stop', () => {
    const { recalculation, dispatch } = start();
    for (let elapsedMs = 0; elapsedMs < 70; elapsedMs++) {
      recalculation.arrive();
      jest.advanceTimersByTime(1);
    }
    expect(dispatch).toHaveBeenCalledTimes(1);
  });

  test('closes at the latest after its longest time', () => {
    const recalculation = new BatchWindow({ quietMs: 10, maxMs: 60 });
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

  test('closes after 8 ms without lookups, and after 60 ms in any case, by default', () => {
    expect(PACE).toEqual({ quietMs: 8, maxMs: 60 });
    const recalculation = new BatchWindow();
    const dispatch = jest.fn();
    recalculation.arrive();
    recalculation.schedule(dispatch);
    jest.advanceTimersByTime(7);
    expect(dispatch).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(dispatch).toHaveBeenCalledTimes(1);
  });

  test('counts as open while cells are among the collected lookups, whoever opened it', () => {
    const recalculation = new BatchWindow({ quietMs: 8, maxMs: 60 });
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

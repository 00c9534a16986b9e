import { Cancellation } from '../../../src/core/cancellation';

describe('a cell that no longer wants its answer', () => {
  test('leaves everything that it waits for, once', () => {
    const cancellation = new Cancellation();
    const [first, second] = [{ leave: jest.fn() }, { leave: jest.fn() }];
    cancellation.add(first);
    cancellation.add(second);
    expect(cancellation.isCancelled).toBe(false);
    cancellation.cancel();
    cancellation.cancel();
    expect(cancellation.isCancelled).toBe(true);
    expect(first.leave).toHaveBeenCalledTimes(1);
    expect(second.leave).toHaveBeenCalledTimes(1);
  });

  test('leaves once what cancels it again on leaving', () => {
    const cancellation = new Cancellation();
    const leave = jest.fn(() => {
      cancellation.cancel();
    });
    cancellation.add({ leave });
    cancellation.cancel();
    expect(leave).toHaveBeenCalledTimes(1);
  });

  test('aborts its requests, each by a signal of its own, those too that begin too late', () => {
    const cancellation = new Cancellation();
    const [first, second] = [cancellation.signal, cancellation.signal];
    expect([first.aborted, second.aborted]).toEqual([false, false]);
    cancellation.cancel();
    expect([first.aborted, second.aborted, cancellation.signal.aborted]).toEqual([true, true, true]);
    expect(first).not.toBe(second);
  });

  test('leaves at once what comes too late', () => {
    const cancellation = new Cancellation();
    cancellation.cancel();
    const late = { leave: jest.fn() };
    cancellation.add(late);
    expect(late.leave).toHaveBeenCalledTimes(1);
  });

  test('leaves nothing that it let go of, because it has its value', () => {
    const cancellation = new Cancellation();
    const [first, second] = [{ leave: jest.fn() }, { leave: jest.fn() }];
    cancellation.add(first);
    cancellation.add(second);
    cancellation.forget();
    cancellation.cancel();
    expect(first.leave).not.toHaveBeenCalled();
    expect(second.leave).not.toHaveBeenCalled();
  });
});

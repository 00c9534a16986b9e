import { Cancellation } from '../../../src/core/cancellation';

describe('a cancelled cell', () => {
  test('leaves everything that it waits for, once', () => {
    const cancellation = new Cancellation();
    const [first, second] = [{ onCancel: jest.fn() }, { onCancel: jest.fn() }];
    cancellation.add(first);
    cancellation.add(second);
    expect(cancellation.isCancelled).toBe(false);
    cancellation.cancel();
    cancellation.cancel();
    expect(cancellation.isCancelled).toBe(true);
    expect(first.onCancel).toHaveBeenCalledTimes(1);
    expect(second.onCancel).toHaveBeenCalledTimes(1);
  });

  test('tells its listener once, even if the listener cancels it again', () => {
    const cancellation = new Cancellation();
    const onCancel = jest.fn(() => cancellation.cancel());
    cancellation.add({ onCancel });
    cancellation.cancel();
    expect(onCancel).toHaveBeenCalledTimes(1);
  });

  test('aborts its requests, each with its own signal, even those that start too late', () => {
    const cancellation = new Cancellation();
    const [first, second] = [cancellation.signal, cancellation.signal];
    expect([first.aborted, second.aborted]).toEqual([false, false]);
    cancellation.cancel();
    expect([first.aborted, second.aborted, cancellation.signal.aborted]).toEqual([true, true, true]);
    expect(first).not.toBe(second);
  });

  test('leaves at once anything that it starts to wait for afterwards', () => {
    const cancellation = new Cancellation();
    cancellation.cancel();
    const late = { onCancel: jest.fn() };
    cancellation.add(late);
    expect(late.onCancel).toHaveBeenCalledTimes(1);
  });

  test('leaves nothing that it had already let go of because its value has arrived', () => {
    const cancellation = new Cancellation();
    const [first, second] = [{ onCancel: jest.fn() }, { onCancel: jest.fn() }];
    cancellation.add(first);
    cancellation.add(second);
    cancellation.forget();
    cancellation.cancel();
    expect(first.onCancel).not.toHaveBeenCalled();
    expect(second.onCancel).not.toHaveBeenCalled();
  });
});

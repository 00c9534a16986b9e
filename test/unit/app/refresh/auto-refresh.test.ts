import { keepRefreshing } from '../../../../src/app/refresh/auto-refresh';
import { TRAITS } from '../../../../src/functions/generated/function-traits';
import { type Opened, openWorkbook } from '../opened-workbook';

afterEach(() => {
  jest.useRealTimers();
});

async function openRefreshing(
  autoRefreshSeconds: number,
): Promise<
  Opened & { readonly refreshes: () => number; readonly stop: () => void; readonly pass: (ms: number) => Promise<void> }
> {
  const opened = await openWorkbook();
  await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
  await opened.session.save({ autoRefreshSeconds });
  const before = opened.service.requests.length;
  jest.useFakeTimers();
  const stop = keepRefreshing(opened.session, TRAITS);
  const pass = async (ms: number): Promise<void> => {
    opened.clock.now += ms;
    await jest.advanceTimersByTimeAsync(ms);
  };
  return { ...opened, refreshes: () => opened.service.requests.length - before, stop, pass };
}

describe('the automatic refresh', () => {
  test('requests quotes again after every interval, however fresh the values are', async () => {
    const { refreshes, pass, stop } = await openRefreshing(10);
    await pass(9_900);
    expect(refreshes()).toBe(0);
    await pass(200);
    expect(refreshes()).toBe(1);
    await pass(10_200);
    expect(refreshes()).toBe(2);
    stop();
  });

  test('is off by default, and follows the settings', async () => {
    const { session, refreshes, pass, stop } = await openRefreshing(0);
    await pass(100_000);
    expect(refreshes()).toBe(0);
    await session.save({ autoRefreshSeconds: 5 });
    await pass(5_100);
    expect(refreshes()).toBe(1);
    await session.save({ autoRefreshSeconds: 0 });
    await pass(100_000);
    expect(refreshes()).toBe(1);
    stop();
  });

  test('never starts while another is running', async () => {
    const { workbook, refreshes, pass, stop } = await openRefreshing(5);
    const calculations = jest.spyOn(workbook, 'calculate');
    workbook.dead.add('Sheet1!A1');
    await pass(14_000);
    expect(calculations).toHaveBeenCalledTimes(1);
    await pass(40_000);
    expect(calculations).toHaveBeenCalledTimes(2);
    expect(refreshes()).toBe(0);
    stop();
  });

  test('goes on after a failure, and reports it', async () => {
    const { session, workbook, refreshes, pass, stop } = await openRefreshing(5);
    jest.spyOn(workbook, 'calculate').mockRejectedValueOnce(new Error('A cell is being edited'));
    await pass(5_100);
    expect(session.activity.notes[0]?.text).toBe('The automatic refresh failed: A cell is being edited');
    await pass(5_100);
    expect(refreshes()).toBe(1);
    stop();
  });

  test('pauses while nobody sees the workbook, unless the settings say otherwise', async () => {
    const { session, refreshes, pass, stop } = await openRefreshing(5);
    session.host.isHidden = () => true;
    await pass(5_100);
    expect(refreshes()).toBe(0);
    await session.save({ refreshesAlways: true });
    await pass(5_100);
    expect(refreshes()).toBe(1);
    stop();
  });

  test('pauses while all markets are closed, unless the settings say otherwise', async () => {
    const { session, clock, refreshes, pass, stop } = await openRefreshing(5);
    clock.now = Date.parse('2026-11-21T12:00:00Z');
    await pass(5_100);
    expect(refreshes()).toBe(0);
    await session.save({ refreshesAlways: true });
    await pass(5_100);
    expect(refreshes()).toBe(1);
    stop();
  });

  test('can be ended', async () => {
    const { refreshes, pass, stop } = await openRefreshing(5);
    stop();
    await pass(100_000);
    expect(refreshes()).toBe(0);
  });
});

import { Gate } from '../../../src/api/gate';
import type { Ticket } from '../../../src/api/rate-limit';
import { useFakeTime } from './limits-service';

useFakeTime();

/** A gate, and how many have passed it of those who came. It is 15:00:03.400, so the second ends after 600 ms. */
function open() {
  const gate = new Gate(() => Date.now());
  const passed: Ticket[] = [];
  return {
    gate, passed,
    come: (count: number, signal = new AbortController().signal) => Promise.allSettled(Array.from({ length: count }, async () => { passed.push(await gate.pass(signal)); })),
  };
}

const wait = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** A gate at which three wait, after a refusal. */
async function closed() {
  const opened = open();
  await opened.come(1);
  opened.gate.refused(opened.passed[0]!, undefined, true);
  opened.passed.length = 0;
  const cancel = new AbortController();
  return { ...opened, cancel, waiting: opened.come(3, cancel.signal) };
}

describe('the gate', () => {
  test('is open until the service refuses something', async () => {
    const { come, passed } = open();
    await come(100);
    expect(passed).toHaveLength(100);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('closes for the pause, lets one find out whether it is over, and then all', async () => {
    const { gate, passed } = await closed();
    await wait(649);
    expect(passed).toHaveLength(0);
    await wait(1);
    expect(passed).toHaveLength(1);
    expect(jest.getTimerCount()).toBe(0);
    gate.accepted(passed[0]!);
    await wait(0);
    expect(passed).toHaveLength(3);
  });

  test('lets the next one find out when the first is lost', async () => {
    const { gate, passed } = await closed();
    await wait(650);
    gate.lost(passed[0]!);
    await wait(0);
    expect(passed).toHaveLength(2);
  });

  test('stays closed for longer when that one is refused', async () => {
    const { gate, passed } = await closed();
    await wait(650);
    expect(gate.refused(passed[0]!, undefined, true)).toBe(true);
    await wait(5_999);
    expect(passed).toHaveLength(1);
    await wait(1);
    expect(passed).toHaveLength(2);
  });

  test('is left by who is cancelled; nothing is left when the last has gone', async () => {
    const { passed, cancel, waiting } = await closed();
    expect(jest.getTimerCount()).toBe(1);
    cancel.abort(new RangeError('enough'));
    expect(await waiting).toEqual(Array(3).fill({ status: 'rejected', reason: new RangeError('enough') }));
    expect([jest.getTimerCount(), passed.length]).toEqual([0, 0]);
  });

  test('refuses all who wait when it is told to, and leaves no timer', async () => {
    const { gate, waiting } = await closed();
    gate.refuseAll(new RangeError('no'));
    expect(await waiting).toEqual(Array(3).fill({ status: 'rejected', reason: new RangeError('no') }));
    expect(jest.getTimerCount()).toBe(0);
  });

  test('says when a pause is too long, and then lets nobody pass who waited', async () => {
    const { gate, passed, waiting } = await closed();
    await wait(650);
    expect(gate.refused(passed[0]!, 3_600_000, true)).toBe(false);
    gate.refuseAll(new RangeError('too long'));
    expect((await waiting).filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect(passed).toHaveLength(1);
  });
});

import { watchOtherTabs } from '../../../../src/workbench/page/other-tabs';

/** The tabs of one browser: what one says, the others hear. */
class Channel {
  static all: Channel[] = [];
  #hear: ((event: { data: string }) => void) | undefined;
  constructor() {
    Channel.all.push(this);
  }
  addEventListener(_: 'message', listener: (event: { data: string }) => void): void {
    this.#hear = listener;
  }
  postMessage(data: string): void {
    if (!Channel.all.includes(this)) return;
    for (const other of Channel.all)
      setTimeout(() => {
        if (other !== this && Channel.all.includes(other)) other.#hear?.({ data });
      }, 1);
  }
}

const events: Record<string, () => void> = {};

beforeEach(() => {
  jest.useFakeTimers();
  Channel.all = [];
  Object.assign(globalThis, {
    BroadcastChannel: Channel,
    addEventListener: (name: string, listener: () => void) => {
      events[name] = listener;
    },
  });
});
afterEach(() => {
  jest.useRealTimers();
});

/** Opens a tab; returns whether it currently warns of another one. */
function openTab(): () => boolean {
  let warns = false;
  watchOtherTabs((isOpen) => {
    warns = isOpen;
  });
  events.pageshow!();
  jest.advanceTimersByTime(10);
  return () => warns;
}

describe('a second tab of the workbench', () => {
  test('is noticed by both, for as long as it is open', () => {
    const [first, second] = [openTab(), openTab()];
    expect([first(), second()]).toEqual([true, true]);
    jest.advanceTimersByTime(60_000);
    expect([first(), second()]).toEqual([true, true]);
  });

  test('ends the warning when it closes', () => {
    const first = openTab();
    openTab();
    events.pagehide!();
    Channel.all.pop();
    jest.advanceTimersByTime(10);
    expect(first()).toBe(false);
  });

  test('ends the warning within ten seconds after it crashes without a message', () => {
    const first = openTab();
    openTab();
    Channel.all.pop();
    jest.advanceTimersByTime(10_000);
    expect(first()).toBe(false);
  });
});

import { MessageClock } from '../../../../src/office/cells/message-clock';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
  jest.useRealTimers();
});

type Events = readonly (readonly ['handed over' | 'left', number])[];

/** Results are handed over and messages leave at these times, in ms. */
function clockAfter(...events: Events): MessageClock {
  const clock = new MessageClock();
  const start = performance.now();
  for (const [what, atMs] of events) {
    jest.advanceTimersByTime(start + atMs - performance.now());
    if (what === 'left') clock.leave();
    else clock.handOver(performance.now());
  }
  return clock;
}

describe('the time between two messages is', () => {
  test.each<[string, number, number, Events]>([
    ['unknown at first', 200, 500, []],
    [
      'unknown after one message',
      200,
      500,
      [
        ['handed over', 0],
        ['left', 50],
      ],
    ],
    [
      'the short one after two messages at that interval',
      200,
      200,
      [
        ['handed over', 0],
        ['left', 50],
        ['left', 270],
      ],
    ],
    [
      'the long one after a message that had to wait that long',
      500,
      500,
      [
        ['handed over', 0],
        ['left', 50],
        ['handed over', 200],
        ['left', 570],
      ],
    ],
    [
      'still unknown if the next results came too late to show it',
      200,
      500,
      [
        ['handed over', 0],
        ['left', 50],
        ['handed over', 5_000],
        ['left', 5_050],
      ],
    ],
    [
      'the short one even if one message of a busy page took long',
      200,
      200,
      [
        ['handed over', 0],
        ['left', 50],
        ['handed over', 100],
        ['left', 900],
        ['left', 1_150],
      ],
    ],
  ])('%s', (_, least, most, events) => {
    expect(clockAfter(...events)).toMatchObject({ minMs: least, maxMs: most });
  });
});

test.each<[string, number, Events, number]>([
  [
    'short',
    100,
    [
      ['handed over', 0],
      ['left', 50],
      ['left', 270],
    ],
    200,
  ],
  [
    'unknown',
    100,
    [
      ['handed over', 0],
      ['left', 50],
    ],
    500,
  ],
  [
    'unknown, and many results are still to come',
    1_001,
    [
      ['handed over', 0],
      ['left', 50],
    ],
    200,
  ],
])(
  'results are handed over just before the next message can leave, if the interval is %s',
  (_, expected, events, interval) => {
    expect(clockAfter(...events).freeAt(expected) - performance.now()).toBe(interval + 20 - 50);
  },
);

test('a message that is not observed counts as sent 50 ms after its first result, and the next one an interval later', () => {
  const clock = clockAfter(['handed over', 0], ['handed over', 30]);
  expect(clock.at - performance.now()).toBe(20);
  jest.advanceTimersByTime(60);
  clock.handOver(performance.now());
  expect(clock.at - performance.now()).toBe(50 + 200 - 90);
});

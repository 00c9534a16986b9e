/** Dates alone go on from another time. Timers, promises and requests stay real. */
export function setClock(at: number): void {
  const timers = [
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
    'clearImmediate',
  ] as const;
  jest.useFakeTimers({ now: at, doNotFake: [...timers, 'nextTick', 'queueMicrotask', 'performance', 'hrtime'] });
}

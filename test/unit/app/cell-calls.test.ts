import { errorsIn } from '../../../src/app/cell-calls';
import { CellLog } from '../../../src/app/cell-log';
import { cancelledError } from '../../../src/api/service-error';
import { PriceError } from '../../../src/api/price-error';
import { callCountIn } from '../../../src/app/workbook/formulas';
import type { Call } from '../../../src/core/call';
import { CellError } from '../../../src/core/errors';
import { createCall } from '../../support/evaluate';

const BAD = new CellError('#VALUE!', 'fields: "bidd" is not a field');
const UNKNOWN = new CellError('#N/A', '"XX" has no quote');
const ADDRESS = 'Model!B7';

let log: CellLog;
beforeEach(() => {
  jest.useFakeTimers();
  log = new CellLog();
});
afterEach(() => {
  jest.useRealTimers();
});

const begin = (symbol: string, at?: number): Call => {
  const call = createCall({ address: ADDRESS, trace: at === undefined ? {} : { oldest: { at } } });
  log.beginCall(call, 'QUOTE', [[[symbol]]]);
  return call;
};
const sentences = (callCount?: number): string[] =>
  errorsIn(log.lastAt([ADDRESS], callCount)?.error).map(({ message }) => message);

describe('several calls in one cell', () => {
  test.each([2, 3, 12])('%i calls keep the error of each, in whatever order they end', (count) => {
    for (const failing of [0, count - 1, Math.floor(count / 2)])
      for (const order of [(calls: Call[]): Call[] => calls, (calls: Call[]): Call[] => calls.toReversed()]) {
        jest.advanceTimersByTime(60_000);
        const calls = Array.from({ length: count }, (_, index) => begin(`S${index}`, 100 + index));
        for (const call of order([...calls])) {
          jest.advanceTimersByTime(700);
          log.endCall(call, call === calls[failing] ? [[UNKNOWN]] : [[1]]);
        }
        expect(sentences()).toEqual([UNKNOWN.message]);
        expect(log.lastAt([ADDRESS])?.readAt).toBe(100);
        expect(log.lastAt([ADDRESS])?.error).toBe(UNKNOWN);
      }
  });

  test('an argument error that ends before the next call begins belongs to the cell', () => {
    log.endCall(begin('bidd'), BAD);
    jest.advanceTimersByTime(600);
    const second = begin('EURUSD', 5);
    jest.advanceTimersByTime(9_000);
    log.endCall(second, [[1.1]]);
    expect(sentences(2)).toEqual([BAD.message]);
    expect(log.lastAt([ADDRESS], 2)?.readAt).toBe(5);
  });

  test('each error sentence is shown once, and the requests that wait for permission are added up', () => {
    const calls = ['A', 'B', 'C', 'D'].map((symbol) => begin(symbol));
    const waiting = [new PriceError({ missing: 40 }), new PriceError({ missing: 2 })];
    log.endCall(calls[0]!, BAD);
    log.endCall(calls[1]!, waiting[0]!);
    log.endCall(calls[2]!, BAD);
    log.endCall(calls[3]!, waiting[1]!);
    expect(log.lastAt([ADDRESS])?.error?.message).toBe(
      `${BAD.message}; About 40 more requests: allow it in the MD pane; About 2 more requests: allow it in the MD pane`,
    );
  });

  test('the next recalculation replaces all, whichever of its calls ends first', () => {
    for (const symbol of ['A', 'XX', 'C']) log.endCall(begin(symbol, 1), symbol === 'XX' ? UNKNOWN : [[1]]);
    jest.advanceTimersByTime(300);
    const next = ['A', 'B', 'C'].map((symbol) => begin(symbol, 2));
    for (const call of next.toReversed()) log.endCall(call, [[2]]);
    expect(sentences()).toEqual([]);
    expect(log.lastAt([ADDRESS])?.readAt).toBe(2);
  });

  test('a formula with one call shows only its last call, however soon it is entered again', () => {
    log.endCall(begin('XX'), UNKNOWN);
    log.endCall(begin('EURUSD', 2), [[2]]);
    expect(sentences(1)).toEqual([]);
    expect(sentences(2)).toEqual([UNKNOWN.message]);
  });

  test('calls from before a cancellation are forgotten once there are others, in either order', () => {
    for (const isCancelledFirst of [true, false]) {
      jest.advanceTimersByTime(60_000);
      log.endCall(begin('bidd'), BAD);
      const old = begin('EURUSD');
      jest.advanceTimersByTime(500);
      if (isCancelledFirst) log.endCall(old, cancelledError());
      const next = [begin('bid', 3), begin('GBPUSD', 4)];
      if (!isCancelledFirst) log.endCall(old, cancelledError());
      for (const call of next) log.endCall(call, [[1]]);
      expect(sentences()).toEqual([]);
      expect(log.lastAt([ADDRESS])?.readAt).toBe(3);
    }
  });

  test('a later recalculation that asks something else replaces all calls', () => {
    log.endCall(begin('bidd'), BAD);
    log.endCall(begin('XX'), UNKNOWN);
    jest.advanceTimersByTime(3_000);
    log.endCall(begin('GBPUSD', 3), [[1]]);
    expect(sentences()).toEqual([]);
  });
});

test.each([
  ['=MD.QUOTE("EURUSD")', 1],
  ['=IFERROR(MD.QUOTE("EURUSD"),MD.QUOTE("GBPUSD"))+1', 2],
  ['=MAP(A1:A3,LAMBDA(s,MD.QUOTE(s)))', Infinity],
  ['=MAP(A1:A3,MD.QUOTE)', Infinity],
  ['=Rate("EURUSD")', Infinity],
])('%s has %d calls', (formula, count) => expect(callCountIn(formula)).toBe(count));

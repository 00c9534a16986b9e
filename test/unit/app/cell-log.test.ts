import type { CellResult } from '../../../src/app/cell-calls';
import { CellLog } from '../../../src/app/cell-log';
import { CellError } from '../../../src/core/errors';
import { cancelledError, statusError } from '../../../src/api/service-error';
import { createCall } from '../../support/evaluate';
import { addressesOf } from '../../../src/app/workbook/cells';
import { cellOf } from '../../../src/core/sheet';

const B7 = cellOf('Model', 6, 1);
const failure = new CellError('#N/A', 'No quote');

function logOf(...records: readonly [address: string | undefined, at: number | undefined, result: unknown][]): CellLog {
  const log = new CellLog();
  for (const [address, at, result] of records)
    log.endCall(createCall({ address, trace: { oldest: at === undefined ? undefined : { at } } }), result);
  return log;
}

describe('the log of cells', () => {
  test('knows the last result of each cell', () => {
    const log = logOf(['Model!B7', 1, [[1]]], ['Model!B8', 2, failure], ['Model!B7', 3, [[2]]]);
    expect(log.lastAt(addressesOf(B7))).toEqual({ readAt: 3, requested: { at: 3 }, error: undefined });
    expect(log.lastAt(addressesOf(cellOf('Model', 7, 1)))).toEqual({ readAt: 2, requested: { at: 2 }, error: failure });
    expect(log.lastAt(addressesOf(cellOf('Model', 8, 1)))).toBeUndefined();
  });

  test('treats the error of a single cell as the error of the formula, but not one among other values', () => {
    expect(logOf(['Model!B7', 1, [[failure]]]).lastAt(addressesOf(B7))?.error).toBe(failure);
    expect(logOf(['Model!B7', 1, [[failure, 1]]]).lastAt(addressesOf(B7))?.error).toBeUndefined();
    expect(logOf(['Model!B7', 1, [[failure], [1]]]).lastAt(addressesOf(B7))?.error).toBeUndefined();
  });

  test('keeps the first lookup that failed among others, and ignores values that are merely unpublished', () => {
    const [first, second] = [statusError(401), statusError(503)];
    const { error, failure: failed } =
      logOf([
        'Model!B7',
        1,
        [
          ['bid', 'ask'],
          [failure, first],
          [second, 1],
        ],
      ]).lastAt(addressesOf(B7)) ?? {};
    expect([error, failed]).toEqual([undefined, first]);
    expect(logOf(['Model!B7', 1, [['bid'], [failure]]]).lastAt(addressesOf(B7))?.failure).toBeUndefined();
  });

  test('counts a last value as a failed lookup, even a text or a blank, with the age of that value', () => {
    const down = statusError(503);
    for (const cells of [[['open ⏱ 12:03']], [['']], [['bid'], ['open ⏱ 12:03']]]) {
      const log = new CellLog();
      const trace = { oldest: { at: 60 }, lastShown: { failure: down, askedAt: 7 } };
      log.endCall(createCall({ address: 'Model!B7', trace }), cells);
      expect(log.lastAt(addressesOf(B7))).toEqual({ readAt: 7, error: undefined, failure: down });
    }
  });

  test.each(["'My sheet'!B7", 'My sheet!B7'])('finds the cell that a host calls %s', (address) => {
    expect(logOf([address, 1, 'x']).lastAt(addressesOf(cellOf('My sheet', 6, 1)))?.readAt).toBe(1);
  });

  test('ignores cancelled calls when it says what a cell shows', () => {
    expect(logOf(['Model!B7', 1, [[1]]], ['Model!B7', 2, cancelledError()]).lastAt(addressesOf(B7))).toEqual({
      readAt: 1,
      requested: { at: 1 },
      error: undefined,
    });
  });

  test('drops the oldest calls if there are more than it can hold', () => {
    const many = Array.from({ length: 40_000 }, (_, row) => [`Model!A${row + 1}`, row, 1] as [string, number, unknown]);
    const log = logOf(['Model!B7', 1, [[1]]], ...many);
    expect(log.lastAt(addressesOf(B7))).toBeUndefined();
    expect(log.lastAt(addressesOf(cellOf('Model', 39_999, 0)))?.readAt).toBe(39_999);
  });

  test('keeps its sorted calls while others arrive', () => {
    const log = logOf(['Model!B7', 1, 'x']);
    expect(log.lastAt(addressesOf(B7))?.readAt).toBe(1);
    log.endCall(createCall({ address: 'Model!C7' }), 'y');
    expect(log.lastAt(addressesOf(B7))?.readAt).toBe(1);
    expect(log.lastAt(addressesOf(cellOf('Model', 6, 2)))).toEqual({ readAt: undefined, error: undefined });
  });

  test('follows cells to other addresses, also calls that began before, and tells its watchers', () => {
    const log = logOf(['Old!B7', 1, 'x']);
    log.wereCalculated.add('Old!C7');
    const running = createCall({ address: 'Old!B8', trace: { oldest: { at: 2 } } });
    log.beginCall(running);
    let heard = '';
    log.watch({ readdress: (addressNow) => (heard = addressNow('Old!B9')) });
    log.readdress((address) => address.replace('Old!', 'New!'));
    log.endCall(running, 'y');
    expect([log.lastAt(['New!B7'])?.readAt, log.lastAt(['New!B8'])?.readAt]).toEqual([1, 2]);
    expect([log.lastAt(['Old!B7']), log.lastAt(['Old!B8'])]).toEqual([undefined, undefined]);
    expect([log.wereCalculated.has('New!C7'), heard]).toEqual([true, 'New!B9']);
    // A sheet that takes the old name is another one.
    const ofOther = createCall({ address: 'Old!B8', trace: { oldest: { at: 3 } } });
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 1);
    log.beginCall(ofOther);
    log.endCall(ofOther, 'z');
    jest.restoreAllMocks();
    expect([log.lastAt(['New!B8'])?.readAt, log.lastAt(['Old!B8'])?.readAt]).toEqual([2, 3]);
  });

  test('reports every call to its watchers, with or without an address', () => {
    const log = new CellLog();
    const heard: (CellResult | undefined | 'begin')[] = [];
    const stop = log.watch({
      beginCall: () => heard.push('begin'),
      endCall: (_, result) => heard.push(result),
      notBefore: () => undefined,
    });
    const call = createCall();
    log.beginCall(call);
    log.endCall(call, failure);
    log.endCall(call, cancelledError());
    stop();
    log.beginCall(call);
    log.endCall(call, failure);
    expect(heard).toEqual(['begin', { readAt: undefined, error: failure }, undefined]);
  });

  test('demands answers no older than the latest time of its watchers', () => {
    const log = new CellLog();
    const quiet = { begin: () => undefined, end: () => undefined };
    const call = createCall();
    expect(log.notBefore(call)).toBeUndefined();
    const stops = [undefined, 5, 3].map((time) => log.watch({ ...quiet, notBefore: () => time }));
    expect(log.notBefore(call)).toBe(5);
    stops[1]!();
    stops[2]!();
    expect(log.notBefore(call)).toBeUndefined();
  });
});

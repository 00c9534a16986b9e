import { openWorkbook, valuesOf, recalculate } from '../opened-workbook';
import { frozenBlocks, thaw, freeze } from '../../../../src/app/workbook/freeze';
import { planRefresh } from '../../../../src/app/workbook/refresh';
import { traceOrigin } from '../../../../src/app/workbook/origin';
import { compareSnapshot } from '../../../../src/app/workbook/snapshot-match';
import { snapshots, takeSnapshot } from '../../../../src/app/workbook/snapshot';
import { CATALOG } from '../../../../src/functions/catalog';
import { invoke } from '../../../../src/functions/evaluate/invoke';
import { a1WithSheet, parseA1 } from '../../../../src/core/sheet';

async function openLiveList() {
  const opened = await openWorkbook();
  Object.assign(opened.market.prices, { EURUSD: 1.04, USDJPY: 156.5 });
  await opened.workbook.enter('D1', ['EURUSD'], [''], ['BAD'], ['USDJPY']);
  await opened.workbook.enter('A1', ['=MD.LIVE(D1:D4,"bid,timestamp",,5,TRUE)']);
  expect(await valuesOf(opened, 5)).toEqual([['bid'], [1.04], [''], ['#N/A'], [156.5]]);
  return opened;
}

describe('a live list that spills', () => {
  test('is frozen as a whole, and thawed', async () => {
    const opened = await openLiveList();
    const before = await valuesOf(opened, 5, 2);
    expect((await freeze(opened.session, 'workbook')).frozenCount).toBe(1);
    expect(await opened.workbook.formulas()).toEqual([]);
    expect(await valuesOf(opened, 5, 2)).toEqual(before);
    await thaw(opened.session, await frozenBlocks(opened.session));
    await opened.workbook.settled();
    expect((await opened.workbook.formulas()).map(({ formula }) => formula)).toEqual([
      '=MD.LIVE(D1:D4,"bid,timestamp",,5,TRUE)',
    ]);
    expect(await valuesOf(opened, 5, 2)).toEqual(before);
  });

  test('is compared with its snapshot symbol by symbol', async () => {
    const opened = await openLiveList();
    const { session, workbook, market, clock } = opened;
    await takeSnapshot(session, 'One');
    clock.now += 60_000;
    market.prices.USDJPY = 157;
    await recalculate({ workbook });
    const { id } = (await snapshots(session))[0]!;
    const { changes } = await compareSnapshot(session, id);
    expect(changes.map(({ block, older, newer }) => [a1WithSheet(block), older, newer])).toEqual([
      ['Sheet1!A5', 156.5, 157],
    ]);
  });

  test('is left out of a refresh, and its prices are traced to their requests', async () => {
    const { session, workbook } = await openLiveList();
    await workbook.enter('F1', ['=SUM(A2:A5)']);
    expect((await planRefresh(session, 'all')).cells).toEqual([]);
    const functions = {
      catalog: CATALOG,
      run: (id: string, values: readonly unknown[], call: Parameters<typeof invoke>[3]) =>
        invoke(
          CATALOG.find((one) => one.id === id)!,
          session,
          values,
          call,
        ),
    };
    const tracedFrom = async (address: string): Promise<unknown[]> => {
      const { answers } = await traceOrigin(session, parseA1(address, 'Sheet1')!, functions);
      return answers.map(({ name, fields, request, problem }) => [name, fields[0], request?.what ?? problem]);
    };
    const what = '/currencies/quotes?symbols=EURUSD,BAD,USDJPY';
    expect(await tracedFrom('A5')).toEqual([['USDJPY', ['bid', 156.5], what]]);
    expect(await tracedFrom('A4')).toEqual([['BAD', undefined, expect.stringContaining('"BAD" has no quote')]]);
    expect(await tracedFrom('F1')).toEqual([
      ['EURUSD', ['bid', 1.04], what],
      ['USDJPY', ['bid', 156.5], what],
      ['BAD', undefined, expect.stringContaining('"BAD" has no quote')],
    ]);
  });
});

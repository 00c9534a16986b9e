import { pricedAt, status } from '../../../support/stub-service';
import { type Opened, openWorkbook, valuesOf } from '../opened-workbook';
import { a1WithSheet, cellOf } from '../../../../src/core/sheet';
import { scanCells } from '../../../../src/app/workbook/cells';
import { planRefresh, runRefresh } from '../../../../src/app/workbook/refresh';

describe('a refresh that is stopped', () => {
  const stopped = async ({ session }: Opened, when: (stop: () => void) => void) => {
    const stop = new AbortController();
    when(() => stop.abort());
    return runRefresh(session, await planRefresh(session, 'all'), () => undefined, stop.signal);
  };
  const stoppedAt = (row: number) => ({ cell: cellOf('Sheet1', row, 0), reason: 'The refresh was stopped' });
  const [AT_ONCE, COINS] = [6, 120];

  test('before the spreadsheet calculates has done nothing, and says so', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    const before = opened.service.requests.length;
    expect(await stopped(opened, (stop) => stop())).toEqual({
      refreshedCount: 0,
      notRefreshed: [stoppedAt(0)],
    });
    expect(opened.service.requests).toHaveLength(before);
  });

  test('later sends nothing either, whether the spreadsheet has called the function of a cell or does so later', async () => {
    const opened = await openWorkbook();
    const { session, workbook, service } = opened;
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")']);
    workbook.sleeping.add('Sheet1!A2');
    opened.market.price = 2;
    opened.clock.now += 60_000;
    const before = service.requests.length;
    const report = await stopped(opened, (stop) => {
      session.cells.watch({ beginCall: stop });
    });
    expect(report).toEqual({ refreshedCount: 0, notRefreshed: [stoppedAt(0), stoppedAt(1)] });
    workbook.sleeping.clear();
    await workbook.calculate([cellOf('Sheet1', 1, 0)]);
    await workbook.settled();
    expect(await valuesOf(opened, 2)).toEqual([[1], [1]]);
    expect(service.requests).toHaveLength(before);
    // What the user asks once more is asked.
    await workbook.calculate([cellOf('Sheet1', 1, 0)]);
    await workbook.settled();
    expect(await valuesOf(opened, 2)).toEqual([[1], [2]]);
  });

  /** Far more coins than the requests that are out at once can hold, and how their service is held. */
  async function withCoins(first?: unknown) {
    let price = 1;
    let held: (() => void)[] | undefined;
    const opened = await openWorkbook({
      '/crypto/quotes': async (request) => {
        if (held) await new Promise<void>((resolve) => held!.push(resolve));
        return price === 1 && first ? first : pricedAt(() => price)(request);
      },
    });
    const coin = (row: number): string => `COIN${String(row).padStart(3, '0')}`;
    const coins = Array.from({ length: COINS }, (_, row) => [`=MD.QUOTE("crypto:${coin(row)}")`]);
    const sent = (): string[] => opened.service.requests.map(({ query }) => query);
    return {
      ...opened,
      coins,
      coin,
      sent,
      /** From now on prices are 2, and wait. */
      hold: () => {
        [price, held] = [2, []];
        opened.clock.now += 1000;
      },
      /** Refreshes all, and stops once nothing more is sent for now. */
      async stopWhenOut() {
        const before = sent().length;
        const stop = new AbortController();
        const plan = await planRefresh(opened.session, 'all');
        const refreshing = runRefresh(opened.session, plan, () => undefined, stop.signal);
        while (sent().length < before + AT_ONCE) await new Promise((resolve) => setTimeout(resolve, 5));
        stop.abort();
        const report = await refreshing;
        return { report, out: sent().slice(before) };
      },
      answer: async () => {
        const all = held!;
        held = undefined;
        for (const one of all) one();
        await opened.workbook.settled();
      },
    };
  }

  test('sends nothing more, and leaves the other cells their values with their times', async () => {
    const coins = await withCoins();
    await coins.workbook.enter('A1', ...coins.coins);
    await coins.workbook.settled();
    const askedAt = coins.clock.now;
    coins.hold();
    const { report, out } = await coins.stopWhenOut();
    const isOut = (row: number): boolean => out.join().includes(coins.coin(row));
    const left = Array.from({ length: COINS }, (_, row) => row).filter((row) => !isOut(row));
    expect(left.length).toBeGreaterThan(20);
    expect(report).toEqual({
      refreshedCount: 0,
      arrivingCount: COINS - left.length,
      notRefreshed: left.map(stoppedAt),
    });
    await coins.answer();
    expect(coins.sent().slice(-out.length)).toEqual(out);
    const values = await valuesOf(coins, COINS);
    expect(values.flat()).toEqual(coins.coins.map((_, row) => (isOut(row) ? 2 : 1)));
    const times = (await scanCells(coins.session)).map(({ readAt }) => readAt);
    expect(times).toEqual(coins.coins.map((_, row) => (isOut(row) ? coins.clock.now : askedAt)));
  });

  test('says in cells without a value what to do, and charges nobody', async () => {
    const coins = await withCoins(status(401));
    await coins.workbook.enter('A1', ...coins.coins);
    coins.hold();
    const { out } = await coins.stopWhenOut();
    await coins.answer();
    expect(coins.sent().slice(-out.length)).toEqual(out);
    const faulty = (await planRefresh(coins.session, 'errors')).cells;
    expect(faulty.length).toBeGreaterThan(20);
    for (const { cell, price } of faulty) {
      expect(coins.session.cells.lastAt([a1WithSheet(cell)])?.error?.message).toBe(
        'Cancelled: recalculate to ask again',
      );
      expect(price).toBeUndefined();
    }
  });

  test('still sends what cells wait for whose values are saved ones: no function could give those back', async () => {
    const coins = await withCoins();
    for (const [row, [formula]] of coins.coins.entries()) coins.workbook.loadSaved(`A${row + 1}`, formula!, 7);
    coins.hold();
    const { report } = await coins.stopWhenOut();
    expect(report).toEqual({ refreshedCount: 0, arrivingCount: COINS, notRefreshed: [] });
    await coins.answer();
    expect((await valuesOf(coins, COINS)).flat()).toEqual(coins.coins.map(() => 2));
  });

  test('still sends what a cell that is not refreshed waits for', async () => {
    const coins = await withCoins();
    await coins.workbook.enter('A1', ...coins.coins);
    await coins.workbook.settled();
    coins.hold();
    coins.clock.now += 60_000;
    const all = await planRefresh(coins.session, 'all');
    const before = coins.sent().length;
    const stop = new AbortController();
    const [first, ...others] = [...all.cells].reverse();
    const refreshing = runRefresh(coins.session, { ...all, cells: others }, () => undefined, stop.signal);
    void coins.workbook.calculate([first!.cell]);
    while (coins.sent().length < before + AT_ONCE) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    await refreshing;
    await coins.answer();
    expect((await valuesOf(coins, COINS)).at(-1)).toEqual([2]);
  });
});

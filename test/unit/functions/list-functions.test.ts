import { createSandboxSession, evaluate, formatsOf } from '../../support/evaluate';

const NOW = Date.UTC(2026, 10, 20, 15);

const DATE = 'yyyy-mm-dd';
const TIME = 'yyyy-mm-dd hh:mm:ss';

test.each<[string, readonly unknown[], readonly string[]]>([
  ['HOURS', ['XNYS', '2026-11-27', '2026-11-27', 'mic,date,open_time', false], ['', DATE, 'hh:mm']],
  ['HOLIDAYS', ['XNYS', '2026-11-27', '2026-11-27', 'date,close_time', false], [DATE, 'hh:mm']],
  ['MARKETS', ['XNYS', 'next_dst_transition,open_time,mic', false], [DATE, 'hh:mm', '']],
  ['STATUS', ['XNYS', 'local_time,status', false], [TIME, '']],
  ['FILINGS', ['MSFT', null, 1, 'filing_type,filing_date', false], ['', DATE]],
  ['NEWS', ['stocks', 1, 'timestamp,content', false], [TIME, '']],
  ['USAGE', ['1h', 1, false], [TIME, '', '', '']],
])('MD.%s of %j has a format for each column of dates and times', async (id, args, formats) => {
  const session = createSandboxSession(NOW);
  expect(formatsOf(await evaluate(session, id, ...args))[0]).toEqual(formats);
});

test.each<[string, number, readonly unknown[], readonly unknown[]]>([
  ['STATUS', 60, ['XNYS', 'status'], ['XTKS']],
  ['NEWS', 60, ['indices'], ['INDICES', 20, 'content']],
  ['USAGE', 60, [], ['1h', 24, false]],
  ['GET', 15, ['/currencies/quote', 'symbol=EURUSD', 'bid'], ['/currencies/quote', [['symbol', 'EURUSD']]]],
])('formulas of MD.%s share an answer for %i seconds: %j and %j', async (id, seconds, one, other) => {
  let [now, requests] = [NOW, 0];
  const session = createSandboxSession(
    () => now,
    () => requests++,
  );
  const both = (): Promise<unknown> => Promise.all([one, other].map((args) => evaluate(session, id, ...args)));
  await both();
  now += seconds * 1000 - 1;
  await both();
  expect(requests).toBe(1);
  now += 1;
  await both();
  expect(requests).toBe(2);
});

import { loadWorkbookSettings, saveArea, saveQuotesFresh } from '../../../src/app/workbook-settings';
import { Session } from '../../../src/app/session';
import type { QuotesFreshSeconds } from '../../../src/app/settings';
import { evaluate } from '../../support/evaluate';
import { createMemoryHost } from '../../support/memory-host';
import { asked, createStubService } from '../../support/stub-service';

const MINUTE = 60_000;

function setUp() {
  const clock = { now: 1_000_000 };
  const service = createStubService({
    '/currencies/quotes': () => ({ items: [{ symbol: 'EURUSD', ask: 1.2, bid: 1, mid: 1.1, timestamp: 1 }] }),
    '/stocks/quotes': () => ({ items: [{ symbol: 'AAPL', ask: 201, bid: 199, mid: 200, timestamp: 1 }] }),
  });
  const host = createMemoryHost();
  const begin = (): Session =>
    new Session(host, { fetch: service.fetch, now: () => clock.now, pace: { quietMs: 0, maxMs: 5 } });
  return { clock, service, host, begin, session: begin() };
}

describe('the setting for how long quotes stay fresh', () => {
  test.each<[QuotesFreshSeconds, number]>([
    [15, 15_000],
    [60, MINUTE],
    [300, 5 * MINUTE],
    [900, 15 * MINUTE],
    [3600, 60 * MINUTE],
  ])('of %d seconds allows no request before, and one afterwards', async (seconds, ms) => {
    const { clock, service, session } = setUp();
    await session.save({ quotesFreshSeconds: seconds });
    await evaluate(session, 'QUOTE', 'EURUSD');
    clock.now += ms - 1;
    await evaluate(session, 'QUOTE', 'EURUSD');
    expect(service.requests).toHaveLength(1);
    clock.now += 1;
    await evaluate(session, 'QUOTE', 'EURUSD');
    expect(service.requests).toHaveLength(2);
  });

  test('of "until refreshed" allows no request, however long it takes', async () => {
    const { clock, service, session } = setUp();
    await session.save({ quotesFreshSeconds: 0 });
    await evaluate(session, 'QUOTE', 'EURUSD');
    clock.now += 30 * 24 * 60 * MINUTE;
    await evaluate(session, 'QUOTE', 'EURUSD');
    expect(service.requests).toHaveLength(1);
  });

  test('applies at once to quotes in the cache when it is changed', async () => {
    const { clock, service, session } = setUp();
    await evaluate(session, 'QUOTE', 'EURUSD');
    await session.save({ quotesFreshSeconds: 3600 });
    clock.now += 59 * MINUTE;
    await evaluate(session, 'QUOTE', 'EURUSD');
    expect(service.requests).toHaveLength(1);
  });

  test('is stored in the workbook if it applies to that workbook only, and travels with it', async () => {
    const { session, host, begin } = setUp();
    await saveQuotesFresh(session, 900, true);
    expect([session.quotesFreshMs, host.stored.get('md.quotesFreshSeconds')]).toEqual([15 * MINUTE, undefined]);
    const next = begin();
    await loadWorkbookSettings(next);
    expect(next.quotesFreshMs).toBe(15 * MINUTE);
    await saveQuotesFresh(next, 60, false);
    expect([next.workbookQuotesFreshSeconds, next.quotesFreshMs]).toEqual([undefined, MINUTE]);
    await loadWorkbookSettings(begin());
    expect(next.quotesFreshMs).toBe(MINUTE);
  });

  test('falls back to the one for all workbooks if the workbook cannot be read or has nonsense', async () => {
    const { session, host } = setUp();
    await host.workbook.writePart(
      'urn:md-for-excel:settings',
      '<settings xmlns="urn:md-for-excel:settings" quotesFreshSeconds="7"/>',
    );
    await loadWorkbookSettings(session);
    expect(session.quotesFreshMs).toBe(15_000);
    host.workbook.readPart = () => Promise.reject(new Error('Excel is busy'));
    await loadWorkbookSettings(session);
    expect(session.quotesFreshMs).toBe(15_000);
  });
});

describe('the default area', () => {
  test('is stored in the workbook, and everybody who opens it has it', async () => {
    const { session, service, host, begin } = setUp();
    await session.ready;
    await saveArea(session, 'stocks');
    expect([session.settings.area, host.stored.get('md.area')]).toEqual(['stocks', undefined]);
    host.stored.set('md.area', 'crypto');
    const next = begin();
    await next.ready;
    expect(next.settings.area).toBe('crypto');
    const before = host.recalculationCount;
    await loadWorkbookSettings(next);
    expect([next.settings.area, host.recalculationCount]).toEqual(['stocks', before + 1]);
    await evaluate(next, 'QUOTE', 'AAPL');
    expect(asked(service)).toEqual(['/stocks/quotes?symbols=AAPL']);
  });

  test('is the one of the workbook that is open', async () => {
    const { session, host } = setUp();
    await session.save({ area: 'crypto' });
    await saveArea(session, 'indices');
    await session.save({ serviceAddress: 'https://other.test' });
    expect(session.settings.area).toBe('indices');
    await host.workbook.writePart('urn:md-for-excel:settings', undefined);
    await loadWorkbookSettings(session);
    expect(session.settings).toMatchObject({ area: 'crypto', serviceAddress: 'https://other.test' });
  });

  test('is kept beside the other setting of the workbook', async () => {
    const { session, begin } = setUp();
    await saveQuotesFresh(session, 900, true);
    await saveArea(session, 'stocks');
    await saveQuotesFresh(session, 60, true);
    const next = begin();
    await loadWorkbookSettings(next);
    expect([next.quotesFreshMs, next.settings.area]).toEqual([MINUTE, 'stocks']);
    await saveQuotesFresh(next, 60, false);
    const last = begin();
    await loadWorkbookSettings(last);
    expect([last.workbookQuotesFreshSeconds, last.settings.area]).toEqual([undefined, 'stocks']);
  });

  test('is that of the user if the workbook has none that is known, without a recalculation', async () => {
    const { session, host } = setUp();
    await host.workbook.writePart('urn:md-for-excel:settings', '<settings area="bonds"/>');
    await loadWorkbookSettings(session);
    expect([session.settings.area, host.recalculationCount]).toEqual(['currencies', 0]);
  });
});

import { Session } from '../../../src/app/session';
import {
  loadSettings,
  storeSettings,
  defaultSettings,
  profileOf,
  type QuotesFreshSeconds,
} from '../../../src/app/settings';
import { NO_PROFILE } from '../../../src/app/profile';
import { checkSettings, SettingsError } from '../../../src/app/settings-check';
import {
  followWorkbookSettings,
  loadWorkbookSettings,
  saveArea,
  saveQuotesFresh,
} from '../../../src/app/workbook-settings';
import { evaluate } from '../../support/evaluate';
import { createMemoryHost } from '../../support/memory-host';
import { asked, createStubService } from '../../support/stub-service';

const PROFILE = { ...NO_PROFILE, names: { 'GET /stocks/filings ticker': 'company' } };

describe('a service address', () => {
  test.each([
    ['https://api.example.com', 'https://api.example.com'],
    [' https://api.example.com/ ', 'https://api.example.com'],
    ['https://gateway.example.com/market-data/', 'https://gateway.example.com/market-data'],
    ['http://localhost:3001/', 'http://localhost:3001'],
    ['http://127.0.0.1:3001', 'http://127.0.0.1:3001'],
    ['', ''],
  ])('%j is stored as %j', (address, kept) => {
    expect(checkSettings({ serviceAddress: address })).toEqual({ serviceAddress: kept });
  });

  test.each([
    ['api.example.com', 'noWebAddress'],
    ['http://api.example.com', 'notSecure'],
    ['ftp://api.example.com', 'notSecure'],
    ['http://localhost.example.com', 'notSecure'],
    ['https://me:secret@api.example.com', 'hasUser'],
    ['https://api.example.com?key=1', 'hasQuery'],
    ['http://[::1]:3001', 'noLocalIp'],
  ] as const)('%j is refused: %s', (address, problem) => {
    expect(() => checkSettings({ serviceAddress: address })).toThrow(new SettingsError('serviceAddress', problem));
  });
});

describe('the API key', () => {
  test('loses the spaces around it', () =>
    expect(checkSettings({ apiKey: ' abc-123 ' })).toEqual({ apiKey: 'abc-123' }));

  test.each(['two words', 'kéy', 'line\nbreak'])('may not be %j', (key) => {
    expect(() => checkSettings({ apiKey: key })).toThrow(new SettingsError('apiKey', 'noSuchKey'));
  });
});

describe('stored settings', () => {
  test('are read back', async () => {
    const { storage } = createMemoryHost({ apiKey: '' });
    const settings = {
      apiKey: 'k',
      keyAddress: 'https://a.example',
      serviceAddress: 'https://a.example',
      area: 'crypto',
      richValues: 'off',
      properties: 'on',
      quotesFreshSeconds: 900,
      onFailure: 'last-value',
      profiles: { 'https://a.example': PROFILE },
      autoRefreshSeconds: 3600,
      maxRequests: 50,
      requestsAtOnce: 4,
      refreshesAlways: true,
      dailyBudget: 500,
    } as const;
    await storeSettings(storage, settings);
    expect(await loadSettings(storage, '')).toEqual(settings);
  });

  test('fall back to the defaults if nothing or nonsense is stored', async () => {
    const { storage, stored } = createMemoryHost({ apiKey: '' });
    for (const name of ['area', 'richValues', 'properties', 'quotesFreshSeconds', 'onFailure', 'profiles'])
      stored.set(`md.${name}`, 'nonsense');
    expect(await loadSettings(storage, 'https://default.example')).toEqual(defaultSettings('https://default.example'));
    stored.set('md.profiles', '{"https://a.example":{"GET /stocks/filings ticker":1}}');
    expect(profileOf(await loadSettings(storage, 'https://a.example'))).toEqual({ names: {}, added: [] });
  });

  test('are removed when they become empty', async () => {
    const { storage, stored } = createMemoryHost({ apiKey: 'k' });
    await storeSettings(storage, { profiles: { 'https://a.example': PROFILE } });
    await storeSettings(storage, { apiKey: '', profiles: {} });
    expect([...stored.keys()]).toEqual([]);
  });
});

describe('the automatic refresh', () => {
  test('is off unless a sensible interval is stored', async () => {
    const { storage, stored } = createMemoryHost();
    const load = async (): Promise<number> => (await loadSettings(storage, '')).autoRefreshSeconds;
    expect(await load()).toBe(0);
    await storeSettings(storage, { autoRefreshSeconds: 60 });
    expect(await load()).toBe(60);
    for (const text of ['1', '4.9', '86401', '-5', 'often']) {
      stored.set('md.autoRefreshSeconds', text);
      expect(await load()).toBe(0);
    }
  });
});

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
    expect([next.ofWorkbook.quotesFreshSeconds, next.quotesFreshMs]).toEqual([undefined, MINUTE]);
    await loadWorkbookSettings(begin());
    expect(next.quotesFreshMs).toBe(MINUTE);
  });

  test('falls back to the one for all workbooks if the workbook has nonsense', async () => {
    const { session, host } = setUp();
    await host.workbook.writePart(
      'urn:md-for-excel:settings',
      '<settings xmlns="urn:md-for-excel:settings" quotesFreshSeconds="7"/>',
    );
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
    expect(next.settings.area).toBe('stocks');
    await evaluate(next, 'QUOTE', 'AAPL');
    expect(asked(service)).toEqual(['/stocks/quotes?symbols=AAPL']);
    // The values that the workbook was saved with are of that area.
    expect(host.recalculationCount).toBe(before);
  });

  test('is read from the workbook after the first cells were calculated: these are calculated again', async () => {
    const { session, host, begin } = setUp();
    await saveArea(session, 'stocks');
    const next = begin();
    await evaluate(next, 'QUOTE', 'EURUSD');
    const before = host.recalculationCount;
    await loadWorkbookSettings(next);
    expect([next.settings.area, host.recalculationCount]).toEqual(['stocks', before + 1]);
  });

  test('is that of a cell that waits while it is read from the workbook', async () => {
    const { session, service, host, begin } = setUp();
    await saveArea(session, 'stocks');
    const next = begin();
    await next.ready;
    const before = host.recalculationCount;
    const waiting = evaluate(next, 'QUOTE', 'AAPL');
    await loadWorkbookSettings(next);
    expect(await waiting).toEqual([[expect.anything()]]);
    expect([asked(service).at(-1), host.recalculationCount]).toEqual(['/stocks/quotes?symbols=AAPL', before]);
  });

  test('is chosen for the values of a workbook in which nothing was calculated yet', async () => {
    const { session, host } = setUp();
    await saveArea(session, 'stocks');
    expect(host.recalculationCount).toBe(1);
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

  test('is read again, and said once to be missing, if the workbook cannot be read at first', async () => {
    const { session, host, begin } = setUp();
    await saveArea(session, 'stocks');
    const next = begin();
    await next.ready;
    const read = jest.spyOn(host.workbook, 'readPart').mockRejectedValue(new Error('Excel is busy'));
    jest.useFakeTimers();
    try {
      followWorkbookSettings(next);
      await jest.advanceTimersByTimeAsync(150_000);
      expect([next.settings.area, next.activity.notes.map(({ text }) => text)]).toEqual([
        'currencies',
        ['Excel is busy'],
      ]);
      read.mockRestore();
      await jest.advanceTimersByTimeAsync(60_000);
      expect(next.settings.area).toBe('stocks');
    } finally {
      jest.useRealTimers();
    }
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
    expect([last.ofWorkbook.quotesFreshSeconds, last.settings.area]).toEqual([undefined, 'stocks']);
  });

  test('is that of the user if the workbook has none that is known, without a recalculation', async () => {
    const { session, host } = setUp();
    await host.workbook.writePart('urn:md-for-excel:settings', '<settings area="weather"/>');
    await loadWorkbookSettings(session);
    expect([session.settings.area, host.recalculationCount]).toEqual(['currencies', 0]);
  });
});

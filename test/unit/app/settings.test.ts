import { SettingsError, defaultSettings, loadSettings } from '../../../src/app/settings';
import { checkSettings, storeSettings } from '../../../src/app/settings-check';
import { createMemoryHost } from '../../support/memory-host';

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
  test('loses the spaces around it', () => {
    expect(checkSettings({ apiKey: ' abc-123 ' })).toEqual({ apiKey: 'abc-123' });
  });

  test.each(['two words', 'kéy', 'line\nbreak'])('may not be %j', (key) => {
    expect(() => checkSettings({ apiKey: key })).toThrow(new SettingsError('apiKey', 'noSuchKey'));
  });
});

describe('stored settings', () => {
  test('are read back', async () => {
    const { storage } = createMemoryHost({ apiKey: '' });
    const settings = {
      apiKey: 'k',
      serviceAddress: 'https://a.example',
      area: 'crypto',
      richValues: 'off',
      properties: 'on',
      quotesFreshSeconds: 900,
      onFailure: 'last-value',
      wireNames: { 'GET /stocks/filings ticker': 'company' },
      autoRefreshSeconds: 3600,
      maxRequests: 50,
      refreshesAlways: true,
      dailyBudget: 500,
    } as const;
    await storeSettings(storage, settings);
    expect(await loadSettings(storage, '')).toEqual(settings);
  });

  test('fall back to the defaults if nothing or nonsense is stored', async () => {
    const { storage, stored } = createMemoryHost({ apiKey: '' });
    for (const name of ['area', 'richValues', 'properties', 'quotesFreshSeconds', 'onFailure', 'wireNames'])
      stored.set(`md.${name}`, 'nonsense');
    expect(await loadSettings(storage, 'https://default.example')).toEqual(defaultSettings('https://default.example'));
    stored.set('md.wireNames', '{"GET /stocks/filings ticker":1}');
    expect((await loadSettings(storage, '')).wireNames).toEqual({});
  });

  test('are removed when they become empty', async () => {
    const { storage, stored } = createMemoryHost({ apiKey: 'k' });
    await storeSettings(storage, { wireNames: { 'GET /stocks/filings ticker': 'company' } });
    await storeSettings(storage, { apiKey: '', wireNames: {} });
    expect([...stored.keys()]).toEqual([]);
  });
});

describe('the automatic refresh', () => {
  test.each([0, 5, 86_400])('can be every %d seconds', (autoRefreshSeconds) => {
    expect(checkSettings({ autoRefreshSeconds })).toEqual({ autoRefreshSeconds });
  });

  test.each([1, 4.9, 86_401, -5, NaN])('cannot be every %d seconds', (autoRefreshSeconds) => {
    expect(() => checkSettings({ autoRefreshSeconds })).toThrow(
      `autoRefreshSeconds: ${autoRefreshSeconds}; give 5 to 86400, or 0 for never`,
    );
  });

  test('is off unless a sensible interval is stored', async () => {
    const { storage, stored } = createMemoryHost();
    const load = async (): Promise<number> => (await loadSettings(storage, '')).autoRefreshSeconds;
    expect(await load()).toBe(0);
    await storeSettings(storage, { autoRefreshSeconds: 60 });
    expect(await load()).toBe(60);
    stored.set('md.autoRefreshSeconds', '1');
    expect(await load()).toBe(0);
  });
});

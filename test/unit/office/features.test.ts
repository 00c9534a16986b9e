import { Features, isSetSupported } from '../../../src/office/features';

describe('support for data types', () => {
  test('is queried when it is first needed, and only once', () => {
    const isSupported = jest.fn(() => false);
    const features = new Features(isSupported);
    expect(isSupported).not.toHaveBeenCalled();
    expect([features.formattedAs, features.formattedAs, features.hasErrorValues]).toEqual(['plain', 'plain', false]);
    expect(isSupported.mock.calls).toEqual([['CustomFunctionsRuntime', '1.4']]);
  });

  test('is off if the user has turned rich values off, except for errors', () => {
    const features = new Features(() => true);
    features.richValues = 'off';
    expect([features.formattedAs, features.hasErrorValues]).toEqual(['plain', true]);
    features.richValues = 'auto';
    expect(features.formattedAs).toBe('Double');
  });

  test.each([
    ['Double', { ExcelApi: 1.19, CustomFunctionsRuntime: 1.4 }],
    ['FormattedNumber', { ExcelApi: 1.17, CustomFunctionsRuntime: 1.4 }],
    ['plain', { ExcelApi: 1.17, CustomFunctionsRuntime: 1.3 }],
    ['plain', { ExcelApi: 1.19, CustomFunctionsRuntime: 1.3 }],
    ['plain', { ExcelApi: 1.15, CustomFunctionsRuntime: 1.4 }],
  ])('for %s with the requirement set %j', (formattedAs, sets: Readonly<Record<string, number>>) => {
    const features = new Features((set, version) => (sets[set] ?? 0) >= Number(version));
    expect(features.formattedAs).toBe(formattedAs);
  });

  test('is assumed only after data types have proved to work, and no longer after they have failed', async () => {
    const features = new Features(() => true);
    let show = (): void => undefined;
    const proved = features.prove(() => new Promise<void>((resolve) => (show = resolve)));
    expect([features.formattedAs, features.hasErrorValues]).toEqual(['plain', false]);
    show();
    await proved;
    expect(features.formattedAs).toBe('Double');
    await expect(features.prove(() => Promise.reject(new Error('ApiNotFound')))).rejects.toThrow('ApiNotFound');
    expect(features.formattedAs).toBe('plain');
  });

  test('is assumed to be missing if the host cannot say', () => {
    Object.assign(globalThis, { Office: { context: {} } });
    expect(isSetSupported('ExcelApi', '1.19')).toBe(false);
  });
});

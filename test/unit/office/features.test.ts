import { Features, isSetSupported } from '../../../src/office/features';

describe('what the running Excel understands', () => {
  test('is asked when it is first needed, and once', () => {
    const isSupported = jest.fn(() => false);
    const features = new Features(isSupported);
    expect(isSupported).not.toHaveBeenCalled();
    expect([features.formattedAs, features.formattedAs, features.hasErrorValues]).toEqual(['plain', 'plain', false]);
    expect(isSupported.mock.calls).toEqual([['ExcelApi', '1.19'], ['ExcelApi', '1.16']]);
  });

  test('is plain while the user wants no rich values, but for errors', () => {
    const features = new Features(() => true);
    features.richValues = 'off';
    expect([features.formattedAs, features.hasErrorValues]).toEqual(['plain', true]);
    features.richValues = 'auto';
    expect(features.formattedAs).toBe('Double');
  });

  test('is nothing beyond the first functions where the host cannot say', () => {
    Object.assign(globalThis, { Office: { context: {} } });
    expect(isSetSupported('ExcelApi', '1.19')).toBe(false);
  });
});

import { LazyWorkbook } from '../../../../src/office/workbook/lazy-workbook';
import type { Workbook } from '../../../../src/app/host';

const opened = (workbook: Partial<Workbook>): Workbook => workbook as Workbook;

function useLanguage(contentLanguage: string): void {
  Object.assign(globalThis, { Office: { context: { contentLanguage } } });
}

describe('the workbook code', () => {
  test('is not loaded before it is needed', () => {
    const load = jest.fn();
    new LazyWorkbook(load);
    expect(load).not.toHaveBeenCalled();
  });

  test('is loaded once, however often it is needed', async () => {
    const load = jest.fn(() => Promise.resolve(opened({ sheetNames: () => Promise.resolve(['Model']) })));
    const workbook = new LazyWorkbook(load);
    expect(await Promise.all([workbook.sheetNames(), workbook.sheetNames()])).toEqual([['Model'], ['Model']]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('can be requested again after a failure, which says what to do', async () => {
    const load = jest
      .fn<Promise<Workbook>, []>()
      .mockRejectedValueOnce(new Error('ChunkLoadError'))
      .mockResolvedValue(opened({ sheetNames: () => Promise.resolve([]) }));
    const workbook = new LazyWorkbook(load);
    await expect(workbook.sheetNames()).rejects.toThrow(
      'The code that reads and changes the workbook could not be loaded: check the connection, then try again',
    );
    expect(await workbook.sheetNames()).toEqual([]);
  });

  test.each([
    ['en-US', ','],
    ['de-DE', ';'],
    ['fr-FR', ';'],
    ['ja-JP', ','],
  ])('uses the list separator of %s until it is loaded: "%s"', (language, separator) => {
    useLanguage(language);
    expect(new LazyWorkbook(() => Promise.reject(new Error())).listSeparator).toBe(separator);
  });

  test('uses the list separator of Excel once it is loaded', async () => {
    useLanguage('en-US');
    const workbook = new LazyWorkbook(() =>
      Promise.resolve(opened({ listSeparator: ';', sheetNames: () => Promise.resolve([]) })),
    );
    await workbook.sheetNames();
    expect(workbook.listSeparator).toBe(';');
  });
});

describe('a selection listener', () => {
  test('is added when the workbook code is loaded, and removed on request', async () => {
    const stop = jest.fn();
    const onSelectionChange = jest.fn(() => stop);
    const workbook = new LazyWorkbook(() =>
      Promise.resolve(opened({ onSelectionChange, sheetNames: () => Promise.resolve([]) })),
    );
    const end = workbook.onSelectionChange(() => undefined);
    await workbook.sheetNames();
    expect(onSelectionChange).toHaveBeenCalledTimes(1);
    end();
    expect(stop).toHaveBeenCalledTimes(1);
  });

  test('is never added if it is removed before', async () => {
    const onSelectionChange = jest.fn();
    const workbook = new LazyWorkbook(() =>
      Promise.resolve(opened({ onSelectionChange, sheetNames: () => Promise.resolve([]) })),
    );
    workbook.onSelectionChange(() => undefined)();
    await workbook.sheetNames();
    expect(onSelectionChange).not.toHaveBeenCalled();
  });
});

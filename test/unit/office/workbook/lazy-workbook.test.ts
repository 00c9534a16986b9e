import type { Workbook } from '../../../../src/app/workbook';
import { LazyWorkbook } from '../../../../src/office/workbook/lazy-workbook';

const opened = (workbook: Partial<Workbook>): Workbook => workbook as Workbook;

function useLanguage(contentLanguage: string): void {
  Object.assign(globalThis, { Office: { context: { contentLanguage } } });
}

describe('the workbook, until something asks for it', () => {
  test('is not loaded', () => {
    const load = jest.fn();
    new LazyWorkbook(load);
    expect(load).not.toHaveBeenCalled();
  });

  test('is loaded once, however many ask', async () => {
    const load = jest.fn(() => Promise.resolve(opened({ sheetNames: () => Promise.resolve(['Model']) })));
    const workbook = new LazyWorkbook(load);
    expect(await Promise.all([workbook.sheetNames(), workbook.sheetNames()])).toEqual([['Model'], ['Model']]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('says what to do when its code cannot be loaded, and can be asked again', async () => {
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
  ])('separates arguments as %s does: "%s"', (language, separator) => {
    useLanguage(language);
    expect(new LazyWorkbook(() => Promise.reject(new Error())).listSeparator).toBe(separator);
  });

  test('separates arguments as Excel says, once it has said so', async () => {
    useLanguage('en-US');
    const workbook = new LazyWorkbook(() =>
      Promise.resolve(opened({ listSeparator: ';', sheetNames: () => Promise.resolve([]) })),
    );
    await workbook.sheetNames();
    expect(workbook.listSeparator).toBe(';');
  });
});

describe('a listener to the selection', () => {
  test('is put on when the workbook is there, and taken off', async () => {
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

  test('is never put on when it is taken off before', async () => {
    const onSelectionChange = jest.fn();
    const workbook = new LazyWorkbook(() =>
      Promise.resolve(opened({ onSelectionChange, sheetNames: () => Promise.resolve([]) })),
    );
    workbook.onSelectionChange(() => undefined)();
    await workbook.sheetNames();
    expect(onSelectionChange).not.toHaveBeenCalled();
  });
});

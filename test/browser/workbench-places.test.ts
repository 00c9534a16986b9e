import { formatAddress, parseAddress } from '../../src/workbench/address';
import { blocksOf } from '../../src/workbench/cell-place';
import { placesOf } from '../support/find-browser';

describe('addresses', () => {
  it.each([['A1', 0, 0], ['Z10', 9, 25], ['AA2', 1, 26], ['XFD1048576', 1_048_575, 16_383]])('%s is row %i, column %i', (text, row, column) => {
    expect(parseAddress(text)).toEqual({ row, column });
    expect(formatAddress({ row, column })).toBe(text);
  });

  it('may name a sheet and be absolute', () => {
    expect(parseAddress("'Cash flows'!$B$7")).toEqual({ sheet: 'Cash flows', row: 6, column: 1 });
  });

  it('that are none are quoted in the error', () => {
    expect(() => parseAddress('7B')).toThrow(new RangeError('"7B" is not the address of a cell, such as B7 or Model!B7'));
  });
});

describe('blocks', () => {
  const place = (sheetId: string, row: number, column: number) => ({ unitId: 'book', sheetId, row, column });
  const rangesOf = (places: ReturnType<typeof place>[]) => blocksOf(places).map(({ sheetId, range }) =>
    `${sheetId} ${formatAddress({ row: range.startRow, column: range.startColumn })}:${formatAddress({ row: range.endRow, column: range.endColumn })}`);

  it('join the cells of a column, whatever their order, and each cell once', () => {
    expect(rangesOf([place('one', 2, 0), place('one', 0, 0), place('one', 1, 0), place('one', 1, 0)])).toEqual(['one A1:A3']);
  });

  it('end at gaps, at the next column and at the next sheet', () => {
    expect(rangesOf([place('one', 0, 0), place('one', 2, 0), place('one', 3, 1), place('two', 3, 0)]))
      .toEqual(['one A1:A1', 'one A3:A3', 'one B4:B4', 'two A4:A4']);
  });
});

describe('places of browsers', () => {
  const isProgram = (): boolean => false;

  it('on Linux are the folders of the path', () => {
    expect(placesOf({ platform: 'linux', env: { PATH: '/usr/bin:/snap/bin' }, isProgram }))
      .toEqual(expect.arrayContaining(['/usr/bin/google-chrome', '/snap/bin/chromium', '/usr/bin/microsoft-edge']));
  });

  it('on a Mac are applications, of the computer and of the user', () => {
    expect(placesOf({ platform: 'darwin', env: { HOME: '/Users/ann' }, isProgram }))
      .toEqual(expect.arrayContaining([
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Users/ann/Applications/Chromium.app/Contents/MacOS/Chromium',
      ]));
  });

  it('on Windows are the program folders', () => {
    expect(placesOf({ platform: 'win32', env: { 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' }, isProgram }))
      .toContain('C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe');
  });
});

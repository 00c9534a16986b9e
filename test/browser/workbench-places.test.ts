import { a1 } from '../../src/core/sheet/a1';
import { rangesOf } from '../../src/workbench/engine/cell-position';
import { placesOf } from '../support/find-browser';

describe('the cells to evaluate', () => {
  const place = (sheetId: string, row: number, column: number) => ({ unitId: 'book', sheetId, row, column });
  const blocks = (places: ReturnType<typeof place>[]) =>
    rangesOf(places).map(
      ({ sheetId, range }) =>
        `${sheetId} ${a1({ row: range.startRow, column: range.startColumn, rows: range.endRow - range.startRow + 1, columns: range.endColumn - range.startColumn + 1 })}`,
    );

  it('are joined into ranges within columns, in any order, and each cell once', () => {
    expect(blocks([place('one', 2, 0), place('one', 0, 0), place('one', 1, 0), place('one', 1, 0)])).toEqual([
      'one A1:A3',
    ]);
  });

  it('are joined only without gaps and within one column of one sheet', () => {
    expect(blocks([place('one', 0, 0), place('one', 2, 0), place('one', 3, 1), place('two', 3, 0)])).toEqual([
      'one A1',
      'one A3',
      'one B4',
      'two A4',
    ]);
  });
});

describe('the places to look for a browser', () => {
  const isProgram = (): boolean => false;

  it('are the folders of the path on Linux', () => {
    expect(placesOf({ platform: 'linux', env: { PATH: '/usr/bin:/snap/bin' }, isProgram })).toEqual(
      expect.arrayContaining(['/usr/bin/google-chrome', '/snap/bin/chromium', '/usr/bin/microsoft-edge']),
    );
  });

  it('are the applications of the computer and of the user on a Mac', () => {
    expect(placesOf({ platform: 'darwin', env: { HOME: '/Users/ann' }, isProgram })).toEqual(
      expect.arrayContaining([
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Users/ann/Applications/Chromium.app/Contents/MacOS/Chromium',
      ]),
    );
  });

  it('are the program folders on Windows', () => {
    expect(
      placesOf({ platform: 'win32', env: { 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' }, isProgram }),
    ).toContain('C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe');
  });
});

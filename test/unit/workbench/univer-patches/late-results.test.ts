import type { Spreadsheet } from '../../../../src/workbench/sheet/spreadsheet';
import { leaveOutLateResults } from '../../../../src/workbench/univer-patches/late-results';

test('a result whose formula has been removed meanwhile is not written, and the others are', () => {
  let before: (command: unknown) => void = () => undefined;
  leaveOutLateResults({
    commands: { beforeCommandExecuted: (listener: typeof before) => (before = listener) },
    sheetOf: () => ({
      getCellRaw: (row: number, column: number) =>
        row === 1 ? [{ f: '=1+1' }, { v: 7 }, { si: 'shared' }][column] : undefined,
    }),
  } as unknown as Spreadsheet);
  const results = { 1: { 0: { v: 1.5 }, 1: { v: 2.5 }, 2: { v: 3.5 } }, 7: { 0: { v: 4.5 } } };
  before({ id: 'another', params: { unitData: { book: { sheet: results } } } });
  expect(Object.keys(results[1])).toEqual(['0', '1', '2']);
  before({
    id: 'formula.mutation.set-formula-calculation-result',
    params: { unitData: { book: { sheet: results } } },
  });
  expect(results).toEqual({ 1: { 0: { v: 1.5 }, 2: { v: 3.5 } }, 7: {} });
});

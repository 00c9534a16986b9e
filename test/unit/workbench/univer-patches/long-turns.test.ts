import { RTree } from '@univerjs/core';
import { fileOfOthers } from '../../../browser/opened-file';
import { OpenedWorkbook } from '../../../support/opened-workbook';
import * as waiting from '../../../../src/core/waiting';

jest.mock<typeof waiting>('../../../../src/core/waiting', () => {
  const actual = jest.requireActual<typeof waiting>('../../../../src/core/waiting');
  return { ...actual, afterMessages: jest.fn(actual.afterMessages) };
});

const COUNT = 300;
const bench = new OpenedWorkbook();

/** Opens formulas in A1 and below. The last ones are of those whose references the engine looks for once more. */
beforeAll(async () => {
  const formulaAt = (row: number): string => (row < COUNT ? `B1+${row}` : 'SUM(OFFSET(A2,-1,0,2,1))+INDEX(A1:A9,3)');
  const rows = Array.from(
    { length: COUNT },
    (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><f>${formulaAt(index + 1)}</f></c></row>`,
  );
  await bench.open(
    fileOfOthers({
      'xl/worksheets/sheet1.xml': (text) =>
        text.replace(/<sheetData>[^]*<\/sheetData>/, `<sheetData>${rows.join('')}</sheetData>`),
    }),
  );
});

/** How often others are let in, by a message to itself, while a change of what all formulas refer to is calculated. */
async function turnsWith(value: number): Promise<number> {
  jest.mocked(waiting.afterMessages).mockClear();
  await bench.change('sheet.command.set-range-values', 'B1', { value: { v: value, t: 2 } });
  while (bench.valueAt(`A${COUNT}`) !== 3 * value + 6) await new Promise(setImmediate);
  expect(bench.valueAt(`A${COUNT - 1}`)).toBe(value + COUNT - 1);
  return jest.mocked(waiting.afterMessages).mock.calls.length;
}

test('lets others in while the formulas of a large workbook are read and put in order, and calculates the same', async () => {
  // As if the page had been busy for 40 ms whenever somebody looks.
  let now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 40));
  // Each hundred is registered, then each is read, kept with the cells to which it refers, and put in order.
  expect(await turnsWith(10)).toBeGreaterThan(3 * COUNT + COUNT / 100);
  clock.mockRestore();
});

test('keeps to one turn where there is little to read', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  expect(await turnsWith(20)).toBe(0);
  clock.mockRestore();
});

test('finds the formulas of a cell without sorting all of them first', async () => {
  const sorted = jest.spyOn(RTree.prototype, 'openKdTree');
  await turnsWith(30);
  expect(sorted).not.toHaveBeenCalled();
});

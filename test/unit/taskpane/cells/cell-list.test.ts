import { showAsValues } from '../../app/hidden-errors';
import { openWorkbook } from '../../app/opened-workbook';
import { isFaulty, scanCells } from '../../../../src/app/workbook/cells';
import { filterCells } from '../../../../src/taskpane/cells/cell-list';

test('errors that formulas hide are counted and listed among the errors', async () => {
  const { session, workbook } = await openWorkbook();
  await workbook.enter(
    'A1',
    ['=IFERROR(MD.QUOTE("BAD"),0)'],
    ['=IFNA(MD.QUOTE("BAD"),0)'],
    ['=MD.QUOTE("BAD")'],
    ['=MD.QUOTE("EURUSD")'],
    ['=AGGREGATE(14,6,MD.QUOTE("EURUSD,BAD"),1)'],
  );
  await showAsValues(workbook, { A1: '0', A2: '0', 'A5:A6': '1' });
  const cells = await scanCells(session);
  expect(cells.map(isFaulty)).toEqual([true, true, true, false, true]);
  expect(filterCells(cells, 'errors', '', new Map(), ',')).toHaveLength(4);
});

test('cells are found by their formula as the user sees it', async () => {
  const { session, workbook } = await openWorkbook();
  await workbook.enter('A1', ['=MD.QUOTE("EURUSD","bid",,2.5)']);
  const cells = await scanCells(session);
  const found = (text: string, listSeparator: string) =>
    filterCells(cells, 'all', text, new Map(), listSeparator).length;
  expect([found('"EURUSD";"bid";;2,5', ';'), found('"EURUSD","bid",,2.5', ',')]).toEqual([1, 1]);
  expect(found('"EURUSD","bid"', ';')).toBe(0);
});

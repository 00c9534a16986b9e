import { withCells } from '../../../../src/workbench/page/open-workbook';

test('cells that shared a formula in an earlier version have their own once the workbook is read again', () => {
  const cellData = { 0: { 0: { v: 5 }, 3: { f: '=A1*$A$2', si: 'x' } }, 1: { 3: { si: 'x' }, 4: { si: 'x', v: 7 } } };
  const stored = {
    isUnsaved: false,
    cells: { one: [JSON.stringify({ 0: cellData[0] }), JSON.stringify({ 1: cellData[1] })] },
  };
  const { data } = withCells({ ...stored, data: { sheets: { one: { id: 'one' } } } });
  expect(data.sheets!.one!.cellData).toEqual({
    0: { 0: { v: 5 }, 3: { f: '=A1*$A$2', si: null } },
    1: { 3: { f: '=A2*$A$2', si: null }, 4: { f: '=B2*$A$2', si: null, v: 7 } },
  });
});

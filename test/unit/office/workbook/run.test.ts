import fc from 'fast-check';
import { cellsIn } from '../../../../src/core/sheet';
import { asOneUndo, slicesOf } from '../../../../src/office/workbook/run';

describe('changes that are to be one step of undo', () => {
  const ran: object[] = [];

  /** @param refusal the code with which Excel refuses to group changes, or to make them at all */
  function installExcel(version: string, refusal?: string, isRefusedAnyway = false): void {
    const isSetSupported = (_: string, asked: string): boolean => Number(asked) <= Number(version);
    const run = (options: { mergeUndoGroup?: boolean }, batch: (context: object) => Promise<unknown>): unknown => {
      ran.push(options);
      return refusal !== undefined && (options.mergeUndoGroup || isRefusedAnyway)
        ? Promise.reject(Object.assign(new Error(refusal), { code: refusal }))
        : batch({});
    };
    Object.assign(globalThis, { Excel: { run }, Office: { context: { requirements: { isSetSupported } } } });
  }

  beforeEach(() => (ran.length = 0));

  test.each([
    ['1.20', undefined, [true]],
    ['1.19', undefined, [undefined]],
    ['1.20', 'UndoNotSupported', [true, undefined]],
    ['1.20', 'GeneralException', [true, undefined]],
  ])('are made in any case: ExcelApi %s, which refuses to group them with %s', async (version, refusal, grouped) => {
    installExcel(version, refusal);
    expect(await asOneUndo(() => Promise.resolve('made'))).toBe('made');
    expect(ran).toEqual(
      grouped.map((mergeUndoGroup) => ({ delayForCellEdit: true, ...(mergeUndoGroup && { mergeUndoGroup }) })),
    );
  });

  test('are refused with a sentence if Excel does not make them at all', async () => {
    installExcel('1.20', 'AccessDenied', true);
    await expect(asOneUndo(() => Promise.resolve())).rejects.toThrow('The sheet is protected');
  });
});

test('a large block is divided into pieces that include every cell once', () => {
  const size = fc.integer({ min: 1, max: 12 });
  fc.assert(
    fc.property(size, size, fc.integer({ min: 1, max: 20 }), (rows, columns, maxCells) => {
      const block = { sheet: 'Model', row: 5, column: 2, rows, columns };
      const pieces = slicesOf(block, maxCells);
      for (const piece of pieces) expect(piece.rows * piece.columns).toBeLessThanOrEqual(maxCells);
      const cells = pieces.flatMap((piece) => cellsIn(piece).flat());
      expect(new Set(cells.map(({ row, column }) => `${row} ${column}`)).size).toBe(cells.length);
      expect(cells).toHaveLength(rows * columns);
    }),
  );
});

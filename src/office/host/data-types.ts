/** Rejects where Excel has no data types, whatever its requirement sets say. */
export const lookAtDataTypes = (): Promise<void> =>
  Excel.run({ delayForCellEdit: true }, async (context) => {
    // Asked by its name alone: the client need not know it, Excel must.
    context.workbook.worksheets.getActiveWorksheet().getRange('A1').load('valuesAsJson');
    await context.sync();
  });

/** Rejects if Excel has no data types, whatever its requirement sets say. */
export const lookAtDataTypes = (): Promise<void> =>
  Excel.run({ delayForCellEdit: true }, async (context) => {
    // Requested by its name only: the client need not know the property, but Excel must.
    context.workbook.worksheets.getActiveWorksheet().getRange('A1').load('valuesAsJson');
    await context.sync();
  });

import { inExcel } from './run';

/**
 * Calls the listener when other cells are selected. Returns an unsubscribe function, which works even before Excel has
 * subscribed.
 */
export function watchSelection(listener: () => void): () => void {
  const handler = inExcel(async (context) => {
    const added = context.workbook.onSelectionChanged.add(() => {
      listener();
      return Promise.resolve();
    });
    await context.sync();
    return added;
  });
  // If Excel does not report its selection, it is still read on request.
  handler.catch(() => undefined);
  return () => {
    handler
      .then((added) =>
        Excel.run(added.context, async (context) => {
          added.remove();
          await context.sync();
        }),
      )
      .catch(() => undefined);
  };
}

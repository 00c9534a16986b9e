import { inExcel } from './run';

/** Calls back when other cells are selected. Returns what takes the listener off again, even before Excel has put it on. */
export function watchSelection(listener: () => void): () => void {
  const handler = inExcel(async (context) => {
    const added = context.workbook.onSelectionChanged.add(() => {
      listener();
      return Promise.resolve();
    });
    await context.sync();
    return added;
  });
  // An Excel that tells nothing of its selection is still read when the reader asks.
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

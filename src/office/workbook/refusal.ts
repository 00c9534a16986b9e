/** Excel's error codes → what the user can do. */
const SENTENCES: Readonly<Record<string, string>> = {
  AccessDenied: 'The sheet is protected: unprotect it, then try again',
  ApiNotFound: 'This Excel is too old for that: update Office, or use Excel on the web',
  FilteredRangeConflict: 'A filter hides some of these cells: clear the filter, then try again',
  InsertDeleteConflict: 'Other cells would have to move: make room, then try again',
  InvalidOperationInCellEditMode: 'A cell is being edited: press Enter or Esc, then try again',
  InvalidReference: 'These cells are no longer there',
  InvalidSelection: 'Select one or more cells, then try again',
  ItemNotFound: 'These cells are no longer there: their sheet may have been deleted or renamed',
  MergedRangeConflict: 'Some of these cells are merged: unmerge them, then try again',
  OperationCellsExceedLimit: 'These are more cells than Excel changes at once: choose fewer',
  PivotTableRangeConflict: 'These cells belong to a PivotTable, which only Excel itself changes',
  RangeExceedsLimit: 'These are more cells than Excel changes at once: choose fewer',
  UnsupportedOperation:
    'Excel does not do this with these cells: they may belong to an array formula or a protected view',
};

const TOO_LARGE: ReadonlySet<unknown> = new Set([
  'RequestPayloadSizeLimitExceeded',
  'ResponsePayloadSizeLimitExceeded',
]);

/** Whether a message exceeded Excel's limit; a smaller one may succeed. */
export const isTooLarge = (error: unknown): boolean => TOO_LARGE.has(codeOf(error));

/** Excel's refusal as an Error whose message users understand. */
export function readableError(error: unknown): Error {
  const code = codeOf(error);
  if (typeof code !== 'string') return error instanceof Error ? error : new Error(String(error), { cause: error });
  const sentence = SENTENCES[code] ?? `Excel refused: ${(error as Error).message}`;
  return new Error(sentence, { cause: error });
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** A text in the formula, or the name of a function. */
const UNREGISTERED = /"(?:[^"]|"")*"|_xldudf_MD_([A-Z]+)(?=\()/gi;

/**
 * While a function is not registered, Excel returns its name as stored in the file: _xldudf_MD_QUOTE for MD.QUOTE.
 * Writing the formula again with the registered name repairs it.
 */
export const withRegisteredNames = (formula: string): string =>
  formula.replace(UNREGISTERED, (written, name?: string) => (name === undefined ? written : `MD.${name}`));

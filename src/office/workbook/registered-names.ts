/** A text in the formula, or the name of a function. */
const UNREGISTERED = /"(?:[^"]|"")*"|_xldudf_MD_([A-Z]+)(?=\()/gi;

/** While a function is not registered Excel tells its name as in the file: _xldudf_MD_QUOTE for MD.QUOTE. Written again, such a formula is mended. */
export const withRegisteredNames = (formula: string): string =>
  formula.replace(UNREGISTERED, (found, name?: string) => (name === undefined ? found : `MD.${name}`));

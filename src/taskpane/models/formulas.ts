/** What names in formulas stand for. */
export type Names = Readonly<Record<string, string>>;

/** An expression, or no data unless the condition holds. */
export const onlyIf = (condition: string, text: string): string => `IF(${condition},${text},{noData})`;

/** An expression, or no data on an error in it. */
export const orNoData = (text: string): string => `IFERROR(${text},{noData})`;

/** An expression, or no data unless the row has numbers in all of these columns. */
export const haveNumbers = (letters: string, text: string): string => {
  const cells = Array.from(letters, (letter) => `$${letter}#`);
  return `IF(COUNT(${cells.join()})<${cells.length},{noData},${text})`;
};

/** An expression: a number for the chart. A word would be drawn as zero; #N/A is skipped. */
export const plotted = (letter: string): string => `IF(${letter}#="","",IF(ISNUMBER(${letter}#),${letter}#,NA()))`;

/** A total that looks complete needs every entry. */
export const onceComplete = (text: string): string => `IF({missing}>0,{noData},${orNoData(text)})`;

/** An expression: TRUE if there are entries, none below the list, and each has a number in a column. */
export const isListWhole = (letter: string): string => `AND({count}>0,COUNT({${letter}})={count}+{below})`;

/** An expression that needs a number in a column for each entry. */
export const onceWhole = (letter: string, text: string): string => onlyIf(isListWhole(letter), text);

/** How many entries fail at least one of the conditions, which are expressions over whole columns of the list. */
export const failing = (...conditions: readonly string[]): string =>
  // An error in the place of an entry is one that fails.
  `SUMPRODUCT(IFERROR(({A}<>"")*1,1)*(1-${conditions.map((condition) => `(${condition})`).join('*')}))`;

/** A text as a string in a formula: "it ""is""". */
export const stringLiteral = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * Turns a text with {placeholders} into a formula expression that joins its parts with the values: "{count} of 3" →
 * B3&" of 3".
 */
export const sentence = (text: string, valueOf: (name: string) => string): string =>
  text
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part && stringLiteral(part) : valueOf(part)))
    .filter(Boolean)
    .join('&');

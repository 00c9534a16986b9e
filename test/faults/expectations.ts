import type { Outcome } from '../../src/functions/evaluate/invoke';
import { errorsIn, shown } from './scene';

/**
 * Says in a word what the cells show, for the matrix; throws when that is wrong. `right` is what they show without the
 * fault.
 */
export type Expectation = (outcome: Outcome, right: Outcome) => string;

/** Every cell that would hold an answer is this error; names and headers may stand. */
export const error =
  (code: string, sentence: RegExp): Expectation =>
  (outcome) => {
    const errors = errorsIn(outcome);
    expect(errors.length).toBeGreaterThan(0);
    for (const { message } of errors) expect(message).toMatch(sentence);
    expect([...new Set(errors.map((one) => one.code))]).toEqual([code]);
    expect(
      shown(outcome)
        .flat()
        .filter((cell) => typeof cell !== 'string'),
    ).toEqual([]);
    return code;
  };

export const value: Expectation = (outcome, right) => {
  expect(shown(outcome)).toEqual(shown(right));
  return 'value';
};

/** Answers that are found by name are right; a table, which would lack a row and not say so, is refused. */
export const valueOrRefusal =
  (sentence: RegExp): Expectation =>
  (outcome, right) =>
    errorsIn(outcome).length === 0 ? value(outcome, right) : error('#N/A', sentence)(outcome, right);

const lower = (outcome: Outcome): unknown[][] =>
  shown(outcome).map((row) => row.map((cell) => (typeof cell === 'string' ? cell.toLowerCase() : cell)));

/** The right value, but for the case of its names. */
export const valueWithoutCase: Expectation = (outcome, right) => {
  expect(lower(outcome)).toEqual(lower(right));
  return 'value';
};

/**
 * Records are missing, which nobody can see: every row is right or says that there is nothing; what was made of the
 * rest is not zero.
 */
export const someRows: Expectation = (outcome, right) => {
  const rights = shown(right).map((row) => JSON.stringify(row));
  const isHonest = (row: readonly unknown[]): boolean => rights.includes(JSON.stringify(row)) || row.some(isErrorText);
  if (shown(outcome).every(isHonest)) return errorsIn(outcome).length > 0 ? '#N/A' : 'rows';
  // What was made of the rest: a count, or a list filled up with older records.
  expect(kinds(shown(outcome).at(-1)!)).toEqual(kinds(shown(right).at(-1)!));
  expect(shown(outcome)).not.toEqual([[0]]);
  return 'unnoticed';
};

const kinds = (row: readonly unknown[]): string[] => row.map((cell) => typeof cell);

/** The right value; a table of whatever the service sends has more columns. */
export const valueWithMore: Expectation = (outcome, right) => {
  expect(shown(outcome).map((row, index) => row.slice(0, shown(right)[index]?.length))).toEqual(shown(right));
  return 'value';
};

/** The right value; a list without dates has no order to keep. */
export const valueInAnyOrder: Expectation = (outcome, right) => {
  const inOrder = (rows: unknown[][]): unknown[][] => rows.toSorted((a, b) => String(a).localeCompare(String(b)));
  const times = (rows: unknown[][]): unknown[] => rows.map((row) => row.find((cell) => typeof cell === 'number'));
  expect(inOrder(shown(outcome))).toEqual(inOrder(shown(right)));
  expect(times(shown(outcome))).toEqual(times(shown(right)));
  return 'value';
};

/** The right value; of a function whose records may truly repeat, only right rows. */
export const valueOrRepeats: Expectation = (outcome, right) => {
  const rights = new Set(shown(right).map((row) => JSON.stringify(row)));
  const rows = shown(outcome).map((row) => JSON.stringify(row));
  if (rights.size === new Set(rows).size && rows.length === shown(right).length) return value(outcome, right);
  expect(rows.filter((row) => !rights.has(row))).toEqual([]);
  return 'repeats';
};

/**
 * Cell by cell the right value, or an error with a sentence; `isAllowed` names what else may stand in place of a right
 * value.
 */
export const honest =
  (isAllowed: (cell: unknown, right: unknown) => boolean): Expectation =>
  (outcome, right) => {
    for (const { message } of errorsIn(outcome))
      expect(message).toMatch(/"[\w.-]+" (?:is not published|that is not)|The service sent|choose field|: check the /);
    const rights = shown(right);
    const cells = shown(outcome);
    const isWhole = cells.length === rights.length && cells[0]?.length === rights[0]?.length;
    if (!isWhole) return someRows(outcome, right);
    const wrong = cells.flatMap((row, y) =>
      row.filter((cell, x) => !(cell === rights[y]![x] || isErrorText(cell) || isAllowed(cell, rights[y]![x]))),
    );
    expect(wrong).toEqual([]);
    const count = errorsIn(outcome).length;
    return count === 0 ? 'value' : `${count} of ${cells.flat().length} ${errorsIn(outcome)[0]!.code}`;
  };

const isErrorText = (cell: unknown): boolean => typeof cell === 'string' && /^#(?:N\/A|VALUE!): ./.test(cell);

import fc from 'fast-check';
import type { Settings } from '../../src/app/settings';
import { BLANK, type Cell, isFormatted, type Matrix } from '../../src/core/cell';
import { CellError } from '../../src/core/errors';
import type { Outcome } from '../../src/functions/evaluate/invoke';
import { DAYS, MODELS, filingCount } from './facts';

/** What a formula shows of one thing it asked for: its cells, or its error. */
export interface Shown {
  /** What was asked, in words: "quote currencies EURUSD 5". */
  readonly question: string;
  readonly cells: readonly Cell[];
}

export interface Formula {
  readonly id: string;
  readonly values: readonly unknown[];
  /** The outcome, divided by what it shows. Throws if a cell is in the wrong place. */
  readonly read: (outcome: Outcome, settings: Settings) => Shown[];
}

type Name = string;

/** Named in a counterexample as it would stand in a cell. */
export const formulaOf = (id: string, values: readonly unknown[], read: Formula['read']): Formula => ({
  id,
  values,
  read,
  [fc.toStringMethod as never]: () => `=MD.${id}(${values.map((value) => JSON.stringify(value)).join()})`,
});

const isBlank = (name: Name): boolean => name === '';
export const column = (names: readonly Name[]): Name[][] => names.map((name) => [name]);
const listOf = (...known: Name[]): fc.Arbitrary<Name[]> =>
  fc
    .tuple(fc.constantFrom(...known), fc.array(fc.constantFrom(...known, ''), { maxLength: 3 }))
    .map(([first, more]) => [first, ...more]);

/** An error of the whole formula stands for everything it asked. Number formats are ignored. */
const orError = (outcome: Outcome, questions: readonly string[], take: (matrix: Matrix) => Shown[]): Shown[] =>
  outcome instanceof CellError
    ? questions.map((question) => ({ question, cells: [outcome] }))
    : take(outcome.map((row) => row.map(bare)));

const bare = (cell: Cell): Cell => (isFormatted(cell) ? cell.value : cell);

/** Compares what is alike when it reads alike. Millions of these are made, and an expectation costs a stack. */
function check(found: unknown, wanted: unknown): void {
  const [text, wantedText] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (text !== wantedText) throw new Error(`${text} stands where ${wantedText} should`);
}

const checkBlank = (cell: Cell | undefined): void => {
  check(cell, BLANK);
};

const quotes = fc
  .record({
    names: listOf(
      'EURUSD',
      'eurusd',
      'GBPUSD',
      'USDJPY',
      'crypto:BTCUSD',
      'stocks:EURUSD',
      'GONE',
      'REFUSED',
      'LONGERNAMEOF24CHARACTERS',
      'ANOTHERNAMEOF25CHARACTERS',
    ),
    area: fc.constantFrom(null, null, 'crypto', 'stocks'),
    precision: fc.constantFrom(null, null, 2),
    isRow: fc.boolean(),
  })
  .map(({ names, area, precision, isRow }): Formula =>
    formulaOf('QUOTE', [isRow ? [names] : column(names), null, area, precision, null], (outcome, settings) => {
      const questions = names.map((name) => {
        const [symbol = '', own] = name.split(':').reverse();
        return `quote ${own ?? area ?? settings.area} ${symbol.toUpperCase()} ${precision ?? ''}`;
      });
      const isWanted = (_: unknown, index: number): boolean => !isBlank(names[index]!);
      return orError(outcome, questions.filter(isWanted), (matrix) => {
        check([matrix.length, matrix[0]!.length], isRow ? [1, names.length] : [names.length, 1]);
        const cells = matrix.flat();
        cells.filter((cell, index) => !isWanted(cell, index)).forEach(checkBlank);
        return questions.map((question, index) => ({ question, cells: [cells[index]!] })).filter(isWanted);
      });
    }),
  );

const nameIn = (row: readonly Cell[] | undefined): Cell | undefined =>
  typeof row?.[0] === 'string' ? row[0].toUpperCase() : row?.[0];

/** Whether blanks have rows: each of several names has one. */
const keepsPlaces = (names: readonly Name[], rowsEach: number): boolean => rowsEach === 1 && names.length > 1;

/**
 * Rows below their names in the order of the formula: one row for an error, otherwise as many as the name has. A blank
 * has a row if each name has one.
 *
 * @param mayBeEmpty whether a name without records is left out
 */
function stacked(
  matrix: Matrix,
  names: readonly Name[],
  countOf: (name: Name) => number,
  questionOf: (name: Name) => string,
  mayBeEmpty = false,
): Shown[] {
  let next = 0;
  const shown = names.flatMap((name): Shown | [] => {
    if (isBlank(name)) {
      matrix[next++]!.forEach(checkBlank);
      return [];
    }
    if (mayBeEmpty && nameIn(matrix[next]) !== name) return { question: questionOf(name), cells: [] };
    const count = matrix[next]?.at(-1) instanceof CellError ? 1 : countOf(name);
    const rows = matrix.slice(next, (next += count));
    check(rows.map(nameIn), Array(count).fill(name));
    return { question: questionOf(name), cells: rows.map((row) => row.at(-1)!) };
  });
  check(matrix.length, next);
  return shown;
}

const hours = fc
  .record({
    names: fc.oneof(
      { weight: 4, arbitrary: listOf('XNYS', 'XLON', 'XTKS', 'GONE') },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
    dates: fc.constantFrom(...DAYS),
  })
  .map(({ names, dates: [start, end, count] }): Formula =>
    formulaOf('HOURS', [names && column(names), start, end, 'mic,date,holiday_name', false, null], (outcome) => {
      const questionOf = (mic: Name): string => `hours ${mic} ${start} ${end}`;
      const wanted = names?.filter((name) => !isBlank(name)) ?? ['*'];
      return orError(outcome, wanted.map(questionOf), (matrix) => {
        if (!names) return [{ question: questionOf('*'), cells: matrix.map((row) => row[2]!).sort() }];
        const isInPlace = keepsPlaces(names, count);
        return stacked(matrix, isInPlace ? names : wanted, () => count, questionOf, !isInPlace);
      });
    }),
  );

const filings = fc
  .record({
    names: listOf('AAPL', 'MSFT', 'GONE', 'REFUSED'),
    type: fc.constantFrom(null, '10-K'),
    limit: fc.constantFrom(1, 3),
  })
  .map(({ names, type, limit }): Formula =>
    formulaOf('FILINGS', [column(names), type, limit, 'accession_number', false], (outcome) => {
      const questionOf = (ticker: Name): string => `filings ${ticker} ${type ?? ''} ${limit}`;
      const wanted = names.filter((name) => !isBlank(name));
      const isInPlace = keepsPlaces(names, limit);
      return orError(outcome, wanted.map(questionOf), (matrix) => {
        if (wanted.length > 1)
          return stacked(matrix, isInPlace ? names : wanted, (ticker) => filingCount(ticker, limit), questionOf);
        const [only = ''] = wanted;
        if (!isInPlace) return [{ question: questionOf(only), cells: matrix.flat() }];
        const position = names.indexOf(only);
        check(matrix.length, names.length);
        matrix
          .filter((_, row) => row !== position)
          .flat()
          .forEach(checkBlank);
        return [{ question: questionOf(only), cells: matrix[position]! }];
      });
    }),
  );

const scores = fc
  .record({ names: listOf('AAPL', 'MSFT', 'GONE'), models: fc.subarray([...MODELS], { minLength: 1 }) })
  .map(({ names, models }): Formula =>
    formulaOf('SCORE', [column(names), models.join(','), null, null], (outcome) =>
      orError(
        outcome,
        names.filter((name) => !isBlank(name)).flatMap((name) => models.map((model) => `score ${name} ${model}`)),
        (matrix) => {
          check(matrix.length, names.length);
          return names.flatMap((name, row) =>
            models.flatMap((model, index) => {
              const cell = matrix[row]![index]!;
              if (!isBlank(name)) return [{ question: `score ${name} ${model}`, cells: [cell] }];
              checkBlank(cell);
              return [];
            }),
          );
        },
      ),
    ),
  );

export const formula: fc.Arbitrary<Formula> = fc.oneof({ weight: 3, arbitrary: quotes }, hours, filings, scores);

import type { NewSheet } from '../../../src/app/workbook';
import { cellOf, parseA1 } from '../../../src/core/a1';
import { CellError } from '../../../src/core/errors';
import { CATALOG } from '../../../src/functions/catalog';
import type { Ranges } from '../../../src/functions/example-arguments';
import { exampleArguments, signatureOf } from '../../../src/functions/example-arguments';
import type { Outcome } from '../../../src/functions/invoke';
import { createSandbox } from '../../../src/sandbox/app';
import { MODELS } from '../../../src/taskpane/models/catalog';
import { modelDates } from '../../../src/taskpane/models/model';
import { createTestSession, evaluate } from '../../support/evaluate';

const NOW = Date.UTC(2026, 10, 20, 15);
const sheets = MODELS.map((model) => [model.id, model.create(modelDates(new Date(NOW), '1900'))] as const);

interface Placed {
  readonly at: string;
  readonly row: number;
  readonly column: number;
  readonly formula: string;
}

const formulasOf = ({ name, rows }: NewSheet): Placed[] => rows.flatMap((cells, row) => cells.flatMap((cell, column) =>
  (cell?.formula ? [{ at: JSON.stringify(cellOf(name, row, column)), row, column, formula: cell.formula }] : [])));

const mdFormulas = sheets.flatMap(([id, sheet]) => formulasOf(sheet)
  .filter(({ formula }) => formula.startsWith('=MD.')).map((placed) => [id, placed.formula, placed, sheet] as const));

/** The cells that a formula names, by the words in which it does. A formula of MD in a model refers to inputs alone. */
function rangesOf(formula: string, sheet: NewSheet): Ranges {
  return Object.fromEntries(Array.from(formula.matchAll(/\$?[A-Z]+\$?\d+(?::\$?[A-Z]+\$?\d+)?/g), ([text]) => {
    const { row, column, rows, columns } = parseA1(text, sheet.name)!;
    return [text, Array.from({ length: rows }, (_, down) => Array.from({ length: columns }, (_, right) => {
      const cell = sheet.rows[row + down]?.[column + right];
      if (cell?.formula) throw new SyntaxError(`${text} is not an input`);
      return cell?.value ?? '';
    }))];
  }));
}

function calculate(formula: string, sheet: NewSheet): Promise<Outcome> {
  const declaration = CATALOG.find(({ id }) => formula.startsWith(`=MD.${id}(`))!;
  const service = createSandbox({ now: () => NOW });
  const session = createTestSession({ apiKey: 'demo', now: () => NOW, service: { fetch: async (request) => service.fetch(request as Request) } });
  return evaluate(session, declaration.id, ...exampleArguments(formula, signatureOf(declaration), rangesOf(formula, sheet), NOW));
}

describe('a sample model', () => {
  test.each(mdFormulas)('%s gives a value for %s', async (_, formula, __, sheet) => {
    const outcome = await calculate(formula, sheet);
    if (outcome instanceof CellError) throw outcome;
    expect(outcome.flat().filter((cell) => cell instanceof CellError)).toEqual([]);
  });

  test.each(mdFormulas)('%s leaves room for what %s spills', async (_, formula, { row, column }, sheet) => {
    const outcome = await calculate(formula, sheet);
    const isTaken = (cells: readonly unknown[], down: number): boolean => cells.some((__, right) => {
      const { formula: own, value } = sheet.rows[row + down]?.[column + right] ?? {};
      return (down > 0 || right > 0) && (own !== undefined || value !== undefined);
    });
    expect((outcome as unknown[][]).some(isTaken)).toBe(false);
  });

  test.each(sheets)('%s begins with what it is and how it is used', (_, { rows }) => {
    expect([rows[0]?.[0]?.style, rows[1]?.[0]?.style]).toEqual(['title', 'note']);
  });

  test.each(sheets)('%s has formulas of MD, ordinary formulas on them, and inputs', (_, sheet) => {
    const formulas = formulasOf(sheet).map(({ formula }) => formula);
    expect(formulas.filter((formula) => formula.startsWith('=MD.')).length).toBeGreaterThan(0);
    expect(formulas.filter((formula) => !formula.includes('MD.')).length).toBeGreaterThan(2);
    expect(sheet.rows.flat().filter((cell) => cell?.style === 'input').length).toBeGreaterThan(3);
  });

  test.each(sheets)('%s gives every column a width', (_, { rows, columnWidths }) => {
    expect(columnWidths.length).toBeGreaterThanOrEqual(Math.max(...rows.map((cells) => cells.length)));
  });

  test('begins today, on the computer\'s own date, and counts to the end of the year', () => {
    expect(modelDates(new Date(2026, 10, 20, 23, 59), '1900')).toEqual({ today: 46_346, yearEnd: 46_387 });
    expect(modelDates(new Date(2026, 10, 20), '1904')).toEqual({ today: 44_884, yearEnd: 44_925 });
  });
});

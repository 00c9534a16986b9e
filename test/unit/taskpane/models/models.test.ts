import { CellError } from '../../../../src/core/errors';
import { CATALOG } from '../../../../src/functions/catalog';
import { exampleArguments, type Ranges, signatureOf } from '../../../../src/functions/help/formula-arguments';
import { SAMPLE_MODELS } from '../../../../src/taskpane/models/catalog';
import { modelDates, requestsOf } from '../../../../src/taskpane/models/model';
import en from '../../../../src/taskpane/texts/late/en.json';
import { createSandboxSession, createTestSession, evaluate } from '../../../support/evaluate';
import type { NewSheet } from '../../../../src/app/host';
import { LANGUAGES, LATE_TEXTS } from '../../../../src/taskpane/texts/language';
import { sentence } from '../../../../src/taskpane/models/formulas';
import { cellOf, parseA1 } from '../../../../src/core/sheet';
import type { Outcome } from '../../../../src/functions/evaluate/invoke';

const ADDRESS = /\$?[A-Z]+\$?\d+(?::\$?[A-Z]+\$?\d+)?/g;
const NOW = Date.UTC(2026, 10, 20, 15);
const sheets = SAMPLE_MODELS.map((model) => [model.id, model.create(modelDates(new Date(NOW), '1900'), en)] as const);

interface Placed {
  readonly at: string;
  readonly row: number;
  readonly column: number;
  readonly formula: string;
}

const formulasOf = ({ name, rows }: NewSheet): Placed[] =>
  rows.flatMap((cells, row) =>
    cells.flatMap((cell, column) =>
      cell?.formula ? [{ at: JSON.stringify(cellOf(name, row, column)), row, column, formula: cell.formula }] : [],
    ),
  );

const mdFormulas = sheets.flatMap(([id, sheet]) =>
  formulasOf(sheet)
    .filter(({ formula }) => formula.startsWith('=MD.') && refersToInputs(formula, sheet))
    .map((placed) => [id, placed.formula, placed, sheet] as const),
);

/** What rests on calculated cells is tried in the workbench, which calculates them. */
function refersToInputs(formula: string, sheet: NewSheet): boolean {
  return Array.from(formula.matchAll(ADDRESS), ([text]) => parseA1(text, sheet.name)!).every(
    ({ row, column, rows, columns }) =>
      sheet.rows
        .slice(row, row + rows)
        .every((cells) => cells.slice(column, column + columns).every((cell) => !cell?.formula)),
  );
}

/** The cells that a formula names, by the words in which it does. */
function rangesOf(formula: string, sheet: NewSheet): Ranges {
  return Object.fromEntries(
    Array.from(formula.matchAll(ADDRESS), ([text]) => {
      const { row, column, rows, columns } = parseA1(text, sheet.name)!;
      return [
        text,
        Array.from({ length: rows }, (_, down) =>
          Array.from({ length: columns }, (_, right) => {
            return sheet.rows[row + down]?.[column + right]?.value ?? '';
          }),
        ),
      ];
    }),
  );
}

function calculate(formula: string, sheet: NewSheet): Promise<Outcome> {
  const declaration = CATALOG.find(({ id }) => formula.startsWith(`=MD.${id}(`))!;
  return evaluate(
    createSandboxSession(NOW),
    declaration.id,
    ...exampleArguments(formula, signatureOf(declaration), rangesOf(formula, sheet), NOW),
  );
}

describe('a sample model', () => {
  test.each(mdFormulas)('%s has a value for %s, and room for it', async (_, formula, { row, column }, sheet) => {
    const outcome = await calculate(formula, sheet);
    if (outcome instanceof CellError) throw outcome;
    expect(outcome.flat().filter((cell) => cell instanceof CellError)).toEqual([]);
    const isTaken = (cells: readonly unknown[], down: number): boolean =>
      cells.some((__, right) => {
        const { formula: own, value } = sheet.rows[row + down]?.[column + right] ?? {};
        return (down > 0 || right > 0) && (own !== undefined || value !== undefined);
      });
    expect(outcome.some(isTaken)).toBe(false);
  });

  test('starts today, on the date of the computer, and counts to the end of the year', () => {
    expect(modelDates(new Date(2026, 10, 20, 23, 59), '1900')).toMatchObject({ today: 46_346, yearEnd: 46_387 });
    expect(modelDates(new Date(2026, 10, 20), '1904')).toMatchObject({ today: 44_884, yearEnd: 44_925 });
    expect(modelDates(new Date(NOW), '1904').of('2026-11-20')).toBe(44_884);
  });

  // The others say at their top in a sentence, or count, what they conclude.
  const withFigure = sheets.filter(([, { rows }]) => /^=\$[A-Z]\$\d+$/.test(rows[3]?.[1]?.formula ?? ''));

  test.each(withFigure)('%s shows at its top the figure that has the same name below', (_, { name, rows }) => {
    const [label, figure] = rows[3]!;
    const { row, column } = parseA1(figure!.formula!.slice(1), name)!;
    const named = rows[row]!.slice(0, column).findLast((cell) => cell?.value ?? cell?.formula);
    expect([label?.value, label?.formula]).toEqual([named?.value, named?.formula]);
    expect(figure?.format).toBe(rows[row]![column]!.format);
  });

  test.each(sheets)(
    '%s has widths, a page layout, fixed headings, a chart and conditional formats, all on its own cells',
    (_, sheet) => {
      expect(sheet.columnWidths.length).toBeGreaterThanOrEqual(Math.max(...sheet.rows.map((cells) => cells.length)));
      const height = sheet.rows.length + 40;
      const { area } = sheet.print!;
      expect(area).toMatch(/^A:[A-Z]$|^A1:/);
      for (const block of [
        ...(area.includes('1') ? [area] : []),
        sheet.chart!.over,
        sheet.chart!.categories,
        ...sheet.chart!.series.map(({ values }) => values),
        ...sheet.highlights!.map((highlight) => highlight.block),
      ]) {
        const { row, rows } = parseA1(block, sheet.name)!;
        expect(row + rows).toBeLessThan(height);
      }
      expect(sheet.frozenRows).toBeGreaterThan(0);
      expect(sheet.print!.titleRows).toMatch(/^\d+:\d+$/);
    },
  );

  test.each(sheets)('%s has a chart that covers no filled cell', (_, { name, rows, chart }) => {
    const { row, column, rows: height, columns } = parseA1(chart!.over, name)!;
    const covered = rows.slice(row, row + height).flatMap((cells) => cells.slice(column, column + columns));
    expect(covered.filter((cell) => cell?.formula !== undefined || (cell?.value ?? '') !== '')).toEqual([]);
  });

  test.each(sheets)(
    '%s never mistakes an error for a value, and checks that data exists before a verdict',
    (_, sheet) => {
      const claims = formulasOf(sheet).filter(({ formula }) =>
        /"(?:pass|review|avoid|safe|look|fresh|at risk|watch|clear)"/.test(formula),
      );
      expect(claims.filter(({ formula }) => !/COUNT|ISNUMBER|"no data"|IFERROR/.test(formula))).toEqual([]);
    },
  );
});

test.each(SAMPLE_MODELS.map((model) => [model.id, model] as const))(
  'the sentences of %s are among those that are translated',
  (_, model) => {
    const marked = JSON.parse(JSON.stringify(en), (__, text: unknown) =>
      typeof text === 'string' ? `§${text}` : text,
    ) as typeof en;
    const { rows } = model.create(modelDates(new Date(NOW), '1900'), marked);
    const words = rows.flat().filter((cell) => ['heading', 'label', 'note'].includes(cell?.style ?? ''));
    expect(words.map((cell) => cell?.value ?? '').filter((text) => /^\w+ [a-z]/.test(String(text)))).toEqual([]);
  },
);

/** The languages of the pane other than English. */
const TRANSLATIONS = Object.keys(LANGUAGES);

describe('the texts of the models', () => {
  test.each(['en', ...TRANSLATIONS])('in %s have distinct verdicts, and valid sheet names', async (code) => {
    const texts = await LATE_TEXTS[code]!();
    const { pass, review, avoid, safe, grey, distress } = texts.credit;
    const { atRisk, watch, clear } = texts.risk;
    expect(new Set([atRisk, watch, clear, texts.common.noData]).size).toBe(4);
    expect(new Set([texts.portfolio.fresh, texts.portfolio.old, texts.common.noData]).size).toBe(3);
    expect(new Set([pass, review, avoid, texts.common.noData]).size).toBe(4);
    expect(new Set([safe, grey, distress, texts.common.noData]).size).toBe(4);
    expect(texts.dcf.ok).not.toBe(texts.dcf.look);
    for (const model of SAMPLE_MODELS) {
      const { name } = model.create(modelDates(new Date(NOW), '1900'), texts);
      expect(name).toMatch(/^[^:\\/?*[\]]{1,31}$/);
    }
  });

  test('are written into formulas with their values', () => {
    const values: Readonly<Record<string, string>> = { count: '$B$3', all: 'COUNTA(A1:A9)' };
    expect(sentence('{count} of {all} "here"', (name) => values[name]!)).toBe('$B$3&" of "&COUNTA(A1:A9)&" ""here"""');
  });
});

test.each(sheets)('the requests of the model %s are counted before it is inserted', async (id, sheet) => {
  const session = createTestSession();
  await session.ready;
  const least = { fx: 2, portfolio: 3, calendar: 4, filings: 50, credit: 58, risk: 32, index: 185, dcf: 5 };
  expect(await requestsOf(sheet, session)).toBe(least[id]);
});

test.each(['en', ...TRANSLATIONS])('headings and labels in %s are wholly visible', async (code) => {
  const texts = await LATE_TEXTS[code]!();
  // Letters of the Latin alphabet are narrower than digits, by which the width of a column counts.
  const widthOf = (text: string): number =>
    Array.from(text).reduce((sum, sign) => sum + (sign > '\u2e80' ? 1.8 : 0.9), 0);
  const cut = SAMPLE_MODELS.flatMap((model) => {
    const { columnWidths, rows } = model.create(modelDates(new Date(NOW), '1900'), texts);
    return rows.flatMap((row, down) =>
      row.flatMap((cell, right) => {
        if (!['heading', 'label'].includes(cell?.style ?? '')) return [];
        const words = Array.from((cell?.formula ?? '').matchAll(/"([^"]{2,})"/g), ([, word]) => word).join('');
        const text = String(cell?.value ?? (words && `${words}SPX`));
        // It runs over blank cells on its right, unless it is aligned with numbers.
        let end = right + 1;
        if (!cell?.align) while (end < row.length && `${row[end]?.value ?? row[end]?.formula ?? ''}` === '') end++;
        const isLast = !cell?.align && end === row.length;
        const space = columnWidths.slice(right, end).reduce((sum, width) => sum + width, 0);
        return isLast || widthOf(text) < space ? [] : [`${model.id}, row ${down + 1}: ${text}`];
      }),
    );
  });
  expect(cut).toEqual([]);
});

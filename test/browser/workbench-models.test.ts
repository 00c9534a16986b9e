import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { NewSheet } from '../../src/app/host';
import { SKILL_FOLDER } from '../../src/build/skill';
import { a1 } from '../../src/core/sheet';
import { CATALOG } from '../../src/functions/catalog';
import en from '../../src/taskpane/texts/late/en.json';
import { draft, withEntry } from '../support/model-sheets';
import { useWorkbench } from './use-workbench';

const bench = useWorkbench({
  causes: /status of 404/,
  // A new key asks again for all that is on any sheet.
  prepare: (workbench) => workbench.empty('Model'),
});

describe('what assistants are shown', () => {
  // How many ticks a page may have is learned by asking for too many. Nothing else may be complained of.
  afterEach(() => {
    const others = bench.complaints.filter((text) => !text.includes('status of 422'));
    bench.complaints.splice(0, Infinity, ...others);
    expect(others).toEqual([]);
  });
  afterAll(() => bench.openNew());

  const [skill, reference] = ['SKILL.md', 'references/functions.md'].map((name) =>
    readFileSync(path.join(process.env.MD_ADD_IN ?? '', SKILL_FOLDER, name), 'utf8'),
  ) as [string, string];

  /** Every formula in a text, between marks of code or not, to its last bracket. */
  function formulasIn(text: string): string[] {
    return [...text.matchAll(/=(?=[A-Z][A-Z.]*\()/g)].map(({ index }) => {
      let [end, depth, isQuoted] = [index, 0, false];
      do {
        end = text.slice(end).search(/["()]/) + end;
        if (text[end] === '"') isQuoted = !isQuoted;
        else if (!isQuoted) depth += text[end] === '(' ? 1 : -1;
        end++;
      } while (depth > 0);
      return text.slice(index, end);
    });
  }

  /** The cells of the small sheet, each with its content. */
  const SHOWN = [...skill.matchAll(/^\| ([A-Z]\d) \| `?(.*?)`? \|$/gm)].map(
    ([, cell, content]) => [cell!, content!] as const,
  );

  /** More columns than any block of the examples has. */
  const WIDTH = 40;

  /** What the formula of a cell fills, once none of its cells waits. A clock's formula may wait again at any time. */
  async function filledBy(sheet: string, cell = 'A1'): Promise<unknown[]> {
    for (;;) {
      await bench.shows(`${sheet}!${cell}`);
      const values = await bench.page.evaluate(
        async ([name, at]) => {
          const { workbook } = window.workbench!.session.host;
          const wanted = window.workbench!.formula(`${name}!${at}`);
          const found = (await workbook.formulas()).find((one) => one.cell.sheet === name && one.formula === wanted);
          return (await workbook.read([found!.spill]))[0]!.flat().map(({ value }) => value);
        },
        [sheet, cell] as const,
      );
      if (!values.includes('#GETTING_DATA')) return values;
    }
  }

  /** Adds a sheet that has room for blocks side by side. */
  const addSheet = (wanted: string, blocks = 1): Promise<string> =>
    bench.page.evaluate(
      ([name, columns]) =>
        window.workbench!.session.host.workbook.addSheet({
          name,
          rows: Array.from({ length: 1_000 }, () => []),
          columnWidths: Array(columns).fill(10),
        }),
      [wanted, blocks * WIDTH] as const,
    );

  test('the sheet that assistants are shown calculates as it is written', async () => {
    await addSheet('Shown');
    expect(SHOWN.map(([cell]) => cell)).toEqual(['A2', 'A3', 'A4', 'B1', 'E2']);
    for (const [cell, content] of SHOWN) await bench.enter(`Shown!${cell}`, content);
    await bench.shows('Shown!E2', (value) => typeof value === 'number');
    expect(await filledBy('Shown', 'B1')).toEqual([
      'bid',
      'ask',
      ...Array.from({ length: 6 }, (): unknown => expect.any(Number)),
    ]);
  });

  test('every formula that assistants are shown gives a value or a spill', async () => {
    const formulas = [...new Set(formulasIn(`${skill}\n${reference}`))].filter(
      (formula) => !SHOWN.some(([, content]) => content === formula),
    );
    for (const { id } of CATALOG) expect(formulas.filter((one) => one.startsWith(`=MD.${id}(`))).not.toEqual([]);
    const cells = formulas.map((_, index) => a1({ row: 0, column: index * WIDTH, rows: 1, columns: 1 }));
    await addSheet('Each', formulas.length);
    // All in one go: entered one by one, each would be calculated with all before it.
    await bench.page.evaluate(
      (entries) => {
        for (const [cell, formula] of entries) window.workbench!.setFormula(`Each!${cell}`, formula);
      },
      formulas.map((formula, index) => [cells[index]!, formula] as const),
    );
    for (const [index, formula] of formulas.entries()) {
      const values = await filledBy('Each', cells[index]);
      expect([formula, values.filter((value) => String(value).startsWith('#'))]).toEqual([formula, []]);
      expect([formula, values[0]]).not.toEqual([formula, '']);
    }
  });
});

/** What the models calculate is tested without a page. */
test('the model dcf has a value again when an unknown company is corrected', async () => {
  const name = await bench.page.evaluate(
    (sheet) => window.workbench!.session.host.workbook.addSheet(JSON.parse(sheet) as NewSheet),
    JSON.stringify(withEntry(draft('dcf'), 'corrected', 'B6', { value: 'XXXYYY' })),
  );
  const value = `'${name}'!B61`;
  await bench.shows(value, (shown) => shown === en.common.noData);
  // Whose accounts stand there.
  await bench.enter(`'${name}'!B6`, 'AAPL');
  await bench.shows(value, (shown) => typeof shown === 'number');
  await bench.empty(name);
});

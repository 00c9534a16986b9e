import { IFormulaCurrentConfigService, IFormulaDependencyGenerator } from '@univerjs/preset-sheets-core';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const bench = new OpenedWorkbook();
/** The engine hears of what is entered after a tenth of a second. */
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 150));

async function enter(address: string, value: object): Promise<void> {
  await bench.change('sheet.command.set-range-values', address, { value });
  await soon();
}

test('calculates all that was entered while calculations of what came before were at their beginning', async () => {
  await bench.openSheet({ cellData: { 0: { 1: { v: 1, t: 2 }, 4: { f: '=B1+1' } } } });
  // Each calculation waits before and after it looks for its formulas.
  const search = bench.sheet.serviceOf(IFormulaDependencyGenerator);
  const [find, waiting] = [search.generate.bind(search), [] as (() => void)[]];
  const turn = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
  const next = (): Promise<void> => {
    for (const goOn of waiting.splice(0)) goOn();
    return soon();
  };
  search.generate = async (...options) => {
    await turn();
    const found = await find(...options);
    await turn();
    return found;
  };

  await enter('B1', { v: 63, t: 2 });
  await next();
  await enter('B2', { f: '=1+0' });
  await next();
  await enter('B3', { f: '=1+1' });
  for (let turns = 0; turns < 8; turns++) await next();
  expect(['B2', 'B3', 'E1'].map((address) => bench.valueAt(address))).toEqual([1, 2, 64]);
  search.generate = find;
});

test('calculates what is entered after a calculation in which the engine failed', async () => {
  await bench.openSheet({
    cellData: { 0: { 0: { v: 1, t: 2 }, 1: { f: '=A1+1' } }, 1: { 0: { v: 1, t: 2 }, 1: { f: '=A2+1' } } },
  });
  const failed = jest.spyOn(console, 'info').mockImplementation();
  const search = bench.sheet.serviceOf(IFormulaDependencyGenerator);
  const find = search.generate.bind(search);
  // It fails whenever it looks for what depends on the first row.
  search.generate = async (...options) => {
    const changed = bench.sheet.serviceOf(IFormulaCurrentConfigService).getDirtyRanges();
    if (changed.some(({ range }) => range.startRow === 0)) throw new Error('The search fails');
    return find(...options);
  };

  await enter('A1', { v: 5, t: 2 });
  await enter('A2', { v: 7, t: 2 });
  await soon();
  expect(failed).toHaveBeenCalledTimes(1);
  expect(['B1', 'B2'].map((address) => bench.valueAt(address))).toEqual([2, 8]);
  failed.mockRestore();
  search.generate = find;
});

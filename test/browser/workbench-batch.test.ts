import { CURRENCY_PAIRS } from '../../src/sandbox/instruments/currencies';
import { useWorkbench } from './use-workbench';

const CELLS = 2000;
const SYMBOLS_PER_REQUEST = 7;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

// Answers that the session has already been given send no requests: a second try needs a new session.
const bench = useWorkbench({ prepare: (workbench) => workbench.openScratch() });

/** Six letters each: first the real pairs that the sample model has not asked for, then names that nobody knows. */
async function distinctSymbols(): Promise<string[]> {
  const asked = new Set(await bench.texts(...Array.from({ length: 20 }, (_, index) => `Model!B${index + 6}`)));
  const real = CURRENCY_PAIRS.map(({ symbol }) => symbol).filter((symbol) => !asked.has(symbol));
  const invented = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.slice(0, 3).map((c) => `XX${a}${b}${c}X`)));
  return [...real, ...invented].slice(0, CELLS);
}

function countRequests(path = /\/currencies\/quotes/): () => number {
  let count = 0;
  bench.page.on('request', (request) => {
    if (request.method() === 'GET' && path.test(request.url())) count++;
  });
  return () => count;
}

describe('waiting cells', () => {
  beforeEach(() => {
    bench.server.setFaults([{ kind: 'latency', ms: 700 }]);
  });
  afterEach(() => {
    bench.server.setFaults([]);
  });

  it('say so, and cells that depend on them wait too', async () => {
    await bench.paste('F1', [['=MD.QUOTE("EURUSD",,,2)', '=F1*2']]);
    await bench.shows('F1', (value) => value === '#GETTING_DATA');
    expect((await bench.cell('G1')).value).toBe('#GETTING_DATA');
    await bench.shows('G1', (value) => typeof value === 'number');
  });

  it('get their answers even if rows have moved them meanwhile', async () => {
    await bench.enter('F10', '=MD.QUOTE("GBPUSD",,,2)');
    await bench.shows('F10', (value) => value === '#GETTING_DATA');
    await bench.insertRowAbove(5);
    await bench.shows('F11', (value) => typeof value === 'number');
    expect((await bench.cell('F10')).value).toBeNull();
  });

  it('keep their values while they are requested again', async () => {
    await bench.enter('F20', '=MD.QUOTE("NZDUSD",,,2)');
    await bench.shows('F20', (value) => typeof value === 'number');
    const seen = bench.page.evaluate(async () => {
      const values: unknown[] = [];
      window.workbench?.recalculate();
      for (let frame = 0; frame < 30; frame++) {
        values.push(window.workbench?.value('F20'));
        await new Promise(requestAnimationFrame);
      }
      return values;
    });
    expect((await seen).every((value) => typeof value === 'number')).toBe(true);
  });

  it('are released when their formula is deleted, and the answer does not reappear', async () => {
    await bench.enter('F30', '=MD.QUOTE("AUDUSD",,,2)');
    await bench.shows('F30', (value) => value === '#GETTING_DATA');
    await bench.select('F30');
    await bench.page.keyboard.press('Delete');
    await bench.shows('F30', (value) => value === null);
    await bench.enter('F31', '=MD.QUOTE("AUDNZD",,,2)');
    await bench.shows('F31', (value) => typeof value === 'number');
    expect((await bench.cell('F30')).value).toBeNull();
  });
});

describe('many cells at once', () => {
  it('send the fewest requests for 2,000 pasted quotes of different symbols', async () => {
    const symbols = await distinctSymbols();
    // Small prices are asked for once more, with more digits.
    const requests = countRequests(/\/currencies\/quotes\?(?!.*precision=)/);
    const elsewhere = countRequests(/\/(?:crypto|indices|stocks|commodities)\/quotes/);
    await bench.paste(
      'A1',
      symbols.map((symbol, index) => [symbol, `=MD.QUOTE(A${index + 1})`]),
    );
    await bench.shows(`B${CELLS}`);
    await bench.shows('B1');
    await bench.page.locator('#status', { hasText: /^2,000 cells · \d+ requests/ }).waitFor();
    expect(requests()).toBe(Math.ceil(CELLS / SYMBOLS_PER_REQUEST));
    // Of the names that nobody knows a few are looked for in the other areas: not each with a request of its own.
    expect(elsewhere()).toBeLessThan(CELLS / 40);
    expect((await bench.cell('B1')).value).toBeGreaterThan(0);
    expect((await bench.cell(`B${CELLS}`)).value).toBe('#N/A');
  });

  it('share requests if they have the same symbols', async () => {
    const requests = countRequests();
    const symbols = ['THBSAR', 'SARTHB', 'SARILS'];
    // Another precision is another question, so nothing is cached for it.
    await bench.paste(
      'D1',
      Array.from({ length: 300 }, (_, row) => [`=MD.QUOTE("${symbols[row % 3] ?? ''}",,,3)`]),
    );
    await bench.shows('D1');
    await bench.shows('D300');
    expect(requests()).toBe(1);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FUNCTIONS } from '../../src/functions/generated/lazy-functions';
import { LazyFunction } from '../../src/functions/evaluate/lazy-function';
import type { EmulatedExcel } from './emulator/emulated-excel';
import type { Formula } from './emulator/invocations';
import { ADD_IN, useOffice } from './opened';
import { copyWithOtherHashes } from './second-build';

const UPDATED = 'MD for Excel was updated: close the workbook and open it again';

/** A formula of each function whose code comes late. */
const FORMULAS: readonly Formula[] = [
  { name: 'HOURS', args: [[['XNYS']]] },
  { name: 'HOLIDAYS', args: [[['XNYS']]] },
  { name: 'MARKETS', args: [[['XNYS']]] },
  { name: 'STATUS', args: [[['XNYS']]] },
  { name: 'FILINGS', args: [[['AAPL']]] },
  { name: 'SCORE', args: [[['AAPL']]] },
  { name: 'TICKS', args: ['SPX', '2026-11-20 15:00', '2026-11-20 15:01'] },
  { name: 'LIVE', args: ['EURUSD'] },
  { name: 'ISOPEN', args: ['XNYS', '2026-11-20 15:00'] },
  { name: 'WORKDAY', args: ['2026-11-25', 1, [['XNYS']]] },
  { name: 'NETWORKDAYS', args: ['2026-11-25', '2026-12-25', [['XNYS']]] },
  { name: 'SETTLE', args: ['2026-11-20', 'XNYS'] },
  { name: 'SYMBOLS', args: [] },
  { name: 'CONVERT', args: [1, 'EUR', 'USD'] },
  { name: 'OK', args: [[[1]]] },
  { name: 'NEWS', args: [] },
  { name: 'USAGE', args: [] },
  { name: 'GET', args: ['/account/usage'] },
];

let secondBuild: string;

beforeAll(async () => {
  secondBuild = await mkdtemp(join(tmpdir(), 'md-second-build-'));
  await copyWithOtherHashes(ADD_IN, secondBuild);
});

afterAll(() => rm(secondBuild, { recursive: true, force: true }));

describe('a new version on the web server', () => {
  const office = useOffice();

  /** They are asked for one after the other, and this one after the functions. */
  const sawAll = async (excel: EmulatedExcel): Promise<void> => {
    while (!excel.files.some((file) => file.startsWith('/last-values.'))) await excel.nextFile();
  };

  test('is tested with a formula for every function whose code loads late', () => {
    const late = FUNCTIONS.filter((one) => one instanceof LazyFunction).map(({ id }) => id);
    expect(FORMULAS.map(({ name }) => name).sort()).toEqual(late.sort());
  });

  test('breaks no function in an Excel that has had time to load all of them', async () => {
    const excel = await office.open();
    await sawAll(excel);
    excel.deploy(secondBuild);
    const results = await excel.callAll(FORMULAS);
    expect(results.filter((result) => 'message' in result && result.message === UPDATED)).toEqual([]);
    expect(results.filter((result) => 'value' in result)).toHaveLength(FORMULAS.length);
  });

  test('is announced in the cells and the pane of an Excel that had not loaded everything; its other cells still work', async () => {
    const excel = await office.open();
    let deployed = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      deployed = resolve;
    });
    await excel.page.route(/\/(?!functions)[a-z0-9-]+\.\w{8}\.js/, async (route) => {
      await held;
      await route.continue();
    });
    excel.deploy(secondBuild);
    deployed();
    const results = await excel.callAll([...FORMULAS, { name: 'QUOTE', args: [[['EURUSD']]] }]);
    expect(results).toEqual([
      ...FORMULAS.map(() => ({ error: '#N/A', message: UPDATED })),
      { value: expect.anything() },
    ]);
    await excel.showPane();
    await excel.pane.getByText(`${UPDATED}.`).waitFor();
  });
});

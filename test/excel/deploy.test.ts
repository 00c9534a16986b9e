import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LazyFunction } from '../../src/functions/evaluate/lazy-function';
import { HELP } from '../../src/functions/generated/help-texts';
import { FUNCTIONS } from '../../src/functions/generated/lazy-functions';
import { functionsJson } from '../../src/functions/help/functions-json';
import { readFormula } from './emulator/formula';
import type { EmulatedExcel } from './emulator/emulated-excel';
import type { Formula } from './emulator/invocations';
import { ADD_IN, useOffice } from './opened';
import { copyWithOtherHashes } from './second-build';

const UPDATED = 'MD for Excel was updated: close the workbook and open it again';

const METADATA = functionsJson(HELP, 'https://addin.test');
const LATE = FUNCTIONS.filter((one) => one instanceof LazyFunction).map(({ id }) => id);

/** The first example of each function whose code comes late. */
const FORMULAS: readonly Formula[] = HELP.filter(({ declaration }) => LATE.includes(declaration.id)).map(
  ({ examples }) => readFormula(examples[0].formula, METADATA),
);

let secondBuild: string;

beforeAll(async () => {
  secondBuild = await mkdtemp(join(tmpdir(), 'md-second-build-'));
  await copyWithOtherHashes(ADD_IN, secondBuild);
});

afterAll(() => rm(secondBuild, { recursive: true, force: true }));

describe('a new version on the web server', () => {
  const office = useOffice();

  const sawAll = async (excel: EmulatedExcel): Promise<void> => {
    const isThere = (name: string): boolean => excel.files.some((file) => file.startsWith(`/${name}.`));
    while (!isThere('more') || !isThere('workbook')) await excel.nextFile();
  };

  test('breaks no function in an Excel that has had time to load all of them', async () => {
    const excel = await office.open();
    await sawAll(excel);
    excel.deploy(secondBuild);
    const results = await excel.callAll(FORMULAS);
    expect(results.filter((result) => 'message' in result && result.message === UPDATED)).toEqual([]);
    expect(results.filter((result) => 'value' in result)).toHaveLength(LATE.length);
  });

  test('is announced in the cells and the pane of an Excel that had not loaded everything; its other cells still work', async () => {
    let deployed = (): void => undefined;
    const held = new Promise<void>((resolve) => (deployed = resolve));
    const excel = await office.open({
      // What is not there yet when the new version comes.
      answer: ({ url }) =>
        /\/(?!functions)[a-z0-9-]+\.\w{8}\.js/.test(url)
          ? held.then(() => new Response('', { status: 404 }))
          : undefined,
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
